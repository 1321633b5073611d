// @ts-check
// A lamp that blinks stays as bright as it was, until what the lamps mean has changed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CalmLamps } from "../../../companion/page/static/calm.js";

test("each lamp stays as bright as it was at its brightest", () => {
  const calm = new CalmLamps();
  assert.equal(calm.frame("00100000ff00"), "00100000ff00");
  assert.equal(calm.frame("00ff00000000"), "00ff0000ff00");
  assert.equal(calm.frame("000000000000"), "00ff0000ff00");
});

test("a lamp of another colour counts when it is as bright", () => {
  const calm = new CalmLamps();
  calm.frame("ff0000");
  assert.equal(calm.frame("0000ff"), "0000ff");
  assert.equal(calm.frame("000080"), "0000ff");
});

test("after a change, and on another board, lamps are dark when they are dark", () => {
  const calm = new CalmLamps();
  calm.frame("ff0000");
  assert.equal(calm.frame("000000000000"), "000000000000");
  calm.frame("ff0000ff0000");
  calm.reset();
  assert.equal(calm.frame("000000000000"), "000000000000");
});
