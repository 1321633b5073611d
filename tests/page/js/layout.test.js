// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { Layout, spacing } from "../../../companion/page/static/layout.js";
import { grid, tip } from "./boards.js";

test("the unit is the smallest distance between two points", () => {
  assert.equal(new Layout(grid(3, { apart: 2.5 })).unit, 2.5);
  assert.equal(new Layout(tip()).unit, 2);
});

test("points are drawn as large as the closest two allow", () => {
  const places = (/** @type {[number, number][]} */ ...at) => at.map(([x, y]) => ({ x, y }));
  assert.equal(spacing(places([0, 0], [3, 4], [3, 2])), 2);
  assert.equal(spacing(places([0, 0])), 1);
  assert.equal(spacing(places([1, 1], [1, 1])), 1);
});

test("a board of one point has a unit too", () => {
  assert.equal(new Layout({ ...tip(), points: [{ name: "1", x: 0, y: 0 }], lines: [] }).unit, 1);
});

test("y runs downward, as on a screen", () => {
  const { places } = new Layout(tip());
  assert.ok(places[0].y < places[1].y);
});

test("a board is played on its squares where its style says so", () => {
  assert.equal(new Layout(grid(3)).squares, false);
  assert.equal(new Layout(grid(3, { diagonals: true })).squares, true);
  assert.equal(new Layout(tip()).squares, false);
});

test("the edge is the same on all four sides", () => {
  const layout = new Layout(tip());
  assert.equal(layout.left, -1 - layout.edge);
  assert.equal(layout.width, 2 + 2 * layout.edge);
  assert.equal(layout.top, -2 - layout.edge);
  assert.equal(layout.height, 2 + 2 * layout.edge);
  assert.equal(new Layout(grid(7)).ratio, 1);
});

test("an area has the points of all its parts", () => {
  const areas = [
    { kind: "home", points: [0, 1], seat: 0 },
    { kind: "goal", points: [4], seat: 0 },
    { kind: "home", points: [8], seat: 1 },
  ];
  const layout = new Layout({ ...grid(3), areas });
  assert.deepEqual(layout.area("home"), new Set([0, 1, 8]));
  assert.deepEqual(layout.area("dark"), new Set());
});

test("a place on the screen is found on the board", () => {
  const layout = new Layout(grid(3));
  const box = { left: 100, top: 50, width: 400, height: 400 };
  const element = /** @type {Element} */ (/** @type {unknown} */ ({ getBoundingClientRect: () => box }));
  const middle = layout.locate(element, 300, 250);
  assert.ok(Math.hypot(middle.x - 1, middle.y + 1) < 1e-9);
  assert.deepEqual(layout.locate(element, 100, 50), { x: layout.left, y: layout.top });
});

test("a piece that is let go of reaches the nearest point, but none from too far away", () => {
  const layout = new Layout(grid(3, { apart: 2 }));
  assert.equal(layout.near({ x: 2.2, y: -1.9 }), "b2");
  assert.equal(layout.near({ x: 2.9, y: -2 }), "b2");
  assert.equal(layout.near({ x: 3.1, y: -2 }), "c2");
  assert.equal(layout.near({ x: -1.23, y: 0 }), "a1");
  assert.equal(layout.near({ x: -1.25, y: 0 }), null);
});

test("arrow keys go to the neighbour, and stay at the rim", () => {
  const layout = new Layout(grid(3));
  assert.equal(layout.beside("b2", 1, 0), "c2");
  assert.equal(layout.beside("b2", -1, 0), "a2");
  assert.equal(layout.beside("b2", 0, -1), "b3");
  assert.equal(layout.beside("b2", 0, 1), "b1");
  assert.equal(layout.beside("c2", 1, 0), "c2");
});

test("a neighbour on a line comes before a nearer point that no line joins", () => {
  // 2 lies right of 1, but the line leads past it to 3.
  const points = [{ name: "1", x: 0, y: 0 }, { name: "2", x: 1, y: 0 }, { name: "3", x: 2, y: 0.5 }];
  const board = { style: "points", points, lines: [[0, 2]], areas: [], palaces: [], colours: [] };
  assert.equal(new Layout(board).beside("1", 1, 0), "3");
  assert.equal(new Layout({ ...board, lines: [] }).beside("1", 1, 0), "2");
});

test("of two neighbours that lie askew, the slanting keys take the flatter one", () => {
  const spread = [[0, 0], [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)], [Math.cos(Math.PI / 3), Math.sin(Math.PI / 3)]];
  const points = spread.map(([x, y], i) => ({ name: String(i), x, y }));
  const layout = new Layout({ style: "points", points, lines: [[0, 1], [0, 2]], areas: [], palaces: [], colours: [] });
  assert.equal(layout.beside("0", 1, -1), "1");
  assert.equal(layout.beside("0", 0, -1), "2");
});

test("arrow keys find a neighbour that lies askew", () => {
  assert.equal(new Layout(tip()).beside("2", 0, -1), "1");
});

test("a name that the board does not have is said", () => {
  const layout = new Layout(tip());
  assert.equal(layout.at("3"), 2);
  assert.throws(() => layout.at("20"), /the board has no point 20/);
});
