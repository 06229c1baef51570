"use strict";
// The form on the page of a person: what is filled in is kept at once.
(() => {
  const { home, all, field, say } = notes;
  const form = document.getElementById("note");
  const rubric = all(form, ".blank");
  const copyOf = (template) => document.getElementById(template).content.cloneNode(true);
  const value = (from, name) => field(from, name).value.trim();
  const nameOf = (row) => row.cells[0].textContent;

  function fillRow(row, { choice, remark }) {
    field(row, "choice").value = choice || "";
    field(row, "remark").value = remark || "";
  }

  function makeRow(row) {
    row.cells[2].replaceChildren(copyOf("blank"));
    const choice = field(row, "choice");
    choice.ariaLabel = `${nameOf(row)}, 1 to ${choice.length - 1}`;
    field(row, "remark").ariaLabel = `${nameOf(row)}, remark`;
    fillRow(row, row.dataset);
  }

  function asWritten() {
    return {
      written_at: new Date().toISOString(),
      text: value(form, "text"),
      grade: value(form, "grade"),
      overrides: all(form, ".overrides li").map((row) => ({
        case: field(row, "case").value,
        verdict: field(row, "verdict").value,
        reason: value(row, "reason"),
      })),
      rubric: rubric.map((row) => ({
        row: nameOf(row),
        choice: Number(value(row, "choice")) || null,
        remark: value(row, "remark"),
      })).filter((each) => each.choice || each.remark),
    };
  }

  function addOverride(override) {
    form.querySelector(".overrides").append(copyOf("override"));
    const row = form.querySelector(".overrides li:last-child");
    const offered = field(row, "case");
    for (const each of all(document, ".cases tbody tr")) {
      const id = each.querySelector("th").firstChild.textContent.trim();
      offered.add(new Option(`${id}: ${each.cells[1].textContent.trim()}`, id));
    }
    if (override) {
      // One of another suite is not on this page.
      if (![...offered].some((each) => each.value === override.case)) {
        offered.add(new Option(override.case));
      }
      for (const name in override) field(row, name).value = override[name];
    }
    return offered;
  }

  function fill(note) {
    field(form, "text").value = note.text;
    field(form, "grade").value = note.grade;
    form.querySelector(".overrides").replaceChildren();
    note.overrides.forEach(addOverride);
    for (const row of rubric) {
      fillRow(row, (note.rubric || []).find((each) => each.row === nameOf(row)) || {});
    }
  }

  function changed() {
    const note = asWritten();
    const isKept = notes.keep(home.dataset, note);
    const missing = notes.fault(note);
    const kept = isKept
      ? "Kept in this browser. Save notes makes the file."
      : "This browser keeps nothing: save the notes before you leave.";
    say(missing ? `Not complete yet: ${missing}.` : kept);
  }

  form.disabled = false;
  rubric.forEach(makeRow);
  const newer = notes.newer(home.dataset);
  if (newer) {
    fill(newer);
    say("These notes are newer than the ledger: they come from this browser.");
  }
  form.addEventListener("input", changed);
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.name === "add") addOverride().focus();
    else button.closest("li").remove();
    changed();
  });
})();
