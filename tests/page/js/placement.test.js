// @ts-check
// Positions as text.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Placement } from "../../../companion/page/static/placement.js";

test("pieces are put on points, and the rest of the text stays", () => {
  const placement = new Placement("b/bbbbb/../w../../.wwww/w b", 1);
  assert.equal(placement.size, 19);
  assert.deepEqual(placement.stack(0), ["b"]);
  placement.put(0, []);
  placement.put(18, ["W"]);
  placement.rest[0] = "w";
  assert.equal(placement.text, "./bbbbb/../w../../.wwww/W w");
});

test("a stack is written bottom first", () => {
  const placement = new Placement("./(oo)...o/../.../../...../.", 1);
  assert.deepEqual(placement.stack(1), ["o", "o"]);
  placement.put(1, ["o"]);
  placement.put(2, ["o", "o"]);
  assert.equal(placement.text, "./o(oo)..o/../.../../...../.");
});

test("a piece may have a text of two letters", () => {
  const placement = new Placement("..nS../......", 2);
  placement.put(0, ["sD"]);
  placement.put(1, []);
  assert.equal(placement.text, "sD..../......");
});

test("what is no piece stays as it is", () => {
  assert.deepEqual(new Placement("#./..", 1).stack(0), ["#"]);
});
