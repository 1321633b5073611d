// @ts-check
// The page for guests: shows one board as it is, in large type. It sends nothing but its code.

import { Board } from "./board.js";
import { after, shown } from "./clock.js";
import { byTestId, html, known, say } from "./dom.js";
import { ended, sitting } from "./gamewords.js";
import "./language.js";
import { join } from "./link.js";
import { Pairing } from "./pairing.js";
import { Pieces, paints } from "./pieces.js";
import { renewed } from "./shell.js";
import { _ } from "./text.js";
import { capitalized } from "./words.js";

/** @import { Pair, Version, WatchedBoard, WatchedClock, WatchedGame, WatchedMessage } from "./messages.d.ts" */

/** @type {Version} Of the messages, as in companion/protocol/. */
const VERSION = 5;
const KEPT = "guest-code"; // in the browser: the code that was right
const FULL = 1013; // the connection was closed because there are too many guests
const TICK = 100; // milliseconds between looks at the time
const LOW = 60; // seconds below which time is running out

const wood = known(document.getElementById("wood"));
const pieces = new Pieces();
/** @type {{ told: WatchedBoard, board: Board } | null} */
let table = null;
/** @type {WatchedGame | null} */
let game = null;
/** @type {WatchedClock | null} */
let clock = null;
let since = 0; // when the clock was told
/** @type {number | undefined} */
let timer;
let trouble = ""; // why nothing is shown, or nothing new

/** @type {(command: Pair) => boolean} */
let transmit = () => false;
const pairing = new Pairing((command) => transmit(command), KEPT);
document.body.append(paints());

/** @param {WatchedBoard} told */
function begin(told) {
  game = clock = null;
  clearInterval(timer);
  pieces.begin(told);
  pieces.learn([told.pieces]);
  const board = new Board(told, pieces, true);
  board.element.dataset.testid = "picture";
  board.element.setAttribute("aria-label", _("The board"));
  document.documentElement.style.setProperty("--ratio", String(board.layout.ratio));
  wood.replaceChildren(board.element);
  table = { told, board };
  document.title = told.title;
  say(byTestId("title"), told.title);
  byTestId("seats").replaceChildren(...told.seats.map((_name, seat) => html("div", { class: "seat", "data-seat": seat },
    dot(seat), html("span", { class: "name" }, name(seat)), html("span", { class: "time" }))));
  draw();
}

/** @param {WatchedGame} told */
function update(told) {
  if (!table) return;
  game = told;
  table.board.place(told.stacks, told.sensed, false);
  table.board.marks.last(told.last, told.last.length > 1 && told.stacks[told.last[told.last.length - 1]].length > 0);
  draw();
}

/** @param {WatchedClock} told */
function time(told) {
  clock = told;
  since = performance.now();
  clearInterval(timer);
  if (told.running !== null) timer = window.setInterval(tick, TICK);
  tick();
}

/** Whoever has a seat. @param {number} seat */
function name(seat) {
  return capitalized(sitting(known(table).told, seat));
}

/** The colour of a seat. @param {number} seat */
function dot(seat) {
  return html("span", { class: "turn", "data-wood": pieces.woodOf(seat), "aria-hidden": "true" });
}

/** What is to be said of the game: whose turn it is, or how it ended. */
function state() {
  if (trouble || !game || !table) return trouble;
  if (game.preparing) return _("The pieces are being set up.");
  if (game.outcome !== "ongoing") return `${capitalized(ended({ ...table.told, outcome: game.outcome, how: "", in_use: false }))}.`;
  return game.turn === null ? "" : _("{player} to move", { player: name(game.turn) });
}

function draw() {
  const said = byTestId("said");
  say(said, state());
  said.classList.toggle("trouble", Boolean(trouble));
  say(byTestId("last"), game?.told ?? "");
  for (const seat of /** @type {HTMLElement[]} */ ([...byTestId("seats").children])) {
    seat.dataset.turn = String(game !== null && game.turn === Number(seat.dataset.seat));
  }
  const plies = game?.moves ?? [];
  const first = (game?.plies ?? 0) - plies.length + 1;
  byTestId("plies").replaceChildren(...plies.map(({ seat, text }, i) => html("li", {},
    html("span", { class: "number" }, `${first + i}.`), ...(seat < 0 ? [] : [dot(seat)]), text)).reverse());
  tick();
}

function tick() {
  const left = clock ? after(clock, (performance.now() - since) / 1000) : [];
  for (const seat of /** @type {HTMLElement[]} */ ([...byTestId("seats").children])) {
    const its = left[Number(seat.dataset.seat)];
    say(known(seat.lastElementChild), its === undefined ? "" : shown(its));
    seat.dataset.low = String(its !== undefined && its <= LOW);
  }
}

/** @param {string} why Why nothing new is shown; empty if all is well. */
function explain(why) {
  trouble = why;
  document.documentElement.classList.toggle("lost", Boolean(why));
  draw();
}

/** @param {WatchedMessage} message */
function heard(message) {
  switch (message.type) {
    case "pairing":
      pairing.ask(message.wrong);
      break;
    case "watching":
      if (renewed(`${VERSION} ${document.documentElement.dataset.shell}`, `${message.version} ${message.shell}`)) break;
      pairing.done();
      explain("");
      break;
    case "board":
      trouble = "";
      document.documentElement.classList.remove("lost");
      begin(message);
      break;
    case "game":
      update(message);
      break;
    case "clock":
      time(message);
      break;
    case "shining":
      table?.board.shine(message);
      break;
    case "lamps":
      table?.board.light(message.rgb);
      break;
    case "away":
      explain(_("The board is away."));
      break;
  }
}

transmit = join(heard, (open, code) => {
  if (open) return; // the board says when all is well
  clearInterval(timer);
  explain(code === FULL ? _("As many guests are watching as this board allows. This page tries again.") : _("Connection lost. Reconnecting …"));
}, "/guests?");
