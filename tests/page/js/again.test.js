// @ts-check
// Play again begins the same game with the same options, players and clock.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rematch } from "../../../companion/page/static/again.js";

test("the game, its options and its computer players are those of the game that is over", () => {
  const hello = { game: "halma", options: { players: "3" }, computers: { 1: "strong" }, players: { 0: "Anna" } };
  assert.deepEqual(rematch(hello, null), { do: "new", ...hello, clock: "" });
});

test("a game with a clock has the same clock again", () => {
  const hello = { game: "solomon", options: {}, computers: {}, players: {} };
  assert.equal(rematch(hello, { control: "10:00 + 5" }).clock, "10:00 + 5");
});
