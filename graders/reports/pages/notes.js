"use strict";
// Keeps what a person notes in this browser, and saves the notes on the whole batch as one file.
(() => {
  const home = document.querySelector("[data-notes]");
  if (!home) return;
  const PREFIX = `kata-notes:${home.dataset.notes}:`;
  const FILE = "kata-notes.json";
  const form = document.getElementById("note"); // on the page of a person alone
  const status = home.querySelector("[role=status]");
  const unkept = new Map(); // what the browser refuses to keep is there as long as the page
  const all = (from, selector) => [...from.querySelectorAll(selector)];
  const field = (from, name) => from.querySelector(`[name=${name}]`);
  const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const keyOf = ({ sha256, candidate }) => `${PREFIX}${sha256}:${candidate}`;

  function kept(key) {
    let text = unkept.get(key);
    try {
      text = text || localStorage.getItem(key);
      const found = JSON.parse(text);
      return found && found.note && Array.isArray(found.note.overrides) ? found : null;
    } catch (error) {
      return null; // nothing of ours, or a browser that keeps nothing
    }
  }

  function keep(key, found) {
    const text = JSON.stringify(found);
    try {
      localStorage.setItem(key, text);
      unkept.delete(key);
      return true;
    } catch (error) {
      unkept.set(key, text);
      return false;
    }
  }

  function everything() {
    const keys = new Set(unkept.keys());
    try {
      Object.keys(localStorage).forEach((key) => { if (key.startsWith(PREFIX)) keys.add(key); });
    } catch (error) {
      // It keeps nothing: what is on this page is all there is.
    }
    return [...keys].sort().map(kept).filter(Boolean);
  }

  const isNewer = (found, data) => found && found.note.written_at > (data.writtenAt || "");

  // The page of a person.
  function asWritten() {
    const rubric = all(form, "[data-row]").map((row) => ({
      row: row.dataset.row,
      choice: Number(field(row, "choice").value) || null,
      remark: field(row, "remark").value.trim(),
    }));
    return {
      written_at: new Date().toISOString(),
      text: field(form, "text").value.trim(),
      grade: field(form, "grade").value.trim(),
      overrides: all(form, ".overrides li").map((row) => ({
        case: field(row, "case").value,
        verdict: field(row, "verdict").value,
        reason: field(row, "reason").value.trim(),
      })),
      rubric: rubric.filter((each) => each.choice || each.remark),
    };
  }

  function addOverride(override) {
    const made = document.getElementById("override").content.cloneNode(true);
    form.querySelector(".overrides").append(made);
    const row = form.querySelector(".overrides li:last-child");
    row.querySelector("button").hidden = false;
    for (const each of all(document, "table.cases tbody tr")) {
      const id = each.querySelector("th").firstChild.textContent.trim();
      const verdict = each.querySelector(".verdict");
      field(row, "case").add(new Option(`${id}: ${verdict ? verdict.textContent : "not run"}`, id));
    }
    if (override) {
      const offered = [...field(row, "case").options].some((each) => each.value === override.case);
      if (!offered) field(row, "case").add(new Option(override.case)); // of another suite
      for (const name of ["case", "verdict", "reason"]) field(row, name).value = override[name];
    }
    return row;
  }

  function fill(note) {
    field(form, "text").value = note.text;
    field(form, "grade").value = note.grade;
    form.querySelector(".overrides").replaceChildren();
    note.overrides.forEach(addOverride);
    for (const row of all(form, "[data-row]")) {
      const found = (note.rubric || []).find((each) => each.row === row.dataset.row) || {};
      field(row, "choice").value = found.choice || "";
      field(row, "remark").value = found.remark || "";
    }
  }

  function faults(note) {
    const cases = note.overrides.map((each) => each.case);
    if (cases.some((each) => !each)) return "an override has no case";
    if (note.overrides.some((each) => !each.reason)) return "an override has no reason";
    return new Set(cases).size < cases.length ? "a case has two overrides" : "";
  }

  function changed() {
    const { candidate, sha256 } = home.dataset;
    const note = asWritten();
    const isKept = keep(keyOf(home.dataset), { candidate, sha256, note });
    const missing = faults(note);
    if (missing) status.textContent = `Not complete yet: ${missing}.`;
    else if (isKept) status.textContent = "Kept in this browser. Save notes makes the file.";
    else status.textContent = "This browser keeps nothing: save the notes before you leave.";
  }

  function offerChoices(select) {
    const chosen = select.value;
    const choices = Array.from({ length: Number(home.dataset.highest) }, (_, at) => at + 1);
    select.replaceChildren(new Option("-", ""), ...choices.map((each) => new Option(each)));
    select.value = chosen;
  }

  if (form) {
    form.disabled = false;
    all(form, "button").forEach((button) => { button.hidden = false; });
    all(form, "[name=choice]").forEach(offerChoices);
    const found = kept(keyOf(home.dataset));
    if (isNewer(found, home.dataset)) {
      fill(found.note);
      status.textContent = "These notes are newer than the ledger: they come from this browser.";
    }
    form.addEventListener("input", changed);
    form.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if (button.name === "add") field(addOverride(), "case").focus();
      else button.closest("li").remove();
      changed();
    });
  }

  // The index: what is newer here than in the ledger is shown in its row.
  function show(row) {
    const { note } = kept(keyOf(row.dataset));
    const said = [note.grade];
    if (note.overrides.length) said.push(count(note.overrides.length, "override"));
    if (note.text || (note.rubric || []).length) said.push("notes");
    const cell = row.querySelector(".hand");
    cell.textContent = said.filter(Boolean).join(", ");
    cell.dataset.key = note.grade;
  }

  function showAll() {
    const rows = all(document, "tr[data-sha256]");
    const newer = rows.filter((row) => isNewer(kept(keyOf(row.dataset)), row.dataset));
    newer.forEach(show);
    if (newer.length) {
      const what = newer.length === 1 ? "1 note is" : `${newer.length} notes are`;
      status.textContent = `${what} in this browser and not in the ledger yet.`;
    }
  }
  window.addEventListener("pageshow", showAll);

  // One file for the whole batch, from whichever page.
  function save() {
    const found = everything();
    const wrong = found.find((each) => faults(each.note));
    if (wrong) {
      status.textContent = `Not saved: ${wrong.candidate}: ${faults(wrong.note)}.`;
      return;
    }
    if (!found.length) {
      status.textContent = "Nothing new is noted in this browser.";
      return;
    }
    const text = JSON.stringify({ made_by: "kata report", version: 1, notes: found }, null, 1);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
    link.download = FILE;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    const who = found.length === 1 ? "1 person" : `${found.length} people`;
    status.textContent = `Saved notes on ${who} as ${FILE}; now: kata notes LEDGER ${FILE}`;
  }
  const button = field(home, "save");
  button.hidden = false;
  button.addEventListener("click", save);
})();
