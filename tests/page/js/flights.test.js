// @ts-check
// Which pieces have changed places between two pictures of a board.

import assert from "node:assert/strict";
import { test } from "node:test";

import { flights, OthersHands } from "../../../companion/page/static/flights.js";

test("a piece that left one point and arrived on another has flown", () => {
  assert.deepEqual(flights(["w", "", "b"], ["", "w", "b"]), [{ from: 0, to: 1 }]);
});

test("several pieces fly at once, each to where a piece like it arrived", () => {
  assert.deepEqual(flights(["w", "b", "", ""], ["", "", "b", "w"]), [{ from: 1, to: 2 }, { from: 0, to: 3 }]);
});

test("a piece flies to its promotion, and a captor with what it has taken", () => {
  assert.deepEqual(flights(["w", ""], ["", "W"]), [{ from: 0, to: 1 }]);
  assert.deepEqual(flights(["w", "b", ""], ["", "", "b w"]), [{ from: 0, to: 2 }]);
});

test("a piece flies onto another", () => {
  assert.deepEqual(flights(["o", "o"], ["", "o o"]), [{ from: 0, to: 1 }]);
});

test("what was taken off, put on or turned over where it stands does not fly", () => {
  assert.deepEqual(flights(["w", "b"], ["w", ""]), []);
  assert.deepEqual(flights(["w", ""], ["w", "b"]), []);
  assert.deepEqual(flights(["w"], ["W"]), []);
  assert.deepEqual(flights(["o o", ""], ["o", "x"]), []);
});

/**
 * @param {string} points One character for each point: a piece, or `.`.
 * @param {Record<string, string[]>} hands
 */
const tabletop = (points, hands = {}) => ({ points: [...points].map((text) => (text === "." ? [] : [text])), tray: [], hands, origins: {} });

test("what another page's hand carries flies from where it was lifted to where it is put", () => {
  const others = new OthersHands();
  const [start, held, put] = [tabletop("w.b"), tabletop("..b", { "p2.h1": ["w"] }), tabletop(".wb")];
  assert.deepEqual(others.follow(start, held, "p1."), []);
  assert.deepEqual(others.follow(held, put, "p1."), [{ from: 0, to: 1 }]);
  assert.deepEqual(others.follow(put, put, "p1."), []);
});

test("what goes back where it was, into the tray, or by one's own hand, does not fly", () => {
  const others = new OthersHands();
  const [start, held] = [tabletop("w.b"), tabletop("..b", { "p2.h1": ["w"] })];
  others.follow(start, held, "p1.");
  assert.deepEqual(others.follow(held, start, "p1."), []);
  others.follow(start, held, "p1.");
  assert.deepEqual(others.follow(held, tabletop("..b"), "p1."), []);
  others.follow(start, held, "p2.");
  assert.deepEqual(others.follow(held, tabletop(".wb"), "p2."), []);
});
