// @ts-check
// Lamps for people who want no motion: a lamp that blinks or breathes stays as bright as it was at
// its brightest, until what the lamps mean has changed.

/** How bright a lamp is, in its strongest colour. @param {string} hex RRGGBB. */
function level(hex) {
  return Math.max(...[0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)));
}

export class CalmLamps {
  /** @type {string[]} RRGGBB of each lamp at its brightest. */
  #brightest = [];

  /** What the lamps mean may have changed: the next frame counts alone. */
  reset() {
    this.#brightest = [];
  }

  /**
   * The frame to show for a frame that was sent.
   * @param {string} rgb RRGGBB of each point, joined.
   */
  frame(rgb) {
    const sent = rgb.match(/.{6}/g) ?? [];
    if (this.#brightest.length !== sent.length) this.#brightest = sent;
    else this.#brightest = sent.map((hex, i) => (level(hex) >= level(this.#brightest[i]) ? hex : this.#brightest[i]));
    return this.#brightest.join("");
  }
}
