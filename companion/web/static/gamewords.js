// @ts-check
// How logged games are put into words.

/** @import { GameEntry } from "./messages.d.ts" */

/** @type {Record<string, string>} */
const HOW = { resigned: "resigned", agreed: "agreed", time: "on time", repetition: "by repetition" };

/**
 * A local date and time, as it was logged: `2026-11-20 15:30`; as it is where it is neither.
 * @param {string} started
 */
export function when(started) {
  const found = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(started);
  return found ? `${found[1]} ${found[2]}` : started;
}

/**
 * A span of time: `12 s`, `3 min`, `1 h 5 min`.
 * @param {number} seconds
 */
export function lasted(seconds) {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes / 60} h`;
}

/**
 * Who sits on a seat: a person by name, the computer, or whoever has the seat.
 * @param {Pick<GameEntry, "seats" | "players" | "computers">} entry
 * @param {number} seat
 */
export function sitting({ seats, players, computers }, seat) {
  const level = computers[seat];
  return players[seat] || (level ? `computer (${level})` : seats[seat]) || `seat ${seat + 1}`;
}

/**
 * All who played, in turn order.
 * @param {Pick<GameEntry, "seats" | "players" | "computers">} entry
 */
export function everybody(entry) {
  return entry.seats.map((_, seat) => sitting(entry, seat)).join(" – ");
}

/**
 * How a game ended.
 * @param {Pick<GameEntry, "seats" | "players" | "computers" | "outcome" | "how" | "in_use">} entry
 */
export function ended(entry) {
  const { outcome, how, in_use: inUse } = entry;
  const winner = /^win (\d+)$/.exec(outcome);
  if (outcome === "ongoing") return inUse ? "on the board" : "unfinished";
  const why = HOW[how] ? ` (${HOW[how]})` : "";
  if (winner) return `${sitting(entry, Number(winner[1]))} won${why}`;
  if (outcome === "draw") return `draw${why}`;
  if (outcome === "won") return "solved";
  return outcome === "lost" ? `not solved${why}` : outcome;
}

/**
 * A number of things.
 * @param {number} number
 * @param {string} thing
 */
export function count(number, thing) {
  return `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;
}

/**
 * The pieces after so many moves.
 * @param {string[][]} start Point by point, bottom first.
 * @param {{ changes: Record<number, string[]> }[]} plies
 * @param {number} number
 */
export function stacksAfter(start, plies, number) {
  const stacks = [...start];
  for (const { changes } of plies.slice(0, number)) {
    for (const [point, stack] of Object.entries(changes)) stacks[Number(point)] = stack;
  }
  return stacks;
}

/**
 * The name of a file from the header of its download.
 * @param {string | null} header
 */
export function fileName(header) {
  const found = /filename\*=utf-8''([^;]+)/.exec(header ?? "");
  return found ? decodeURIComponent(found[1]) : "games";
}
