// The puzzles of a board: figures to be looked at one after another, and the magic labelling.

import { byTestId, html, say } from "./dom.js";

const PAUSE = 900; // milliseconds after which a typed digit is not going to be followed by another

export class Puzzles {
  #send;
  #hello = null;
  #board = null;
  #labelling = null;
  #chosen = -1;
  #pending = null; // digits typed
  #timer = 0;

  constructor(send) {
    this.#send = send;
    const dialog = byTestId("puzzle-menu");
    byTestId("puzzles").onclick = () => dialog.showModal();
    byTestId("puzzles-cancel").onclick = () => dialog.close();
    byTestId("figure-before").onclick = () => send({ do: "step", by: -1 });
    byTestId("figure-next").onclick = () => send({ do: "step", by: 1 });
    byTestId("complete").onclick = () => {
      this.#commit();
      send({ do: "complete" });
    };
    for (const name of ["figure-back", "labelling-back"]) {
      byTestId(name).onclick = () => {
        this.#commit();
        send({ do: "puzzle", name: "" });
      };
    }
    addEventListener("keydown", (event) => this.#type(event));
  }

  /** Begin with another board: no puzzle is looked at. */
  begin(hello, board) {
    this.#hello = hello;
    this.#board = board;
    this.#quit();
    this.#chosen = -1;
    byTestId("puzzles").hidden = !hello.puzzles.length;
    const dialog = byTestId("puzzle-menu");
    if (dialog.open) dialog.close();
    byTestId("puzzle-list").replaceChildren(...hello.puzzles.map((name) => {
      const button = html("button", { type: "button", "data-puzzle": name }, name);
      button.onclick = () => {
        dialog.close();
        this.#send({ do: "puzzle", name });
      };
      return button;
    }));
    const numbers = hello.points.map((_, i) => this.#key(String(i + 1), i + 1));
    byTestId("keypad").replaceChildren(...numbers, this.#key("⌫", 0));
    const choose = ({ target }) => {
      if (this.#labelling && target.dataset.point) this.#choose(board.layout.index.get(target.dataset.point));
    };
    board.element.addEventListener("click", choose);
    board.element.addEventListener("focusin", choose);
  }

  /** Show the puzzle that is looked at, or none. True where one is. */
  show({ figure, labelling }) {
    const on = Boolean(figure || labelling);
    document.getElementById("panel").classList.toggle("puzzling", on);
    this.#board.element.classList.toggle("puzzling", on);
    byTestId("figure").hidden = !figure;
    byTestId("labelling").hidden = !labelling;
    this.#board.overlay.showFigure(figure);
    if (figure) {
      say(byTestId("figure-name"), figure.name);
      say(byTestId("figure-count"), `${figure.number} of ${figure.count}`);
    }
    if (!labelling) this.#quit();
    this.#labelling = labelling;
    this.#drawLabelling();
    return on;
  }

  #key(text, number) {
    const key = html("button", {
      type: "button", "data-number": number, "aria-label": number ? `Number ${number}` : "Clear",
    }, text);
    key.onclick = () => {
      this.#drop();
      this.#write(number);
    };
    return key;
  }

  #drawLabelling() {
    const labelling = this.#labelling;
    this.#board.overlay.showLabelling(labelling, this.#chosen, this.#pending);
    if (!labelling) return;
    const used = new Set(labelling.labels);
    const none = this.#chosen < 0;
    for (const key of byTestId("keypad").children) {
      const number = Number(key.dataset.number);
      key.disabled = none || (number ? used.has(number) : !labelling.labels[this.#chosen]);
    }
    const names = this.#board.layout.names;
    say(byTestId("labelling-say"), none ? "Choose a point, then its number."
      : `Point ${names[this.#chosen]}: ${this.#pending ?? (labelling.labels[this.#chosen] || "no number yet")}`);
    this.#board.targets.forEach((target, i) => {
      target.setAttribute("aria-label", `Point ${names[i]}, ${labelling.labels[i] || "no number"}`);
      target.dataset.label = labelling.labels[i];
    });
    say(byTestId("sums"), labelling.sums.map((sum, i) => {
      const line = this.#hello.lines[i];
      const state = labelling.whole[i] ? "" : " so far";
      return `Line ${names[line[0]]} to ${names[line.at(-1)]}: ${sum}${state}.`;
    }).join(" "));
  }

  #choose(index) {
    if (index === this.#chosen) return;
    this.#commit();
    this.#chosen = index;
    this.#drawLabelling();
  }

  #type(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("dialog, select, input")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && !byTestId("figure").hidden && !event.target.dataset.point) this.#send({ do: "step", by });
    if (!this.#labelling || this.#chosen < 0) return;
    if (/^\d$/.test(event.key) && (this.#pending || event.key !== "0")) {
      const most = this.#board.targets.length;
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

  #write(number) {
    if (!this.#labelling || this.#chosen < 0 || this.#labelling.labels[this.#chosen] === number) return;
    this.#send({ do: "label", place: this.#board.layout.names[this.#chosen], number });
  }

  /** The labelling is over: the points are called by their pieces again. */
  #quit() {
    this.#drop();
    if (!this.#labelling) return;
    this.#labelling = null;
    this.#chosen = -1;
    this.#board.forget();
    for (const target of this.#board.targets) delete target.dataset.label;
  }
}
