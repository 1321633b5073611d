// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { changed } from "../../../companion/page/static/changes.js";

/** @import { State } from "../../../companion/page/static/messages.d.ts" */

const FIRST = { seat: 0, text: "14-12", said: "" };
const SECOND = { seat: 1, text: "6-9", said: "" };
const WHOLE = /** @type {State} */ (/** @type {unknown} */ (
  { type: "state", headline: "White to move", hint: "", moves: [FIRST, SECOND] }));

test("after hello the change is the whole state", () => {
  assert.deepEqual(changed(null, { ...WHOLE, kept: 0 }), WHOLE);
});

test("what is left out stays as it was", () => {
  const after = changed(WHOLE, { type: "state", headline: "Black to move" });
  assert.deepEqual(after, { ...WHOLE, headline: "Black to move" });
  assert.equal(after.moves, WHOLE.moves);
});

test("new moves follow those that are kept", () => {
  const third = { seat: 0, text: "12-9", said: "" };
  assert.deepEqual(changed(WHOLE, { type: "state", kept: 2, moves: [third] }).moves, [FIRST, SECOND, third]);
  assert.deepEqual(changed(WHOLE, { type: "state", kept: 1, moves: [third] }).moves, [FIRST, third]);
  assert.deepEqual(changed(WHOLE, { type: "state", kept: 1, moves: [] }).moves, [FIRST]);
});

test("moves without a number replace all, as an older program sends them", () => {
  assert.deepEqual(changed(WHOLE, { type: "state", moves: [SECOND] }).moves, [SECOND]);
});
