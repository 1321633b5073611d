// @ts-check
// What a puzzle draws over the board: a figure with its corners and sides, or the numbers of a
// labelling with the sums of its lines.

import { svg } from "./dom.js";

/** @import { Layout } from "./layout.js" */
/** @import { FigureView, LabellingView } from "./messages.d.ts" */

// In units of the smallest distance between two points.
const CORNER = 0.3;
const NUMBER = 0.36;
const SUM = 0.68; // from the end of a line to its sum

export class Overlay {
  /** @type {{ group: SVGGElement, text: SVGTextElement }[]} */
  #numbers = [];
  /** @type {SVGTextElement[]} */
  #sums = [];

  /**
   * `element` is to be put over everything else in the picture.
   * @param {Layout} layout Where the points are.
   */
  constructor(layout) {
    this.layout = layout;
    this.figure = svg("g", { class: "figure" });
    this.labels = svg("g", { class: "labelling" });
    this.arrow = svg("g", { class: "arrow" });
    this.element = svg("g", { class: "overlay" }, this.figure, this.labels, this.arrow);
  }

  /**
   * Draw an arrow along the points of a move, a ring for one point, or nothing.
   * @param {number[]} path
   */
  showArrow(path) {
    const { places, unit: u } = this.layout;
    const points = path.map((p) => places[p]);
    if (!points.length) {
      this.arrow.replaceChildren();
      return;
    }
    const end = points[points.length - 1];
    if (points.length === 1) {
      this.arrow.replaceChildren(svg("circle", { cx: end.x, cy: end.y, r: 0.42 * u }));
      return;
    }
    const before = points[points.length - 2];
    const length = Math.hypot(end.x - before.x, end.y - before.y);
    const [x, y] = [(end.x - before.x) / length, (end.y - before.y) / length];
    const [head, half] = [0.42 * u, 0.24 * u];
    const neck = { x: end.x - head * x, y: end.y - head * y };
    const corner = (/** @type {number} */ side) => `${neck.x - side * half * y},${neck.y + side * half * x}`;
    this.arrow.replaceChildren(
      svg("polyline", { points: [...points.slice(0, -1), neck].map((p) => `${p.x},${p.y}`).join(" ") }),
      svg("polygon", { points: `${end.x},${end.y} ${corner(1)} ${corner(-1)}` }));
  }

  /**
   * Draw a figure, or none.
   * @param {FigureView | null} figure
   */
  showFigure(figure) {
    if (!figure) {
      this.figure.replaceChildren();
      return;
    }
    const { places, unit: u } = this.layout;
    const shape = figure.corners.map((p) => `${places[p].x},${places[p].y}`).join(" ");
    const corners = new Set(figure.corners);
    /**
     * @param {number} p
     * @param {string} name
     * @param {number} r
     */
    const dot = (p, name, r) => svg("circle", { class: name, cx: places[p].x, cy: places[p].y, r });
    this.figure.replaceChildren(
      svg("polygon", { class: "under", points: shape }), svg("polygon", { points: shape }),
      ...figure.on.filter((p) => !corners.has(p)).map((p) => dot(p, "along", 0.13 * u)),
      ...figure.corners.map((p) => dot(p, "corner", CORNER * u)));
  }

  /**
   * Draw corners that no figure joins yet.
   * @param {number[]} corners
   */
  showCorners(corners) {
    const { places, unit: u } = this.layout;
    this.figure.replaceChildren(...corners.map((p) =>
      svg("circle", { class: "corner", cx: places[p].x, cy: places[p].y, r: CORNER * u })));
  }

  /**
   * Draw a labelling, or none.
   * @param {LabellingView | null} labelling
   * @param {number} chosen The point whose number is typed (its index, -1: none).
   * @param {string | null} pending The digits typed so far, or null.
   */
  showLabelling(labelling, chosen, pending) {
    if (!labelling) {
      this.labels.replaceChildren();
      this.#numbers = [];
      return;
    }
    if (!this.#numbers.length) this.#prepare();
    this.#numbers.forEach(({ group, text }, i) => {
      const typing = i === chosen && pending !== null;
      const number = typing ? `${pending}_` : labelling.labels[i] ? String(labelling.labels[i]) : "";
      group.setAttribute("class", ["number", number ? "filled" : "", i === chosen ? "chosen" : "", labelling.given.includes(i) ? "given" : "", labelling.hinted === i ? "hinted" : ""].join(" "));
      text.textContent = number;
    });
    this.labels.setAttribute("class", `labelling ${labelling.tone}`);
    const whole = new Set(labelling.sums.filter((_, i) => labelling.whole[i]));
    this.#sums.forEach((text, i) => {
      text.textContent = labelling.sums[i] ? String(labelling.sums[i]) : "";
      const kind = !labelling.whole[i] ? "part" : whole.size > 1 ? "whole differs" : "whole";
      text.setAttribute("class", `sum ${kind}`);
    });
  }

  #prepare() {
    const { places, unit: u } = this.layout;
    this.#numbers = places.map(({ x, y }) => {
      const text = svg("text", { x, y: y + 0.02 * u });
      return { group: svg("g", {}, svg("circle", { cx: x, cy: y, r: NUMBER * u }), text), text };
    });
    this.#sums = this.#ends().map(({ x, y }) => svg("text", { x, y }));
    this.labels.replaceChildren(...this.#numbers.map(({ group }) => group), ...this.#sums);
  }

  /** For each line a place beyond one of its ends, shared by as few lines as can be. */
  #ends() {
    const { hello: { lines }, places, unit: u } = this.layout;
    /** @type {Map<number, number>} */
    const taken = new Map();
    return lines.map((line) => {
      const ends = [[line[0], line[1]], [line[line.length - 1], line[line.length - 2]]];
      ends.sort(([a], [b]) => (taken.get(a) ?? 0) - (taken.get(b) ?? 0));
      const [end, before] = ends[0];
      taken.set(end, (taken.get(end) ?? 0) + 1);
      const [a, b] = [places[before], places[end]];
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      return { x: b.x + (SUM * u * (b.x - a.x)) / length, y: b.y + (SUM * u * (b.y - a.y)) / length };
    });
  }
}
