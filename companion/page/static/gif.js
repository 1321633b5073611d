// @ts-check
// Writes animated GIFs (GIF89a), frame by frame. Each frame is only the part of the picture that has changed, with a
// palette of its own.

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

const COLOURS = 256; // of a palette, with the one that stands for no change
const SAME = COLOURS - 1; // its number
const CLEAR = COLOURS; // the codes of LZW after those of the colours
const END = COLOURS + 1;
const MOST_CODES = 4096;
const BLOCK = 255; // bytes

/** A growing row of bytes. */
class Bytes {
  #kept = new Uint8Array(1 << 16);
  #length = 0;

  /** @param {...number} bytes */
  add(...bytes) {
    if (this.#length + bytes.length > this.#kept.length) {
      const larger = new Uint8Array(2 * this.#kept.length + bytes.length);
      larger.set(this.#kept);
      this.#kept = larger;
    }
    this.#kept.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Two bytes, the lower one first. @param {...number} numbers */
  words(...numbers) {
    for (const number of numbers) this.add(number & 255, number >> 8);
  }

  get all() {
    return this.#kept.slice(0, this.#length);
  }
}

/**
 * The part of a picture that differs from the one before; one pixel if nothing does.
 * @param {Uint32Array} before
 * @param {Uint32Array} now
 * @param {number} width
 * @returns {Box}
 */
export function changedBox(before, now, width) {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let i = 0; i < now.length; i += 1) {
    if (now[i] === before[i]) continue;
    const x = i % width, y = (i - x) / width;
    if (top < 0) top = y;
    bottom = y;
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  if (top < 0) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * The most frequent colours of some pixels, alike ones taken together, and the number of each pixel's nearest.
 * @param {Uint32Array} pixels As in memory: red in the lowest byte. 0 where nothing has changed.
 */
export function reduced(pixels) {
  /** @type {Map<number, { count: number, colour: number }>} */
  const found = new Map();
  for (const pixel of pixels) {
    if (!pixel) continue;
    const alike = pixel & 0xf8f8f8;
    const one = found.get(alike);
    if (one) one.count += 1;
    else found.set(alike, { count: 1, colour: pixel & 0xffffff });
  }
  const palette = [...found.values()].sort((a, b) => b.count - a.count).slice(0, SAME).map(({ colour }) => colour);
  /** @type {Map<number, number>} */
  const nearest = new Map();
  const numbers = Uint8Array.from(pixels, (pixel) => {
    if (!pixel) return SAME;
    const alike = pixel & 0xf8f8f8;
    let number = nearest.get(alike);
    if (number === undefined) {
      const far = palette.map((colour) => [0, 8, 16].reduce((sum, by) => sum + (((colour >> by) & 255) - ((alike >> by) & 255)) ** 2, 0));
      number = far.indexOf(Math.min(...far));
      nearest.set(alike, number);
    }
    return number;
  });
  return { palette, numbers };
}

/**
 * The numbers of colours as LZW has them, in bytes.
 * @param {Uint8Array} numbers
 */
export function compressed(numbers) {
  const out = new Bytes();
  let [bits, kept, size, next] = [0, 0, 9, END + 1];
  /** @type {Map<number, number>} From a code and a colour to the code of both. */
  let codes = new Map();
  const emit = (/** @type {number} */ code) => {
    bits |= code << kept;
    kept += size;
    for (; kept >= 8; kept -= 8, bits >>>= 8) out.add(bits & 255);
  };
  emit(CLEAR);
  let last = numbers[0];
  for (const colour of numbers.subarray(1)) {
    const known = codes.get((last << 8) | colour);
    if (known !== undefined) {
      last = known;
      continue;
    }
    emit(last);
    codes.set((last << 8) | colour, next);
    if (next === 1 << size) size += 1;
    next += 1;
    if (next === MOST_CODES) {
      emit(CLEAR);
      [codes, size, next] = [new Map(), 9, END + 1];
    }
    last = colour;
  }
  emit(last);
  emit(END);
  if (kept) out.add(bits & 255);
  return out.all;
}

export class Gif {
  #out = new Bytes();
  #width = 0;
  #height = 0;
  /** @type {Uint32Array | null} */
  #before = null;

  /**
   * @param {number} width Pixels.
   * @param {number} height
   */
  constructor(width, height) {
    this.#width = width;
    this.#height = height;
    this.#out.add(...new TextEncoder().encode("GIF89a"));
    this.#out.words(width, height);
    this.#out.add(0x70, 0, 0); // eight bits a colour; no palette for all frames
    this.#out.add(0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, 0, 0, 0); // again and again
  }

  /**
   * Add a frame.
   * @param {Uint8ClampedArray} rgba All of its pixels.
   * @param {number} time For how long it is shown (milliseconds).
   */
  add(rgba, time) {
    const now = new Uint32Array(rgba.buffer.slice(rgba.byteOffset, rgba.byteOffset + rgba.byteLength));
    const box = this.#before ? changedBox(this.#before, now, this.#width)
      : { left: 0, top: 0, width: this.#width, height: this.#height };
    const part = new Uint32Array(box.width * box.height);
    for (let y = 0; y < box.height; y += 1) {
      const from = (box.top + y) * this.#width + box.left;
      part.set(now.subarray(from, from + box.width), y * box.width);
    }
    if (this.#before) {
      for (let i = 0; i < part.length; i += 1) {
        const x = i % box.width, at = (box.top + (i - x) / box.width) * this.#width + box.left + x;
        if (now[at] === this.#before[at]) part[i] = 0;
      }
    }
    this.#before = now;
    const { palette, numbers } = reduced(part);
    const out = this.#out;
    out.add(0x21, 0xf9, 4, 0x05); // what is there stays, and one colour is none
    out.words(Math.round(time / 10));
    out.add(SAME, 0, 0x2c);
    out.words(box.left, box.top, box.width, box.height);
    out.add(0x87); // with a palette of 256 colours
    for (let i = 0; i < COLOURS; i += 1) {
      const colour = palette[i] ?? 0;
      out.add(colour & 255, (colour >> 8) & 255, (colour >> 16) & 255);
    }
    out.add(8);
    const data = compressed(numbers);
    for (let at = 0; at < data.length; at += BLOCK) {
      const block = data.subarray(at, at + BLOCK);
      out.add(block.length, ...block);
    }
    out.add(0);
  }

  /** The finished file. */
  get bytes() {
    this.#out.add(0x3b);
    return this.#out.all;
  }
}
