// @ts-check
// The first screen: what one can do here, and the games as tiles, each with a picture of its board.
// It is shown when the page is opened and nothing is being played, and from the menu.

import { Board } from "./board.js";
import { byTestId, html, known, say } from "./dom.js";
import { Pieces } from "./pieces.js";
import { _, plural } from "./text.js";

/** @import { GameView, Hello, Learn, RulesPage, State, Teach } from "./messages.d.ts" */
/** @import { NewGame } from "./newgame.js" */
/** @import { People } from "./people.js" */
/** @typedef {"learn" | "computer" | "together" | "alone" | "build"} Door */

const AT_BOARD = "board"; // in the address: show the board, whatever is played
const LEVEL = "easy"; // how hard the computer tries at first

/**
 * How many people play a game, at least and at most.
 * @param {Pick<GameView, "seats">} game
 */
export function players({ seats }) {
  const counts = seats.map(({ values }) => values.length);
  return { least: Math.min(...counts), most: Math.max(...counts) };
}

/**
 * How many people play a game, and for how long, in words.
 * @param {Pick<GameView, "seats" | "minutes">} game
 */
export function inBrief(game) {
  const { least, most } = players(game);
  const many = least === most ? plural("{number} player", "{number} players", most) : _("{least} to {most} players", { least, most });
  const long = game.minutes ? _("about {number} minutes", { number: game.minutes }) : "";
  return [many, long].filter(Boolean).join(" · ");
}

/**
 * Whether somebody plays or chooses, so that the board is what is to be seen.
 * @param {State} state
 */
export function underWay({ moves, outcome, lesson, drill, menu, figure, hunt, labelling, remote, phase, tabletop }) {
  if (lesson || drill || menu || figure || hunt || labelling || remote) return true;
  if (moves.length > 0 && outcome === "ongoing") return true;
  return tabletop === null && phase !== "rest" && phase !== "over"; // hands are at the wooden board
}

/** @returns {[Door, string, string][]} Each with its name, and what is said of the games behind it. */
function doors() {
  return [
    ["learn", _("Learn a game"), _("Choose a game. A few moves on few pieces show how it goes.")],
    ["computer", _("Play the computer"), _("Choose a game. Then you say how hard the computer tries.")],
    ["together", _("Play together"), _("Choose a game for two or more.")],
    ["alone", _("Solve alone"), _("Choose a game for one.")],
    ["build", _("Build a board"), _("This page is enough to play. With a board of wood, you play on the table.")],
  ];
}

/**
 * Whether a game is behind a door.
 * @param {GameView} game
 * @param {Door} door
 */
function behind(game, door) {
  const { least, most } = players(game);
  switch (door) {
    case "learn": return game.lesson;
    case "alone": return least === 1;
    case "build": return false;
    default: return most > 1;
  }
}

/**
 * The games by how long one takes; those of which that is not known come last.
 * @param {GameView[]} games
 */
export function shortestFirst(games) {
  return [...games].sort((one, other) => (one.minutes || Infinity) - (other.minutes || Infinity) || 0);
}

export class Home {
  #element = byTestId("home");
  #page = known(document.getElementById("page"));
  #tiles = byTestId("tiles");
  #last = byTestId("last-game", HTMLButtonElement);
  #send;
  #newGame;
  #people;
  /** @type {Hello | null} */
  #hello = null;
  /** @type {State | null} */
  #state = null;
  /** @type {Door} */
  #door = "learn";
  #fresh = true; // nothing has been shown yet
  /** @type {Map<string, Element>} The pictures of the games' boards, by name. */
  #pictures = new Map();
  /** @type {string[]} The games whose pictures are to be asked for. */
  #missing = [];

  /**
   * @param {(command: Learn | Teach) => void} send
   * @param {NewGame} newGame
   * @param {() => void} puzzles Shows the puzzles of the board.
   * @param {People} people
   */
  constructor(send, newGame, puzzles, people) {
    this.#people = people;
    this.#send = send;
    this.#newGame = newGame;
    byTestId("home-open").onclick = () => this.open();
    this.#last.onclick = () => this.close();
    byTestId("home-board").onclick = () => this.close();
    byTestId("home-puzzles").onclick = puzzles;
    byTestId("doors").replaceChildren(...doors().map(([door, text]) => {
      const button = html("button", { type: "button", "data-door": door, "data-testid": `door-${door}` }, text);
      button.onclick = () => {
        this.#door = door;
        this.#draw();
      };
      return button;
    }));
  }

  /** Another game is on the board: that is what is to be seen. @param {Hello} hello */
  begin(hello) {
    this.#hello = hello;
    if (!this.#fresh) this.close();
  }

  /** @param {State} state */
  show(state) {
    const before = this.#state !== null && underWay(this.#state);
    this.#state = state;
    const wanted = this.#fresh && !new URLSearchParams(location.search).has(AT_BOARD) && !underWay(state);
    this.#fresh = false;
    if (wanted) this.open();
    else if (!this.#element.hidden && !before && underWay(state)) this.close();
  }

  open() {
    this.#element.hidden = false;
    this.#page.hidden = true;
    this.#draw();
  }

  close() {
    this.#fresh = false;
    this.#element.hidden = true;
    this.#page.hidden = false;
  }

  /** A board that was asked for. @param {RulesPage} answer */
  picture({ game, table, start, brief }) {
    if (!brief) return;
    const pieces = new Pieces();
    pieces.begin(table);
    pieces.learn([table.pieces]);
    const board = new Board(table, pieces, true);
    board.show(start);
    board.element.removeAttribute("role"); // the words beside it say all
    board.element.setAttribute("aria-hidden", "true");
    const picture = html("span", { class: "picture" }, board.element);
    picture.style.setProperty("--ratio", String(board.layout.ratio));
    this.#pictures.set(game, picture);
    this.#tiles.querySelector(`[data-tile="${CSS.escape(game)}"] .view`)?.replaceChildren(picture);
    this.#ask();
  }

  /** Ask for the next picture; one after another, because the program also has a game to see to. */
  #ask() {
    const game = this.#missing.shift();
    if (game) this.#send({ do: "learn", game, brief: true });
  }

  #draw() {
    const { games, puzzles, title } = known(this.#hello);
    const { moves, outcome, headline } = known(this.#state);
    for (const button of byTestId("doors").children) {
      button.setAttribute("aria-pressed", String(button.getAttribute("data-door") === this.#door));
    }
    say(byTestId("home-say"), doors().find(([door]) => door === this.#door)?.[2] ?? "");
    this.#last.hidden = !moves.length;
    say(byTestId("last-title"), outcome === "ongoing" ? _("Continue: {game}", { game: title }) : _("Look at the last game: {game}", { game: title }));
    say(byTestId("last-state"), [headline, plural("{number} move", "{number} moves", moves.length)].join(" · "));
    byTestId("building").hidden = this.#door !== "build";
    byTestId("home-daily").hidden = this.#door !== "alone" || !known(this.#state).daily;
    byTestId("home-puzzles").hidden = this.#door !== "alone" || !puzzles.length;
    const shown = shortestFirst(games.filter((game) => behind(game, this.#door)));
    this.#tiles.replaceChildren(...shown.map((game) => this.#tile(game)));
    const asking = this.#missing.length > 0;
    this.#missing = shown.map(({ name }) => name).filter((name) => !this.#pictures.has(name));
    if (!asking) this.#ask();
  }

  /** @param {GameView} game */
  #tile(game) {
    const tile = html("button", { type: "button", class: "tile", "data-tile": game.name },
      html("span", { class: "view" }, this.#pictures.get(game.name) ?? ""),
      html("b", {}, game.title), html("span", { class: "facts" }, inBrief(game)),
      html("span", { class: "about-it" }, game.summary));
    tile.onclick = () => this.#choose(game);
    return tile;
  }

  /** @param {GameView} game */
  #choose({ name }) {
    const { moves, outcome } = known(this.#state);
    const ends = moves.length > 0 && outcome === "ongoing"; // which has to be held, in the dialog
    if (this.#door === "learn" && !ends) {
      this.#send({ do: "teach", game: name });
      return;
    }
    const { levels } = known(this.#hello);
    const suits = this.#people.level(this.#people.present, name) || LEVEL;
    const opponent = this.#door !== "computer" ? "" : levels.includes(suits) ? suits : levels[0] ?? "";
    this.#newGame.open({ game: name, options: {}, players: {}, position: "" }, opponent);
  }
}
