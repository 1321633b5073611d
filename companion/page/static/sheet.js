// @ts-check
// What is printed: not the page with its buttons, but a sheet of what it shows. Ctrl-P and the buttons *Print* do the
// same. Whatever is open makes the sheet: a logged game, the rules, or else the position on the board.

import { Board } from "./board.js";
import { html } from "./dom.js";
import { stacksAfter } from "./gamewords.js";
import { Pieces } from "./pieces.js";
import { _ } from "./text.js";

/** @import { Hello, PlyView } from "./messages.d.ts" */

const BETWEEN = 12; // moves from one picture to the next

/**
 * A picture of a position, with words under it.
 * @param {Hello} hello
 * @param {string[][]} stacks
 * @param {string} words
 */
export function diagram(hello, stacks, words) {
  const pieces = new Pieces();
  pieces.begin(hello);
  pieces.learn([hello.pieces]);
  const board = new Board(hello, pieces, true);
  board.show(stacks);
  const picture = html("div", { class: "printed" }, board.element);
  picture.style.setProperty("--ratio", String(board.layout.ratio));
  return html("figure", {}, picture, html("figcaption", {}, words));
}

/**
 * After which moves of a game there is a picture: the start, some on the way, the end.
 * @param {number} moves
 */
export function pictured(moves) {
  const between = Array.from({ length: Math.ceil(moves / BETWEEN) }, (_none, i) => i * BETWEEN);
  return [...new Set([0, ...between, moves])];
}

/**
 * A list of moves, each with its number and the colour of who makes it.
 * @param {Hello} hello
 * @param {{ text: string, seat: number, said?: string }[]} moves
 * @param {number} first The number of the first one.
 */
function listed(hello, moves, first = 1) {
  const pieces = new Pieces();
  pieces.begin(hello);
  return html("ol", { class: "played", start: first }, ...moves.map(({ text, seat }) => {
    const wood = pieces.woodOf(seat);
    const mark = html("span", { class: "turn", "data-wood": wood, role: "img", "aria-label": hello.seats[seat] ?? "" });
    return html("li", {}, ...(wood ? [mark] : []), text);
  }));
}

/**
 * A position as a sheet, with the moves that led to it.
 * @param {{ hello: Hello, stacks: string[][], words: string[], moves: { text: string, seat: number, said?: string }[] }} shown
 */
export function positionSheet({ hello, stacks, words: [headline, ...others], moves }) {
  return [html("h1", {}, hello.title), diagram(hello, stacks, headline), ...others.map((line) => html("p", {}, line)),
    ...(moves.length ? [html("h2", {}, _("Moves")), listed(hello, moves)] : [])];
}

/**
 * A game as a sheet: who played, the moves, and pictures of positions.
 * @param {{ hello: Hello, stacks: string[][], plies: PlyView[], title: string, words: string[] }} game
 */
export function gameSheet({ hello, stacks, plies, title, words }) {
  const stops = pictured(plies.length);
  return [html("h1", {}, title), ...words.map((line) => html("p", {}, line)),
    ...stops.map((at, i) => html("section", { class: "stretch" },
      diagram(hello, stacksAfter(stacks, plies, at), at ? _("After move {number}", { number: at }) : _("The start")),
      listed(hello, plies.slice(at, stops[i + 1] ?? at), at + 1)))];
}

export class Sheets {
  #makers;
  #sheet = html("section", { class: "printout", "data-testid": "sheet" });

  /** @param {(() => (Node | string)[] | null)[]} makers Each makes the sheet of what it shows; null if it shows nothing. */
  constructor(makers) {
    this.#makers = makers;
    addEventListener("beforeprint", () => this.#make());
    addEventListener("afterprint", () => {
      this.#sheet.remove();
      document.documentElement.classList.remove("printing");
    });
  }

  #make() {
    for (const make of this.#makers) {
      const made = make();
      if (!made) continue;
      this.#sheet.replaceChildren(...made);
      document.body.append(this.#sheet);
      document.documentElement.classList.add("printing");
      return;
    }
  }
}
