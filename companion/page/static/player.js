// @ts-check
// Plays examples of moves on a board of their own: frame after frame by itself or, for people who
// want no motion, one at each press of a button.

import { Board, PIECE } from "./board.js";
import { carried, underway } from "./carrying.js";
import { byTestId, html, known, say, svg } from "./dom.js";
import { Pieces } from "./pieces.js";
import { _ } from "./text.js";
import { sentences } from "./words.js";

/** @import { ExampleView, RulesPage } from "./messages.d.ts" */

const SHOWN = 1500; // milliseconds for which a frame is shown
const CARRIED = 650; // milliseconds for which a piece is on its way
const RESTS = 2600; // milliseconds after the last frame

export class Player {
  #picture = byTestId("example-board");
  #kinds = byTestId("examples");
  #play = byTestId("example-play", HTMLButtonElement);
  #still = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {Board | null} */
  #board = null;
  #pieces = new Pieces();
  #hand = svg("g", { class: "carried" });
  /** @type {ExampleView[]} */
  #examples = [];
  #chosen = 0;
  #frame = 0;
  #playing = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    this.#play.onclick = () => {
      if (this.#playing) this.#pause();
      else this.#run();
    };
    byTestId("example-next").onclick = () => {
      this.#pause();
      // After the last frame comes the next kind of move, so that one button leads through them all.
      if (this.#frame < this.#example.frames.length - 1) this.#step();
      else this.#choose((this.#chosen + 1) % this.#examples.length);
    };
  }

  /**
   * Show a game: its start first, then its examples.
   * @param {RulesPage} page
   */
  show({ table, start, examples }) {
    this.stop();
    this.#pieces.begin(table);
    this.#pieces.learn([table.pieces]);
    const board = new Board(table, this.#pieces, true);
    this.#board = board;
    this.#picture.style.setProperty("--ratio", String(board.layout.ratio));
    this.#picture.replaceChildren(board.element);
    board.picture.append(this.#hand);
    const begins = { text: _("The board at the start."), stacks: start, lamps: "0".repeat(6 * start.length), moved: [] };
    this.#examples = [{ title: _("The start"), text: "", frames: [begins] }, ...examples];
    this.#kinds.replaceChildren(...this.#examples.map(({ title }, i) => {
      const chip = html("button", { type: "button", "data-example": i, "aria-pressed": false }, title);
      chip.onclick = () => this.#choose(i);
      return chip;
    }));
    this.#choose(0);
  }

  /** Leave the board as it is. */
  stop() {
    clearTimeout(this.#timer);
    this.#playing = false;
    byTestId("caption").setAttribute("aria-live", "polite");
  }

  /** @param {number} index */
  #choose(index) {
    this.stop();
    this.#chosen = index;
    const chips = /** @type {HTMLElement[]} */ ([...this.#kinds.children]);
    chips.forEach((chip, i) => chip.setAttribute("aria-pressed", String(i === index)));
    this.#draw(0);
    const many = this.#example.frames.length > 1;
    this.#play.hidden = !many || this.#still.matches;
    if (many && !this.#still.matches) this.#run();
  }

  get #example() {
    return this.#examples[this.#chosen];
  }

  #run() {
    this.#playing = true;
    byTestId("caption").setAttribute("aria-live", "off"); // or it would be read out for ever
    say(this.#play, _("Pause"));
    this.#wait();
  }

  #pause() {
    this.stop();
    this.#draw(this.#frame);
    say(this.#play, _("Play"));
  }

  #wait() {
    clearTimeout(this.#timer);
    const last = this.#frame === this.#example.frames.length - 1;
    this.#timer = setTimeout(() => this.#step(), last ? RESTS : SHOWN);
  }

  /** Go on to the next frame; after the last one comes the first. */
  #step() {
    const { frames } = this.#example;
    const next = (this.#frame + 1) % frames.length;
    const { moved: [from, to] } = frames[next];
    if (from === undefined || this.#still.matches) {
      this.#draw(next);
      if (this.#playing) this.#wait();
      return;
    }
    const board = known(this.#board);
    const before = frames[this.#frame].stacks;
    this.#caption(next);
    this.#place(underway(before, frames[next]));
    this.#hold(carried(before, frames[next]), from);
    const { places } = board.layout;
    this.#hand.animate(
      [{ transform: "none" }, { transform: `translate(${places[to].x - places[from].x}px, ${places[to].y - places[from].y}px)` }],
      { duration: CARRIED, easing: "ease-in-out", fill: "forwards" });
    this.#frame = next;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#draw(next);
      if (this.#playing) this.#wait();
    }, CARRIED);
  }

  /**
   * Draw a frame as it stands; a piece that the next frame carries on is held up.
   * @param {number} index
   */
  #draw(index) {
    const { frames } = this.#example;
    this.#frame = index;
    const { stacks, lamps } = frames[index];
    const next = frames[index + 1];
    const lifts = next?.moved.length && !stacks[next.moved[0]].length;
    this.#hold(next && lifts ? carried(stacks, next) : [], lifts ? next.moved[0] : 0);
    this.#place(stacks);
    known(this.#board).light(lamps);
    this.#caption(index);
  }

  /** @param {string[][]} stacks */
  #place(stacks) {
    known(this.#board).show(stacks);
  }

  /**
   * Show pieces in a hand above a point.
   * @param {string[]} texts
   * @param {number} point
   */
  #hold(texts, point) {
    const { places, unit } = known(this.#board).layout;
    for (const animation of this.#hand.getAnimations()) animation.cancel();
    const { x, y } = places[point];
    this.#hand.replaceChildren(svg("g",
      { transform: `translate(${x} ${y - 0.12 * unit}) scale(${1.15 * PIECE * unit})` }, ...this.#pieces.stack(texts)));
  }

  /** @param {number} index */
  #caption(index) {
    const { text: move, frames } = this.#example;
    const { text } = frames[index];
    const said = frames.length > 1 ? _("{number} of {total}: {text}", { number: index + 1, total: frames.length, text }) : text;
    const notation = move && index === frames.length - 1 ? _("This move is written {move}.", { move }) : "";
    say(byTestId("caption"), sentences(said, notation));
    const element = known(this.#board).element;
    element.dataset.frame = String(index);
    element.setAttribute("aria-label", _("Picture of the board. {text}", { text }));
  }
}
