// @ts-check
// The menu that is open on the board: its names beside its points, and a list to choose from as well.

import { byTestId, html, known, say } from "./dom.js";
import { hold } from "./hold.js";
import { _ } from "./text.js";

/** @import { Board } from "./board.js" */
/** @import { MenuEntryView, MenuView, Select, State } from "./messages.d.ts" */

export class BoardMenu {
  #send;
  /** @type {Board | null} */
  #board = null;
  #drawn = ""; // the entries that are shown
  #group = byTestId("board-menu");
  #list = byTestId("board-menu-list");
  #names = html("div", { class: "menu-names", "aria-hidden": "true" });

  /** @param {(command: Select) => void} send */
  constructor(send) {
    this.#send = send;
  }

  /** @param {Board} board Where the names are shown. */
  attach(board) {
    this.#board = board;
    this.#drawn = ""; // the board may be another one, or turned
    board.element.append(this.#names);
  }

  /** @param {State} state */
  show({ menu }) {
    this.#group.hidden = !menu;
    known(document.getElementById("page")).classList.toggle("choosing", Boolean(menu));
    if (!menu) {
      this.#names.replaceChildren();
      this.#drawn = "";
      return;
    }
    say(byTestId("board-menu-title"), menu.entries.length ? menu.title : _("Put back what you touched"));
    const drawn = JSON.stringify([menu.entries, menu.put_back]);
    if (drawn !== this.#drawn) this.#draw(menu);
    this.#drawn = drawn;
    [...this.#list.children].forEach((entry) =>
      entry.classList.toggle("picked", entry instanceof HTMLElement && entry.dataset.entry === String(menu.picked)));
  }

  /** @param {MenuView} menu */
  #draw({ entries, put_back }) {
    const { layout } = known(this.#board);
    const names = entries.flatMap((entry) => entry.point === null || entry.place ? []
      : [this.#name(entry.point, entry.text, entry.ends)]);
    this.#names.replaceChildren(...names, ...put_back.map((point) => this.#name(point, _("put back"), true)));
    this.#list.replaceChildren(...entries.flatMap((entry, index) => entry.place ? []
      : [this.#entry(entry, index, entry.point === null ? "" : layout.names[entry.point])]));
  }

  /**
   * @param {number} point
   * @param {string} text
   * @param {boolean} ends
   */
  #name(point, text, ends) {
    const { places, left, top, width, height, unit } = known(this.#board).layout;
    const name = html("span", { class: ends ? "ends" : "" }, text);
    name.style.left = `${(100 * (places[point].x - left)) / width}%`;
    name.style.top = `${(100 * (places[point].y + 0.3 * unit - top)) / height}%`;
    name.style.maxWidth = `${(100 * unit) / width}%`;
    return name;
  }

  /**
   * @param {MenuEntryView} entry
   * @param {number} index
   * @param {string} point Its name; or empty.
   */
  #entry({ text, about, ends }, index, point) {
    const button = html("button", { type: "button", class: ends ? "hold grave" : "hold", "data-entry": index, title: ends ? _("Hold") : about },
      html("span", { class: "point" }, point), html("span", {}, text));
    hold(button, () => this.#send({ do: "select", index }), () => ends);
    return button;
  }
}
