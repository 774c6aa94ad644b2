// Search as one types, and the filters failing, undecided, passing: rows that do not match hide.
// SPDX-License-Identifier: BSD-2-Clause
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const search = /** @type {HTMLInputElement | null} */ (document.querySelector("#search"));
  const found = document.querySelector("#found");
  const chips = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("#marks button")]);
  /** @type {{row: HTMLElement, words: string, mark: string}[] | null} */
  let rows = null;
  if (!search) return;

  /** A row's own mark, or in a matrix those of its cells. @param {HTMLElement} row */
  const marksOf = (row) => [row.className, ...[...row.querySelectorAll("td[class]")]
    .map((cell) => cell.className + (cell.querySelector("i") ? " open" : ""))].join(" ");
  const read = () => [...document.querySelectorAll("table.findable tbody tr")].map((row) => ({
    row: /** @type {HTMLElement} */ (row), mark: marksOf(/** @type {HTMLElement} */ (row)),
    words: ((row.textContent ?? "") + " " + (/** @type {HTMLElement} */ (row).dataset.tags ?? "")
      + " " + (row.closest("details")?.id ?? "")).toLowerCase(),
  }));

  const filter = () => {
    rows ??= read();
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const marks = chips.filter((c) => c.ariaPressed === "true").map((c) => c.dataset.mark ?? "");
    let count = 0;
    for (const { row, words: text, mark } of rows) {
      const shown = words.every((w) => text.includes(w))
        && (marks.length === 0 || marks.some((m) => mark.split(" ").includes(m)));
      row.hidden = !shown;
      count += shown ? 1 : 0;
    }
    const any = words.length > 0 || marks.length > 0;
    for (const study of document.querySelectorAll("details.study")) {
      const some = study.querySelector("tbody tr:not([hidden])") !== null;
      /** @type {HTMLElement} */ (study).classList.toggle("out", any && !some);
      if (any && words.length > 0 && some) study.setAttribute("open", "");
    }
    if (found) found.textContent = any ? `${count} of ${rows.length} rows` : "";
    address.set("q", search.value);
    address.set("show", marks.join(" "));
  };

  search.addEventListener("input", filter);
  for (const chip of chips) chip.addEventListener("click", () => {
    chip.ariaPressed = chip.ariaPressed === "true" ? "false" : "true";
    filter();
  });
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
  if (search.value || address.get("show")) filter();
});
