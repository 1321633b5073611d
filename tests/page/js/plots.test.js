// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { axes, barsOf, every, spanLabel } from "../../../companion/page/static/plots.js";

/** @param {number} least @param {number} below @param {number} number */
const span = (least, below, number = 1) => ({ least, below, count: number });

test("spans of whole numbers are named by their first and last number", () => {
  assert.equal(spanLabel(span(0, 5), false, true), "0–4");
  assert.equal(spanLabel(span(3, 4), false, true), "3");
  assert.equal(spanLabel(span(0, 5), false, false), "0–5");
  assert.equal(spanLabel(span(60, 4000), true, true), "60+");
});

test("the axes of the chances say who is ahead, and have at most seven numbers of moves", () => {
  const { top, bottom, numbers } = axes(22, ["Anna", "computer (fair)"]);
  assert.equal(top, "Anna ahead");
  assert.equal(bottom, "computer (fair) ahead");
  assert.deepEqual(numbers, [1, 5, 10, 15, 20]);
  assert.deepEqual(axes(6, ["A", "B"]).numbers, [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(axes(1, ["A", "B"]).numbers, [1]);
  assert.deepEqual(axes(0, ["A", "B"]).numbers, [1]);
  assert.deepEqual(axes(1234, ["A", "B", "C"]), { top: "100 %", bottom: "0 %", numbers: [1, 500, 1000] });
});

test("only a wider last span holds the rest", () => {
  assert.deepEqual(barsOf([span(0, 5), span(5, 10, 2)], true).map(({ label }) => label), ["0–4", "5–9"]);
  assert.deepEqual(barsOf([span(0, 5), span(5, 99)], true).map(({ label }) => label), ["0–4", "5+"]);
  assert.deepEqual(barsOf([], true), []);
});

test("long labels stand under fewer columns", () => {
  assert.equal(every(["1", "2"], 30), 1);
  assert.equal(every(["2026-11", "2026-12"], 24), 2);
});
