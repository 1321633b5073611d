// @ts-check
// The review of a logged game: what each move was worth, which were bad, and what was better.

import { say } from "./dom.js";
import { _ } from "./text.js";

/** @import { ReviewView, WorthView } from "./messages.d.ts" */
/** @import { Shelves } from "./shelves.js" */

const PAUSE = 300; // milliseconds between two requests

/** The usual marks of bad moves. @type {Record<string, string>} */
export const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * What a grade is called.
 * @param {string} grade
 */
export function gradeName(grade) {
  switch (grade) {
    case "inaccuracy": return _("Inaccuracy");
    case "mistake": return _("Mistake");
    case "blunder": return _("Blunder");
    default: return "";
  }
}

/**
 * Mark a move in a list; without a grade, take the mark away.
 * @param {Element} mark
 * @param {string} grade
 */
export function markMove(mark, grade) {
  say(mark, MARKS[grade] ?? "");
  mark.setAttribute("data-grade", grade);
  if (grade) {
    mark.setAttribute("role", "img"); // the marks are read as words
    mark.setAttribute("aria-label", gradeName(grade));
  } else {
    mark.removeAttribute("role");
    mark.removeAttribute("aria-label");
  }
}

/**
 * What a move is worth to the player who makes it: `wins in 5`, `draw`, `46 %`.
 * @param {WorthView} worth
 * @param {boolean} alone Whether it is a game for one.
 */
export function worthWords({ share, exact, plies }, alone) {
  if (!exact) return alone ? _("not known") : _("{number} %", { number: Math.round(100 * share) });
  if (share === 1) {
    if (plies === null) return alone ? _("can be solved") : _("wins");
    return alone ? _("solved in {plies}", { plies }) : _("wins in {plies}", { plies });
  }
  if (share > 0) return _("a draw");
  if (alone) return _("no solution");
  return plies === null ? _("loses") : _("loses in {plies}", { plies });
}

/**
 * The number of the next bad move after a move; the first one after the last.
 * @param {Iterable<ReviewView>} found
 * @param {number} at
 */
export function nextBad(found, at) {
  const bad = [...found].filter(({ grade }) => grade).map(({ number }) => number).sort((a, b) => a - b);
  return bad.find((number) => number > at) ?? bad[0] ?? null;
}

/**
 * The number of the move that cost the most, where a game turned; null if no move was bad.
 * @param {Iterable<ReviewView>} found
 * @param {(number: number) => boolean} counts Whether a move counts: those of one side.
 */
export function turningPoint(found, counts) {
  let [turned, most] = [/** @type {number | null} */ (null), 0];
  for (const { number, best, worth } of found) {
    const fall = (best?.share ?? 0) - (worth?.share ?? 0);
    if (best && counts(number) && fall > most) [turned, most] = [number, fall];
  }
  return turned;
}

/** Asks for the review of one game, until all of it is there. */
export class Review {
  #shelves;
  #onFound;
  #asked = 0; // a later question makes the answer to an earlier one stale
  /** What was found, by the number of the move. @type {Map<number, ReviewView>} */
  found = new Map();
  running = false;
  done = 0;
  total = 0;
  trouble = "";

  /**
   * @param {Shelves} shelves
   * @param {() => void} onFound
   */
  constructor(shelves, onFound) {
    this.#shelves = shelves;
    this.#onFound = onFound;
  }

  /** Ask no more, and forget what was found. */
  forget() {
    this.#asked += 1;
    this.found = new Map();
    this.running = false;
    this.done = this.total = 0;
    this.trouble = "";
  }

  /** @param {string} key @param {string} engine Who rates the moves; empty for the program itself. */
  async begin(key, engine) {
    this.forget();
    const asked = this.#asked;
    this.running = true;
    this.#onFound();
    try {
      for (let start = 0; this.running;) {
        const part = await this.#shelves.review(key, start, engine);
        if (asked !== this.#asked) return;
        if (part.start < start) this.found = new Map(); // the log has grown
        for (const each of part.found) this.found.set(each.number, each);
        start = part.start + part.found.length;
        [this.done, this.total, this.trouble] = [part.done, part.total, part.trouble];
        this.running = part.done < part.total;
        this.#onFound();
        if (this.running) await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
        if (asked !== this.#asked) return;
      }
    } catch (why) {
      if (asked !== this.#asked) return;
      this.running = false;
      this.#onFound();
      throw why;
    }
  }
}
