// @ts-check
// Moves that this page's hands did not make are animated: the computer's, those of other pages, what
// is taken back, and what goes back where it came from.

const DURATION = 320; // milliseconds

/** @import { TabletopView } from "./messages.d.ts" */

/**
 * A stack that went from one point to another.
 * @typedef {{ from: number, to: number }} Flight
 */

/**
 * The pieces that have changed places between two pictures of a board: what left one point and
 * arrived on another, each alike. Indices of points.
 * @param {string[]} before The stacks' texts point by point; bottom first, joined by spaces.
 * @param {string[]} after
 * @returns {Flight[]}
 */
export function flights(before, after) {
  const changed = after.map((_, i) => i).filter((i) => before[i] !== after[i]);
  const left = changed.filter((i) => before[i] && before[i] !== "" && !after[i].startsWith(before[i]));
  /** @type {Flight[]} */
  const found = [];
  for (const to of changed) {
    if (!after[to] || after[to] === before[to]) continue;
    const arrived = after[to].startsWith(before[to]) ? after[to].slice(before[to].length).trim() : after[to];
    const from = left.findIndex((i) => i !== to && alike(before[i], arrived));
    if (from >= 0) found.push({ from: left.splice(from, 1)[0], to });
  }
  return found;
}

/**
 * Whether two stacks are the same, or one is the other with a piece crowned, turned over or taken in.
 * @param {string} before
 * @param {string} after
 */
function alike(before, after) {
  return after.toLowerCase().endsWith(before.toLowerCase());
}

/** What the hands of other pages carry: each piece flies from where it was lifted to where it is put. */
export class OthersHands {
  /** @type {Map<string, { from: number, texts: string }>} By the name of the hand. */
  #carried = new Map();

  /**
   * Take in how the tabletop has changed, and tell what has been put down.
   * @param {TabletopView} before
   * @param {TabletopView} after
   * @param {string} mine How the names of this page's own hands begin.
   * @returns {Flight[]}
   */
  follow(before, after, mine) {
    /** @param {string[]} stack */
    const text = (stack) => stack.join(" ");
    /** @type {Flight[]} */
    const found = [];
    for (const [name, { from, texts }] of [...this.#carried]) {
      if (after.hands[name]) continue;
      this.#carried.delete(name);
      const to = after.points.findIndex((stack, i) =>
        text(stack) !== text(before.points[i]) && alike(texts, text(stack)));
      if (to >= 0 && to !== from) found.push({ from, to });
    }
    for (const [name, held] of Object.entries(after.hands)) {
      if (name.startsWith(mine) || this.#carried.has(name)) continue;
      const from = before.points.findIndex((stack, i) => text(stack) === text(held) && !after.points[i].length);
      if (from >= 0) this.#carried.set(name, { from, texts: text(held) });
    }
    return found;
  }
}

/** Whether people want things to move. */
export function moving() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Let a copy of a drawn stack fly to where it stands now; the stack itself appears when it is there.
 * @param {SVGGElement} stack Where it stands now.
 * @param {SVGGElement} sky Where the copy is drawn, above everything else.
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 * @param {number} scale
 */
export function fly(stack, sky, from, to, scale) {
  const copy = /** @type {SVGGElement} */ (stack.cloneNode(true));
  sky.append(copy);
  stack.classList.add("flying");
  /** @param {{ x: number, y: number }} place */
  const at = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` });
  const flight = copy.animate([at(from), at(to)], { duration: DURATION, easing: "ease-in-out" });
  flight.onfinish = flight.oncancel = () => {
    copy.remove();
    stack.classList.remove("flying");
  };
}
