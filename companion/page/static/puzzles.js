// @ts-check
// The puzzles of a board: figures to be looked at one after another, and the magic labelling.

import { byTestId, html, known, say, source } from "./dom.js";
import { hold } from "./hold.js";
import { _, plural } from "./text.js";
import { called } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Clue, Complete, Corner, Daily, Hello, HuntView, Label, LabellingView, Puzzle, State, Step, Tell } from "./messages.d.ts" */

const PAUSE = 900; // milliseconds after which a typed digit is not going to be followed by another

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export class Puzzles {
  #send;
  /** @type {Hello | null} */
  #hello = null;
  /** @type {Board | null} */
  #board = null;
  /** @type {LabellingView | null} */
  #labelling = null;
  #hunting = false; // for figures
  #ends = false; // whether the puzzle of the day ends a game
  #puzzle = ""; // whose figures are shown
  #chosen = -1;
  /** @type {string | null} The digits typed. */
  #pending = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {(command: Clue | Daily | Puzzle | Step | Corner | Tell | Label | Complete) => void} send */
  constructor(send) {
    this.#send = send;
    const dialog = byTestId("puzzle-menu", HTMLDialogElement);
    byTestId("puzzles").onclick = () => this.open();
    byTestId("puzzles-cancel").onclick = () => dialog.close();
    byTestId("figure-before").onclick = () => send({ do: "step", by: -1 });
    byTestId("figure-next").onclick = () => send({ do: "step", by: 1 });
    byTestId("complete").onclick = () => {
      this.#commit();
      send({ do: "complete" });
    };
    for (const name of ["hunt-hint", "labelling-hint"]) {
      byTestId(name).onclick = () => {
        this.#commit();
        send({ do: "clue" });
      };
    }
    for (const name of ["daily", "home-daily"]) {
      hold(byTestId(name, HTMLButtonElement), () => {
        dialog.close();
        send({ do: "daily" });
      }, () => this.#ends);
    }
    byTestId("hunt-tell").onclick = () => send({ do: "tell" });
    byTestId("figure-search").onclick = () => send({ do: "puzzle", name: this.#puzzle });
    for (const name of ["figure-back", "hunt-back", "labelling-back"]) {
      byTestId(name).onclick = () => {
        this.#commit();
        send({ do: "puzzle", name: "" });
      };
    }
    addEventListener("keydown", (event) => this.#type(event));
  }

  /**
   * Offer the puzzle of the day, and say how much was found of the others.
   * @param {State} state
   */
  offer({ daily, finds, lesson, drill, moves, outcome }) {
    const inProgress = !lesson && !drill && moves.length > 0 && outcome === "ongoing";
    this.#ends = inProgress && daily?.kind !== "labelling"; // which is solved over the game
    for (const name of ["daily", "home-daily"]) {
      const button = byTestId(name, HTMLButtonElement);
      button.classList.toggle("hold", this.#ends);
      if (name === "daily") button.hidden = !daily;
      if (!daily) continue;
      const { title, solved, count } = daily;
      const heading = this.#ends ? _("Hold: {title}", { title: _("Puzzle of the day") }) : _("Puzzle of the day");
      const words = [title, solved ? _("✓ solved") : "", count ? plural("{number} so far", "{number} so far", count) : ""].filter(Boolean).join(" · ");
      if (button.textContent !== heading + words) button.replaceChildren(html("b", {}, heading), html("span", {}, words));
    }
    for (const button of byTestId("puzzle-list").querySelectorAll("button")) {
      const [name, number] = [button.dataset.puzzle ?? "", finds[button.dataset.puzzle ?? ""] ?? 0];
      say(button, number ? _("{puzzle} · {number} found", { puzzle: called(name), number }) : called(name));
    }
    byTestId("puzzles").hidden = !daily && !this.#hello?.puzzles.length;
  }

  /** Show which puzzles there are. */
  open() {
    byTestId("puzzle-menu", HTMLDialogElement).showModal();
  }

  /**
   * Begin with another board: no puzzle is looked at.
   * @param {Hello} hello
   * @param {Board} board
   */
  begin(hello, board) {
    this.#hello = hello;
    this.#board = board;
    this.#quit();
    this.#chosen = -1;
    const dialog = byTestId("puzzle-menu", HTMLDialogElement);
    if (dialog.open) dialog.close();
    byTestId("puzzle-list").replaceChildren(...hello.puzzles.map((name) => {
      const button = html("button", { type: "button", "data-puzzle": name }, called(name));
      button.onclick = () => {
        dialog.close();
        this.#send({ do: "puzzle", name });
      };
      return button;
    }));
    const numbers = hello.points.map((_point, i) => this.#key(String(i + 1), i + 1));
    byTestId("keypad").replaceChildren(...numbers, this.#key("⌫", 0));
    /** @param {Event} event */
    const choose = (event) => {
      const point = source(event)?.dataset.point;
      if (this.#labelling && point) this.#choose(board.layout.at(point));
    };
    board.element.addEventListener("click", choose);
    board.element.addEventListener("click", (event) => {
      const place = source(event)?.dataset.point;
      if (this.#hunting && place) this.#send({ do: "corner", place });
    });
    board.element.addEventListener("focusin", choose);
  }

  /**
   * Show the puzzle that is looked at, or none. True where one is.
   * @param {State} state
   */
  show({ figure, hunt, labelling }) {
    const { element, overlay } = known(this.#board);
    const on = Boolean(figure || hunt || labelling);
    known(document.getElementById("panel")).classList.toggle("puzzling", on);
    element.classList.toggle("puzzling", on);
    byTestId("figure").hidden = !figure;
    byTestId("labelling").hidden = !labelling;
    overlay.showFigure(figure);
    if (figure) {
      this.#puzzle = figure.puzzle;
      say(byTestId("figure-name"), figure.name);
      const { number, count: total } = figure;
      say(byTestId("figure-count"), figure.found ? _("✓ found · {number} of {total}", { number, total }) : _("{number} of {total}", { number, total }));
    }
    this.#showHunt(hunt);
    if (!labelling) this.#quit();
    this.#labelling = labelling;
    this.#drawLabelling();
    return on;
  }

  /** @param {HuntView | null} hunt */
  #showHunt(hunt) {
    this.#hunting = Boolean(hunt);
    byTestId("hunt").hidden = !hunt;
    if (!hunt) return;
    const { overlay } = known(this.#board);
    if (hunt.figure) overlay.showFigure(hunt.figure);
    else overlay.showCorners(hunt.corners);
    say(byTestId("hunt-count"), String(hunt.found.length));
    say(byTestId("hunt-finds"), [...hunt.found].reverse().join(", "));
  }

  /**
   * @param {string} text
   * @param {number} number
   */
  #key(text, number) {
    const key = html("button", {
      type: "button", "data-number": number, "aria-label": number ? _("Number {number}", { number }) : _("Clear"),
    }, text);
    key.onclick = () => {
      this.#drop();
      this.#write(number);
    };
    return key;
  }

  #drawLabelling() {
    const labelling = this.#labelling;
    const board = known(this.#board);
    const { layout: { names }, overlay, targets } = board;
    const { lines } = known(this.#hello);
    overlay.showLabelling(labelling, this.#chosen, this.#pending);
    if (!labelling) return;
    const used = new Set(labelling.labels);
    const none = this.#chosen < 0;
    for (const key of byTestId("keypad").querySelectorAll("button")) {
      const number = Number(key.dataset.number);
      key.disabled = none || labelling.given.includes(this.#chosen) || (number ? used.has(number) : !labelling.labels[this.#chosen]);
    }
    const [point, chosen] = [names[this.#chosen], this.#pending ?? labelling.labels[this.#chosen]];
    say(byTestId("labelling-say"), none ? _("Choose a point, then its number.")
      : labelling.given.includes(this.#chosen) ? _("Point {point}: {number} is given", { point, number: labelling.labels[this.#chosen] })
      : chosen ? _("Point {point}: {number}", { point, number: chosen }) : _("Point {point}: no number yet", { point }));
    targets.forEach((target, i) => {
      board.number(i, labelling.labels[i]);
      target.dataset.label = String(labelling.labels[i]);
    });
    say(byTestId("sums"), labelling.sums.map((sum, i) => {
      const line = lines[i];
      const [first, last] = [names[line[0]], names[line[line.length - 1]]];
      return labelling.whole[i] ? _("Line {first} to {last}: {sum}.", { first, last, sum }) : _("Line {first} to {last}: {sum} so far.", { first, last, sum });
    }).join(" "));
  }

  /** @param {number} index */
  #choose(index) {
    if (index === this.#chosen) return;
    this.#commit();
    this.#chosen = index;
    this.#drawLabelling();
  }

  /** @param {KeyboardEvent} event */
  #type(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = source(event);
    if (target?.closest("dialog, select, input")) return;
    const by = STEPS[event.key];
    if (by && !byTestId("figure").hidden && !target?.dataset.point) this.#send({ do: "step", by });
    if (this.#hunting && !event.repeat && target?.dataset.point && [" ", "Enter"].includes(event.key)) {
      this.#send({ do: "corner", place: target.dataset.point }); // the keys of the board make no click
    }
    if (!this.#labelling || this.#chosen < 0) return;
    if (/^\d$/.test(event.key) && (this.#pending || event.key !== "0")) {
      const most = known(this.#board).targets.length;
      const digits = `${this.#pending ?? ""}${event.key}`;
      this.#pending = Number(digits) <= most ? digits : event.key;
      if (Number(this.#pending) * 10 > most) this.#commit();
      else {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#commit(), PAUSE);
      }
    } else if (event.key === "Enter" && this.#pending) {
      this.#commit();
    } else if (event.key === "Backspace" || event.key === "Delete") {
      if (this.#pending) this.#drop();
      else this.#write(0);
    } else if (event.key === "Escape") {
      this.#drop();
    } else {
      return;
    }
    event.preventDefault();
    this.#drawLabelling();
  }

  /** Write down what has been typed. */
  #commit() {
    const number = Number(this.#pending);
    this.#drop();
    if (number) this.#write(number);
  }

  #drop() {
    clearTimeout(this.#timer);
    this.#pending = null;
  }

  /** @param {number} number */
  #write(number) {
    if (!this.#labelling || this.#chosen < 0 || this.#labelling.labels[this.#chosen] === number) return;
    if (this.#labelling.given.includes(this.#chosen)) return;
    this.#send({ do: "label", place: known(this.#board).layout.names[this.#chosen], number });
  }

  /** The labelling is over: the points are called by their pieces again. */
  #quit() {
    this.#drop();
    if (!this.#labelling) return;
    this.#labelling = null;
    this.#chosen = -1;
    const board = known(this.#board);
    board.forget();
    for (const target of board.targets) delete target.dataset.label;
  }
}
