// Light or dark: what the system says, unless the reader chose.
// SPDX-License-Identifier: BSD-2-Clause
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  /** @type {string | null} */
  let chosen = null;
  try { chosen = localStorage.getItem("halfstep-theme"); } catch { /* no storage offline */ }
  if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;
  const isDark = () => root.dataset.theme
    ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  document.addEventListener("DOMContentLoaded", () => {
    for (const tools of document.querySelectorAll(".tools")) tools.removeAttribute("hidden");
    const button = document.createElement("button");
    button.type = "button";
    button.id = "theme";
    button.textContent = "◐";
    const name = () => { button.ariaLabel = button.title = isDark() ? "Light page" : "Dark page"; };
    name();
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try { localStorage.setItem("halfstep-theme", root.dataset.theme); } catch { /* kept for this page */ }
      name();
    });
    document.querySelector(".bar")?.append(button);
  });
})();
