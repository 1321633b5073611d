// @ts-check
// Boards to measure, as the program's Hello tells of them.

/** @import { Geometry } from "../../../companion/page/static/layout.js" */

/**
 * Points a1, b1, … with lines along ranks and files, and across the corners where asked for.
 * @param {number} side How many points a side has.
 * @param {{ diagonals?: boolean, apart?: number }} more apart: the distance of neighbours.
 * @returns {Geometry}
 */
export function grid(side, { diagonals = false, apart = 1 } = {}) {
  const at = Array.from({ length: side }, (_, i) => i);
  const points = at.flatMap((y) =>
    at.map((x) => ({ name: `${"abcdefghi"[x]}${y + 1}`, x: x * apart, y: y * apart })));
  const lines = [
    ...at.map((y) => at.map((x) => y * side + x)),
    ...at.map((x) => at.map((y) => y * side + x)),
  ];
  if (diagonals) lines.push(at.map((i) => i * side + i));
  return { style: diagonals ? "squares" : "lines", points, lines, areas: [], palaces: [], colours: [] };
}

/** A triangle with one point above two, as at the tip of the star. @returns {Geometry} */
export function tip() {
  const points = [{ name: "1", x: 0, y: 2 }, { name: "2", x: -1, y: 0 }, { name: "3", x: 1, y: 0 }];
  return { style: "points", points, lines: [[0, 1], [0, 2], [1, 2]], areas: [], palaces: [], colours: [] };
}
