// @ts-check
// The tray: the simulated pieces beside the board, alike ones together.

import { html, say } from "./dom.js";
import { _ } from "./text.js";

/** @import { Pieces } from "./pieces.js" */

const CROWD = 5; // more kinds of pieces than this want less room each
const ROW = 11; // and more than this another row

export class Tray {
  /** By the pieces' text; a slot stays when it is empty, so that nothing moves.
   * @type {Map<string, { button: HTMLButtonElement, disc: Element, count: HTMLElement }>} */
  #slots = new Map();

  /**
   * @param {HTMLElement} element Where it is.
   * @param {Pieces} pieces Draws the discs.
   * @param {number} kinds How many kinds of them there are.
   */
  constructor(element, pieces, kinds) {
    this.element = element;
    this.pieces = pieces;
    this.elsewhere = html("span", { class: "elsewhere", "data-testid": "elsewhere" });
    element.classList.toggle("crowded", kinds > CROWD);
    element.classList.toggle("full", kinds > ROW);
    /** For the keyboard's hand: the tray has no slot for every piece. Shown while it has the focus. */
    this.drop = html("button", { type: "button", class: "drop", "data-testid": "drop", hidden: true }, _("Put it in the tray"));
    element.replaceChildren(html("span", { class: "caption" }, _("Tray")), this.drop, this.elsewhere);
  }

  /**
   * Show what lies in the tray, and what other people's hands hold.
   * @param {string[]} texts
   * @param {string[][]} elsewhere
   */
  show(texts, elsewhere) {
    const counts = new Map([...this.#slots.keys()].map((text) => [text, 0]));
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const [text, count] of counts) {
      const slot = this.#slots.get(text) ?? this.#add(text);
      if (slot.button.dataset.count === String(count)) continue;
      slot.button.dataset.count = String(count);
      slot.button.setAttribute("aria-label", _("{piece}, {number} in the tray", { piece: this.pieces.look(text).name, number: count }));
      slot.button.setAttribute("aria-disabled", String(count === 0));
      say(slot.count, count > 1 ? String(count) : "");
    }
    this.element.classList.toggle("empty", !texts.length && !elsewhere.length);
    const held = elsewhere.flat().join(" ");
    if (this.elsewhere.dataset.held !== held) {
      this.elsewhere.dataset.held = held;
      this.elsewhere.replaceChildren(...elsewhere.map((hand) => this.pieces.picture(hand)));
      this.elsewhere.title = elsewhere.length ? _("Held by another player") : "";
    }
  }

  /** Draw every disc again: what their texts look like has become known. */
  redraw() {
    for (const [text, slot] of this.#slots) {
      const disc = this.pieces.picture([text]);
      slot.disc.replaceWith(disc);
      slot.disc = disc;
    }
  }

  /** @param {string} text */
  #add(text) {
    const disc = this.pieces.picture([text]);
    const count = html("span", { class: "count" });
    const button = html("button", { type: "button", class: "slot", "data-slot": text }, disc, count);
    const slot = { button, disc, count };
    this.#slots.set(text, slot);
    this.element.insertBefore(button, this.elsewhere);
    return slot;
  }
}
