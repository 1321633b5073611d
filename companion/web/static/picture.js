// @ts-check
// A board that is only looked at: printed from the geometry, with pieces and the last move's points.

import { html, svg } from "./dom.js";
import { Layout } from "./layout.js";
import { print } from "./print.js";

/** @import { Hello } from "./messages.d.ts" */
/** @import { Pieces } from "./pieces.js" */

const PIECE = 0.385; // in units of the smallest distance between two points
const MARK = 0.46;

export class Picture {
  /** @type {(string | null)[]} */
  #shown;
  #pieces;

  /**
   * @param {Hello} hello The geometry.
   * @param {Pieces} pieces Draws the discs.
   */
  constructor(hello, pieces) {
    this.#pieces = pieces;
    this.#shown = hello.points.map(() => null);
    const layout = new Layout(hello);
    const { places, unit: u, left, top, width, height } = layout;
    this.ratio = layout.ratio;
    this.marks = places.map(({ x, y }) => svg("circle", { class: "mark-point", cx: x, cy: y, r: MARK * u }));
    this.stacks = places.map(({ x, y }) => svg("g", { transform: `translate(${x} ${y}) scale(${PIECE * u})` }));
    // From the far side to the near one: a tall column stands before what is behind it.
    const near = places.map((_, i) => i).sort((a, b) => places[a].y - places[b].y);
    const picture = svg("svg", { viewBox: `${left} ${top} ${width} ${height}`, "aria-hidden": "true" },
      print(layout), svg("g", {}, ...this.marks), svg("g", {}, ...near.map((i) => this.stacks[i])));
    picture.style.setProperty("--unit", String(u));
    this.element = html("div", { class: "wood still", "data-testid": "picture", role: "img", "aria-label": "" }, picture);
    this.element.style.setProperty("--ratio", String(layout.ratio));
  }

  /**
   * Show a position.
   * @param {string[][]} stacks The pieces' texts point by point, bottom first.
   * @param {number[]} marked The points that the last move changed.
   * @param {string} label What is shown, in words.
   */
  show(stacks, marked, label) {
    const on = new Set(marked);
    stacks.forEach((stack, i) => {
      const text = stack.join(" ");
      this.marks[i].classList.toggle("on", on.has(i));
      if (this.#shown[i] === text) return;
      this.#shown[i] = text;
      this.stacks[i].replaceChildren(...this.#pieces.stack(stack));
    });
    this.element.setAttribute("aria-label", label);
    this.element.dataset.pieces = stacks.map((stack) => stack.join("")).join("/");
  }
}
