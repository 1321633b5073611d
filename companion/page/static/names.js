// @ts-check
// The fields of the new-game dialog for what is logged with a game: the names of the players, and
// the position that it begins with.

import { byTestId, html, known, say } from "./dom.js";
import { _ } from "./text.js";

const LONGEST = 40; // characters, as in companion/session/player_names.py

/**
 * The names that were given, of seats that the computer does not play.
 * @param {string[]} texts By seat.
 * @param {Record<string, string>} computers
 */
export function given(texts, computers) {
  return Object.fromEntries(texts.map((text, seat) => /** @type {[number, string]} */ ([seat, text.trim()]))
    .filter(([seat, name]) => name && !(seat in computers)));
}

/**
 * Copy the text of a field, and say so on the button.
 * @param {HTMLInputElement} field
 * @param {HTMLElement} button
 */
export async function copy(field, button) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // a page that is not served over TLS has no other way
  }
  say(button, _("Copied"));
  setTimeout(() => say(button, _("Copy")), 1500);
}

export class Names {
  #element = byTestId("names");
  #position = byTestId("position", HTMLInputElement);
  /** @type {string[]} */
  #seats = [];

  /** The text of the position of the game in progress. */
  present = "";

  constructor() {
    byTestId("position-present").onclick = () => { this.#position.value = this.present; };
    const button = byTestId("position-copy");
    button.onclick = () => void copy(this.#position, button);
  }

  /**
   * Begin with a dialog that is opened.
   * @param {Record<number, string>} players
   * @param {string} position
   */
  begin(players, position) {
    this.#seats = [];
    this.players = players;
    this.#position.value = position;
    known(this.#position.closest("details")).open = position !== "";
  }

  /** @type {Record<number, string>} The names to begin with. */
  players = {};

  /**
   * Show a field for each seat; what was typed stays while the seats are the same.
   * @param {string[]} seats
   */
  show(seats) {
    if (seats.join("\n") === this.#seats.join("\n") && this.#element.children.length) return;
    this.#seats = seats;
    this.#element.replaceChildren(html("fieldset", { class: "field" }, html("legend", {}, seats.length > 1 ? _("Names (optional)") : _("Name (optional)")),
      html("div", { class: "people" }, ...seats.map((seat, i) => html("input", {
        type: "text", maxlength: LONGEST, placeholder: seat, "aria-label": _("Name of {seat}", { seat }), autocomplete: "off", spellcheck: "false",
        value: this.players[i] ?? "", "data-name": i, list: "people-names",
      }))), html("datalist", { id: "people-names" })));
  }

  /**
   * Offer names to choose from, and write that of the only person who plays where nobody is named.
   * @param {string[]} names
   * @param {string} present The person who plays if one plays alone; or empty.
   * @param {Record<string, string>} computers
   */
  offer(names, present, computers) {
    const list = known(document.getElementById("people-names"));
    if (list.childElementCount !== names.length || names.some((name, i) => list.children[i].getAttribute("value") !== name)) {
      list.replaceChildren(...names.map((value) => html("option", { value })));
    }
    const fields = [...this.#element.querySelectorAll("input")];
    const alone = fields.filter((_field, seat) => !(seat in computers));
    for (const field of fields) field.hidden = !alone.includes(field);
    for (const field of fields) if (field === this.#filled && field !== alone[0]) field.value = "";
    if (alone.length !== 1 || !present || alone[0].value) return;
    alone[0].value = present;
    this.#filled = alone[0];
  }

  /** The field that was filled in by itself. @type {HTMLInputElement | null} */
  #filled = null;

  /** @param {Record<string, string>} computers */
  chosen(computers) {
    return given([...this.#element.querySelectorAll("input")].map((field) => field.value), computers);
  }

  get position() {
    return this.#position.value.trim();
  }

  set position(text) {
    this.#position.value = text;
  }
}
