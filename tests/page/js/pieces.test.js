// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { Pieces } from "../../../companion/page/static/pieces.js";
import { grid } from "./boards.js";

/** @import { PieceView } from "../../../companion/page/static/messages.d.ts" */

const players = { seats: ["White", "Black"], colours: ["white", "black", "yellow"], areas: [], points: grid(3).points };

/**
 * The pieces of a game.
 * @param {string[]} seats
 * @param {PieceView[]} known
 */
function pieces(seats, known = []) {
  const made = new Pieces();
  made.begin({ ...players, seats });
  made.learn([known]);
  return made;
}

test("white and black are of wood, other colours keep their names", () => {
  const two = pieces(["White", "Black"]);
  assert.deepEqual([two.woodOf(0), two.woodOf(1)], ["ivory", "ebony"]);
  const three = pieces(["Ann", "Black", "Cid"]);
  assert.deepEqual([three.woodOf(0), three.woodOf(1), three.woodOf(2)], ["ivory", "ebony", "yellow"]);
});

test("somebody who plays alone has no colour, nor has nobody", () => {
  assert.equal(pieces(["White"]).woodOf(0), "");
  assert.equal(pieces(["White", "Black"]).woodOf(-1), "");
});

test("a king wears a crown, a man nothing", () => {
  const made = pieces(["White", "Black"], [
    { text: "W", seat: 0, kind: "king", sign: "crown" }, { text: "b", seat: 1, kind: "man" },
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
    { text: "d", seat: null, kind: "dime", material: "silver", letters: "D" },
    { text: "w3", seat: 0, kind: "number 3", letters: "3" },
  ]);
  assert.deepEqual(made.look("d"), { wood: "silver", shape: "disc", sign: "", letters: "D", drawing: "", name: "dime", turn: 0 });
  assert.equal(made.look("w3").letters, "3");
  assert.equal(made.look("w3").name, "white number 3");
});

test("a piece that nobody has told of wears its text", () => {
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
  made.begin(players);
  assert.equal(made.look("w").name, "piece w");
});

test("a triangle points from home to goal", () => {
  const made = new Pieces();
  // Home is the lowest rank and goal the highest one for the first seat, the left and right file for the other.
  const areas = [
    { kind: "home", points: [0, 1, 2], seat: 0 }, { kind: "goal", points: [6, 7, 8], seat: 0 },
    { kind: "home", points: [0, 3, 6], seat: 1 }, { kind: "goal", points: [2, 5, 8], seat: 1 },
  ];
  made.begin({ ...players, areas });
  made.learn([[
    { text: "wT", seat: 0, kind: "triangle", shape: "triangle" },
    { text: "bT", seat: 1, kind: "triangle", shape: "triangle" },
    { text: "bS", seat: 1, kind: "square", shape: "square" },
  ]]);
  assert.equal(made.look("wT").turn, 0);
  assert.equal(made.look("bT").turn, 90);
  assert.equal(made.look("bS").turn, 0);
});
