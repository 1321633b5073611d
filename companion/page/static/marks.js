// @ts-check
// Marks on the board beside the lamps: where the last move went, and what a takeback would change.

import { svg } from "./dom.js";

/** @import { Layout } from "./layout.js" */
/** @import { UndoView } from "./messages.d.ts" */

const RING = 0.52; // in units
const STOP = 0.14;

export class Marks {
  /**
   * `element` is to be put below the pieces.
   * @param {Layout} layout
   */
  constructor(layout) {
    this.layout = layout;
    this.way = svg("g", { class: "last" });
    this.undo = svg("g", { class: "undo" });
    this.element = svg("g", { class: "marks" }, this.way, this.undo);
  }

  /**
   * Mark the last move: a dashed ring where its piece came from, a whole one where it is.
   * @param {number[]} points
   * @param {boolean} moved Whether a piece went from the first to the last of them.
   */
  last(points, moved) {
    const { places } = this.layout;
    const corners = points.map((p) => `${places[p].x},${places[p].y}`).join(" ");
    this.way.replaceChildren(
      ...(moved ? [svg("polyline", { class: "way", points: corners })] : []),
      ...points.map((p, i) => this.#ring(p, !moved || i === points.length - 1 ? "end" : i ? "stop" : "start")));
  }

  /**
   * Show what a takeback would change, or nothing.
   * @param {UndoView | null} undo
   */
  preview(undo) {
    this.undo.replaceChildren(
      ...(undo?.left ?? []).map((p) => this.#ring(p, "left")),
      ...(undo?.restored ?? []).map((p) => this.#ring(p, "restored")));
    this.way.classList.toggle("faint", undo !== null);
  }

  /**
   * @param {number} p
   * @param {string} name
   */
  #ring(p, name) {
    const { places, unit, names } = this.layout;
    const r = (name === "stop" ? STOP : RING) * unit;
    return svg("circle", { class: name, cx: places[p].x, cy: places[p].y, r, "data-mark": names[p] });
  }
}
