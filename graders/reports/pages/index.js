// Sorts and filters the leaderboard. Without this script the page shows all of it, in its order.
(() => {
  "use strict";
  const board = document.getElementById("board");
  const filters = document.getElementById("filter");
  const fields = [...filters.querySelectorAll("input, select")];
  const shown = document.getElementById("shown");
  const body = board.tBodies[0];
  const heads = [...board.tHead.rows[0].cells];
  const rows = [...body.rows];
  const state = { column: 0, direction: "ascending", filter: {} };

  const keyOf = (row, column) => {
    const cell = row.cells[column];
    return "key" in cell.dataset ? cell.dataset.key : cell.textContent.trim();
  };

  // What has no key comes last in either direction; equal ones stay in the leaderboard's order.
  const sort = (column, direction) => {
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
    Object.assign(state, { column, direction });
  };

  const filter = () => {
    const wanted = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    const text = wanted.text.trim().toLowerCase();
    let left = 0;
    for (const row of rows) {
      const name = row.querySelector("th").textContent.toLowerCase();
      const fits =
        (!text || name.includes(text)) &&
        (!wanted.kata || row.dataset.kata === wanted.kata) &&
        (!wanted.rung || row.dataset.rung === wanted.rung) &&
        (!wanted.verdict || row.dataset.verdicts.includes(wanted.verdict));
      row.hidden = !fits;
      left += fits;
    }
    state.filter = wanted;
    shown.textContent = `${left} of ${rows.length} shown`;
  };

  const remember = () => {
    try {
      history.replaceState(state, "");
    } catch (error) {
      // A browser may refuse it to a page that lies in a file; it then forgets, and no more.
    }
  };

  heads.forEach((head, column) => {
    if (!head.dataset.first) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const other = { ascending: "descending", descending: "ascending" };
      const now = head.getAttribute("aria-sort");
      sort(column, now ? other[now] : head.dataset.first);
      remember();
    });
  });
  filters.addEventListener("input", () => { filter(); remember(); });
  filters.querySelector("button").addEventListener("click", () => {
    for (const field of fields) field.value = "";
    filter();
    remember();
  });

  filters.hidden = false;
  const before = history.state;
  if (before && before.filter) {
    for (const field of fields) field.value = before.filter[field.name] || "";
    sort(before.column, before.direction);
  }
  filter();
})();
