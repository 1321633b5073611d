// @ts-check
// What pieces look like. `Hello` gives the shape, sign, material and letters of each, and the colour
// of the seat that owns it. The colours themselves are in style.css.

import { known, svg } from "./dom.js";
import { _ } from "./text.js";

/** @import { Attributes } from "./dom.js" */
/** @import { Hello, PieceView } from "./messages.d.ts" */
/** @typedef {Pick<Hello, "seats" | "colours" | "areas" | "points">} Players What has to be known of a game. */

/**
 * @typedef {object} Look How a piece looks.
 * @property {string} wood The name of its colour.
 * @property {Shape} shape
 * @property {string} sign An outline drawn on it, or empty.
 * @property {string} letters
 * @property {string} drawing A path painted on it in place of the letters, or empty.
 * @property {string} name What it is called in words.
 * @property {number} turn Degrees, clockwise.
 */

const LAYER = 0.44; // how far a piece shows below the one on top of it, in radii
const TALL = 1.5; // how far all of them show at most
const COUNTED = 3; // columns of so many pieces wear a number

/** @typedef {keyof typeof OUTLINES} Shape */

const OUTLINES = {
  disc: "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z",
  square: "M-.84-.84H.84V.84H-.84Z",
  triangle: "M0-1.02 1.02.76H-1.02Z",
  diamond: "M0-1.1 1.1 0 0 1.1-1.1 0Z",
};

/** @type {Record<string, string>} */
const SIGNS = {
  crown: "M-.5-.3-.25.02 0-.46.25.02.5-.3.4.34H-.4ZM-.4.42H.4V.52H-.4Z",
  star: "M0-.52.15-.2.5-.16.24.08.31.42 0 .25-.31.42-.24.08-.5-.16-.15-.2Z",
};

// The names of woods that differ from the names of their colours.
/** @type {Record<string, string>} */
const WOODS = { white: "ivory", black: "ebony" };

/**
 * The shape of that name; a disc where there is none such.
 * @param {string} name
 * @returns {Shape}
 */
function shapeOf(name) {
  return name === "square" || name === "triangle" || name === "diamond" ? name : "disc";
}

/** Remembers which text is whose piece and what it is called, from every position seen. */
export class Pieces {
  /** @type {Players | null} */
  #hello = null;
  /** @type {Map<string, PieceView>} */
  #known = new Map();
  /** @type {number[]} */
  #forward = [];
  turned = 0; // by how many degrees the board is turned, clockwise

  /**
   * Begin with another game: forget the pieces of the one before.
   * @param {Players} hello
   */
  begin(hello) {
    this.#hello = hello;
    this.#known.clear();
    this.#forward = hello.seats.map((_seat, seat) => this.#direction(seat));
  }

  /**
   * Take in a position; true where a text turns out to be something that was not known.
   * @param {PieceView[][]} believed
   */
  learn(believed) {
    let news = false;
    for (const piece of believed.flat()) {
      const before = this.#known.get(piece.text);
      if (before?.seat === piece.seat && before.kind === piece.kind) continue;
      this.#known.set(piece.text, piece);
      news = true;
    }
    return news;
  }

  /**
   * How a piece looks, by its text.
   * @param {string} text
   * @returns {Look}
   */
  look(text) {
    const { seats, colours } = known(this.#hello);
    const { seat, kind, shape: outline, sign = "", material = "wood", letters = "", drawing = "" } =
      this.#known.get(text) ?? { seat: null, kind: _("piece {text}", { text }), letters: text };
    const shape = shapeOf(outline ?? "");
    const owner = seat === null ? "" : seats[seat] ?? "";
    // Players called after their colours give them to their pieces.
    const side = seat !== null && owner.toLowerCase() === colours[seat] ? colours[seat] : owner;
    return {
      wood: material !== "wood" ? material : seat === null ? "plain" : this.#wood(seat),
      shape,
      sign: SIGNS[sign] ?? "",
      letters,
      drawing,
      name: side ? _("{side} {kind}", { side, kind }) : kind,
      turn: shape === "triangle" && seat !== null ? (this.#forward[seat] ?? 0) + this.turned : 0,
    };
  }

  /**
   * The seat that owns a piece, by its text; null if nobody does.
   * @param {string} text
   */
  owner(text) {
    return this.#known.get(text)?.seat ?? null;
  }

  /**
   * The colour by which a seat is known; none where one plays alone.
   * @param {number} seat
   */
  woodOf(seat) {
    const { seats } = known(this.#hello);
    return seats.length > 1 && seat >= 0 ? this.#wood(seat) : "";
  }

  /**
   * The wood of a seat's pieces.
   * @param {number} seat
   */
  #wood(seat) {
    const colour = known(this.#hello).colours[seat] ?? "plain";
    return WOODS[colour] ?? colour;
  }

  /**
   * One piece, drawn around the origin with radius 1.
   * @param {string} text
   * @param {Attributes} attributes
   */
  draw(text, attributes = {}) {
    const { wood, shape, sign, letters, drawing, turn } = this.look(text);
    /**
     * @param {string} name
     * @param {number} size
     * @param {number} x
     * @param {number} y
     * @param {Attributes} more
     */
    const outline = (name, size, x, y, more = {}) => svg("path", {
      class: name, d: OUTLINES[shape],
      transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})`, ...more,
    });
    const piece = svg("g", {
      class: "piece", "data-piece": text, "data-wood": wood, "data-shape": shape,
      "data-sign": Boolean(sign), ...attributes,
    },
      outline("shade", 1.02, 0.05, 0.16),
      outline("rim", 1, 0, 0),
      outline("face", 0.93, 0, -0.03, { fill: `url(#face-${wood})` }),
      outline("groove", 0.72, 0, -0.03));
    if (sign) piece.append(svg("path", { class: "sign", d: sign }));
    if (drawing) piece.append(svg("path", { class: "drawing", d: drawing }));
    else if (letters) piece.append(svg("text", { class: "letters", y: 0.04 }, letters));
    return piece;
  }

  /**
   * A column, bottom first, around the origin: each piece shows below the one on top of it.
   * @param {string[]} texts
   */
  stack(texts) {
    const above = texts.length - 1;
    const step = above > 0 ? Math.min(LAYER, TALL / above) : 0;
    const drawn = texts.map((text, level) => this.draw(text, {
      transform: `translate(0 ${step * (above / 2 - level)})`,
      "data-level": level < above ? "under" : null,
    }));
    if (texts.length >= COUNTED) {
      drawn.push(svg("g", { class: "height", transform: `translate(.82 ${-0.72 - (step * above) / 2})` },
        svg("circle", { r: 0.36 }), svg("text", { y: 0.02 }, String(texts.length))));
    }
    return drawn;
  }

  /**
   * A column in a picture of its own, for places outside the board.
   * @param {string[]} texts
   */
  picture(texts) {
    return svg("svg", { viewBox: "-1.15 -1.15 2.3 2.35", class: "disc", "aria-hidden": "true" },
      ...this.stack(texts));
  }

  /**
   * The direction (degrees, clockwise from upward) in which a seat plays: from home to goal.
   * @param {number} seat
   */
  #direction(seat) {
    const { areas, points: all } = known(this.#hello);
    /** @param {string} wanted */
    const middle = (wanted) => {
      const area = areas.find(({ kind, seat: whose }) => kind === wanted && whose === seat);
      const points = area?.points.map((p) => all[p]) ?? [];
      /** @param {"x" | "y"} axis */
      const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
      return points.length ? { x: mean("x"), y: mean("y") } : null;
    };
    const [from, to] = [middle("home"), middle("goal")];
    return from && to ? Math.round((Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI) : 0;
  }
}

/** The gradients that pieces are painted with; to be put into the page once. */
export function paints() {
  const woods = ["plain", "ivory", "ebony", "blue", "yellow", "red", "green", "cyan", "silver", "stone"];
  const gradients = woods.map((wood) =>
    svg("radialGradient", { id: `face-${wood}`, "data-wood": wood, cx: "0.38", cy: "0.3", r: "0.85" },
      svg("stop", { class: "from", offset: "0" }), svg("stop", { class: "to", offset: "1" })));
  return svg("svg", { class: "paints", width: 0, height: 0, "aria-hidden": "true" },
    svg("defs", {}, ...gradients));
}
