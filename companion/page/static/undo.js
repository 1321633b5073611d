// @ts-check
// Taking back shows what it will do before it does it: the moves that go, in the list and on the
// board. A mouse shows it by pointing at the button, the keyboard by reaching it; the first touch of
// a finger shows it, and the second one takes back.

import { byTestId, say } from "./dom.js";
import { _ } from "./text.js";

/** @import { Marks } from "./marks.js" */
/** @import { Back, MoveView, State, UndoView } from "./messages.d.ts" */

/**
 * What the button says while it shows what it will do.
 * @param {MoveView[]} moves
 * @param {UndoView} undo
 */
export function offer(moves, { plies }) {
  const gone = moves.slice(moves.length - plies).map(({ text }) => text);
  if (!gone.length) return _("Play on");
  return gone.length > 2 ? _("Take back {number} moves", { number: gone.length }) : _("Take back {moves}", { moves: gone.join(", ") });
}

export class Undo {
  #button = byTestId("back", HTMLButtonElement);
  /** @type {Marks | null} */
  #marks = null;
  /** @type {State | null} */
  #state = null;
  #shown = false;
  #touched = false; // whether a finger presses the button

  /** @param {(command: Back) => void} send */
  constructor(send) {
    const button = this.#button;
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") this.#show(true);
    });
    button.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") this.#show(false);
    });
    button.addEventListener("focus", () => {
      if (button.matches(":focus-visible")) this.#show(true);
    });
    button.addEventListener("blur", () => this.#show(false));
    addEventListener("pointerdown", (event) => {
      this.#touched = event.pointerType === "touch";
      if (!(event.target instanceof Node && button.contains(event.target))) this.#show(false);
    });
    button.onclick = (event) => {
      if (this.#touched && event.detail > 0 && !this.#shown && this.#state?.undo) {
        this.#show(true);
        return;
      }
      this.#show(false);
      send({ do: "back", moves: 1 });
    };
  }

  /**
   * Begin with another board.
   * @param {Marks} marks
   */
  begin(marks) {
    this.#marks = marks;
    this.#state = null;
    this.#show(false);
  }

  /** @param {State} state */
  show(state) {
    if (this.#state && state.moves !== this.#state.moves) this.#shown = false; // the game has gone on
    this.#state = state;
    this.#draw();
  }

  /** @param {boolean} on */
  #show(on) {
    if (this.#shown === on) return;
    this.#shown = on;
    this.#draw();
  }

  #draw() {
    const state = this.#state;
    const undo = (this.#shown && state?.undo) || null;
    say(this.#button, undo && state ? offer(state.moves, undo) : _("Take back"));
    this.#button.classList.toggle("showing", undo !== null);
    this.#marks?.preview(undo);
    const rows = [...byTestId("moves").children];
    rows.forEach((row, i) => row.classList.toggle("undone", undo !== null && i >= rows.length - undo.plies));
  }
}
