// @ts-check
// The lamps: their light on the board, a sign beside each that tells its meaning without colour, and
// the same in words. A rhythm runs by itself, in few steps, so that it costs next to nothing.

import { CalmLamps } from "./calm.js";
import { html, svg } from "./dom.js";
import { moving } from "./flights.js";
import { keyframes, onScreen } from "./light.js";
import { namePlaces } from "./print.js";
import { badge, SIGNS } from "./signs.js";

/** @import { Layout } from "./layout.js" */
/** @import { Shining, ShineView } from "./messages.d.ts" */

const HALO = 0.74; // in units of the smallest distance between two points
const BESIDE = 0.37; // how far a sign is from its point, sideways and up or down
const CORNERS = [[-1, -1], [-1, 1], [1, 1], [1, -1]]; // where it may be; a tall column wears its height in the last
const SIGN = 0.17; // its radius
const CLEAR = 0.32; // how far it is from any name
const DARK = "000000";

export class Lamps {
  /** @type {string[]} RRGGBB of each point. */
  #rgb;
  /** @type {string[]} What is shown of it: calmer where no motion is wanted. */
  #shown;
  /** @type {ShineView[][]} What each lamp means. */
  #means;
  /** @type {Shining["shines"]} */
  #shines = [];
  #frames = true; // whether only frames tell the colours
  #since = 0; // when the rhythm began

  /**
   * `lenses` and `signs` are parts of a picture, `lights` lies between them.
   * @param {Layout} layout
   */
  constructor(layout) {
    const { places, left, top, width, height, unit: u } = layout;
    this.layout = layout;
    this.#rgb = places.map(() => DARK);
    this.#shown = [...this.#rgb];
    this.calm = new CalmLamps();
    this.#means = places.map(() => []);
    this.lamps = places.map(({ x, y }) => {
      const lamp = html("span", { class: "lamp" });
      lamp.style.left = `${(100 * (x - left)) / width}%`;
      lamp.style.top = `${(100 * (y - top)) / height}%`;
      lamp.style.width = `${(100 * 2 * HALO * u) / width}%`;
      return lamp;
    });
    this.lights = html("div", { class: "lights", "aria-hidden": "true" }, ...this.lamps);
    const dark = layout.area("dark");
    this.glasses = places.map(({ x, y }) => svg("circle", { class: "glass", cx: x, cy: y, r: 0.095 * u }));
    this.lenses = svg("g", {}, ...places.map(({ x, y }, i) => svg("g",
      { class: dark.size && !dark.has(i) ? "lens unused" : "lens" },
      svg("circle", { class: "well", cx: x, cy: y, r: 0.13 * u }), this.glasses[i])));
    this.signs = svg("g", { class: "signs" });
    this.corners = this.#corners();
  }

  /**
   * Show a frame.
   * @param {string} rgb RRGGBB of each point, joined.
   */
  frame(rgb) {
    if (!this.#frames) return;
    const lit = (moving() ? rgb : this.calm.frame(rgb)).toLowerCase();
    this.lamps.forEach((_, i) => {
      this.#rgb[i] = rgb.slice(6 * i, 6 * i + 6).toLowerCase();
      this.#light(i, lit.slice(6 * i, 6 * i + 6));
    });
  }

  /**
   * Show what the lamps mean, and let them shine by themselves unless frames tell that.
   * @param {Pick<Shining, "shines" | "elapsed" | "frames">} shining
   */
  shine({ shines, elapsed, frames = false }) {
    this.#shines = shines;
    this.#frames = frames;
    this.#since = performance.now() - elapsed;
    this.#means = this.lamps.map(() => []);
    for (const shine of shines) for (const [i] of shine.lamps) this.#means[i].push(shine);
    for (const lamp of this.lamps) for (const beating of lamp.getAnimations()) beating.cancel();
    if (!frames) {
      const lit = new Map(shines.flatMap(({ lamps }) => lamps));
      this.lamps.forEach((_, i) => {
        this.#rgb[i] = lit.get(i) ?? DARK;
        this.#light(i, this.#rgb[i]);
      });
      for (const { beats = [], lamps } of shines) if (beats.length) this.#beat(beats, lamps);
    }
    this.signs.replaceChildren(...this.#badges());
  }

  /** Show what the lamps of another board show. @param {Lamps} other */
  copy(other) {
    this.shine({ shines: other.#shines, elapsed: performance.now() - other.#since, frames: other.#frames });
    if (other.#frames) this.frame(other.#rgb.join(""));
  }

  /** The colour of a lamp at its brightest, RRGGBB. @param {number} i */
  rgb(i) {
    return this.#rgb[i];
  }

  /**
   * What a lamp means, in words.
   * @param {number} i
   * @param {boolean} occupied
   */
  means(i, occupied) {
    return this.#means[i].map(({ text, vacant }) => (!occupied && vacant) || text);
  }

  /**
   * A lamp on a screen is dimmed by its opacity.
   * @param {number} i
   * @param {string} rgb
   */
  #light(i, rgb) {
    if (rgb === this.#shown[i]) return;
    this.#shown[i] = rgb;
    const { colour, strength } = onScreen(rgb);
    this.lamps[i].style.color = colour;
    this.lamps[i].style.opacity = String(strength);
    this.glasses[i].style.fill = colour;
  }

  /**
   * @param {number[][]} beats
   * @param {ShineView["lamps"]} lamps
   */
  #beat(beats, lamps) {
    if (!moving()) return; // the sign says enough
    for (const [i, rgb] of lamps) {
      const { duration, frames } = keyframes(beats, onScreen(rgb).level);
      const beating = this.lamps[i].animate(frames, { duration, iterations: Infinity });
      beating.currentTime = performance.now() - this.#since;
    }
  }

  /** For each point the first corner in which a sign does not cover a name. */
  #corners() {
    const { places, grid, unit: u } = this.layout;
    const names = grid ? [] : namePlaces(this.layout);
    return places.map(({ x, y }) => {
      const corners = CORNERS.map(([right, down]) => ({ x: x + right * BESIDE * u, y: y + down * BESIDE * u }));
      return corners.find((at) => names.every((name) => Math.hypot(name.x - at.x, name.y - at.y) > CLEAR * u)) ?? corners[0];
    });
  }

  #badges() {
    const { unit: u } = this.layout;
    return this.#shines.filter(({ meaning }) => SIGNS[meaning]).flatMap(({ meaning, lamps }) =>
      lamps.map(([i]) => svg("g", {
        class: "badge", "data-sign-of": meaning,
        transform: `translate(${this.corners[i].x} ${this.corners[i].y}) scale(${SIGN * u})`,
      }, ...badge(meaning))));
  }
}
