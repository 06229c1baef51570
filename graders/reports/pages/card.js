"use strict";
// Begins the lines of plies, and ties what is shown twice to the file.
(() => {
  const all = (from, selector) => [...from.querySelectorAll(selector)];
  stepThrough(document);

  // The lines that stand beside the miss are those of the file too, and its lines have names.
  const excerpts = all(document, ".excerpt > div");
  const gaps = all(document, "[data-excerpt]").map((gap) => {
    const excerpt = excerpts[gap.dataset.excerpt];
    const copy = excerpt.cloneNode(true);
    all(copy, "p").forEach((each) => each.remove());
    gap.replaceWith(copy);
    return [excerpt, copy];
  });
  for (const file of all(document, "#file .source")) {
    let number = Number(file.dataset.before || 0);
    for (const line of all(file, "li")) line.id = `L${number += 1}`;
  }
  for (const [excerpt, copy] of gaps) {
    excerpt.querySelector("a").hash = copy.querySelector("li").id;
  }

  // The line that raised is in view where what is called stands before it.
  for (const marked of all(document, ".excerpt .marked")) {
    const box = marked.closest(".excerpt");
    box.scrollTop = marked.offsetTop - box.offsetTop - box.clientHeight / 2;
  }

  // A link to something within a folded part opens it.
  function unfold() {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (const each of all(document, "details")) each.open ||= each.contains(target);
    target.scrollIntoView();
  }
  window.addEventListener("hashchange", unfold);
  unfold();
})();
