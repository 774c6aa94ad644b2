// Tables sorted by a column: a click or Enter on its head, once up, twice down.
// SPDX-License-Identifier: BSD-2-Clause
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const tables = /** @type {HTMLTableElement[]} */ ([...document.querySelectorAll("table.sortable")]);

  /** A number where the cell has one, else its words. @param {HTMLTableRowElement} row @param {number} column */
  const keyOf = (row, column) => {
    const text = (row.cells[column]?.textContent ?? "").trim();
    const number = Number.parseFloat(text.replace(/−/g, "-").replace(/^[✓✕?=]\s*/, ""));
    return Number.isNaN(number) ? text.toLowerCase() : number;
  };
  /** @param {string | number} a @param {string | number} b */
  const compare = (a, b) => typeof a === typeof b
    ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;

  /** @param {HTMLTableElement} table @param {number} column @param {boolean} down */
  const sort = (table, column, down) => {
    const heads = [...(table.tHead?.rows[0].cells ?? [])];
    const body = table.tBodies[0];
    const keyed = [...body.rows].map((row) => ({ row, key: keyOf(row, column) }));
    keyed.sort((a, b) => compare(a.key, b.key) * (down ? -1 : 1));
    body.append(...keyed.map((k) => k.row));
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[column]?.setAttribute("aria-sort", down ? "descending" : "ascending");
  };

  tables.forEach((table, index) => {
    [...(table.tHead?.rows[0].cells ?? [])].forEach((head, column) => {
      const turn = () => {
        const down = head.ariaSort === "ascending";
        sort(table, column, down);
        address.set("sort", `${index}.${column}${down ? "d" : ""}`);
      };
      head.tabIndex = 0;
      head.addEventListener("click", (event) => {
        if (!(event.target instanceof HTMLAnchorElement)) turn();
      });
      head.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target === head) turn(); });
    });
  });
  const [, index, column, down] = /^(\d+)\.(\d+)(d?)$/.exec(address.get("sort")) ?? [];
  if (index && tables[Number(index)]) sort(tables[Number(index)], Number(column), down === "d");

  // A cell of the matrix leads to the numbers of its problem and method.
  for (const table of document.querySelectorAll("table.matrix"))
    table.addEventListener("click", (event) => {
      const cell = /** @type {HTMLElement} */ (event.target).closest("td[class]");
      const row = cell?.closest("tr");
      const link = row?.querySelector("a");
      if (!(cell instanceof HTMLTableCellElement) || !link) return;
      const head = cell.closest("table")?.tHead?.rows[0].cells[cell.cellIndex];
      const method = head?.title ?? "";
      location.href = `${link.getAttribute("href")}?q=${encodeURIComponent(method)}#numbers`;
    });
});
