// A part of a figure, larger: drag over it (flat: across only; narrow: up only), or + and - with the figure
// in focus; a double click or 0 shows all of it. The axes are drawn anew.
// SPDX-License-Identifier: BSD-2-Clause
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  // Where figures/curves.gp puts the axes, in units of the figure.
  const area = { left: 72, right: 429.6, top: 12.25, bottom: 295.75 };
  const wide = area.right - area.left, high = area.bottom - area.top;
  const name = "http://www.w3.org/2000/svg";

  /** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
  const make = (tag, attributes, text) => {
    const element = document.createElementNS(name, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    if (text) element.textContent = text;
    return element;
  };
  /** Round values from low to high, some five. @param {number} low @param {number} high */
  const ticks = (low, high) => {
    const least = (high - low) / 5, power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map((s) => s * power).find((s) => s >= least) ?? least;
    const found = [];
    for (let k = Math.ceil(low / step); k * step <= high; k++) found.push(k * step);
    return found;
  };
  /** @param {number} value @param {boolean} isLog */
  const words = (value, isLog) => {
    if (!isLog) return String(Number(value.toPrecision(6)));
    const whole = Math.floor(value + 1e-9), factor = 10 ** (value - whole);
    return value > -300 && value < 300 ? (10 ** value).toExponential(2).replace(/\.?0*e/, "e").replace("e+", "e")
      : `${factor.toPrecision(3)}e${whole}`;
  };

  document.querySelectorAll("figure[data-range]").forEach((figure) => {
    const svg = /** @type {SVGSVGElement | null} */ (figure.querySelector("svg.figure"));
    const [x0, x1, y0, y1, logX, logY] = /** @type {HTMLElement} */ (figure).dataset.range?.split(" ").map(Number) ?? [];
    if (!svg || !(x1 > x0) || !(y1 > y0)) return;
    const curves = [...svg.querySelectorAll("g.c")];
    const paths = curves.flatMap((c) => [...c.querySelectorAll("path")]);
    const marks = curves.flatMap((c) => [...c.querySelectorAll("use")])
      .map((mark) => ({ mark, words: mark.getAttribute("transform") ?? "" }));
    // All but the curves and what the axes are called.
    const usual = [...svg.querySelectorAll("path, polygon, g[text-anchor]")].filter((e) => !e.closest("g.c, defs")
      && !(e.getAttribute("text-anchor") === "middle" && /^[^-−\d]/.test((e.textContent ?? "").trim())));
    const clip = make("clipPath", { id: `${figure.id}-area` });
    clip.append(make("rect", { x: area.left, y: area.top, width: wide, height: high }));
    const axes = make("g", { "font-size": 12, fill: "var(--g2)", stroke: "none" });
    /** What is shown, as parts of the whole. */
    let shown = [0, 1, 0, 1];

    const drawAxes = () => {
      const [a, b, c, d] = shown, across = x1 - x0, up = y1 - y0;
      axes.replaceChildren(make("path", { fill: "none", stroke: "var(--g2)", "stroke-width": 0.8,
        d: `M${area.left},${area.top}V${area.bottom}H${area.right}` }));
      for (const value of ticks(x0 + a * across, x0 + b * across)) {
        const at = area.left + wide * ((value - x0) / across - a) / (b - a);
        axes.append(make("path", { stroke: "var(--g0)", "stroke-width": 0.6, d: `M${at},${area.top}V${area.bottom}` }),
          make("text", { x: at, y: area.bottom + 24, "text-anchor": "middle" }, words(value, logX === 1)));
      }
      for (const value of ticks(y0 + c * up, y0 + d * up)) {
        const at = area.bottom - high * ((value - y0) / up - c) / (d - c);
        axes.append(make("path", { stroke: "var(--g0)", "stroke-width": 0.6, d: `M${area.left},${at}H${area.right}` }),
          make("text", { x: area.left - 6, y: at + 4, "text-anchor": "end" }, words(value, logY === 1)));
      }
    };
    const show = () => {
      const [a, b, c, d] = shown, whole = a === 0 && b === 1 && c === 0 && d === 1;
      const sx = 1 / (b - a), sy = 1 / (d - c);
      const tx = area.left - sx * (area.left + a * wide), ty = area.bottom - sy * (area.bottom - c * high);
      for (const path of paths) {
        path.setAttribute("transform", `matrix(${sx} 0 0 ${sy} ${tx} ${ty})`);
        path.setAttribute("vector-effect", "non-scaling-stroke");
      }
      for (const { mark, words: was } of marks)
        mark.setAttribute("transform", was.replace(/translate\(([^,]+),([^)]+)\)/, (_, x, y) => `translate(${sx * x + tx},${sy * y + ty})`));
      for (const part of usual) /** @type {SVGElement} */ (part).style.display = whole ? "" : "none";
      for (const curve of curves) curve.setAttribute("clip-path", whole ? "none" : `url(#${CSS.escape(clip.id)})`);
      axes.remove();
      if (!whole) {
        if (!clip.isConnected) svg.append(clip);
        drawAxes();
        svg.querySelector("g")?.prepend(axes);
      }
      figure.classList.toggle("zoomed", !whole);
      tips.hide();
      const others = address.get("zoom").split(" ").filter((z) => z && !z.startsWith(`${figure.id}~`));
      address.set("zoom", [...others, ...(whole ? [] : [[figure.id, ...shown.map((s) => s.toFixed(4))].join("~")])].join(" "));
    };
    /** Shows a part of what is shown. @param {number[]} part */
    const zoom = ([p, q, r, s]) => {
      const [a, b, c, d] = shown;
      const next = [a + p * (b - a), a + q * (b - a), c + r * (d - c), c + s * (d - c)]
        .map((v) => Math.min(1, Math.max(0, v)));
      if (next[1] - next[0] > 1e-4 && next[3] - next[2] > 1e-4) { shown = next; show(); }
    };
    const reset = () => { shown = [0, 1, 0, 1]; show(); };

    /** A place of the window, as parts of what is shown. @param {MouseEvent} event */
    const placeOf = (event) => {
      const box = svg.getBoundingClientRect(), unit = svg.viewBox.baseVal.width / box.width;
      return [((event.clientX - box.left) * unit - area.left) / wide, (area.bottom - (event.clientY - box.top) * unit) / high];
    };
    /** @type {number[] | null} */
    let from = null;
    const frame = make("rect", { fill: "var(--link)", "fill-opacity": 0.12, stroke: "var(--link)" });
    /** What is between two places; a flat part is all of the height, a narrow one all of the width.
     * @param {number[]} one @param {number[]} other */
    const between = (one, other) => {
      const [x, y] = [0, 1].map((k) => [Math.max(0, Math.min(one[k], other[k])), Math.min(1, Math.max(one[k], other[k]))]);
      const flat = y[1] - y[0] < 0.06, narrow = x[1] - x[0] < 0.06;
      return flat && narrow ? null : [...(narrow ? [0, 1] : x), ...(flat ? [0, 1] : y)];
    };
    svg.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button === 0) { from = placeOf(event); event.preventDefault(); svg.focus(); }
    });
    addEventListener("pointermove", (event) => {
      const part = from && between(from, placeOf(event));
      frame.remove();
      if (!part) return;
      for (const [key, value] of Object.entries({ x: area.left + part[0] * wide, width: (part[1] - part[0]) * wide,
        y: area.bottom - part[3] * high, height: (part[3] - part[2]) * high })) frame.setAttribute(key, String(value));
      svg.append(frame);
    });
    addEventListener("pointerup", (event) => {
      const part = from && between(from, placeOf(event));
      from = null;
      frame.remove();
      if (part) zoom(part);
    });
    svg.addEventListener("dblclick", reset);
    svg.addEventListener("keydown", (event) => {
      if (event.key === "+") zoom([0.15, 0.85, 0.15, 0.85]);
      else if (event.key === "-") zoom([-0.25, 1.25, -0.25, 1.25]);
      else if (event.key === "0") reset();
    });
    const kept = address.get("zoom").split(" ").find((z) => z.startsWith(`${figure.id}~`));
    const numbers = kept?.split("~").slice(1).map(Number) ?? [];
    if (numbers.length === 4 && numbers.every(Number.isFinite)) zoom(numbers);
  });
});
