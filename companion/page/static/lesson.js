// @ts-check
// Guided first games and drills: the buttons that begin and leave one. What to do in it, the words and lamps say.

import { byTestId, html, known, say } from "./dom.js";
import { hold } from "./hold.js";
import { _ } from "./text.js";

/** @import { DrillTitle, Hello, State, Teach, Train } from "./messages.d.ts" */

export class Lessons {
  #send;
  #inProgress = false;
  /** @type {Set<string>} The games that have one. */
  #games = new Set();
  /** @type {Map<string, DrillTitle[]>} Those of each game. */
  #drills = new Map();

  /** @param {(command: Teach | Train) => void} send */
  constructor(send) {
    this.#send = send;
    byTestId("guided-leave").onclick = () => send({ do: "teach", game: "" });
    byTestId("drill-leave").onclick = () => send({ do: "train", drill: "" });
  }

  /** @param {Hello} hello */
  begin({ games }) {
    this.#games = new Set(games.filter(({ lesson }) => lesson).map(({ name }) => name));
    this.#drills = new Map(games.map(({ name, drills = [] }) => [name, drills]));
  }

  /**
   * Have a button begin the guided game that is asked for; it has to be held where that ends a game.
   * @param {HTMLButtonElement} button
   * @param {() => string} game
   * @param {() => void} then Is called when it begins.
   */
  offer(button, game, then) {
    hold(button, () => {
      then();
      this.#send({ do: "teach", game: game() });
    }, () => this.#inProgress);
  }

  /**
   * Show such a button for a game that has a guided one, and no other.
   * @param {HTMLButtonElement} button
   * @param {string} game
   */
  fit(button, game) {
    button.hidden = !this.#games.has(game);
    say(button, this.#inProgress ? _("Hold for a guided game") : _("Guided game"));
    button.title = this.#inProgress ? _("This ends the game in progress.") : "";
  }

  /**
   * A button for each drill of a game; it has to be held where that ends a game.
   * @param {string} game
   * @param {() => void} then Is called when one begins.
   */
  drills(game, then) {
    return (this.#drills.get(game) ?? []).map(({ name, title }) => {
      const button = html("button", { type: "button", class: "hold" }, this.#inProgress ? _("Hold: {title}", { title }) : title);
      button.dataset.drill = name;
      button.title = this.#inProgress ? _("This ends the game in progress.") : "";
      hold(button, () => {
        then();
        this.#send({ do: "train", drill: name });
      }, () => this.#inProgress);
      return button;
    });
  }

  /** @param {State} state */
  follow({ lesson, drill, moves, outcome }) {
    this.#inProgress = !lesson && !drill && moves.length > 0 && outcome === "ongoing";
    known(document.getElementById("page")).classList.toggle("guiding", Boolean(lesson));
    byTestId("guided").hidden = !lesson;
    byTestId("drill-leave").hidden = !drill;
    byTestId("drill-leave").title = drill?.title ?? "";
    const leave = byTestId("guided-leave");
    leave.classList.toggle("main", Boolean(lesson?.done));
    say(leave, lesson?.done ? _("Play a game of your own") : _("Leave the guided game"));
  }
}
