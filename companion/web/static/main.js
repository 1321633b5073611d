// Joins the connection, the board and the words. Nothing is kept that the program does not say:
// after a lost connection everything is drawn again from Hello, State and Lamps.

import { Board } from "./board.js";
import { Column } from "./column.js";
import { byTestId, say } from "./dom.js";
import { Hands } from "./hands.js";
import { join } from "./link.js";
import { NewGame } from "./newgame.js";
import { Pairing } from "./pairing.js";
import { Panel } from "./panel.js";
import { Pieces, paints } from "./pieces.js";
import { Puzzles } from "./puzzles.js";
import { Tray } from "./tray.js";

const VERSION = 2; // of the messages, as in companion/protocol

const wood = document.getElementById("wood");
let hello = null;
let state = null;
let board = null;
let tray = null;
const pieces = new Pieces();

document.body.append(paints());
let transmit = () => false;
// What depends on what is shown says so: by the time it comes, the game may have gone on.
const ANSWERS = new Set(["confirm", "choose", "back", "resign", "draw", "new"]);
const send = (command) =>
  transmit(ANSWERS.has(command.do) && state ? { ...command, seen: state.stage } : command);
const hands = new Hands(send, pieces, () => draw());
const panel = new Panel(send, pieces);
const newGame = new NewGame(send);
const pairing = new Pairing(send);
const puzzles = new Puzzles(send);
const column = new Column(pieces);
let looking = false; // at a puzzle

function begin(message) {
  hello = message;
  state = null;
  pieces.begin(hello);
  pieces.learn([hello.pieces]);
  board = new Board(hello, pieces);
  document.documentElement.style.setProperty("--ratio", board.layout.ratio);
  wood.replaceChildren(board.element);
  tray = new Tray(byTestId("tray"), pieces, hello.pieces.length);
  tray.element.hidden = !hello.simulated;
  document.getElementById("page").classList.toggle("mirror", !hello.simulated);
  hands.attach(board, tray.element);
  column.attach(board);
  puzzles.begin(hello, board);
  panel.begin(hello);
  newGame.begin(hello);
}

function update(message) {
  state = message;
  if (pieces.learn(state.believed)) {
    board.forget();
    tray.redraw();
  }
  looking = puzzles.show(state);
  hands.rest(looking);
  hands.told(hello.simulated ? state.tabletop : null);
  draw();
  panel.show(state);
  newGame.show(state);
  board.element.dataset.stage = state.stage; // the stage that is now fully drawn
}

/** Draw the pieces: the simulated ones, or on a real board those of the position. */
function draw() {
  if (!state) return;
  if (hello.simulated && state.tabletop) {
    const shown = hands.shown();
    board.place(shown.points, state.sensed, !looking);
    tray.show(shown.tray, shown.elsewhere);
  } else {
    board.place(state.believed.map((stack) => stack.map(({ text }) => text)), state.sensed, false);
  }
  column.show();
}

const heard = {
  pairing: ({ wrong }) => pairing.ask(wrong),
  welcome: ({ page, version }) => {
    if (version !== VERSION && renewed(version)) return;
    hands.page = page;
    pairing.done();
    linked(true);
  },
  waiting: ({ text }) => linked(false, `Waiting for the board: ${text}`),
  hello: (message) => {
    linked(true);
    begin(message);
  },
  state: update,
  lamps: ({ rgb }) => board.light(rgb),
  refused: ({ text }) => {
    hands.refused();
    panel.refused(text);
  },
};

/** Load the page of a program that speaks another version, unless that has been tried. */
function renewed(version) {
  if (sessionStorage.getItem("renewed") === String(version)) return false;
  sessionStorage.setItem("renewed", String(version));
  location.reload();
  return true;
}

/** Show whether there is a table to play at, or why not. */
function linked(on, text = "Connection lost. Reconnecting …") {
  const { classList } = document.documentElement;
  classList.toggle("lost", !on);
  const line = byTestId("link");
  line.hidden = on;
  say(line, on ? "" : text);
  wood.inert = !on;
}

transmit = join((message) => heard[message.type]?.(message), (open) => {
  if (open) return; // the welcome says when all is well
  hands.drop();
  linked(false);
});
