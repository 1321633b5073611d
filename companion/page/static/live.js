// @ts-check
// One board as guests see it, kept up with what the program says of it.

import { Board } from "./board.js";
import { after, shown } from "./clock.js";
import { html, known, say } from "./dom.js";
import { ended, sitting } from "./gamewords.js";
import { Pieces } from "./pieces.js";
import { _ } from "./text.js";
import { capitalized } from "./words.js";

/** @import { WatchedBoard, WatchedClock, WatchedMessage, WatchedPosition } from "./messages.d.ts" */

const LOW = 60; // seconds below which time is running out

/**
 * @typedef {object} LiveParts The elements that show a board; those that a page does not have are left out.
 * @property {HTMLElement} wood
 * @property {HTMLElement} seats
 * @property {HTMLElement} said Whose turn it is, or how the game ended.
 * @property {HTMLElement} [title]
 * @property {HTMLElement} [last]
 * @property {HTMLElement} [plies]
 */

export class LiveBoard {
  #parts;
  #every;
  #pieces = new Pieces();
  /** @type {WatchedBoard | null} */
  #told = null;
  /** @type {Board | null} */
  #board = null;
  /** @type {WatchedPosition | null} */
  #game = null;
  /** @type {WatchedClock | null} */
  #clock = null;
  #since = 0; // when the clock was told
  /** @type {number | undefined} */
  #timer;
  #trouble = ""; // why nothing new is shown

  /**
   * @param {LiveParts} parts
   * @param {number} every Milliseconds between looks at the time.
   */
  constructor(parts, every = 100) {
    this.#parts = parts;
    this.#every = every;
  }

  /** The width of the board, divided by its height; 1 until that is known. */
  get ratio() {
    return this.#board?.layout.ratio ?? 1;
  }

  /** @param {WatchedMessage} message */
  heard(message) {
    switch (message.type) {
      case "board":
        this.#begin(message);
        break;
      case "game":
        this.#update(message);
        break;
      case "clock":
        this.#time(message);
        break;
      case "shining":
        this.#board?.shine(message);
        break;
      case "lamps":
        this.#board?.light(message.rgb);
        break;
    }
  }

  /** @param {string} why Why nothing new is shown; empty if all is well. */
  explain(why) {
    this.#trouble = why;
    if (why) this.stop();
    this.#draw();
  }

  /** Let no time run any more. */
  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** @param {WatchedBoard} told */
  #begin(told) {
    this.#game = this.#clock = null;
    this.#trouble = "";
    this.stop();
    this.#told = told;
    this.#pieces.begin(told);
    this.#pieces.learn([told.pieces]);
    const board = new Board(told, this.#pieces, true);
    board.element.dataset.testid = "picture";
    board.element.setAttribute("aria-label", _("The board"));
    this.#board = board;
    const { wood, seats, title } = this.#parts;
    wood.style.setProperty("--ratio", String(board.layout.ratio));
    wood.replaceChildren(board.element);
    if (title) say(title, told.title);
    seats.replaceChildren(...told.seats.map((_name, seat) => html("div", { class: "seat", "data-seat": seat },
      this.#dot(seat), html("span", { class: "name" }, this.#name(seat)), html("span", { class: "time" }))));
    this.#draw();
  }

  /** @param {WatchedPosition} told */
  #update(told) {
    const board = this.#board;
    if (!board) return;
    this.#game = told;
    board.place(told.stacks, told.sensed, false);
    board.marks.last(told.last, told.last.length > 1 && told.stacks[told.last[told.last.length - 1]].length > 0);
    this.#draw();
  }

  /** @param {WatchedClock} told */
  #time(told) {
    this.#clock = told;
    this.#since = performance.now();
    this.stop();
    if (told.running !== null) this.#timer = window.setInterval(() => this.#tick(), this.#every);
    this.#tick();
  }

  /** Whoever has a seat. @param {number} seat */
  #name(seat) {
    return capitalized(sitting(known(this.#told), seat));
  }

  /** The colour of a seat. @param {number} seat */
  #dot(seat) {
    return html("span", { class: "turn", "data-wood": this.#pieces.woodOf(seat), "aria-hidden": "true" });
  }

  #state() {
    const game = this.#game;
    if (this.#trouble || !game || !this.#told) return this.#trouble;
    if (game.preparing) return _("The pieces are being set up.");
    if (game.outcome !== "ongoing") return `${capitalized(ended({ ...this.#told, outcome: game.outcome, how: "", in_use: false }))}.`;
    return game.turn === null ? "" : _("{player} to move", { player: this.#name(game.turn) });
  }

  /** @returns {HTMLElement[]} */
  get #seats() {
    return /** @type {HTMLElement[]} */ ([...this.#parts.seats.children]);
  }

  #draw() {
    const { said, last, plies } = this.#parts;
    const game = this.#game;
    say(said, this.#state());
    said.classList.toggle("trouble", Boolean(this.#trouble));
    if (last) say(last, game?.told ?? "");
    for (const seat of this.#seats) seat.dataset.turn = String(game !== null && game.turn === Number(seat.dataset.seat));
    if (plies) {
      const moves = game?.moves ?? [];
      const first = (game?.plies ?? 0) - moves.length + 1;
      plies.replaceChildren(...moves.map(({ seat, text }, i) => html("li", {},
        html("span", { class: "number" }, `${first + i}.`), ...(seat < 0 ? [] : [this.#dot(seat)]), text)).reverse());
    }
    this.#tick();
  }

  #tick() {
    const left = this.#clock ? after(this.#clock, (performance.now() - this.#since) / 1000) : [];
    for (const seat of this.#seats) {
      const its = left[Number(seat.dataset.seat)];
      say(known(seat.lastElementChild), its === undefined ? "" : shown(its));
      seat.dataset.low = String(its !== undefined && its <= LOW);
    }
  }
}
