// The points of a figure by the keyboard: Tab to the figure, arrows from point to point, Enter copies the
// command, Escape leaves.
// SPDX-License-Identifier: BSD-2-Clause
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  for (const svg of document.querySelectorAll("svg.figure")) {
    if (!svg.querySelector(".p")) continue;
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("aria-keyshortcuts", "ArrowLeft ArrowRight Enter Escape + - 0");
    let at = -1;
    svg.addEventListener("keydown", (event) => {
      const key = /** @type {KeyboardEvent} */ (event).key;
      const points = [...svg.querySelectorAll(".p")].filter((p) => p.getBoundingClientRect().width > 0);
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (step !== 0 && points.length > 0) {
        at = at < 0 ? (step > 0 ? 0 : points.length - 1) : (at + step + points.length) % points.length;
        tips.show(points[at]);
      } else if (key === "Enter" && points[at]) {
        tips.copy(points[at]);
      } else if (key === "Escape") {
        at = -1;
        tips.hide();
      } else {
        return;
      }
      event.preventDefault();
    });
    svg.addEventListener("blur", () => { at = -1; tips.hide(); });
  }
});
