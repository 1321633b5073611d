// @ts-check
// What is printed on a board and never changes: squares or lines, palaces, names.

import { svg } from "./dom.js";

/** @import { Layout } from "./layout.js" */

const NAME = 0.24; // the size of a point's name, in units
const RIM_NAME = 0.28;

/**
 * The angle (radians) of the middle of the widest gap between a point's lines: a label's place.
 * @param {number[]} angles
 * @param {number} outward
 */
export function clearest(angles, outward) {
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

/**
 * The printed board.
 * @param {Layout} layout
 */
export function print(layout) {
  const u = layout.unit;
  /**
   * @param {number} by
   * @param {string} name
   * @param {number} radius
   */
  const frame = (by, name, radius) => svg("rect", {
    class: name, x: layout.left + by, y: layout.top + by, rx: radius,
    width: layout.width - 2 * by, height: layout.height - 2 * by,
  });
  const frames = layout.squares
    ? [frame(layout.edge - 0.5 * u, "frame", 0.02 * u), frame(0.07 * u, "frame thin", 0.2 * u)]
    : layout.grid ? [frame(0.1 * u, "frame", 0.3 * u), frame(0.17 * u, "frame thin", 0.24 * u)]
    : [frame(0.16 * u, "frame", 0.3 * u), frame(0.23 * u, "frame thin", 0.24 * u)];
  return svg("g", { class: "print" },
    ...(layout.squares ? squares(layout) : [...palaces(layout), ...lines(layout), ...blocked(layout)]),
    ...frames);
}

/**
 * The names of the points. They are printed as well, but drawn over the light of the lamps.
 * @param {Layout} layout
 */
export function labels(layout) {
  return svg("g", { class: "names" }, ...(layout.grid ? rimNames(layout) : names(layout)));
}

/** @param {Layout} layout */
function lines({ hello, places }) {
  return hello.lines.map((line) => svg("polyline", {
    class: "line", points: line.map((p) => `${places[p].x},${places[p].y}`).join(" "),
  }));
}

/** @param {Layout} layout */
function squares({ hello, places, unit }) {
  /**
   * @param {number} p
   * @param {number} inset
   * @param {string} name
   */
  const cell = (p, inset, name) => svg("rect", {
    class: name, x: places[p].x - (0.5 - inset) * unit, y: places[p].y - (0.5 - inset) * unit,
    width: (1 - 2 * inset) * unit, height: (1 - 2 * inset) * unit,
  });
  const kinds = places.map((_, p) => hello.areas
    .filter(({ seat, points }) => seat === null && points.includes(p)).map(({ kind }) => kind));
  return [
    ...places.map((_, p) => cell(p, 0, ["square", ...kinds[p]].join(" "))),
    ...hello.areas.filter(({ seat }) => seat !== null).flatMap(({ kind, seat, points }) =>
      points.map((p) => cell(p, kind === "goal" ? 0.07 : 0, `square ${kind} of-${hello.colours[seat ?? 0]}`))),
  ];
}

/** @param {Layout} layout */
function palaces({ hello, places, unit: u }) {
  return hello.palaces.flatMap((p) => {
    const { x, y } = places[p];
    const rays = Array.from({ length: 12 }, (_, i) => {
      const angle = (i * Math.PI) / 6;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return `M${x + 0.53 * u * c} ${y + 0.53 * u * s}L${x + 0.6 * u * c} ${y + 0.6 * u * s}`;
    }).join("");
    return [
      svg("circle", { class: "palace", cx: x, cy: y, r: 0.5 * u }),
      svg("path", { class: "rays", d: rays }),
    ];
  });
}

/**
 * Points that stay empty for the whole game: a cross on each.
 * @param {Layout} layout
 */
function blocked({ hello, places, unit: u }) {
  const points = hello.areas.filter(({ kind }) => kind === "blocked").flatMap((area) => area.points);
  return points.map((p) => {
    const { x, y } = places[p];
    const [a, b] = [0.3 * u, 0.6 * u];
    return svg("path", { class: "blocked", d: `M${x - a} ${y - a}l${b} ${b}m0 ${-b}l${-b} ${b}` });
  });
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function label(text, x, y, size) {
  return svg("text", { class: "label", x, y, "font-size": size }, text);
}

/** @param {Layout} layout */
function names(layout) {
  const size = NAME * layout.unit;
  return namePlaces(layout).map(({ x, y }, i) => label(layout.names[i], x, y, size));
}

/**
 * Where each name stands beside its point: where it is least in the way of the lines.
 * @param {Layout} layout
 */
export function namePlaces(layout) {
  const { hello, places, unit: u } = layout;
  const cx = layout.left + layout.width / 2;
  const cy = layout.top + layout.height / 2;
  /** @type {number[][]} */
  const angles = places.map(() => []);
  for (const line of hello.lines) {
    for (let i = 0; i + 1 < line.length; i += 1) {
      const [a, b] = [places[line[i]], places[line[i + 1]]];
      const angle = Math.atan2(b.y - a.y, b.x - a.x);
      angles[line[i]].push(angle);
      angles[line[i + 1]].push(angle > 0 ? angle - Math.PI : angle + Math.PI);
    }
  }
  return places.map(({ x, y }, i) => {
    // Outward, and rather sideways than up or down, so that both halves are mirror images.
    const outward = Math.atan2(y - cy, 1.5 * (x - cx) - 0.05 * u);
    const palace = hello.palaces.includes(i);
    const angle = clearest(angles[i], outward) + (palace ? Math.PI / 4 : 0);
    const far = (palace ? 0.75 : 0.58) * u;
    return { x: x + far * Math.cos(angle), y: y + far * Math.sin(angle) };
  });
}

/**
 * Files and ranks along all four edges: a grid's names are made of them (a1, a2, …).
 * @param {Layout} layout
 */
function rimNames(layout) {
  const { places, unit: u } = layout;
  const across = new Map(); // what is named above and below the board, and where
  const down = new Map();
  // Files run from side to side unless the board is turned by a quarter.
  const file = layout.names.flatMap((name, i) => (name[0] === layout.names[0][0] ? [places[i].x] : []));
  const upright = Math.max(...file) - Math.min(...file) < u / 2;
  layout.names.forEach((name, i) => {
    across.set(upright ? name[0] : name.slice(1), places[i].x);
    down.set(upright ? name.slice(1) : name[0], places[i].y);
  });
  const off = (layout.squares ? 0.23 : 0.36) * u;
  const right = layout.left + layout.width;
  const bottom = layout.top + layout.height;
  return [
    ...[...across].flatMap(([text, x]) => [layout.top + off, bottom - off].map((y) => label(text, x, y, RIM_NAME * u))),
    ...[...down].flatMap(([text, y]) => [layout.left + off, right - off].map((x) => label(text, x, y, RIM_NAME * u))),
  ];
}
