// @ts-check
// Where everything lies: the geometry in `Hello`, measured once, with y downward as on a screen.

/** @import { Hello } from "./messages.d.ts" */

/** @typedef {{ x: number, y: number }} Place */

/**
 * What has to be known of a board.
 * @typedef {Pick<Hello, "style" | "colours" | "points" | "areas" | "lines" | "palaces">} Geometry
 */

const EDGE = 1; // from the outermost points to the board's edge, in units
const GRID_EDGE = 1.02; // the same for a grid of lines, whose names stand at the rim
const CELL_EDGE = 0.88; // and for one of squares
const FLATTER = 0.001; // decides only between neighbours that are equally far off the direction of a key
const STEEPEST = 1.2; // the tangent of how far a line may lie off the direction of a key
const REACH = 0.62; // how far from a point a piece may be let go of

/**
 * The smallest distance between two places; 1 where there is none.
 * @param {{ x: number, y: number }[]} places
 */
export function spacing(places) {
  let least = Infinity;
  places.forEach((a, i) => places.slice(i + 1).forEach((b) => {
    least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
  }));
  return Number.isFinite(least) && least > 0 ? least : 1;
}

export class Layout {
  /** @type {number[][]} */
  #neighbours;

  /**
   * `unit`: the smallest distance between two points; all of a board's sizes hang on it.
   * @param {Geometry} hello
   */
  constructor(hello) {
    this.hello = hello;
    this.names = hello.points.map(({ name }) => name);
    this.index = new Map(this.names.map((name, i) => [name, i]));
    /** @type {Place[]} */
    this.places = hello.points.map(({ x, y }) => ({ x, y: -y }));
    this.#neighbours = this.#joined();
    this.unit = spacing(this.places);
    this.grid = hello.style !== "points"; // files and ranks are named along the edge
    this.squares = hello.style === "squares";
    const xs = this.places.map((p) => p.x);
    const ys = this.places.map((p) => p.y);
    this.edge = (this.squares ? CELL_EDGE : this.grid ? GRID_EDGE : EDGE) * this.unit;
    this.left = Math.min(...xs) - this.edge;
    this.top = Math.min(...ys) - this.edge;
    this.width = Math.max(...xs) - Math.min(...xs) + 2 * this.edge;
    this.height = Math.max(...ys) - Math.min(...ys) + 2 * this.edge;
  }

  get ratio() {
    return this.width / this.height;
  }

  /**
   * The indices of the points of all areas of a kind.
   * @param {string} kind
   */
  area(kind) {
    return new Set(this.hello.areas.filter((area) => area.kind === kind).flatMap(({ points }) => points));
  }

  /**
   * A place of the screen (pixels), seen on an element that shows the board, in units.
   * @param {Element} element
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Place}
   */
  locate(element, clientX, clientY) {
    const box = element.getBoundingClientRect();
    return {
      x: this.left + ((clientX - box.left) / box.width) * this.width,
      y: this.top + ((clientY - box.top) / box.height) * this.height,
    };
  }

  /**
   * The name of the point within reach of a place, or null.
   * @param {Place} place
   */
  near({ x, y }) {
    /** @type {string | null} */
    let found = null;
    let least = REACH * this.unit;
    this.places.forEach((place, i) => {
      const distance = Math.hypot(place.x - x, place.y - y);
      if (distance < least) [least, found] = [distance, this.names[i]];
    });
    return found;
  }

  /**
   * The index of a point. Throws if the board has no point of that name.
   * @param {string} name
   */
  at(name) {
    const index = this.index.get(name);
    if (index === undefined) throw new RangeError(`the board has no point ${name}`);
    return index;
  }

  /**
   * The point that a key leads to from a point: the neighbour on a line in the direction (dx, dy); where
   * no line leads that way, the nearest point there; or the point itself.
   * @param {string} name
   * @param {number} dx
   * @param {number} dy
   */
  beside(name, dx, dy) {
    const at = this.at(name);
    const from = this.places[at];
    const length = Math.hypot(dx, dy);
    const off = (/** @type {number} */ i) => {
      const [x, y] = [this.places[i].x - from.x, this.places[i].y - from.y];
      return { along: (x * dx + y * dy) / length, across: Math.abs(x * dy - y * dx) / length };
    };
    let best = { cost: Infinity, to: at };
    for (const to of this.#neighbours[at]) {
      const { along, across } = off(to);
      // Of two that are equally far off, the flatter one: the arrows for up and down lead to the other.
      const cost = across / along + FLATTER * Math.abs(this.places[to].y - from.y) / this.unit;
      if (along > 0 && across <= along * STEEPEST && cost < best.cost - FLATTER / 100) best = { cost, to };
    }
    if (best.to === at) {
      this.places.forEach((_, to) => {
        const { along, across } = off(to);
        if (along > 0.01 * this.unit && along + 2 * across < best.cost) best = { cost: along + 2 * across, to };
      });
    }
    return this.names[best.to];
  }

  /** The points that lines join to each point, in the order of the points. */
  #joined() {
    /** @type {Set<number>[]} */
    const joined = this.places.map(() => new Set());
    for (const line of this.hello.lines) {
      line.slice(1).forEach((point, i) => {
        joined[line[i]].add(point);
        joined[point].add(line[i]);
      });
    }
    return joined.map((points) => [...points].sort((a, b) => a - b));
  }
}
