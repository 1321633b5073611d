// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { Pieces } from "../../../companion/web/static/pieces.js";
import { grid } from "./boards.js";

/** @import { PieceView } from "../../../companion/web/static/messages.d.ts" */

/**
 * The pieces of a game.
 * @param {string[]} seats
 * @param {PieceView[]} known
 */
function pieces(seats, known = []) {
  const made = new Pieces();
  made.begin({ seats, areas: [], points: grid(3).points });
  made.learn([known]);
  return made;
}

test("White and Black are of wood, other seats have colours of their own", () => {
  const two = pieces(["White", "Black"]);
  assert.deepEqual([two.woodOf(0), two.woodOf(1)], ["ivory", "ebony"]);
  const three = pieces(["Ann", "Black", "Cid"]);
  assert.deepEqual([three.woodOf(0), three.woodOf(1), three.woodOf(2)], ["seat-0", "ebony", "seat-2"]);
});

test("somebody who plays alone has no colour, nor has nobody", () => {
  assert.equal(pieces(["White"]).woodOf(0), "");
  assert.equal(pieces(["White", "Black"]).woodOf(-1), "");
});

test("a king wears a crown, a man nothing", () => {
  const made = pieces(["White", "Black"], [
    { text: "W", seat: 0, kind: "king" }, { text: "b", seat: 1, kind: "man" },
  ]);
  const king = made.look("W");
  assert.equal(king.wood, "ivory");
  assert.notEqual(king.sign, "");
  assert.equal(king.letters, "");
  assert.equal(king.name, "white king");
  const man = made.look("b");
  assert.deepEqual([man.wood, man.sign, man.letters, man.name], ["ebony", "", "", "black man"]);
});

test("coins and numbers wear letters", () => {
  const made = pieces(["White", "Black"], [
    { text: "d", seat: null, kind: "dime" }, { text: "w3", seat: 0, kind: "number 3" },
  ]);
  assert.deepEqual(made.look("d"), { wood: "silver", shape: "disc", sign: "", letters: "D", name: "dime", turn: 0 });
  assert.equal(made.look("w3").letters, "3");
  assert.equal(made.look("w3").name, "white number 3");
});

test("a piece that nobody has told of is guessed by its text", () => {
  const made = pieces(["White", "Black"]);
  assert.deepEqual([made.look("w").name, made.look("w").sign], ["white piece", ""]);
  assert.deepEqual([made.look("B").name, made.look("B").wood], ["black king", "ebony"]);
  assert.equal(made.look("wT").shape, "triangle");
  assert.equal(made.look("o").name, "piece");
  assert.equal(made.look("#").letters, "×");
});

test("a piece that cannot be guessed wears its text", () => {
  const { letters, name, wood } = pieces(["White", "Black"]).look("zz");
  assert.deepEqual([letters, name, wood], ["zz", "piece zz", "plain"]);
});

test("learning says what is new, and only that", () => {
  const made = pieces(["White", "Black"]);
  const man = { text: "w", seat: 0, kind: "man" };
  assert.equal(made.learn([[man], []]), true);
  assert.equal(made.learn([[], [man, man]]), false);
  assert.equal(made.learn([[{ ...man, kind: "king" }]]), true);
});

test("another game forgets the pieces of the one before", () => {
  const made = pieces(["White", "Black"], [{ text: "w", seat: 0, kind: "marker" }]);
  assert.equal(made.look("w").name, "white marker");
  made.begin({ seats: ["White", "Black"], areas: [], points: grid(3).points });
  assert.equal(made.look("w").name, "white piece");
});

test("a triangle points from home to goal", () => {
  const made = new Pieces();
  // Home is the lowest rank and goal the highest one for the first seat, the left and right file for the other.
  const areas = [
    { kind: "home", points: [0, 1, 2], seat: 0 }, { kind: "goal", points: [6, 7, 8], seat: 0 },
    { kind: "home", points: [0, 3, 6], seat: 1 }, { kind: "goal", points: [2, 5, 8], seat: 1 },
  ];
  made.begin({ seats: ["White", "Black"], areas, points: grid(3).points });
  assert.equal(made.look("wT").turn, 0);
  assert.equal(made.look("bT").turn, 90);
  assert.equal(made.look("bS").turn, 0);
});
