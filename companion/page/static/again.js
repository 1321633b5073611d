// @ts-check
// Play again: the same game with the same options, players and clock, or another drill of the same
// kind. Offered when a game is over.

import { byTestId, known, say } from "./dom.js";
import { _ } from "./text.js";

/** @import { ClockView, Hello, New, Rematch, State, Train } from "./messages.d.ts" */

/**
 * The command that begins a game like this one.
 * @param {Pick<Hello, "game" | "options" | "computers" | "players">} hello
 * @param {Pick<ClockView, "control"> | null} clock
 * @returns {New}
 */
export function rematch({ game, options, computers, players }, clock) {
  return { do: "new", game, options, computers, players, clock: clock?.control ?? "" };
}

const MISTAKES = "mistakes:"; // as in companion/session/play/practice_game.py

export class PlayAgain {
  #button = byTestId("again", HTMLButtonElement);
  #confirm = byTestId("confirm", HTMLButtonElement);
  /** @type {Hello | null} */
  #hello = null;
  /** @type {ClockView | null} */
  #clock = null;
  #drill = "";
  #far = false; // whether people far away have to agree

  /** @param {(command: New | Rematch | Train) => void} send */
  constructor(send) {
    this.#button.onclick = () => {
      if (this.#far) send({ do: "rematch" });
      else send(this.#drill ? { do: "train", drill: this.#drill } : rematch(known(this.#hello), this.#clock));
    };
  }

  /** @param {Hello} hello */
  begin(hello) {
    this.#hello = hello;
    this.#clock = null;
  }

  /** @param {ClockView} clock */
  time(clock) {
    this.#clock = clock;
  }

  /** @param {State} state */
  show({ outcome, confirm, drill, lesson = null, remote = null }) {
    this.#far = (remote?.seat ?? null) !== null;
    this.#drill = drill?.name ?? "";
    this.#button.hidden = outcome === "ongoing" || lesson !== null; // which offers a whole game
    say(this.#button, this.#drill === MISTAKES ? _("Next mistake") : _("Play again"));
    if (this.#drill === MISTAKES && drill?.over) this.#button.hidden = false; // though the game goes on
    this.#confirm.hidden = (outcome !== "ongoing" || !this.#button.hidden) && !confirm; // it makes room
  }
}
