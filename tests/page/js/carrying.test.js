// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { carried, underway } from "../../../companion/page/static/carrying.js";

/**
 * @param {string[][]} stacks
 * @param {number[]} moved
 */
const frame = (stacks, moved) => ({ text: "", lamps: "", stacks, moved });

test("nothing is carried to a frame without a move", () => {
  assert.deepEqual(carried([["w"]], frame([[]], [])), []);
});

test("a hand carries what it has lifted before, or takes it along", () => {
  assert.deepEqual(carried([[], ["o"]], frame([[], ["o", "w"]], [0, 1])), ["w"]);
  assert.deepEqual(carried([["w"], []], frame([[], ["w"]], [0, 1])), ["w"]);
});

test("only the top piece leaves a column that stays", () => {
  const taken = frame([["b"], ["w", "b"]], [0, 1]);
  assert.deepEqual(carried([["b", "w"], ["b"]], taken), ["w"]);
  assert.deepEqual(underway([["b", "w"], ["b"]], taken), [["b"], ["b"]]);
});
