// @ts-check
// Positions as text: a placement, as companion/rules/placement.py writes it, and more fields after it.

export class Placement {
  /** @type {string[]} The text of each point. */
  #cells = [];
  /** @type {number[]} How many points each row has. */
  #rows = [];
  #width;

  /** @type {string[]} What follows the placement. */
  rest;

  /**
   * @param {string} text A position.
   * @param {number} width The length of a piece's text.
   */
  constructor(text, width) {
    const [placed, ...rest] = text.split(" ");
    this.#width = width;
    this.rest = rest;
    for (const row of placed.split("/")) {
      const found = row.match(new RegExp(`\\([^)]*\\)|.{1,${width}}`, "g")) ?? [];
      this.#rows.push(found.length);
      this.#cells.push(...found);
    }
  }

  /** How many points it has. */
  get size() {
    return this.#cells.length;
  }

  /**
   * The texts of the pieces on a point, bottom first.
   * @param {number} point
   */
  stack(point) {
    const cell = this.#cells[point];
    if (/^\.+$/.test(cell)) return [];
    if (!cell.startsWith("(")) return [cell];
    return cell.slice(1, -1).match(new RegExp(`.{1,${this.#width}}`, "g")) ?? [];
  }

  /**
   * Have these pieces stand on a point.
   * @param {number} point
   * @param {string[]} stack Their texts, bottom first.
   */
  put(point, stack) {
    this.#cells[point] = stack.length > 1 ? `(${stack.join("")})` : stack[0] ?? ".".repeat(this.#width);
  }

  /** The text of the position. */
  get text() {
    let at = 0;
    const rows = this.#rows.map((size) => this.#cells.slice(at, at += size).join(""));
    return [rows.join("/"), ...this.rest].join(" ");
  }
}
