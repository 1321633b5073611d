// @ts-check
// The board from the side of each player.

import assert from "node:assert/strict";
import { test } from "node:test";

import { quarters, turned } from "../../../companion/page/static/turning.js";
import { tip } from "./boards.js";

const two = { ...tip(), seats: ["White", "Black"] };

test("the second of two players sits opposite the first", () => {
  assert.deepEqual([0, 1].map((seat) => quarters(two, seat)), [0, 2]);
});

test("nobody has a side where one plays alone, or where six sit around the board", () => {
  assert.equal(quarters({ ...two, seats: ["Player"] }, 0), 0);
  assert.equal(quarters({ ...two, seats: ["1", "2", "3", "4", "5", "6"] }, 4), 0);
});

test("with homes and goals, every player looks from home to goal", () => {
  const points = [[0, -1], [-1, 0], [0, 1], [1, 0]].map(([x, y], i) => ({ name: String(i), x, y }));
  const areas = [0, 1, 2, 3].flatMap((seat) => [
    { kind: "home", seat, points: [seat] }, { kind: "goal", seat, points: [(seat + 2) % 4] }]);
  const four = { points, areas, seats: ["South", "West", "North", "East"] };
  assert.deepEqual([0, 1, 2, 3].map((seat) => quarters(four, seat)), [0, 3, 2, 1]);
  for (const seat of [0, 1, 2, 3]) {
    const { points: seen } = turned(four, quarters(four, seat));
    assert.deepEqual([Math.round(seen[seat].x) + 0, Math.round(seen[seat].y)], [0, -1]); // home is below
  }
});

test("a quarter turns what is above to the right", () => {
  const { points } = turned({ points: [{ name: "1", x: 0, y: 2 }] }, 1);
  assert.deepEqual(points, [{ name: "1", x: 2, y: 0 }]);
});
