// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement ??= /** @type {never} */ (class {});
const { KEYS, typing } = await import("../../../companion/page/static/keys.js");

const STAR = Array.from({ length: 19 }, (_, i) => String(i + 1));
const GRID = [..."abcdefghi"].flatMap((file) => [..."123456789"].map((rank) => file + rank));

test("a number is typed digit by digit, and begins anew where none goes on", () => {
  assert.equal(typing("", "1", STAR), "1");
  assert.equal(typing("1", "4", STAR), "14");
  assert.equal(typing("14", "5", STAR), "5");
  assert.equal(typing("2", "0", STAR), "");
});

test("a square needs its letter first", () => {
  assert.equal(typing("", "h", GRID), "h");
  assert.equal(typing("h", "4", GRID), "h4");
  assert.equal(typing("", "4", GRID), "");
});

test("no key of the page begins the name of a point, so none has to wait", () => {
  for (const [key] of KEYS) assert.equal(typing("", key, [...STAR, ...GRID]), "");
});
