"use strict";
// Steps through each line of plies, from its first one on. Without this script the board is that
// after the last ply, and all plies are there in words.
const stepThrough = (() => {
  const BUTTONS = [
    ["First", "|<", "Home", -Infinity], ["Back", "<", "ArrowLeft", -1],
    ["Forward", ">", "ArrowRight", 1], ["Last", ">|", "End", Infinity],
  ];
  const all = (from, selector) => [...from.querySelectorAll(selector)];

  function made(tag, attributes, text = "") {
    const element = document.createElement(tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    element.textContent = text;
    return element;
  }

  // A board in a `.field` has something laid over it, and stays there with it.
  function begin(stepper) {
    const board = stepper.querySelector("svg");
    const added = board.querySelector(".added");
    const shown = added.cloneNode(true);
    const sides = all(shown, "polyline");
    const discs = sides.map((side) => side.getAttribute("points").split(" ").slice(1, -1));
    const [before, plies, after] = all(stepper, ".plies span").map((each) => each.textContent);
    const words = [before, ...plies.split(", ").filter(Boolean), after];
    const last = words.length - 1;
    const controls = made("div", { class: "controls screen-only" });
    const counter = made("span", { class: "counter" });
    const ply = made("p", { class: "ply screen-only", role: "status" });
    const within = (at) => Math.max(0, Math.min(last, at));
    let at = 1;

    function step(by) {
      at = within(at + by);
      sides.forEach((side, number) => {
        const its = discs[number].slice(0, Math.ceil((at - number) / 2));
        side.setAttribute("points", `0,0 ${its.join(" ")} 0,0`);
      });
      const x = at ? parseInt(discs[(at - 1) % 2][(at - 1) >> 1]) : -99;
      shown.querySelector("use").setAttribute("x", x);
      stepper.classList.toggle("ended", at === last);
      board.setAttribute("aria-label", words[at]);
      if (ply.textContent !== words[at]) ply.textContent = words[at];
      counter.textContent = `${at} / ${last}`;
      stepper.dispatchEvent(new CustomEvent("stepped", { bubbles: true, detail: at }));
      all(controls, "button").forEach((button, number) => {
        button.setAttribute("aria-disabled", at === within(at + BUTTONS[number][3]));
      });
    }

    for (const [name, sign, key, by] of BUTTONS) {
      const button = made("button", { type: "button", "aria-label": name, title: name }, sign);
      button.addEventListener("click", () => step(by));
      controls.append(button);
      stepper.addEventListener("keydown", (event) => {
        if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        step(by);
      });
    }
    controls.append(counter);
    const field = board.closest(".field") || board;
    field.before(controls);
    field.after(ply);
    shown.setAttribute("class", "shown");
    added.before(shown);
    stepper.tabIndex = 0;
    stepper.setAttribute("role", "group");
    stepper.setAttribute("aria-label", stepper.querySelector("h4").textContent);
    stepper.classList.add("stepping");
    step(0);
  }

  return (root) => all(root, ".stepper:not(.stepping)").forEach(begin);
})();
