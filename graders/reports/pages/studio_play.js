"use strict";
// Fills the form with what the address asks for, and lets keys do what buttons do: the digits drop
// a disc, the arrow keys go along the columns, or through a game that has ended.
(() => {
  const STEPS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
  const form = document.getElementById("start");
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (form.elements[name]) form.elements[name].value = value;
  }
  form.addEventListener("submit", () => document.getElementById("column-3").focus());

  document.addEventListener("click", (event) => {
    if (!event.target.closest("#review button")) return;
    document.getElementById("board").scrollIntoView({ block: "nearest" });
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select")) return;
    const column = /^[0-6]$/.test(event.key) && document.getElementById(`column-${event.key}`);
    const step = STEPS[event.key] && document.getElementById(`step-${STEPS[event.key]}`);
    const at = event.target.closest("#columns button");
    if (column || step) {
      event.preventDefault();
      (column || step).click();
    } else if (at && STEPS[event.key]) {
      event.preventDefault();
      const next = event.key === "ArrowLeft" ? at.previousElementSibling : at.nextElementSibling;
      if (next) next.focus();
    }
  });
})();
