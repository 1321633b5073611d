// @ts-check
// What the page says aloud, and in which order.

import assert from "node:assert/strict";
import { test } from "node:test";

import { saidWords, Speech, worthSaying } from "../../../companion/page/static/voice.js";

/** @import { State } from "../../../companion/page/static/messages.d.ts" */

/** @param {Partial<State>} more */
function state(more = {}) {
  return /** @type {State} */ (/** @type {unknown} */ ({
    phase: "rest", headline: "White to move", message: "", tone: "plain", warning: "", announcement: "",
    hint: "", told: "", moves: [], ...more,
  }));
}

const moved = { moves: [{ seat: 0, text: "14-12", said: "14 to 12" }], told: "White: 14 to 12.", headline: "Black to move" };

test("a move is said before whose turn it is", () => {
  assert.deepEqual(worthSaying(state(), state(moved)), [
    { kind: "move", text: "White: 14 to 12." },
    { kind: "guidance", text: "Black to move" },
  ]);
  assert.deepEqual(worthSaying(state(moved), state(moved)), []);
});

test("a mistake is a fault, a question a question, and the end a result", () => {
  const kinds = (/** @type {Partial<State>} */ more) => worthSaying(state(), state(more)).map(({ kind }) => kind);
  assert.deepEqual(kinds({ tone: "wrong", message: "Put it back." }), ["fault"]);
  assert.deepEqual(kinds({ tone: "question", message: "Was it?" }), ["question"]);
  assert.deepEqual(kinds({ phase: "over", headline: "White wins" }), ["result"]);
  assert.deepEqual(kinds({ warning: "The card is full." }), ["fault"]);
  assert.deepEqual(kinds({ hint: "Try 14." }), ["hint"]);
});

test("a voice does not take the letter of a point for an article", () => {
  assert.equal(saidWords("a5 takes b6, and z9", new Set(["a5", "b6"])), "A5 takes B6, and z9");
});

/** A voice that notes what it says, and ends when it is told to. */
function mouth() {
  /** @type {string[]} */
  const said = [];
  /** @type {(() => void)[]} */
  const ends = [];
  let stopped = 0;
  const speech = new Speech((text, done) => {
    said.push(text);
    ends.push(done);
  }, () => {
    stopped += 1;
  });
  return { said, speech, end: () => ends.at(-1)?.(), ends, stopped: () => stopped };
}

test("only faults interrupt, and drop everything that waits", () => {
  const { said, speech, end, ends, stopped } = mouth();
  speech.add({ kind: "move", text: "one" });
  speech.add({ kind: "move", text: "two" });
  speech.add({ kind: "question", text: "sure?" });
  assert.deepEqual([said, stopped()], [["one"], 0]);
  speech.add({ kind: "fault", text: "wrong" });
  assert.deepEqual([said, stopped()], [["one", "wrong"], 1]);
  ends[0](); // the browser tells late of what was ended
  end();
  assert.deepEqual(said, ["one", "wrong"]);
});

test("a move replaces the move before it, and the last one is said before the result", () => {
  const { said, speech, end } = mouth();
  speech.add({ kind: "question", text: "sure?" });
  speech.add({ kind: "move", text: "one" });
  speech.add({ kind: "move", text: "two" });
  speech.add({ kind: "result", text: "won" });
  speech.add({ kind: "hint", text: "hint" });
  for (let i = 0; i < 4; i += 1) end();
  assert.deepEqual(said, ["sure?", "two", "won"]);
});

test("nothing is said twice", () => {
  const { said, speech, end } = mouth();
  for (let i = 0; i < 3; i += 1) speech.add({ kind: "answer", text: "White to move" });
  end();
  assert.deepEqual(said, ["White to move"]);
});
