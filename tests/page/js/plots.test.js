// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { barsOf, every, spanLabel } from "../../../companion/page/static/plots.js";

/** @param {number} least @param {number} below @param {number} number */
const span = (least, below, number = 1) => ({ least, below, count: number });

test("spans of whole numbers are named by their first and last number", () => {
  assert.equal(spanLabel(span(0, 5), false, true), "0–4");
  assert.equal(spanLabel(span(3, 4), false, true), "3");
  assert.equal(spanLabel(span(0, 5), false, false), "0–5");
  assert.equal(spanLabel(span(60, 4000), true, true), "60+");
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
