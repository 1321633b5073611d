// @ts-check
// The keys of the page: one table, from which they are obeyed, announced on their buttons, and listed. The letters a to
// i, and digits, begin the name of a point: typing it moves to the point, as the arrow keys do.

import { byTestId, html } from "./dom.js";
import { _ } from "./text.js";

/** Each key with the button that it presses. @type {readonly (readonly [string, string])[]} */
export const KEYS = [
  ["?", "what-now"], ["t", "hint"], ["u", "back"], ["o", "confirm"], ["n", "new"], ["r", "rules"], ["l", "legend"],
  ["m", "menu"],
];

/** Examples of the names of points. */
const NAMES = ["14", "c5"];

/**
 * Whether a key is meant for something to write into, for a dialog, or for the browser.
 * @param {KeyboardEvent} event
 */
function elsewhere({ target, ctrlKey, altKey, metaKey }) {
  return ctrlKey || altKey || metaKey ||
    (target instanceof Element && target.closest("input, select, textarea, dialog") !== null);
}

/**
 * Whether a button can be pressed now, though perhaps in the menu.
 * @param {HTMLElement} button
 */
function reachable(button) {
  return !button.hidden && (button.offsetParent !== null || button.closest("[popover]") !== null);
}

/**
 * What is typed so far of a point's name, after one more key; empty if no name begins so.
 * @param {string} typed
 * @param {string} key
 * @param {readonly string[]} names
 */
export function typing(typed, key, names) {
  const longer = typed + key;
  if (names.some((name) => name.startsWith(longer))) return longer;
  return names.some((name) => name.startsWith(key)) ? key : "";
}

export class Keys {
  #typed = "";
  /** @type {() => { names: readonly string[], focus: (name: string) => void } | null} */
  #board;

  /** @param {() => { names: readonly string[], focus: (name: string) => void } | null} board What can be typed; null while nothing can. */
  constructor(board) {
    this.#board = board;
    for (const [key, name] of KEYS) byTestId(name).setAttribute("aria-keyshortcuts", key);
    addEventListener("keydown", (event) => this.#press(event));
    byTestId("keys").replaceChildren(...KEYS.flatMap(([key, name]) => {
      const button = byTestId(name);
      const said = button.getAttribute("aria-label") ?? button.textContent ?? "";
      return [html("dt", {}, html("kbd", {}, key)), html("dd", {}, said)];
    }), html("dt", {}, ...NAMES.map((name) => html("kbd", {}, name))), html("dd", {}, _("Go to this point; Enter then does what a click does")));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (elsewhere(event)) return;
    const board = this.#board();
    this.#typed = board && event.key.length === 1 ? typing(this.#typed, event.key, board.names) : "";
    if (board && this.#typed) {
      if (board.names.includes(this.#typed)) board.focus(this.#typed);
      event.preventDefault();
      return;
    }
    const name = KEYS.find(([key]) => key === event.key)?.[1];
    const button = name && byTestId(name, HTMLButtonElement);
    if (!button || button.disabled || !reachable(button)) return;
    event.preventDefault();
    button.click();
  }
}
