// @ts-check
// The board: drawn once from the geometry in `Hello`, then kept up with lamps, switches and pieces.

import { CalmLamps } from "./calm.js";
import { html, svg } from "./dom.js";
import { flights, fly, moving } from "./flights.js";
import { Layout } from "./layout.js";
import { onScreen } from "./light.js";
import { Marks } from "./marks.js";
import { Overlay } from "./overlay.js";
import { labels, print } from "./print.js";

/** @import { Flight } from "./flights.js" */
/** @import { Place } from "./layout.js" */
/** @import { Hello } from "./messages.d.ts" */
/** @import { Pieces } from "./pieces.js" */

// All in units of the smallest distance between two points.
export const PIECE = 0.385;
const LAMP = 0.45;
const HALO = 0.74;
const TOUCH = 0.5;
const SWITCH = [0, 0.27]; // where a closed switch shows, from its point
const CORNER = [0.4, 0.4]; // the same in a square

const DARK = "#000000";

let boards = 0; // so far: the gradients of each need names of their own

export class Board {
  /**
   * `element` holds the picture and the buttons; `target(name)` is the button of a point.
   * @param {Hello} hello The geometry.
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
    this.rgb = "";
    this.calm = new CalmLamps();
    this.lit = ""; // what is shown of it: calmer where no motion is wanted
    const { places, names, unit: u } = this.layout;
    const glow = `glow-${boards += 1}`;
    this.halos = places.map(({ x, y }, i) => svg("circle", {
      class: "halo", cx: x, cy: y, r: HALO * u, fill: `url(#${glow}-${i})`,
    }));
    this.glows = places.map((_, i) => svg("radialGradient", { id: `${glow}-${i}` },
      ...[[0, 0.95], [0.42, 0.75], [0.62, 0.45], [0.8, 0.14], [1, 0]].map(([offset, opacity]) =>
        svg("stop", { offset, "stop-color": "currentColor", "stop-opacity": opacity }))));
    const dark = this.layout.area("dark");
    this.glasses = places.map(({ x, y }) => svg("circle", { class: "glass", cx: x, cy: y, r: 0.095 * u }));
    const lenses = places.map(({ x, y }, i) => svg("g",
      { class: dark.size && !dark.has(i) ? "lens unused" : "lens" },
      svg("circle", { class: "well", cx: x, cy: y, r: 0.13 * u }), this.glasses[i]));
    this.rings = places.map(({ x, y }) => svg("circle", { class: "ring", cx: x, cy: y, r: LAMP * u }));
    this.stacks = places.map(({ x, y }) =>
      svg("g", { class: "stack", transform: `translate(${x} ${y}) scale(${PIECE * u})` }));
    const [across, down] = this.layout.squares ? CORNER : SWITCH;
    this.switches = places.map(({ x, y }) =>
      svg("circle", { class: "switch", cx: x + across * u, cy: y + down * u, r: 0.045 * u }));
    this.sky = svg("g", { class: "sky" });
    // From the far side to the near one: a tall column stands before what is behind it.
    const near = places.map((_, i) => i).sort((a, b) => places[a].y - places[b].y);
    const { left, top, width, height } = this.layout;
    const picture = svg("svg", { viewBox: `${left} ${top} ${width} ${height}`, "aria-hidden": "true" },
      svg("defs", {}, ...this.glows), print(this.layout),
      svg("g", {}, ...lenses), svg("g", {}, ...this.halos), svg("g", {}, ...this.rings),
      labels(this.layout), this.marks.element,
      svg("g", { class: "stacks" }, ...near.map((i) => this.stacks[i])), svg("g", {}, ...this.switches),
      this.sky, this.overlay.element);
    picture.style.setProperty("--unit", String(u)); // the print's widths are given in it
    // What is touched are buttons over the picture: only those keep a phone from scrolling.
    this.targets = places.map((place, i) => this.#target(names[i], place));
    this.targets[0].setAttribute("tabindex", "0");
    if (still) {
      this.element = html("div", { class: "board", "data-board": this.hello.board, role: "img" }, picture);
      return;
    }
    this.element = html("div", {
      class: "board", "data-testid": "board", "data-board": this.hello.board,
      "data-hands": 0, "data-held": 0, role: "group",
      "aria-label": `${this.hello.title} board. Use the arrow keys to move, and Enter to lift a piece or put it down.`,
    }, picture, ...this.targets);
  }

  /**
   * @param {string} name
   * @param {Place} place
   */
  #target(name, { x, y }) {
    const { left, top, width, height, unit } = this.layout;
    const target = html("button", {
      type: "button", class: "target", tabindex: -1, "aria-label": `Point ${name}`,
      "data-point": name, "data-lamp": DARK, "data-pieces": "", "data-sensed": "false",
    });
    target.style.left = `${(100 * (x - left)) / width}%`;
    target.style.top = `${(100 * (y - top)) / height}%`;
    target.style.width = `${(100 * 2 * TOUCH * unit) / width}%`;
    return target;
  }

  /**
   * Show a frame. A lamp on a screen is dimmed by its opacity.
   * @param {string} rgb RRGGBB of each point, joined.
   */
  light(rgb) {
    const lit = moving() ? rgb : this.calm.frame(rgb);
    for (let i = 0; i < this.targets.length; i += 1) {
      const [sent, hex] = [rgb, lit].map((frame) => frame.slice(6 * i, 6 * i + 6));
      if (sent !== this.rgb.slice(6 * i, 6 * i + 6)) this.targets[i].dataset.lamp = `#${sent.toLowerCase()}`;
      if (hex === this.lit.slice(6 * i, 6 * i + 6)) continue;
      const { colour, strength } = onScreen(hex);
      this.glows[i].style.color = colour;
      this.halos[i].style.opacity = String(0.85 * strength);
      this.rings[i].style.stroke = colour;
      this.rings[i].style.opacity = String(strength);
      this.glasses[i].style.fill = colour;
    }
    this.rgb = rgb;
    this.lit = lit;
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
        const holds = stack.map((piece) => this.pieces.look(piece).name).join(" under ");
        const name = this.layout.names[i];
        target.setAttribute("aria-label", holds ? `Point ${name}, ${holds}` : `Point ${name}, empty`);
      }
      target.classList.toggle("draggable", draggable && stack.length > 0);
      target.dataset.sensed = String(sensed[i]);
      // Believed to stand there, but no switch says so: a real piece in somebody's hand.
      this.stacks[i].classList.toggle("lifted", !draggable && !sensed[i]);
      this.switches[i].classList.toggle("closed", sensed[i]);
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
    this.shown.fill(null);
  }

  /** @param {string} name */
  target(name) {
    return this.targets[this.layout.at(name)];
  }

  /** The diameter of a disc on the screen, in pixels. */
  get disc() {
    return (2 * PIECE * this.layout.unit * this.element.getBoundingClientRect().width) / this.layout.width;
  }
}
