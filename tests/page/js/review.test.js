// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { Review, nextBad, turningPoint, worthWords } from "../../../companion/page/static/review.js";

/** @import { ReviewPart, ReviewView } from "../../../companion/page/static/messages.d.ts" */
/** @import { Shelves } from "../../../companion/page/static/shelves.js" */

/** @param {number} number @param {string} grade @returns {ReviewView} */
const judged = (number, grade = "") => ({ number, worth: { share: 0.5, exact: false, plies: null }, grade });

/** @param {number} share @param {number | null} plies @param {boolean} exact */
const worth = (share, plies = null, exact = true) => ({ share, exact, plies });

test("what a move is worth is said exactly, or as a percentage", () => {
  assert.equal(worthWords(worth(0.456, null, false), false), "46 %");
  assert.equal(worthWords(worth(1, 5), false), "wins in 5");
  assert.equal(worthWords(worth(1), false), "wins");
  assert.equal(worthWords(worth(0.5), false), "a draw");
  assert.equal(worthWords(worth(0, 4), false), "loses in 4");
  assert.equal(worthWords(worth(0), false), "loses");
});

test("a game for one can be solved or not", () => {
  assert.equal(worthWords(worth(1, 5), true), "solved in 5");
  assert.equal(worthWords(worth(1), true), "can be solved");
  assert.equal(worthWords(worth(0), true), "no solution");
  assert.equal(worthWords(worth(0.5, null, false), true), "not known");
});

test("the next bad move comes after the one that is shown, and then from the beginning", () => {
  const found = [judged(7, "blunder"), judged(2, "mistake"), judged(3)];
  assert.equal(nextBad(found, 0), 2);
  assert.equal(nextBad(found, 2), 7);
  assert.equal(nextBad(found, 7), 2);
  assert.equal(nextBad([judged(1)], 0), null);
});

/** Shelves that answer with these parts, one after another. @param {(ReviewPart | Error)[]} parts */
function answering(parts) {
  /** @type {number[]} */
  const asked = [];
  /** @type {string[]} */
  const raters = [];
  const shelves = /** @type {Shelves} */ (/** @type {unknown} */ ({
    /** @param {string} _log @param {number} start @param {string} engine */
    review: (_log, start, engine) => {
      asked.push(start);
      raters.push(engine);
      const part = parts.shift();
      return part instanceof Error ? Promise.reject(part) : Promise.resolve(part);
    },
  }));
  return { shelves, asked, raters };
}

test("it asks until all is there, and a later result replaces an earlier one", async () => {
  const { shelves, asked, raters } = answering([
    { start: 0, found: [judged(1), judged(2)], done: 2, total: 4, trouble: "" },
    { start: 2, found: [judged(1, "mistake")], done: 4, total: 4, trouble: "" },
  ]);
  let told = 0;
  const review = new Review(shelves, () => { told += 1; });
  await review.begin("key", "stockfish");
  assert.deepEqual(asked, [0, 2]);
  assert.deepEqual(raters, ["stockfish", "stockfish"]);
  assert.equal(review.found.get(1)?.grade, "mistake");
  assert.equal(review.found.size, 2);
  assert.equal(review.running, false);
  assert.equal(told, 3);
});

test("an answer that comes after it was closed is forgotten", async () => {
  const { shelves } = answering([{ start: 0, found: [judged(1)], done: 1, total: 1, trouble: "" }]);
  const review = new Review(shelves, () => {});
  const begun = review.begin("key", "");
  review.forget();
  await begun;
  assert.equal(review.found.size, 0);
});

test("an error ends it and is passed on", async () => {
  const { shelves } = answering([new Error("busy")]);
  const review = new Review(shelves, () => {});
  await assert.rejects(review.begin("key", ""), /busy/);
  assert.equal(review.running, false);
});

test("a game turned at the worst move of the side that lost it", () => {
  /** @param {number} number @param {number} before @param {number} after */
  const fell = (number, before, after) => ({ number, grade: "mistake", best: worth(before, null, false), worth: worth(after, null, false) });
  const found = [fell(1, 0.6, 0.5), fell(2, 0.9, 0.1), fell(3, 0.5, 0.1), judged(5)];
  const white = (/** @type {number} */ number) => number % 2 === 1;
  assert.equal(turningPoint(found, white), 3);
  assert.equal(turningPoint(found, () => true), 2);
  assert.equal(turningPoint([judged(1)], white), null);
});
