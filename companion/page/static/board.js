// @ts-check
// The board: drawn once from the geometry in `Hello`, then kept up with lamps, switches and pieces.

import { html, svg } from "./dom.js";
import { flights, fly, moving } from "./flights.js";
import { Lamps } from "./lamps.js";
import { Layout } from "./layout.js";
import { Marks } from "./marks.js";
import { Overlay } from "./overlay.js";
import { labels, print } from "./print.js";
import { _ } from "./text.js";

/** @import { Flight } from "./flights.js" */
/** @import { Geometry, Place } from "./layout.js" */
/** @import { Hello, Shining } from "./messages.d.ts" */
/** @import { Pieces } from "./pieces.js" */

// All in units of the smallest distance between two points.
export const PIECE = 0.385;
const TOUCH = 0.5;
const SWITCH = [0, 0.27]; // where a closed switch shows, from its point
const CORNER = [0.4, 0.4]; // the same in a square

const DARK = "#000000";

/** @type {Record<string, [number, number]>} On the number pad, these keys lie in these directions. */
const WAYS = {
  Home: [-1, -1], ArrowUp: [0, -1], PageUp: [1, -1],
  ArrowLeft: [-1, 0], ArrowRight: [1, 0],
  End: [-1, 1], ArrowDown: [0, 1], PageDown: [1, 1],
};

export class Board {
  /**
   * `element` holds the picture and the buttons; `target(name)` is the button of a point.
   * @param {Geometry & Pick<Hello, "board" | "title"> & Partial<Pick<Hello, "simulated">>} hello The geometry.
   * @param {Pieces} pieces Draws the discs.
   * @param {boolean} still Whether it is only a picture, in which nothing can be touched.
   */
  constructor(hello, pieces, still = false) {
    this.hello = hello;
    this.pieces = pieces;
    this.still = still;
    this.layout = new Layout(hello);
    this.overlay = new Overlay(this.layout);
    this.marks = new Marks(this.layout);
    /** @type {(string | null)[]} */
    this.shown = hello.points.map(() => null);
    /** @type {string[]} What stands on each point, in words. */
    this.holds = hello.points.map(() => "");
    const { places, names, unit: u } = this.layout;
    this.lamps = new Lamps(this.layout);
    this.stacks = places.map(({ x, y }) =>
      svg("g", { class: "stack", transform: `translate(${x} ${y}) scale(${PIECE * u})` }));
    const [across, down] = this.layout.squares ? CORNER : SWITCH;
    this.switches = places.map(({ x, y }) =>
      svg("circle", { class: "switch", cx: x + across * u, cy: y + down * u, r: 0.045 * u }));
    this.sky = svg("g", { class: "sky" });
    // From the far side to the near one: a tall column stands before what is behind it.
    const near = places.map((_place, i) => i).sort((a, b) => places[a].y - places[b].y);
    const { left, top, width, height } = this.layout;
    const viewBox = `${left} ${top} ${width} ${height}`;
    // The lamps' light lies between the two, so that neither is painted again while a lamp breathes.
    const below = svg("svg", { viewBox, "aria-hidden": "true" }, print(this.layout), this.lamps.lenses);
    /** The part of the picture that lies over the lamps' light. */
    this.picture = svg("svg", { viewBox, "aria-hidden": "true" },
      this.marks.element, svg("g", { class: "stacks" }, ...near.map((i) => this.stacks[i])),
      labels(this.layout), this.lamps.signs, svg("g", {}, ...this.switches),
      this.sky, this.overlay.element);
    // The widths of what is drawn are given in it.
    for (const half of [below, this.picture]) half.style.setProperty("--unit", String(u));
    const picture = [below, this.lamps.lights, this.picture];
    // What is touched are buttons over the picture: only those keep a phone from scrolling.
    this.targets = places.map((place, i) => this.#target(names[i], place));
    this.targets[0].setAttribute("tabindex", "0");
    this.numbered = false; // whether the points are called by numbers
    if (still) {
      this.element = html("div", { class: "board", "data-board": this.hello.board, role: "img" }, ...picture);
      return;
    }
    this.element = html("div", {
      class: "board", "data-testid": "board", "data-board": this.hello.board,
      // An application: so screen readers leave the arrow keys to the board.
      "data-hands": 0, "data-held": 0, role: "application", "aria-roledescription": _("board"),
      "aria-label": hello.simulated
        ? _("{game}. Arrow keys, Home, End, Page Up and Page Down move along the lines. Enter lifts a piece or puts it down.", { game: hello.title })
        : _("{game}. Arrow keys, Home, End, Page Up and Page Down move along the lines. The pieces are on the wooden board.", { game: hello.title }),
    }, ...picture, ...this.targets);
  }

  /**
   * @param {string} name
   * @param {Place} place
   */
  #target(name, { x, y }) {
    const { left, top, width, height, unit } = this.layout;
    const target = html("button", {
      type: "button", class: "target", tabindex: -1, "aria-label": _("Point {point}", { point: name }),
      "data-point": name, "data-lamp": DARK, "data-pieces": "", "data-sensed": "false",
    });
    target.style.left = `${(100 * (x - left)) / width}%`;
    target.style.top = `${(100 * (y - top)) / height}%`;
    target.style.width = `${(100 * 2 * TOUCH * unit) / width}%`;
    return target;
  }

  /**
   * Show a frame.
   * @param {string} rgb RRGGBB of each point, joined.
   */
  light(rgb) {
    this.lamps.frame(rgb);
    this.#lit();
  }

  /**
   * Show what the lamps mean, and let them shine by themselves.
   * @param {Pick<Shining, "shines" | "elapsed" | "frames">} shining
   */
  shine(shining) {
    this.lamps.shine(shining);
    this.#lit();
    this.targets.forEach((_target, i) => this.#name(i));
  }

  /** Take the lamps of another board of the same game. @param {Board} other */
  lightAs(other) {
    this.lamps.copy(other.lamps);
    this.#lit();
  }

  #lit() {
    this.targets.forEach((target, i) => { target.dataset.lamp = `#${this.lamps.rgb(i)}`; });
  }

  /**
   * Say what a point holds, and what its lamp means.
   * @param {number} i
   */
  #name(i) {
    if (this.numbered) return;
    const holds = this.holds[i];
    const means = this.lamps.means(i, holds !== "");
    const name = [_("Point {point}", { point: this.layout.names[i] }), holds || _("empty"), ...means].join(", ");
    if (this.targets[i].getAttribute("aria-label") !== name) this.targets[i].setAttribute("aria-label", name);
  }

  /**
   * Say a point's number instead of what it holds.
   * @param {number} i
   * @param {number} number 0 for none.
   */
  number(i, number) {
    this.numbered = true;
    const point = this.layout.names[i];
    this.targets[i].setAttribute("aria-label", number ? _("Point {point}, {number}", { point, number }) : _("Point {point}, no number", { point }));
  }

  /**
   * Show what the switches say and which pieces stand where.
   * @param {string[][]} stacks Their texts point by point, bottom first.
   * @param {boolean[]} sensed
   * @param {boolean} draggable
   * @param {Flight[]} landed What others have put down.
   */
  place(stacks, sensed, draggable, landed = []) {
    const before = this.shown.map((text) => text ?? "");
    const drawn = !this.shown.includes(null);
    stacks.forEach((stack, i) => {
      const target = this.targets[i];
      const text = stack.join(" ");
      if (this.shown[i] !== text) {
        this.shown[i] = text;
        this.stacks[i].replaceChildren(...this.pieces.stack(stack));
        target.dataset.pieces = text;
        this.holds[i] = stack.map((piece) => this.pieces.look(piece).name)
          .reduce((lower, upper) => lower ? _("{lower} under {upper}", { lower, upper }) : upper, "");
        this.#name(i);
      }
      target.classList.toggle("draggable", draggable && stack.length > 0);
      target.dataset.sensed = String(sensed[i]);
      // Believed to stand there, but no switch says so: a real piece in somebody's hand.
      this.stacks[i].classList.toggle("lifted", !draggable && !sensed[i]);
      // A switch is shown where it contradicts: nothing is believed to stand there.
      this.switches[i].classList.toggle("closed", sensed[i] && !stack.length);
    });
    if (this.still || !drawn || !moving()) return;
    for (const { from, to } of [...flights(before, this.shown.map((text) => text ?? "")), ...landed]) {
      const { places, unit } = this.layout;
      fly(this.stacks[to], this.sky, places[from], places[to], PIECE * unit);
    }
  }

  /**
   * Show a position on a board that is only a picture.
   * @param {string[][]} stacks The pieces' texts point by point, bottom first.
   */
  show(stacks) {
    this.place(stacks, stacks.map((stack) => stack.length > 0), false);
  }

  /** Draw the discs again: what their texts look like has become known. */
  forget() {
    this.numbered = false;
    this.shown.fill(null);
  }

  /** @param {string} name */
  target(name) {
    return this.targets[this.layout.at(name)];
  }

  /**
   * The button of the point to which a key leads from a point; null for other keys.
   * @param {string} name
   * @param {string} key
   */
  reached(name, key) {
    return WAYS[key] ? this.target(this.layout.beside(name, ...WAYS[key])) : null;
  }

  /** The diameter of a disc on the screen, in pixels. */
  get disc() {
    return (2 * PIECE * this.layout.unit * this.element.getBoundingClientRect().width) / this.layout.width;
  }
}
