"use strict";
// What all pages of the studio do. The server sends parts: an object from ids of elements to what
// they are to hold. It does so as events, and as the answer to whatever has the attribute
// data-post: a button or a form. A button sends its other data attributes, a form its fields.
const studio = (() => {
  const made = [];
  const page = location.pathname;
  const trouble = document.getElementById("trouble");

  function say(text) {
    trouble.textContent = text;
    trouble.hidden = !text;
  }

  const told = {};

  // Of what the server tells nothing is filled that is there already, so that what somebody does
  // on the page goes on when it connects again.
  function hear(parts) {
    const changed = Object.entries(parts).filter(([id, html]) => told[id] !== html);
    Object.assign(told, parts);
    show(Object.fromEntries(changed));
  }

  function show(parts) {
    const focused = document.activeElement && document.activeElement.id;
    for (const id in parts) {
      const element = document.getElementById(id);
      if (!element) continue;
      element.innerHTML = parts[id];
      for (const each of made) each(element);
    }
    const again = focused && document.getElementById(focused);
    if (again && again !== document.activeElement) again.focus({ preventScroll: true });
  }

  async function post(action, fields = {}) {
    document.body.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(`${page}/${action}`, { method: "POST", body: JSON.stringify(fields) });
      if (!answer.ok) throw new Error(await answer.text());
      say("");
      show(await answer.json());
    } catch (error) {
      say(error.message === "Failed to fetch" ? "The studio has ended: start kata studio again." : error.message);
    } finally {
      document.body.removeAttribute("aria-busy");
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-post]");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const { post: action, ...fields } = button.dataset;
    post(action, fields);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-post]");
    if (!form) return;
    event.preventDefault();
    post(form.dataset.post, Object.fromEntries(new FormData(form)));
  });

  // `each` is called with every element that was filled anew, and once with the whole page.
  function whenMade(each) {
    made.push(each);
    each(document);
  }

  function listen() {
    const events = new EventSource(`${page}/events`);
    events.onmessage = (event) => {
      say("");
      hear(JSON.parse(event.data));
    };
    events.addEventListener("end", () => {
      events.close();
      say("The studio has ended: start kata studio again.");
    });
    events.onerror = () => say("The studio does not answer; this page tries again.");
  }

  window.addEventListener("DOMContentLoaded", listen);
  return { post, whenMade, say };
})();
