// Search as one types, the filters failing, undecided, passing, and those by method, tag and grade of
// the truth: rows that do not match hide.
// SPDX-License-Identifier: BSD-2-Clause
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const search = /** @type {HTMLInputElement | null} */ (document.querySelector("#search"));
  const found = document.querySelector("#found");
  const chips = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("#marks button")]);
  const picks = /** @type {HTMLSelectElement[]} */ ([...document.querySelectorAll("select[data-by]")]);
  if (!search) return;

  /** What a row is found by: its words, its mark, its kinds by name (a kind that its table does not know
   * is not there), and in a matrix the marks of its cells by method.
   * @typedef {{row: HTMLElement, words: string, mark: string, kinds: Record<string, string[]>,
   *   cells: Record<string, string>}} Row
   * @type {Row[] | null} */
  let rows = null;
  /** @param {Element} cell */
  const markOf = (cell) => cell.className + (cell.querySelector("i") ? " open" : "");

  /** @param {HTMLTableElement} table @returns {Row[]} */
  const readTable = (table) => {
    const heads = [...(table.tHead?.rows[0].cells ?? [])];
    const isMatrix = table.classList.contains("matrix");
    const column = Object.fromEntries([["method", "method"], ["grade", "truth"], ["grade", "grade"]]
      .map(([kind, head]) => [kind, heads.findIndex((h) => h.textContent === head)]).filter(([, at]) => Number(at) >= 0));
    return [...table.tBodies[0].rows].map((row) => {
      /** @type {Row} */
      const read = { row, mark: row.className, kinds: {}, cells: {}, words: [row.textContent,
        row.dataset.tags, row.closest("details")?.id].join(" ").toLowerCase() };
      for (const [kind, at] of Object.entries(column)) read.kinds[kind] = [row.cells[at]?.textContent ?? ""];
      if (!isMatrix) return read;
      heads.forEach((head, at) => {
        if (at > 0 && row.cells[at]?.className) read.cells[head.title] = markOf(row.cells[at]);
      });
      read.mark = Object.values(read.cells).join(" ");
      read.kinds = { method: Object.keys(read.cells), tag: (row.dataset.tags ?? "").split(" "),
        grade: [row.dataset.grade ?? ""] };
      return read;
    });
  };
  const read = () => [.../** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll("table.findable"))].flatMap(readTable);

  const filter = () => {
    rows ??= read();
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const marks = chips.filter((c) => c.ariaPressed === "true").map((c) => c.dataset.mark ?? "");
    const wanted = picks.filter((p) => p.value).map((p) => [p.dataset.by ?? "", p.value]);
    const method = wanted.find(([kind]) => kind === "method")?.[1] ?? "";
    let count = 0;
    for (const { row, words: text, mark, kinds, cells } of rows) {
      const has = (cells[method] ?? mark).split(" ");
      const shown = words.every((w) => text.includes(w))
        && (marks.length === 0 || marks.some((m) => has.includes(m)))
        && wanted.every(([kind, value]) => kinds[kind]?.includes(value) ?? true);
      row.hidden = !shown;
      count += shown ? 1 : 0;
    }
    const any = words.length > 0 || marks.length > 0 || wanted.length > 0;
    for (const study of document.querySelectorAll("details.study")) {
      const some = study.querySelector("tbody tr:not([hidden])") !== null;
      /** @type {HTMLElement} */ (study).classList.toggle("out", any && !some);
      if (any && words.length > 0 && some) study.setAttribute("open", "");
    }
    if (found) found.textContent = any ? `${count} of ${rows.length} rows` : "";
    address.set("q", search.value);
    address.set("show", marks.join(" "));
    for (const pick of picks) address.set(pick.dataset.by ?? "", pick.value);
  };

  /** The kinds that there are, when the list is opened or asked for. @param {HTMLSelectElement} pick */
  const fill = (pick) => {
    rows ??= read();
    const kinds = new Set(rows.flatMap((r) => r.kinds[pick.dataset.by ?? ""] ?? []).filter(Boolean));
    pick.append(...[...kinds].sort().map((kind) => new Option(kind)));
    const label = pick.closest("label");
    if (label) label.hidden = kinds.size < 2;
  };

  search.addEventListener("input", filter);
  for (const chip of chips) chip.addEventListener("click", () => {
    chip.ariaPressed = chip.ariaPressed === "true" ? "false" : "true";
    filter();
  });
  for (const pick of picks) pick.addEventListener("change", filter);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== search) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && document.activeElement === search) {
      search.value = "";
      filter();
    }
  });
  search.value = address.get("q");
  for (const chip of chips)
    chip.ariaPressed = String(address.get("show").split(" ").includes(chip.dataset.mark ?? ""));
  const start = () => {
    for (const pick of picks) {
      fill(pick);
      pick.value = address.get(pick.dataset.by ?? "");
    }
    if (search.value || address.get("show") || picks.some((p) => p.value)) filter();
  };
  if (location.search) start(); else setTimeout(start); // the page is shown first
});
