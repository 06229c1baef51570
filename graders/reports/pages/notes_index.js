"use strict";
// The index: what is newer in this browser than in the ledger is shown in its row.
(() => {
  const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

  function show(row) {
    const note = notes.newer(row.dataset);
    if (!note) return false;
    const said = [note.grade];
    if (note.overrides.length) said.push(count(note.overrides.length, "override"));
    if (note.text || (note.rubric || []).length) said.push("notes");
    const cell = row.querySelector(".hand");
    cell.textContent = said.filter(Boolean).join(", ");
    cell.dataset.key = note.grade;
    return true;
  }

  window.addEventListener("pageshow", () => {
    const newer = notes.all(document, "tr[data-sha256]").filter(show).length;
    if (newer) {
      const what = newer === 1 ? "1 note is" : `${newer} notes are`;
      notes.say(`${what} in this browser and not in the ledger yet.`);
    }
  });
})();
