// @ts-check
// Joins the connection, the board and the words. Nothing is kept that the program does not say:
// after a lost connection everything is drawn again from Hello, State and Lamps.

import { PlayAgain } from "./again.js";
import { Absence } from "./absence.js";
import { Assist } from "./assist.js";
import { Board } from "./board.js";
import { BoardMenu } from "./boardmenu.js";
import { Callout } from "./callout.js";
import { changed } from "./changes.js";
import { Clocks } from "./clock.js";
import { Column } from "./column.js";
import { byTestId, known, say } from "./dom.js";
import { PositionEditor } from "./editor.js";
import { Engines } from "./engines.js";
import { FarAway } from "./faraway.js";
import { moving } from "./flights.js";
import { Hands } from "./hands.js";
import { Home } from "./home.js";
import { Lessons } from "./lesson.js";
import { Library } from "./library.js";
import { Keys } from "./keys.js";
import "./language.js";
import { join } from "./link.js";
import { Menu } from "./menu.js";
import { NewGame } from "./newgame.js";
import { Pairing } from "./pairing.js";
import { People } from "./people.js";
import { Panel } from "./panel.js";
import { GuestLink, Phone } from "./phone.js";
import { Placing } from "./placing.js";
import { Pieces, paints } from "./pieces.js";
import { Puzzles } from "./puzzles.js";
import { Rules } from "./rules.js";
import { Settings } from "./settings.js";
import { keepFiles, renewed } from "./shell.js";
import { positionSheet, Sheets } from "./sheet.js";
import { Sound } from "./sound.js";
import { Voice } from "./voice.js";
import { _ } from "./text.js";
import { Tools } from "./tools.js";
import { Tray } from "./tray.js";
import { Turning, turned } from "./turning.js";
import { Undo } from "./undo.js";
import { View } from "./view.js";
import { WhatNow } from "./whatnow.js";

/** @import { Command, Hello, Message, Pair, State, Version } from "./messages.d.ts" */

/** @type {Version} Of the messages, as in companion/protocol/. */
const VERSION = 5;

const wood = known(document.getElementById("wood"));
/** @type {{ hello: Hello, board: Board, tray: Tray, quarters: number } | null} */
let table = null;
/** @type {State | null} */
let state = null;
const pieces = new Pieces();

document.body.append(paints());
/** @type {(command: Command | Pair) => boolean} */
let transmit = () => false;
// What depends on what is shown says so: by the time it comes, the game may have gone on.
const ANSWERS = new Set(["confirm", "choose", "back", "resign", "draw", "new", "teach", "train", "select", "daily", "practise", "placepieces"]);
const sound = new Sound();
const voice = new Voice();
/** @param {Command | Pair} command */
const send = (command) => {
  if (command.do === "put") sound.put();
  if (command.do !== "pair") panel.refused(""); // that was about an earlier command
  return transmit(state && ANSWERS.has(command.do)
    ? /** @type {Command} */ ({ ...command, seen: state.stage }) : command);
};
const hands = new Hands(send, pieces, () => draw());
const panel = new Panel(send, pieces, new Menu());
const lessons = new Lessons(send);
const rules = new Rules(send, lessons);
const editor = new PositionEditor(send);
const people = new People(send);
const newGame = new NewGame(send, lessons, (game, options) => rules.open(game, options), editor, people);
const farAway = new FarAway(send, () => byTestId("new-game", HTMLDialogElement).close());
const pairing = new Pairing(send);
const library = new Library((from) => newGame.open(from), (found) => panel.judged(found), send, () => people.open());
const boardMenu = new BoardMenu(send);
const settings = new Settings(send);
const tools = new Tools(send, settings);
const engines = new Engines(send, settings);
const puzzles = new Puzzles(send);
const home = new Home(send, newGame, () => puzzles.open(), people);
const column = new Column(pieces);
const clocks = new Clocks(pieces, (seat, left) => sound.clock(seat, left), (warning) => voice.clock(warning));
const callout = new Callout();
const again = new PlayAgain(send);
const assist = new Assist(send);
const undo = new Undo(send);
const placing = new Placing(send);
const absence = new Absence();
const turning = new Turning(() => turn());
new View();
new WhatNow(send);
byTestId("print").onclick = () => print();
new Sheets([() => library.sheet(), () => rules.sheet(), () => state && table && positionSheet({
  hello: table.hello, stacks: state.believed.map((stack) => stack.map(({ text }) => text)),
  words: [state.headline, state.position ?? ""].filter(Boolean), moves: state.moves,
})]);
new Keys(() => table && !looking && wood.offsetParent ? {
  names: table.board.layout.names, focus: (name) => table?.board.target(name).focus(),
} : null);
const phone = new Phone();
const guests = new GuestLink();
let looking = false; // at a puzzle

/** @param {Hello} hello */
function begin(hello) {
  state = null;
  pieces.begin(hello);
  pieces.learn([hello.pieces]);
  const tray = new Tray(byTestId("tray"), pieces, hello.pieces.length);
  turning.begin(hello);
  lay(hello, tray, turning.by(null));
  tray.element.hidden = !hello.simulated;
  known(document.getElementById("page")).classList.toggle("mirror", !hello.simulated);
  panel.begin(hello);
  lessons.begin(hello);
  newGame.begin(hello);
  rules.begin(hello);
  clocks.begin(hello);
  again.begin(hello);
  farAway.begin(hello);
  sound.begin(hello);
  voice.begin(hello);
  settings.begin(hello);
  library.begin(hello);
  home.begin(hello);
}

/**
 * Lay the board on the table, turned clockwise by so many quarters.
 * @param {Hello} hello
 * @param {Tray} tray
 * @param {number} quarters
 */
function lay(hello, tray, quarters) {
  pieces.turned = 90 * quarters;
  const board = new Board(turned(hello, quarters), pieces);
  document.documentElement.style.setProperty("--ratio", String(board.layout.ratio));
  wood.replaceChildren(board.element);
  table = { hello, board, tray, quarters };
  hands.attach(board, tray.element);
  column.attach(board);
  boardMenu.attach(board);
  puzzles.begin(hello, board);
  undo.begin(board.marks);
}

/** Turn the board to whose turn it is, once no hand holds a piece. */
function turn() {
  const { hello, board, tray, quarters } = known(table);
  const wanted = turning.by(state);
  if (!state || wanted === quarters || looking || board.element.dataset.hands !== "0") return;
  const focused = board.element.contains(document.activeElement) ? document.activeElement : null;
  lay(hello, tray, wanted);
  const laid = known(table).board;
  laid.lightAs(board);
  tray.redraw();
  update(state);
  if (focused instanceof HTMLElement) laid.target(focused.dataset.point ?? "").focus({ preventScroll: true });
  if (moving()) laid.element.animate([{ rotate: `${90 * (quarters - wanted)}deg` }, { rotate: "0deg" }], { duration: 400, easing: "ease-in-out" });
}

/** @param {State} message */
function update(message) {
  const { hello, board, tray } = known(table);
  state = message;
  if (pieces.learn(state.believed)) {
    board.forget();
    tray.redraw();
  }
  board.lamps.calm.reset();
  looking = puzzles.show(state);
  puzzles.offer(state);
  hands.rest(looking);
  hands.clicks(state);
  hands.told(hello.simulated ? state.tabletop : null);
  draw();
  panel.show(state);
  lessons.follow(state);
  again.show(state);
  placing.show(state);
  farAway.show(state);
  library.follow(state);
  sound.follow(state);
  voice.follow(state);
  undo.show(state);
  board.marks.last(state.last ?? [], carried(state));
  assist.show(state);
  callout.show(board, looking ? null : state.refusal);
  people.show(state);
  newGame.show(state);
  rules.follow(state);
  settings.follow(state);
  boardMenu.show(state);
  home.show(state);
  known(document.getElementById("page")).classList.remove("unbegun");
  board.element.dataset.stage = String(state.stage); // the stage that is now fully drawn
  turn();
}

/**
 * Whether a piece went from the first to the last point of the last move.
 * @param {State} state
 */
function carried({ last = [], believed }) {
  return last.length > 1 && believed[last[last.length - 1]].length > 0;
}

/** Draw the pieces: the simulated ones, or on a real board those of the position. */
function draw() {
  if (!state || !table) return;
  const { hello, board, tray } = table;
  if (hello.simulated && state.tabletop) {
    const shown = hands.shown();
    board.place(shown.points, state.sensed, !looking, hands.landed());
    tray.show(shown.tray, shown.elsewhere);
  } else {
    board.place(state.believed.map((stack) => stack.map(({ text }) => text)), state.sensed, false);
  }
  column.show();
}

/** @param {Message} message */
function heard(message) {
  switch (message.type) {
    case "pairing":
      absence.hide();
      pairing.ask(message.wrong);
      break;
    case "welcome":
      if (renewed(`${VERSION} ${document.documentElement.dataset.shell}`, `${message.version} ${message.shell}`)) break;
      keepFiles();
      hands.page = message.page;
      assist.begin();
      pairing.done();
      library.pair(message.key);
      people.pair(message.key);
      phone.learn(message.phone);
      guests.learn(message);
      linked(true);
      break;
    case "waiting":
      linked(false, _("Waiting for the board: {why}", { why: message.text }));
      break;
    case "hello":
      linked(true);
      begin(message);
      break;
    case "state":
      update(changed(state, message));
      break;
    case "clock":
      clocks.show(message);
      again.time(message);
      break;
    case "settings":
      settings.show(message);
      tools.offer(message);
      engines.offer(message);
      newGame.suggest(String(settings.value("game.clock") ?? ""));
      break;
    case "engines":
      engines.show(message);
      break;
    case "tool":
      tools.show(message);
      break;
    case "shining":
      known(table).board.shine(message);
      break;
    case "lamps":
      known(table).board.light(message.rgb);
      break;
    case "rules":
      if (message.brief) {
        home.picture(message);
        break;
      }
      rules.show(message);
      editor.show(message);
      break;
    case "answer":
      panel.answer(message.text);
      voice.answer(message.text);
      break;
    case "refused":
      rules.refused(message.text);
      editor.refused(message.text);
      newGame.refused(message.text);
      settings.refused(message.text);
      engines.refused(message.text);
      hands.refused();
      panel.refused(message.text);
      break;
  }
}

/**
 * Show whether there is a table to play at, or why not.
 * @param {boolean} on
 * @param {string} text
 */
function linked(on, text = _("Connection lost. Reconnecting …")) {
  const { classList } = document.documentElement;
  classList.toggle("lost", !on);
  absence.hide();
  const line = byTestId("link");
  line.hidden = on;
  say(line, on ? "" : text);
  wood.inert = !on;
  if (!on && table) callout.show(table.board, null); // it would stay for as long as there is no table
  if (!on) home.close();
}

transmit = join(heard, (open) => {
  if (open) return; // the welcome says when all is well
  hands.drop();
  linked(false);
  if (!table) absence.show();
});
