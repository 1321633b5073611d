// @ts-check
// What a hand carries from one frame of an example to the next.

/** @import { FrameView } from "./messages.d.ts" */

/**
 * The pieces that a hand carries on the way to a frame.
 * @param {string[][]} before The stacks of the frame before.
 * @param {FrameView} frame
 */
export function carried(before, { stacks, moved: [from, to] }) {
  if (from === undefined) return [];
  const lifted = before[from].slice(stacks[from].length);
  return lifted.length ? lifted : stacks[to].slice(before[to].length);
}

/**
 * The stacks while a piece is on its way to a frame: as before, without what is carried.
 * @param {string[][]} before
 * @param {FrameView} frame
 */
export function underway(before, { stacks, moved: [from] }) {
  return before.map((stack, i) => i === from ? stack.slice(0, stacks[i].length) : stack);
}
