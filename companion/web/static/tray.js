// The tray: the simulated pieces beside the board, alike ones together.

import { html, say } from "./dom.js";

const CROWD = 5; // more kinds of pieces than this want less room each
const ROW = 11; // and more than this another row

export class Tray {
  #slots = new Map(); // by the pieces' text; a slot stays when it is empty, so that nothing moves

  /** element: where it is; pieces: draws the discs; kinds: how many kinds of them there are. */
  constructor(element, pieces, kinds) {
    this.element = element;
    this.pieces = pieces;
    this.elsewhere = html("span", { class: "elsewhere", "data-testid": "elsewhere" });
    element.classList.toggle("crowded", kinds > CROWD);
    element.classList.toggle("full", kinds > ROW);
    element.replaceChildren(html("span", { class: "caption" }, "Tray"), this.elsewhere);
  }

  /** Show what lies in the tray, and what other people's hands hold. */
  show(texts, elsewhere) {
    const counts = new Map([...this.#slots.keys()].map((text) => [text, 0]));
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const [text, count] of counts) {
      const slot = this.#slots.get(text) ?? this.#add(text);
      if (slot.dataset.count === String(count)) continue;
      slot.dataset.count = count;
      slot.setAttribute("aria-label", `${this.pieces.look(text).name}, ${count} in the tray`);
      slot.setAttribute("aria-disabled", count === 0);
      say(slot.lastChild, count > 1 ? String(count) : "");
    }
    const held = elsewhere.flat().join(" ");
    if (this.elsewhere.dataset.held !== held) {
      this.elsewhere.dataset.held = held;
      this.elsewhere.replaceChildren(...elsewhere.map((texts) => this.pieces.picture(texts)));
      this.elsewhere.title = elsewhere.length ? "Held by another player" : "";
    }
  }

  /** Draw every disc again: what their texts look like has become known. */
  redraw() {
    for (const [text, slot] of this.#slots) {
      slot.replaceChild(this.pieces.picture([text]), slot.firstChild);
    }
  }

  #add(text) {
    const slot = html("button", { type: "button", class: "slot", "data-slot": text },
      this.pieces.picture([text]), html("span", { class: "count" }));
    this.#slots.set(text, slot);
    this.element.insertBefore(slot, this.elsewhere);
    return slot;
  }
}
