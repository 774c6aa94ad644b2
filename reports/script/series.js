// Methods shown or hidden in all figures of a page; a legend's entry hides its own curve.
// SPDX-License-Identifier: BSD-2-Clause
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const chips = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("#series button")]);
  /** The elements of a figure that have a method's colour. @param {Element} svg @param {string} number */
  const partsOf = (svg, number) => [...svg.querySelectorAll("[stroke], [fill], [color]")].filter((e) =>
    ["stroke", "fill", "color"].some((a) => e.getAttribute(a) === `var(--m${number})`));

  /** @param {string} number @param {boolean} shown @param {ParentNode} within */
  const show = (number, shown, within) => {
    for (const svg of within.querySelectorAll("svg.figure"))
      for (const part of partsOf(svg, number))
        /** @type {SVGElement} */ (part).style.display = shown ? "" : "none";
    for (const key of within.querySelectorAll(`.legend .m${number}`))
      key.closest("li")?.classList.toggle("off", !shown);
  };
  const keep = () => address.set("hide", chips.filter((c) => c.ariaPressed !== "true")
    .map((c) => c.dataset.number).join("."));

  const hidden = address.get("hide").split(".");
  for (const chip of chips) {
    const number = chip.dataset.number ?? "";
    chip.addEventListener("click", () => {
      chip.ariaPressed = chip.ariaPressed === "true" ? "false" : "true";
      show(number, chip.ariaPressed === "true", document);
      keep();
    });
    if (hidden.includes(number)) chip.click();
  }
});
