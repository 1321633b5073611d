// @ts-check
// How logged games are put into words.

import { _, day, moment, plural } from "./text.js";
import { called } from "./words.js";

/** @import { GameEntry } from "./messages.d.ts" */

/**
 * How a game was decided, if not by its rules; else empty.
 * @param {string} how
 */
function decided(how) {
  switch (how) {
    case "resigned": return _("resigned");
    case "agreed": return _("agreed");
    case "time": return _("on time");
    case "repetition": return _("by repetition");
    default: return "";
  }
}

/**
 * A local date and time, or a date alone, as it was logged; as it is where it is neither.
 * @param {string} started
 */
export function when(started) {
  if (/^\d{4}-\d\d-\d\d$/.test(started)) return day(started);
  const found = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(started);
  return found ? moment(`${found[0]}Z`) : started;
}

/**
 * A span of time: `12 s`, `3 min`, `1 h 5 min`.
 * @param {number} seconds
 */
export function lasted(seconds) {
  if (seconds < 60) return _("{seconds} s", { seconds: Math.round(seconds) });
  const all = Math.round(seconds / 60);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  if (!hours) return _("{minutes} min", { minutes });
  return minutes ? _("{hours} h {minutes} min", { hours, minutes }) : _("{hours} h", { hours });
}

/**
 * What is known of when and for how long a game was played. Games of other programs may have neither.
 * @param {Pick<GameEntry, "title" | "started" | "seconds" | "moves">} entry
 */
export function facts({ title, started, seconds, moves }) {
  return [title, when(started), plural("{number} move", "{number} moves", moves), seconds ? lasted(seconds) : ""].filter(Boolean);
}

/**
 * Who sits on a seat: a person by name, the computer, or whoever has the seat.
 * @param {Pick<GameEntry, "seats" | "players" | "computers">} entry
 * @param {number} seat
 */
export function sitting({ seats, players, computers }, seat) {
  const level = computers[seat];
  return players[seat] || (level ? _("computer ({level})", { level: called(level) }) : seats[seat]) || _("seat {number}", { number: seat + 1 });
}

/**
 * All who played, in turn order.
 * @param {Pick<GameEntry, "seats" | "players" | "computers">} entry
 */
export function everybody(entry) {
  return entry.seats.map((_name, seat) => sitting(entry, seat)).join(" – ");
}

/**
 * How a game ended.
 * @param {Pick<GameEntry, "seats" | "players" | "computers" | "outcome" | "how" | "in_use">} entry
 */
export function ended(entry) {
  const { outcome, how, in_use: inUse } = entry;
  const winner = /^win (\d+)$/.exec(outcome);
  if (outcome === "ongoing") return inUse ? _("on the board") : _("unfinished");
  const why = decided(how);
  const because = (/** @type {string} */ result) => why ? `${result} (${why})` : result;
  if (winner) return because(_("{player} won", { player: sitting(entry, Number(winner[1])) }));
  if (outcome === "draw") return because(_("draw"));
  if (outcome === "won") return _("solved");
  return outcome === "lost" ? because(_("not solved")) : outcome;
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
