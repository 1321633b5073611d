import assert from "node:assert/strict";
import { test } from "node:test";

import { after, shown, told, warned } from "../../../companion/page/static/clock.js";
import { learn } from "../../../companion/page/static/text.js";
import { controlText, controlWords } from "../../../companion/page/static/timecontrol.js";

test("a time is shown as on a clock", () => {
  for (const [seconds, text] of [
    [3723, "1:02:03"], [299.2, "5:00"], [299, "4:59"], [60, "1:00"], [59.95, "1:00"], [10, "0:10"],
    [9.95, "0:10"], [9.9, "0:09.9"], [0.04, "0:00.1"], [0, "0:00"], [-0.5, "0:00"], [-12.3, "−0:12"],
  ]) assert.equal(shown(Number(seconds)), text, String(seconds));
});

test("a time is told in words", () => {
  assert.equal(told(61), "1 minute 1 second");
  assert.equal(told(120), "2 minutes");
  assert.equal(told(9.2), "10 seconds");
  assert.equal(told(-3), "0 seconds");
});

test("only the running time runs down, and in an hourglass to the others", () => {
  const clock = { left: [60, 60, 60], running: 1, shares: false };
  assert.deepEqual(after(clock, 10), [60, 50, 60]);
  assert.deepEqual(after({ ...clock, shares: true }, 10), [65, 50, 65]);
  assert.deepEqual(after({ ...clock, running: null }, 10), [60, 60, 60]);
});

test("a control is put as the program reads it", () => {
  const plain = { kind: "fischer", base: "5", bonus: "3", shown: false, handicaps: /** @type {string[]} */ ([]) };
  assert.equal(controlText(plain), "fischer 5+3");
  assert.equal(controlText({ ...plain, kind: "" }), "");
  assert.equal(controlText({ ...plain, bonus: "0" }), "fischer 5");
  assert.equal(controlText({ ...plain, kind: "move", base: "30" }), "move 30");
  assert.equal(
    controlText({ ...plain, shown: true, handicaps: ["", "2.5"] }),
    "fischer 5+3, seat 2 2.5, show");
});

test("a control is said in words that can be translated", () => {
  const said = ["fischer 5+3", "bronstein 15+10, show", "move 30", "hourglass 2, black 1", "", "sundial 3"];
  assert.deepEqual(said.map(controlWords), said);
  learn({ messages: { "move {times}": "je Zug {times}", show: "nur anzeigen" }, forms: "" });
  assert.equal(controlWords("move 30, black 10, show"), "je Zug 30, black 10, nur anzeigen");
  learn({ messages: {}, forms: "" });
});

test("a mark of the time is said once, when it is reached", () => {
  assert.equal(warned("White", 60.1, 60), "White: 1 minute left.");
  assert.equal(warned("White", 60, 59.9), "");
  assert.equal(warned("White", 10.05, 9.95), "White: 10 seconds left.");
  assert.equal(warned("White", 0.05, -0.05), "White: the time is over.");
  assert.equal(warned("White", -0.05, -0.15), "");
  assert.equal(warned("White", 59, 65), "");
});
