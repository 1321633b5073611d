// What pieces look like: discs of wood, known by their text in positions.

import { svg } from "./dom.js";

const SEATS = ["ivory", "ebony", "padauk", "jade", "indigo", "olive"];
const PLAIN = new Set(["w", "b", "o"]);

/** Remembers which text is whose piece and what it is called, from every position seen. */
export class Pieces {
  #known = new Map();

  /** Take in a position; true where a text turns out to be something that was not known. */
  learn(believed) {
    let news = false;
    for (const piece of believed.flat()) {
      const known = this.#known.get(piece.text);
      if (known?.seat === piece.seat && known.kind === piece.kind) continue;
      this.#known.set(piece.text, piece);
      news = true;
    }
    return news;
  }

  /** Forget them all: another game begins. */
  forget() {
    this.#known.clear();
  }

  /** { wood, king, letters, name } of a piece by its text. */
  look(text) {
    const view = this.#known.get(text);
    const lower = text.toLowerCase();
    const wood =
      lower === "w" ? "ivory" : lower === "b" ? "ebony"
      : view && view.seat !== null ? SEATS[view.seat % SEATS.length] : "plain";
    const king = view ? view.kind === "king" : text === "W" || text === "B";
    const letters = king || PLAIN.has(lower) || view?.kind === "man" ? "" : text;
    const colour = { w: "white ", b: "black " }[lower] ?? "";
    return { wood, king, letters, name: colour + (view?.kind ?? (king ? "king" : `piece ${text}`)) };
  }

  /** The wood of a seat's pieces, or none as long as no piece of the seat has been seen. */
  woodOf(seat) {
    for (const piece of this.#known.values()) if (piece.seat === seat) return this.look(piece.text).wood;
    return "";
  }

  /** The disc, drawn around the origin with radius 1. */
  draw(text, attributes = {}) {
    const { wood, king, letters } = this.look(text);
    const disc = svg("g", { class: `piece ${wood}`, "data-piece": text, ...attributes },
      svg("ellipse", { class: "shade", cx: 0.05, cy: 0.16, rx: 1.04, ry: 1 }),
      svg("circle", { class: "rim", r: 1 }),
      svg("circle", { class: "face", r: 0.93, cy: -0.03, fill: `url(#face-${wood})` }),
      svg("circle", { class: "groove", r: 0.72, cy: -0.03 }),
    );
    if (king) {
      disc.append(svg("path", {
        class: "crown",
        d: "M-.5-.3-.25.02 0-.46.25.02.5-.3.4.34H-.4ZM-.4.42H.4V.52H-.4Z",
      }));
    }
    if (letters) disc.append(svg("text", { class: "letters", y: 0.04 }, letters));
    return disc;
  }

  /** A disc in a picture of its own, for places outside the board. */
  picture(text) {
    return svg("svg", { viewBox: "-1.15 -1.15 2.3 2.35", class: "disc", "aria-hidden": "true" },
      this.draw(text));
  }
}

/** The gradients that the discs are painted with; to be put into the page once. */
export function paints() {
  const shades = {
    ivory: ["#fffaf0", "#e9dcc0"],
    ebony: ["#57504b", "#211d1b"],
    plain: ["#e2b57c", "#b98143"],
    padauk: ["#c8573c", "#8a2c1d"],
    jade: ["#5fa383", "#2c6a4e"],
    indigo: ["#6d7fc4", "#36458a"],
    olive: ["#b9b25a", "#7b7528"],
  };
  const gradients = Object.entries(shades).map(([wood, [light, dark]]) =>
    svg("radialGradient", { id: `face-${wood}`, cx: "0.38", cy: "0.3", r: "0.85" },
      svg("stop", { offset: "0", "stop-color": light }),
      svg("stop", { offset: "1", "stop-color": dark })));
  return svg("svg", { class: "paints", width: 0, height: 0, "aria-hidden": "true" },
    svg("defs", {}, ...gradients));
}
