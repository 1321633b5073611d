// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { capitalized, sentences, spoken } from "../../../companion/page/static/words.js";

test("several texts become sentences", () => {
  assert.equal(sentences("White to move", "Jump!", "", "14 or 15"), "White to move. Jump! 14 or 15");
  assert.equal(sentences("", "", ""), "");
  assert.equal(sentences("Searching …", "done"), "Searching … done");
});

test("labels stand for values, other values have no underscores", () => {
  assert.equal(spoken("w", { w: "White" }), "White");
  assert.equal(spoken("b", { w: "White" }), "b");
  assert.equal(spoken("three_in_a_row"), "three in a row");
});

test("a sentence begins with a capital letter", () => {
  assert.equal(capitalized("there is no move to take back"), "There is no move to take back");
  assert.equal(capitalized(""), "");
});
