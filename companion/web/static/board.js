// The board: drawn once from the geometry in `Hello`, then kept up with lamps, switches and pieces.

import { html, svg } from "./dom.js";

// All in units of the smallest distance between two points.
const PIECE = 0.385;
const LAMP = 0.45;
const HALO = 0.74;
const TOUCH = 0.5;
const REACH = 0.62;
const EDGE = 0.92;
const STACK = 0.17;
const SWITCH = 0.27;

const DARK = "#000000";

/** The angle (radians) of the middle of the widest gap between a point's lines: a label's place. */
function clearest(angles, outward) {
  if (!angles.length) return outward;
  const sorted = [...angles].sort((a, b) => a - b);
  let best = { width: -1, away: 9, angle: 0 };
  sorted.forEach((from, i) => {
    const to = i + 1 < sorted.length ? sorted[i + 1] : sorted[0] + 2 * Math.PI;
    const width = Math.round((to - from) * 1000);
    const angle = (from + to) / 2;
    const away = Math.round(Math.abs(Math.atan2(Math.sin(angle - outward), Math.cos(angle - outward))) * 1000);
    if (width > best.width || (width === best.width && away < best.away)) best = { width, away, angle };
  });
  return best.angle;
}

export class Board {
  /**
   * hello: the geometry. pieces: draws the discs.
   * `element` holds the picture and the buttons; `target(name)` is the button of a point.
   */
  constructor(hello, pieces) {
    this.hello = hello;
    this.pieces = pieces;
    this.index = new Map(hello.points.map((point, i) => [point.name, i]));
    this.places = hello.points.map(({ x, y }) => ({ x, y: -y }));
    this.unit = this.#smallestDistance();
    this.#measure();
    this.#draw();
    this.shown = hello.points.map(() => null);
    this.rgb = "";
  }

  #smallestDistance() {
    let least = Infinity;
    this.places.forEach((a, i) => this.places.slice(i + 1).forEach((b) => {
      least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
    }));
    return Number.isFinite(least) && least > 0 ? least : 1;
  }

  #measure() {
    const xs = this.places.map((p) => p.x);
    const ys = this.places.map((p) => p.y);
    const edge = EDGE * this.unit;
    this.left = Math.min(...xs) - edge;
    this.top = Math.min(...ys) - edge;
    this.width = Math.max(...xs) - Math.min(...xs) + 2 * edge;
    this.height = Math.max(...ys) - Math.min(...ys) + 2 * edge;
  }

  get ratio() {
    return this.width / this.height;
  }

  #draw() {
    const u = this.unit;
    const { points, lines, palaces } = this.hello;
    const inset = 0.16 * u;
    const frame = (by, name, radius) => svg("rect", {
      class: name, x: this.left + by, y: this.top + by, rx: radius,
      width: this.width - 2 * by, height: this.height - 2 * by,
    });
    const print = svg("g", { class: "print" },
      frame(inset, "frame", 0.3 * u), frame(inset + 0.07 * u, "frame thin", 0.24 * u),
      ...palaces.flatMap((p) => this.#palace(this.places[p])),
      ...lines.map((line) => svg("polyline", {
        class: "line",
        points: line.map((p) => `${this.places[p].x},${this.places[p].y}`).join(" "),
      })),
      ...this.#labels());
    this.halos = points.map((_, i) => svg("circle", {
      class: "halo", cx: this.places[i].x, cy: this.places[i].y, r: HALO * u, fill: `url(#glow-${i})`,
    }));
    this.glows = points.map((_, i) => svg("radialGradient", { id: `glow-${i}` },
      ...[[0, 0.95], [0.42, 0.75], [0.62, 0.45], [0.8, 0.14], [1, 0]].map(([offset, opacity]) =>
        svg("stop", { offset, "stop-color": "currentColor", "stop-opacity": opacity }))));
    this.lenses = this.places.map(({ x, y }) => svg("g", { class: "lens" },
      svg("circle", { class: "well", cx: x, cy: y, r: 0.13 * u }),
      svg("circle", { class: "glass", cx: x, cy: y, r: 0.095 * u })));
    this.rings = this.places.map(({ x, y }) =>
      svg("circle", { class: "ring", cx: x, cy: y, r: LAMP * u }));
    this.stacks = this.places.map(({ x, y }) =>
      svg("g", { class: "stack", transform: `translate(${x} ${y}) scale(${PIECE * u})` }));
    this.switches = this.places.map(({ x, y }) =>
      svg("circle", { class: "switch", cx: x, cy: y + SWITCH * u, r: 0.045 * u }));
    this.picture = svg("svg", {
      viewBox: `${this.left} ${this.top} ${this.width} ${this.height}`, "aria-hidden": "true",
    },
      svg("defs", {}, ...this.glows), print,
      svg("g", {}, ...this.lenses), svg("g", {}, ...this.halos), svg("g", {}, ...this.rings),
      svg("g", {}, ...this.stacks), svg("g", {}, ...this.switches));
    this.picture.style.setProperty("--unit", u); // the print's widths are given in it
    // What is touched are buttons over the picture: only those keep a phone from scrolling.
    this.targets = points.map(({ name }, i) => this.#target(name, this.places[i]));
    this.targets[0].setAttribute("tabindex", 0);
    this.element = html("div", {
      class: "board", "data-testid": "board", "data-hands": 0, "data-held": 0, role: "group",
      "aria-label": `${this.hello.title}: the board. Arrow keys move, Enter lifts and puts down.`,
    }, this.picture, ...this.targets);
  }

  #target(name, { x, y }) {
    const target = html("button", {
      type: "button", class: "target", tabindex: -1, "aria-label": `Point ${name}`,
      "data-point": name, "data-lamp": DARK, "data-pieces": "", "data-sensed": "false",
    });
    target.style.left = `${(100 * (x - this.left)) / this.width}%`;
    target.style.top = `${(100 * (y - this.top)) / this.height}%`;
    target.style.width = `${(100 * 2 * TOUCH * this.unit) / this.width}%`;
    return target;
  }

  #palace({ x, y }) {
    const u = this.unit;
    const rays = Array.from({ length: 12 }, (_, i) => {
      const angle = (i * Math.PI) / 6;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return `M${x + 0.53 * u * c} ${y + 0.53 * u * s}L${x + 0.6 * u * c} ${y + 0.6 * u * s}`;
    }).join("");
    return [
      svg("circle", { class: "palace", cx: x, cy: y, r: 0.5 * u }),
      svg("path", { class: "rays", d: rays }),
    ];
  }

  /** For each point the angle at which its name is least in the way of the lines. */
  #freeAngles() {
    const u = this.unit;
    const cx = this.left + this.width / 2;
    const cy = this.top + this.height / 2;
    const angles = this.places.map(() => []);
    for (const line of this.hello.lines) {
      for (let i = 0; i + 1 < line.length; i += 1) {
        const [a, b] = [this.places[line[i]], this.places[line[i + 1]]];
        const angle = Math.atan2(b.y - a.y, b.x - a.x);
        angles[line[i]].push(angle);
        angles[line[i + 1]].push(angle > 0 ? angle - Math.PI : angle + Math.PI);
      }
    }
    return this.places.map(({ x, y }, i) => {
      // Outward, and rather sideways than up or down, so that both halves are mirror images.
      const outward = Math.atan2(y - cy, 1.5 * (x - cx) - 0.05 * u);
      const angle = clearest(angles[i], outward);
      return this.hello.palaces.includes(i) ? angle + Math.PI / 4 : angle;
    });
  }

  #label(text, x, y) {
    return svg("text", { class: "label", x, y, "font-size": 0.21 * this.unit }, text);
  }

  #labels() {
    const u = this.unit;
    const edges = this.#edgeLabels();
    if (edges) return edges;
    const angles = this.#freeAngles();
    return this.places.map(({ x, y }, i) => {
      const far = (this.hello.palaces.includes(i) ? 0.74 : 0.56) * u;
      return this.#label(
        this.hello.points[i].name, x + far * Math.cos(angles[i]), y + far * Math.sin(angles[i]));
    });
  }

  /** Files and ranks along two edges, where the names are made of them (a1, a2, …); or null. */
  #edgeLabels() {
    const files = new Map();
    const ranks = new Map();
    for (const [i, { name }] of this.hello.points.entries()) {
      const [, file, rank] = /^([a-z])([0-9]+)$/.exec(name) ?? [];
      const { x, y } = this.places[i];
      if (!file || (files.get(file) ?? x) !== x || (ranks.get(rank) ?? y) !== y) return null;
      files.set(file, x);
      ranks.set(rank, y);
    }
    const edge = 0.33 * this.unit;
    return [
      ...[...files].map(([file, x]) => this.#label(file, x, this.top + this.height - edge)),
      ...[...ranks].map(([rank, y]) => this.#label(rank, this.left + edge, y)),
    ];
  }

  /** Show a frame: RRGGBB of each point, joined. A lamp on a screen is dimmed by its opacity. */
  light(rgb) {
    for (let i = 0; i < this.targets.length; i += 1) {
      const hex = rgb.slice(6 * i, 6 * i + 6);
      if (hex === this.rgb.slice(6 * i, 6 * i + 6)) continue;
      const parts = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
      const most = Math.max(...parts);
      const colour = most ? `rgb(${parts.map((part) => Math.round((255 * part) / most)).join()})` : "";
      // Real lamps are far brighter than a screen: eyes see 10 of 255 well.
      const strength = most ? 0.25 + 0.75 * (most / 255) ** 0.5 : 0;
      this.glows[i].style.color = colour;
      this.halos[i].style.opacity = 0.85 * strength;
      this.rings[i].style.stroke = colour;
      this.rings[i].style.opacity = strength;
      this.lenses[i].lastChild.style.fill = colour;
      this.targets[i].dataset.lamp = `#${hex.toLowerCase()}`;
    }
    this.rgb = rgb;
  }

  /** Show what the switches say and which pieces stand where (texts, bottom first). */
  place(stacks, sensed, draggable) {
    stacks.forEach((stack, i) => {
      const target = this.targets[i];
      const text = stack.join(" ");
      if (this.shown[i] !== text) {
        this.shown[i] = text;
        this.stacks[i].replaceChildren(...stack.map((piece, level) => {
          const lift = (level * STACK) / PIECE;
          return this.pieces.draw(piece, { transform: `translate(0 ${-lift})` });
        }));
        target.dataset.pieces = text;
        const { name } = this.hello.points[i];
        const holds = stack.map((piece) => this.pieces.look(piece).name).join(" under ");
        target.setAttribute("aria-label", holds ? `Point ${name}, ${holds}` : `Point ${name}, empty`);
      }
      target.classList.toggle("draggable", draggable && stack.length > 0);
      target.dataset.sensed = String(sensed[i]);
      // Believed to stand there, but no switch says so: a real piece in somebody's hand.
      this.stacks[i].classList.toggle("lifted", !draggable && !sensed[i]);
      this.switches[i].classList.toggle("closed", sensed[i]);
    });
  }

  /** Draw the discs again: what their texts look like has become known. */
  forget() {
    this.shown.fill(null);
  }

  target(name) {
    return this.targets[this.index.get(name)];
  }

  /** A place on the screen (pixels) in the board's units. */
  locate(clientX, clientY) {
    const box = this.element.getBoundingClientRect();
    return {
      x: this.left + ((clientX - box.left) / box.width) * this.width,
      y: this.top + ((clientY - box.top) / box.height) * this.height,
    };
  }

  /** The name of the point within reach of a place, or null. */
  near({ x, y }) {
    let found = null;
    let least = REACH * this.unit;
    this.places.forEach((place, i) => {
      const distance = Math.hypot(place.x - x, place.y - y);
      if (distance < least) [least, found] = [distance, this.hello.points[i].name];
    });
    return found;
  }

  /** The nearest point in the direction (dx, dy) from a point, or itself: for the arrow keys. */
  beside(name, dx, dy) {
    const from = this.places[this.index.get(name)];
    let best = { cost: Infinity, name };
    this.places.forEach((place, i) => {
      const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
      const across = Math.abs((place.x - from.x) * dy - (place.y - from.y) * dx);
      if (along > 0.01 * this.unit && along + 2 * across < best.cost) {
        best = { cost: along + 2 * across, name: this.hello.points[i].name };
      }
    });
    return best.name;
  }

  /** The diameter of a disc on the screen, in pixels. */
  get disc() {
    return (2 * PIECE * this.unit * this.element.getBoundingClientRect().width) / this.width;
  }
}
