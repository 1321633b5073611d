// @ts-check
import assert from "node:assert/strict";
import test from "node:test";

import { spacing } from "../../../companion/web/static/tools.js";

/** @param {[number, number][]} places */
function marks(places) {
  return places.map(([x, y], i) => ({ point: { name: String(i), x, y }, text: "", tone: "plain", lit: false }));
}

test("points are drawn as large as the closest two allow", () => {
  assert.equal(spacing(marks([[0, 0], [3, 4], [3, 2]])), 2);
  assert.equal(spacing(marks([[0, 0]])), 1);
  assert.equal(spacing(marks([[1, 1], [1, 1]])), 1);
});
