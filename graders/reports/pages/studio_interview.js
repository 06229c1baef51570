"use strict";
// The clock of an interview, and where the focus goes when one stage gives way to the next.
(() => {
  const said = document.getElementById("said");
  let inside = false;
  let before = Infinity;

  function tick() {
    const shown = document.querySelector("[data-until]");
    if (!shown) return;
    const left = Math.max(0, Math.ceil((shown.dataset.until - Date.now()) / 1000));
    const two = String(left % 60).padStart(2, "0");
    const text = left > 300 ? `${Math.ceil(left / 60)} min` : `${Math.floor(left / 60)}:${two}`;
    if (shown.textContent !== text) shown.textContent = text;
    if (left <= 300 && before > 300 && before < Infinity) said.textContent = "Five minutes left.";
    before = left;
  }

  document.addEventListener("focusin", (event) => {
    inside = Boolean(event.target.closest("#state"));
  });
  studio.whenMade((element) => {
    tick();
    const heading = element.id === "state" && element.querySelector("h2");
    if (!heading) return;
    if (said.dataset.stage && said.dataset.stage !== heading.textContent) said.textContent = heading.textContent;
    said.dataset.stage = heading.textContent;
    if (inside && document.activeElement === document.body) heading.focus();
  });
  setInterval(tick, 1000);
})();
