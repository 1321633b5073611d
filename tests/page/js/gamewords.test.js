// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { ended, everybody, facts, fileName, lasted, sitting, stacksAfter, when } from "../../../companion/page/static/gamewords.js";
import { given } from "../../../companion/page/static/names.js";

const entry = {
  seats: ["White", "Black"], players: { 0: "Anna" }, computers: {}, outcome: "ongoing", how: "", in_use: false,
};

test("a date and time is shown without seconds, and anything else as it is", () => {
  assert.match(when("2026-11-20T15:30:12+01:00"), /^Nov 20, 2026, 3:30\sPM$/);
  assert.equal(when("<b>yesterday</b>"), "<b>yesterday</b>");
});

test("a date without a time stays one, wherever the page is read", () => {
  assert.equal(when("1858-11-02"), "Nov 2, 1858");
  assert.equal(when("1858-13-02"), "1858-13-02");
});

test("what is not known of a game is left out", () => {
  const known = { title: "Solomon", started: "2026-11-20", moves: 1, seconds: 61 };
  assert.deepEqual(facts(known), ["Solomon", "Nov 20, 2026", "1 move", "1 min"]);
  assert.deepEqual(facts({ ...known, started: "", seconds: 0 }), ["Solomon", "1 move"]);
});

test("a span of time is shown in the fitting unit", () => {
  assert.deepEqual([0, 59.4, 60, 3570, 3600, 3900].map(lasted), ["0 s", "59 s", "1 min", "1 h", "1 h", "1 h 5 min"]);
});

test("people are called by name, others by their seat or level", () => {
  assert.equal(everybody(entry), "Anna – Black");
  assert.equal(everybody({ ...entry, computers: { 1: "fair" } }), "Anna – computer (fair)");
  assert.equal(sitting(entry, 5), "seat 6");
});

test("a result says who won, and how", () => {
  /** @param {string} outcome @param {string} how */
  const said = (outcome, how = "") => ended({ ...entry, outcome, how });
  assert.equal(said("win 0", "resigned"), "Anna won (resigned)");
  assert.equal(said("win 1", "rules"), "Black won");
  assert.equal(said("draw", "agreed"), "draw (agreed)");
  assert.equal(said("won", "rules"), "solved");
  assert.equal(said("lost", "resigned"), "not solved (resigned)");
  assert.equal(said("ongoing", "abandoned"), "unfinished");
  assert.equal(ended({ ...entry, in_use: true }), "on the board");
});

test("the pieces after some moves follow from what each has changed", () => {
  /** @type {{ changes: Record<number, string[]> }[]} */
  const plies = [{ changes: { 0: [], 1: ["w"] } }, { changes: { 1: ["w", "b"], 2: [] } }];
  const start = [["w"], [], ["b"]];
  assert.deepEqual(stacksAfter(start, plies, 0), [["w"], [], ["b"]]);
  assert.deepEqual(stacksAfter(start, plies, 1), [[], ["w"], ["b"]]);
  assert.deepEqual(stacksAfter(start, plies, 2), [[], ["w", "b"], []]);
  assert.deepEqual(start, [["w"], [], ["b"]]);
});

test("a download is named as the program says", () => {
  assert.equal(fileName("attachment; filename*=utf-8''2026%20%3Cb%3E.jsonl"), "2026 <b>.jsonl");
  assert.equal(fileName(null), "games");
});

test("names are sent without blanks around them, and not for the computer", () => {
  assert.deepEqual(given([" Anna ", "  ", "Carla"], { 2: "easy" }), { 0: "Anna" });
});
