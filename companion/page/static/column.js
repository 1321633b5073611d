// @ts-check
// The column that lamps cannot show: while a point with several pieces is pointed at, has the focus
// or was tapped, they are listed beside it, the top one at the top.

import { html, source } from "./dom.js";
import { _ } from "./text.js";

/** @import { Board } from "./board.js" */
/** @import { Pieces } from "./pieces.js" */

const READ = 3000; // milliseconds in which a column that was tapped can be read

export class Column {
  #pieces;
  /** @type {Board | null} */
  #board = null;
  /** @type {string | null} The point under the mouse. */
  #over = null;
  /** @type {string | null} The point that was tapped or has the focus. */
  #kept = null;
  #shown = "";
  #fading = 0; // the timer after which it goes away by itself

  /** @param {Pieces} pieces */
  constructor(pieces) {
    this.#pieces = pieces;
    this.element = html("div", { class: "column", "data-testid": "column", "aria-hidden": "true", hidden: true });
    addEventListener("pointerdown", (event) => {
      if (!source(event)?.closest(".board")) this.#keep(null);
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#keep(null);
    });
  }

  /**
   * Begin with another board.
   * @param {Board} board
   */
  attach(board) {
    this.#board = board;
    this.#over = null;
    this.#kept = null;
    this.#shown = "";
    const { element } = board;
    element.append(this.element);
    element.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.#hover(source(event)?.dataset.point ?? null);
    });
    element.addEventListener("pointerleave", () => this.#hover(null));
    element.addEventListener("click", (event) => {
      this.#keep(source(event)?.dataset.point ?? null);
      // A finger does not leave the point as a mouse does, and what is beside it wants to be seen.
      if (/** @type {PointerEvent} */ (event).pointerType === "touch") this.#fading = setTimeout(() => this.#keep(null), READ);
    });
    element.addEventListener("focusin", (event) => {
      const target = source(event);
      if (target?.matches(":focus-visible")) this.#keep(target.dataset.point ?? null);
    });
    element.addEventListener("focusout", () => this.#keep(null));
    this.show();
  }

  /** Draw it again: pieces have moved. */
  show() {
    if (!this.#board) return;
    const point = this.#over ?? this.#kept;
    const { element } = this.#board;
    const texts = point ? (this.#board.target(point).dataset.pieces ?? "").split(" ") : [];
    const busy = element.dataset.hands !== "0" || element.classList.contains("puzzling");
    this.element.hidden = busy || texts.length < 2;
    const shown = this.element.hidden ? "" : `${point} ${texts.join(" ")}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (this.element.hidden || !point) return;
    this.element.replaceChildren(
      html("p", {}, _("{point}: {number} high", { point, number: texts.length })),
      html("ol", { reversed: true }, ...[...texts].reverse().map((text) => {
        const { wood, name, sign } = this.#pieces.look(text);
        return html("li", { "data-wood": wood, "data-sign": sign !== "" }, html("span", { class: "layer" }), name);
      })));
    this.#place(this.#board, point);
  }

  /**
   * Beside the point where there is room, else above or below it; never beyond the board.
   * @param {Board} board
   * @param {string} point
   */
  #place({ layout, element }, point) {
    const { x, y } = layout.places[layout.at(point)];
    const scale = element.clientWidth / layout.width;
    const [at, down, gap] = [(x - layout.left) * scale, (y - layout.top) * scale, 0.62 * layout.unit * scale];
    const { offsetWidth: width, offsetHeight: height } = this.element;
    /**
     * @param {number} start
     * @param {number} size
     * @param {number} whole
     */
    const within = (start, size, whole) => Math.max(0, Math.min(start, whole - size));
    const sides = [at + gap, at - gap - width].filter((left) => left >= 0 && left + width <= element.clientWidth);
    const left = sides[0] ?? within(at - width / 2, width, element.clientWidth);
    const beside = sides.length ? down - height / 2 : down > element.clientHeight / 2 ? down - gap - height : down + gap;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${within(beside, height, element.clientHeight)}px`;
  }

  /** @param {string | null} point */
  #hover(point) {
    this.#over = point;
    this.show();
  }

  /** @param {string | null} point */
  #keep(point) {
    clearTimeout(this.#fading);
    this.#kept = point;
    this.show();
  }
}
