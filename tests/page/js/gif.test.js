// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { Gif, changedBox, compressed, reduced } from "../../../companion/page/static/gif.js";

/**
 * The numbers that LZW codes stand for, as a reader has it.
 * @param {Uint8Array} data
 */
function expanded(data) {
  let [bits, kept, size, at] = [0, 0, 9, 0];
  const read = () => {
    for (; kept < size; kept += 8) bits += data[at++] * 2 ** kept;
    const code = bits % 2 ** size;
    bits = Math.floor(bits / 2 ** size);
    kept -= size;
    return code;
  };
  /** @type {number[][]} */
  let table = [];
  /** @type {number[]} */
  let before = [];
  const out = [];
  for (;;) {
    const code = read();
    if (code === 257) return out;
    if (code === 256) {
      table = Array.from({ length: 258 }, (_none, i) => [i]);
      [size, before] = [9, []];
      continue;
    }
    const found = table[code] ?? [...before, before[0]];
    if (before.length) table.push([...before, found[0]]);
    out.push(...found);
    before = found;
    if (table.length === 2 ** size && size < 12) size += 1;
  }
}

test("what is compressed is read again, however long and mixed", () => {
  let seed = 7;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
  for (const colours of [1, 2, 5, 256]) {
    for (const length of [1, 2, 300, 20000]) {
      const numbers = Uint8Array.from({ length }, () => (random() >> 8) % colours);
      assert.deepEqual(expanded(compressed(numbers)), [...numbers]);
    }
  }
});

test("only what has changed is in a frame", () => {
  const before = new Uint32Array(12), now = before.slice();
  assert.deepEqual(changedBox(before, now, 4), { left: 0, top: 0, width: 1, height: 1 });
  now[5] = now[10] = 9;
  assert.deepEqual(changedBox(before, now, 4), { left: 1, top: 1, width: 2, height: 2 });
});

test("of more colours than a palette has, the seldom ones become the nearest of the others", () => {
  // 300 reds and greens; the first ones are frequent, and the others differ little from them.
  const colour = (/** @type {number} */ i) => 0xff000000 + ((i % 20) << 11) + (Math.floor(i / 20) << 4);
  const often = Array.from({ length: 300 }, (_none, i) => Array.from({ length: i < 200 ? 3 : 1 }, () => colour(i))).flat();
  const { palette, numbers } = reduced(Uint32Array.from(often));
  assert.equal(palette.length, 255);
  often.forEach((pixel, i) => {
    const off = [0, 8, 16].map((by) => Math.abs(((palette[numbers[i]] >> by) & 255) - ((pixel >> by) & 255)));
    assert.ok(Math.max(...off) <= 64, String(off));
    if (i < 600) assert.deepEqual(off, [0, 0, 0]);
  });
  assert.deepEqual([...reduced(Uint32Array.of(0, colour(1))).numbers], [255, 0]);
});

test("a file begins and ends as it must", () => {
  const gif = new Gif(2, 2);
  gif.add(new Uint8ClampedArray(16).fill(255), 100);
  const { bytes } = gif;
  assert.equal(new TextDecoder().decode(bytes.slice(0, 6)), "GIF89a");
  assert.equal(bytes.at(-1), 0x3b);
});
