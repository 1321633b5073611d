// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { coarse, keyframes, onScreen, shining } from "../../../companion/page/static/light.js";

test("a lamp on a screen keeps its colour, and shines brighter than its light", () => {
  assert.deepEqual(onScreen("000000"), { colour: "", strength: 0, level: 0 });
  assert.equal(onScreen("400020").colour, "rgb(255,0,128)");
  assert.equal(onScreen("ff0000").strength, 1);
  assert.ok(onScreen("0a0000").strength > 0.3);
  assert.equal(shining(0), 0);
});

test("the keyframes follow the beats, and last as long as they do", () => {
  const { duration, frames } = keyframes([[600, 1], [200, 0]]);
  assert.equal(duration, 800);
  assert.deepEqual(frames.map(({ offset }) => offset), [0, 0.75, 0.75, 1]);
  assert.equal(frames[0].opacity, 1);
  assert.equal(frames[1].opacity, 1);
  assert.equal(frames[2].opacity, frames[3].opacity);
  assert.ok(frames[2].opacity < 0.1);
});

test("a lamp that is dim at its brightest shines as its frames would", () => {
  const { frames } = keyframes([[600, 1], [600, 0.5]], 0.2);
  assert.equal(frames[0].opacity, shining(0.2));
  assert.equal(frames[2].opacity, shining(0.1));
});

test("a smooth rhythm is shown in few steps, and a sharp one as it is", () => {
  assert.deepEqual(coarse([[40, 1], [40, 0.5], [40, 0]]), [[80, 0.75], [40, 0]]);
  assert.deepEqual(coarse([[900, 1], [100, 0]]), [[900, 1], [100, 0]]);
});
