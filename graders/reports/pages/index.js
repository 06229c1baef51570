// Sorts and filters the leaderboard. Without this script the page shows all of it, in its order.
(() => {
  "use strict";
  const filters = document.getElementById("filter");
  const fields = [...filters.querySelectorAll("input, select")];
  const shown = document.getElementById("shown");
  const boards = [...document.querySelectorAll(".board")].map((board) => ({
    board,
    body: board.tBodies[0],
    heads: [...board.tHead.rows[0].cells],
    rows: [...board.tBodies[0].rows],
    sorted: { column: 0, direction: "ascending" },
  }));
  let wanted = {};

  const keyOf = (row, column) => {
    const cell = row.cells[column];
    return "key" in cell.dataset ? cell.dataset.key : cell.textContent.trim();
  };

  // What has no key comes last in either direction; equal ones stay in the leaderboard's order.
  const sort = (of, column, direction) => {
    const { body, heads, rows } = of;
    const sign = direction === "descending" ? -1 : 1;
    const keys = rows.map((row) => keyOf(row, column));
    const isNumber = keys.every((key) => key === "" || Number.isFinite(Number(key)));
    const collator = new Intl.Collator("en", { numeric: true });
    const order = rows.map((row, place) => place).sort((one, other) => {
      if (keys[one] === "" || keys[other] === "") {
        return (keys[one] === "") - (keys[other] === "") || one - other;
      }
      const by = isNumber
        ? Number(keys[one]) - Number(keys[other])
        : collator.compare(keys[one], keys[other]);
      return sign * by || one - other;
    });
    body.append(...order.map((place) => rows[place]));
    heads.forEach((head, at) => {
      if (at === column) head.setAttribute("aria-sort", direction);
      else head.removeAttribute("aria-sort");
    });
    of.sorted = { column, direction };
  };

  const fits = (row, text) => (
    (!text || row.querySelector("th").textContent.toLowerCase().includes(text)) &&
    (!wanted.rung || row.dataset.rung === wanted.rung) &&
    (!wanted.verdict || row.dataset.verdicts.includes(wanted.verdict))
  );

  const filter = () => {
    wanted = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    const text = wanted.text.trim().toLowerCase();
    let left = 0;
    let all = 0;
    for (const { board, rows } of boards) {
      for (const row of rows) row.hidden = !fits(row, text);
      const here = rows.filter((row) => !row.hidden).length;
      const section = board.closest(".of-kata");
      if (section) section.hidden = !here;
      left += here;
      all += rows.length;
    }
    shown.textContent = `${left} of ${all} shown`;
  };

  const remember = () => {
    try {
      history.replaceState({ wanted, sorted: boards.map((of) => of.sorted) }, "");
    } catch (error) {
      // A browser may refuse it to a page that lies in a file; it then forgets, and no more.
    }
  };

  boards.forEach((of) => of.heads.forEach((head, column) => {
    if (!head.dataset.first) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const other = { ascending: "descending", descending: "ascending" };
      const now = head.getAttribute("aria-sort");
      sort(of, column, now ? other[now] : head.dataset.first);
      remember();
    });
  }));
  filters.addEventListener("input", () => { filter(); remember(); });
  filters.querySelector("button").addEventListener("click", () => {
    for (const field of fields) field.value = "";
    filter();
    remember();
  });

  filters.hidden = false;
  filters.open = matchMedia("(min-width: 40rem)").matches;
  const before = history.state;
  if (before && before.wanted) {
    for (const field of fields) field.value = before.wanted[field.name] || "";
    boards.forEach((of, at) => sort(of, before.sorted[at].column, before.sorted[at].direction));
  }
  filter();
})();
