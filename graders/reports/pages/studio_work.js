"use strict";
// Steps by the arrow keys from anywhere on the page, and lets columns be played on from what is shown.
(() => {
  document.addEventListener("keydown", (event) => {
    if (!event.key.startsWith("Arrow") || event.target.closest(".stepper, pre, input, .wide")) return;
    const stepper = document.querySelector(".stepper");
    if (!stepper || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!stepper.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, cancelable: true }))) event.preventDefault();
  });

  // One plays the side of the case: where the other is to move, its last column is played anew.
  document.addEventListener("stepped", (event) => {
    const over = event.target.querySelector(".columns");
    if (!over) return;
    const { moves, line } = over.dataset;
    const before = moves + line.slice(0, event.detail - (event.detail % 2));
    for (const button of over.children) {
      button.dataset.moves = before;
      button.dataset.begun = before.length;
    }
  });
  studio.whenMade(stepThrough);
})();
