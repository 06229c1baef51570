"use strict";
// Steps through each line of plies, from its first one on. Without this script the board is that
// after the last ply, and all plies are there in words.
(() => {
  const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  const BUTTONS = [
    ["First", "|<", -Infinity], ["Back", "<", -1], ["Forward", ">", 1], ["Last", ">|", Infinity],
  ];

  function element(tag, attributes, text) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  }

  function stepping(stepper) {
    const board = stepper.querySelector("svg");
    const added = board.querySelector(".added");
    const shown = added.cloneNode(true);
    const pointer = shown.querySelector("use");
    const sides = [...shown.querySelectorAll("polyline")];
    const discs = sides.map((side) => side.getAttribute("points").split(" ").slice(1, -1));
    const words = [...stepper.querySelectorAll(".plies li")];
    const last = words.length - 1;
    if (!last) return;
    const controls = element("div", { class: "controls screen-only" }, "");
    const counter = element("span", { class: "counter", "aria-hidden": "true" }, "");
    const status = element("p", { class: "status", role: "status" }, "");
    let at = 0;

    function show(ply) {
      at = Math.max(0, Math.min(last, ply));
      sides.forEach((side, number) => {
        const its = discs[number].slice(0, Math.ceil((at - number) / 2));
        side.setAttribute("points", ["0,0", ...its, "0,0"].join(" "));
      });
      const [x] = at ? discs[(at - 1) % 2][Math.ceil(at / 2) - 1].split(",") : ["-99"];
      pointer.setAttribute("x", x);
      stepper.classList.toggle("ended", at === last);
      words.forEach((each, number) => { each.hidden = number !== at; });
      board.setAttribute("aria-label", words[at].textContent);
      counter.textContent = `${at} / ${last}`;
      for (const button of controls.querySelectorAll("button")) {
        const by = Number(button.dataset.by);
        button.setAttribute("aria-disabled", String(at === Math.max(0, Math.min(last, at + by))));
      }
    }

    function step(by) {
      const before = at;
      show(at + by);
      if (at !== before) status.textContent = words[at].textContent;
    }

    for (const [name, sign, by] of BUTTONS) {
      const named = { type: "button", "data-by": by, "aria-label": name, title: name };
      const button = element("button", named, sign);
      button.addEventListener("click", () => step(by));
      controls.append(button);
    }
    controls.append(counter, status);
    stepper.insertBefore(controls, board);
    shown.setAttribute("class", "shown");
    added.before(shown);
    stepper.tabIndex = 0;
    stepper.classList.add("stepping");
    stepper.addEventListener("keydown", (event) => {
      if (!(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      step(KEYS[event.key]);
    });
    show(1);
  }

  document.querySelectorAll("[data-stepper]").forEach(stepping);

  // The line that raised is in view where what is called stands before it.
  for (const marked of document.querySelectorAll(".excerpt .marked")) {
    const box = marked.closest(".excerpt");
    const below = marked.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
    if (below > 0) box.scrollTop = below + box.clientHeight / 2;
  }

  // A link to something within a folded part opens it.
  function unfold() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let each = target; each; each = each.parentElement) {
      if (each.tagName === "DETAILS") each.open = true;
    }
    if (target) target.scrollIntoView();
  }
  window.addEventListener("hashchange", unfold);
  if (location.hash) unfold();
})();
