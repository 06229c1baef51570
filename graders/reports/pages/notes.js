"use strict";
// Keeps what people note in this browser, and saves the notes on the whole batch as one file.
const notes = (() => {
  const home = document.querySelector("[data-notes]");
  const PREFIX = `kata-notes:${home.dataset.notes}:`;
  const FILE = "kata-notes.json";
  const all = (from, selector) => [...from.querySelectorAll(selector)];
  const field = (from, name) => from.querySelector(`[name=${name}]`);
  const keyOf = ({ sha256, candidate }) => `${PREFIX}${sha256}:${candidate}`;
  const say = (text) => { home.querySelector("[role=status]").textContent = text; };

  // A browser that keeps nothing has it as long as the page.
  let storage = {};
  let isKept = false;
  try {
    storage = localStorage;
    isKept = true;
  } catch (error) {
    // It keeps nothing.
  }

  function read(key) {
    try {
      const found = JSON.parse(storage[key]);
      return Array.isArray(found.note.overrides) ? found : null;
    } catch (error) {
      // It is nothing of ours.
      return null;
    }
  }

  // Returns the note that is kept if it is newer than the ledger's.
  function newer(data) {
    const found = read(keyOf(data));
    return found && found.note.written_at > (data.writtenAt || "") ? found.note : null;
  }

  // Returns whether the browser keeps it.
  function keep({ candidate, sha256 }, note) {
    const key = keyOf({ candidate, sha256 });
    const text = JSON.stringify({ candidate, sha256, note });
    try {
      storage[key] = text;
    } catch (error) {
      storage = { ...storage, [key]: text };
      isKept = false;
    }
    return isKept;
  }

  function fault(note) {
    const cases = note.overrides.map((each) => each.case);
    if (cases.includes("")) return "an override has no case";
    if (note.overrides.some((each) => !each.reason)) return "an override has no reason";
    return new Set(cases).size < cases.length ? "a case has two overrides" : "";
  }

  const button = field(home, "save");
  button.hidden = false;
  button.addEventListener("click", () => {
    const keys = Object.keys(storage).filter((key) => key.startsWith(PREFIX)).sort();
    const found = keys.map(read).filter(Boolean);
    const wrong = found.find((each) => fault(each.note));
    if (wrong) return say(`Not saved: ${wrong.candidate}: ${fault(wrong.note)}.`);
    if (!found.length) return say("Nothing new is noted in this browser.");
    const text = JSON.stringify({ made_by: "kata report", version: 1, notes: found }, null, 1);
    const href = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
    Object.assign(document.createElement("a"), { href, download: FILE }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
    const who = found.length === 1 ? "1 person" : `${found.length} people`;
    say(`Saved notes on ${who} as ${FILE}; now: kata notes LEDGER ${FILE}`);
  });
  return { home, all, field, say, newer, keep, fault };
})();
