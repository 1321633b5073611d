// @ts-check
// The state that the page shows, made of what the program says has changed.

/** @import { State, StateChange } from "./messages.d.ts" */

/**
 * The state after a change.
 * @param {State | null} known The state before; null after `Hello`, when the change is a whole state.
 * @param {StateChange} change
 */
export function changed(known, change) {
  const { kept = 0, moves, ...fields } = change;
  const before = known?.moves ?? [];
  return /** @type {State} */ ({
    ...known, ...fields, moves: moves ? [...before.slice(0, kept), ...moves] : before,
  });
}
