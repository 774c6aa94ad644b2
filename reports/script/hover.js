// A point of a figure tells its numbers and the command that makes it; a click copies that.
// SPDX-License-Identifier: BSD-2-Clause
"use strict";
/** What other scripts show and hide: keys.js and zoom.js.
 * @type {{show: (point: Element) => void, copy: (point: Element) => void, hide: () => void}} */
const tips = { show: () => undefined, copy: () => undefined, hide: () => undefined };
document.addEventListener("DOMContentLoaded", () => {
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.role = "tooltip";
  tip.hidden = true;
  document.body.append(tip);

  /** @param {string} text */
  const copy = (text) => navigator.clipboard?.writeText(text).catch(() => undefined);

  /** A word as a shell takes it. @param {string} word */
  const quote = (word) => (/^[\w.+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

  /** The legend's entry for the curve of a point: it has the drawn ones in the order of the figure, which has
   * first all lines, then all marks. @param {Element} point */
  const keyOf = (point) => {
    const figure = point.closest("figure"), curve = point.closest("g.c");
    const keys = /** @type {HTMLElement[]} */ ([...figure?.querySelectorAll("li[data-command]") ?? []]);
    const at = [...figure?.querySelectorAll("g.c") ?? []].findIndex((c) => c === curve);
    return keys[at % keys.length];
  };

  /** The command that makes a point: where it is the end of a run over the model's span, that with its step
   * or its accuracy; else the study, with its step where the command has one. @param {Element} point @param {string} words */
  const commandOf = (point, words) => {
    const key = keyOf(point), study = key?.dataset.command ?? "";
    const method = / --(method|integrator) .*$/.exec(study)?.[0], { model, until } = document.body.dataset;
    const options = [...(key?.textContent ?? "").matchAll(/· (faithful|position-implicit|velocity-implicit|gaming)\b/g)]
      .map(([, value]) => ` --option ${value === "faithful" ? "mode" : "form"}=${value}`).join("");
    const step = /\bh = ([^,]+)/.exec(words)?.[1], accuracy = /accuracy ([^,]+)/.exec(words)?.[1];
    const isRun = /-(convergence|work|invariants)$/.test(point.closest("figure")?.id ?? "") && (step || accuracy);
    if (!model || !method || !until || !isRun) return step ? study.replace(/--step \S+/, `--step ${step}`) : study;
    return `./halfstep solve ${quote(model)}${method}${options} `
      + (step ? `--step ${step}` : `--accuracy ${accuracy}`) + ` --until ${quote(until)}`;
  };

  for (const point of document.querySelectorAll("svg.figure .p")) {
    const title = point.querySelector("title");
    const words = title?.textContent ?? "";
    title?.remove();
    point.setAttribute("aria-label", words);
    /** @type {SVGElement} */ (point).dataset.words = words;
  }
  /** @param {Element} point */
  const show = (point) => {
    const words = /** @type {SVGElement} */ (point).dataset.words ?? "";
    const command = commandOf(point, words);
    tip.textContent = words;
    if (command) tip.append(Object.assign(document.createElement("code"), { textContent: command }));
    tip.hidden = false;
    place(point);
  };
  /** Above the point, or below. @param {Element} point */
  const place = (point) => {
    const box = point.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - tip.offsetWidth / 2),
      innerWidth - tip.offsetWidth - 8);
    const above = box.top - tip.offsetHeight - 10;
    tip.style.left = `${left}px`;
    tip.style.top = `${above > 0 ? above : box.bottom + 10}px`;
  };
  /** The point at a place of the window or nearest to it, within a finger's width.
   * @param {{clientX: number, clientY: number}} place */
  const nearest = ({ clientX, clientY }) => {
    const svg = document.elementFromPoint(clientX, clientY)?.closest("svg.figure");
    let best = null, least = 18 * 18;
    for (const point of svg?.querySelectorAll(".p") ?? []) {
      const box = point.getBoundingClientRect();
      const x = box.left + box.width / 2 - clientX, y = box.top + box.height / 2 - clientY;
      if (box.width > 0 && x * x + y * y < least) [best, least] = [point, x * x + y * y];
    }
    return best;
  };
  /** Where the pointer was last; a page that scrolls moves other points under it.
   * @type {{clientX: number, clientY: number} | null} */
  let pointer = null;
  /** The point that the keyboard has chosen. @type {Element | null} */
  let chosen = null;
  const follow = () => {
    const point = pointer && nearest(pointer);
    if (chosen) place(chosen); else if (point) show(point); else tip.hidden = true;
  };
  document.addEventListener("pointermove", (event) => {
    if (pointer?.clientX === event.clientX && pointer.clientY === event.clientY) return;
    chosen = null;
    pointer = { clientX: event.clientX, clientY: event.clientY };
    follow();
  });
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const code = target.closest(".command code");
    const point = nearest(event);
    if (code) {
      copy(code.textContent ?? "");
      code.classList.add("copied");
      setTimeout(() => code.classList.remove("copied"), 1500);
    } else if (point) {
      tips.copy(point);
    }
  });
  addEventListener("scroll", follow, { passive: true });
  tips.show = (point) => { chosen = point; show(point); };
  tips.hide = () => { chosen = pointer = null; tip.hidden = true; };
  tips.copy = (point) => {
    show(point);
    const command = tip.querySelector("code")?.textContent;
    if (command) { copy(command); tip.append(" (copied)"); }
  };
});
