// @ts-check
// Sounds are computed, short and never too loud; a change of the state decides which are heard.

import assert from "node:assert/strict";
import { test } from "node:test";

import { heard, samples } from "../../../companion/page/static/sound.js";

/** @import { State } from "../../../companion/page/static/messages.d.ts" */
/** @import { Name } from "../../../companion/page/static/sound.js" */

const RATE = 8000;

for (const name of /** @type {Name[]} */ (["wood", "capture", "wrong", "turn", "tick"])) {
  test(`the sound ${name} is short, never clipped, and dies away`, () => {
    const made = samples(name, RATE);
    const loudest = Math.max(...made.map(Math.abs));
    assert.ok(loudest > 0.1 && loudest < 1, String(loudest));
    assert.ok(made.length < 1.2 * RATE);
    assert.equal(made[0], 0); // a jump would click
    assert.ok(Math.abs(made[made.length - 1]) < loudest / 100);
  });
}

test("a sound lasts as long and is the same wave at any rate", () => {
  const [slow, fast] = [samples("turn", RATE), samples("turn", 2 * RATE)];
  assert.ok(Math.abs(fast.length - 2 * slow.length) <= 2);
  assert.ok(Math.abs(fast[400] - slow[200]) < 1e-6);
});

const man = { text: "w", seat: 0, kind: "man" };

/**
 * A state with three points: the stacks that are believed, and those on the simulated board.
 * @param {number[]} stacks How many pieces stand on each.
 * @param {Partial<State>} more
 */
function state(stacks, more = {}) {
  const points = stacks.map((count) => Array(count).fill("w"));
  return /** @type {State} */ (/** @type {unknown} */ ({
    believed: points.map((stack) => stack.map(() => man)), tabletop: { points, tray: [], hands: {} },
    moves: [], turn: 0, outcome: "ongoing", tone: "plain", refusal: null, ...more,
  }));
}

const played = [{ seat: 0, text: "1-2", said: "" }];
const refusal = { origin: "1", to: "2", text: "It is Black's turn." };

test("a piece that is put down sounds like wood, and one that is lifted does not", () => {
  assert.deepEqual(heard(state([1, 0, 0]), state([0, 1, 0]), {}, true), ["wood"]);
  assert.deepEqual(heard(state([1, 0, 0]), state([1, 1, 1]), {}, false), ["wood"]);
  assert.deepEqual(heard(state([1, 1, 0]), state([0, 1, 0]), {}, true), []);
});

test("pieces on a wooden board make their own noise", () => {
  const real = { tabletop: null };
  assert.deepEqual(heard(state([1, 1, 0], real), state([0, 0, 1], { ...real, moves: played }), {}, false), []);
});

test("a capture is heard when the move is played, and not when it is taken back", () => {
  const [before, after] = [state([1, 1, 0]), state([0, 0, 1], { moves: played })];
  assert.deepEqual(heard(before, after, {}, true), ["capture"]);
  assert.deepEqual(heard(after, before, {}, true), ["wood"]);
});

test("a refusal is heard once, and so is a board that is astray", () => {
  const board = [1, 0, 0];
  assert.deepEqual(heard(state(board), state(board, { refusal }), {}, true), ["wrong"]);
  assert.deepEqual(heard(state(board, { refusal }), state(board, { refusal: { ...refusal } }), {}, true), []);
  assert.deepEqual(heard(state(board), state(board, { tone: "wrong" }), {}, true), ["wrong"]);
  assert.deepEqual(heard(state(board, { tone: "wrong" }), state(board, { tone: "wrong" }), {}, true), []);
});

test("it is your turn when somebody else has moved", () => {
  const board = [1, 0, 0];
  const [mine, theirs] = [state(board, { turn: 1 }), state(board, { moves: played })];
  assert.deepEqual(heard(mine, theirs, { 1: "fair" }, false), ["turn"]);
  assert.deepEqual(heard(mine, theirs, {}, false), ["turn"]); // somebody at another page
  assert.deepEqual(heard(mine, theirs, {}, true), []); // two people at this one
  assert.deepEqual(heard(mine, theirs, { 0: "fair" }, false), []); // it is the computer's
  assert.deepEqual(heard(mine, state(board, { moves: played, outcome: "win 0" }), {}, false), []);
});

test("on a wooden board it is your turn when the computer's move has been made", () => {
  const real = { tabletop: null };
  const [before, after] = [state([1], { ...real, turn: 1 }), state([1], { ...real, moves: played })];
  assert.deepEqual(heard(before, after, { 1: "fair" }, false), ["turn"]);
  assert.deepEqual(heard(before, after, {}, false), []);
});
