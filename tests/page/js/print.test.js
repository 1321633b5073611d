// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { clearest } from "../../../companion/page/static/print.js";

const EAST = 0;
const SOUTH = Math.PI / 2;
const NORTH = -Math.PI / 2;

/**
 * @param {number} angle
 * @param {number} wanted
 */
function same(angle, wanted) {
  assert.ok(Math.abs(Math.sin((angle - wanted) / 2)) < 1e-3, `${angle} is not ${wanted}`);
}

test("the name of a point without lines stands outward", () => {
  same(clearest([], 0.3), 0.3);
});

test("a name stands in the widest gap between lines", () => {
  same(clearest([EAST, SOUTH, Math.PI], EAST), NORTH);
  same(clearest([NORTH, EAST, SOUTH], SOUTH), Math.PI);
});

test("of two gaps that are alike the outward one is taken", () => {
  same(clearest([EAST, Math.PI], SOUTH), SOUTH);
  same(clearest([EAST, Math.PI], NORTH), NORTH);
});
