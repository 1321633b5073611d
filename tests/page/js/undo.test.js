// @ts-check
// What the button says before it takes moves back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { offer } from "../../../companion/page/static/undo.js";

const MOVES = ["14-9", "2x12", "15x9"].map((text, seat) => ({ seat, text, said: "" }));
/** @param {number} plies */
const undo = (plies) => ({ plies, left: [], restored: [] });

test("one or two moves are named, the last ones of the game", () => {
  assert.equal(offer(MOVES, undo(1)), "Take back 15x9");
  assert.equal(offer(MOVES, undo(2)), "Take back 2x12, 15x9");
});

test("more moves are counted", () => {
  assert.equal(offer(MOVES, undo(3)), "Take back 3 moves");
});

test("after a resignation no move goes: the game only goes on", () => {
  assert.equal(offer(MOVES, undo(0)), "Play on");
});
