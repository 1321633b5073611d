// @ts-check
// The dialog in which a position is put together: choose a piece, then tap the points.

import { Board } from "./board.js";
import { byTestId, html, known, say } from "./dom.js";
import { Pieces } from "./pieces.js";
import { Placement } from "./placement.js";
import { _ } from "./text.js";
import { capitalized } from "./words.js";

/** @import { Learn, RulesPage } from "./messages.d.ts" */

const NOTHING = ""; // what is chosen to take pieces off

export class PositionEditor {
  #send;
  #dialog = byTestId("editor", HTMLDialogElement);
  #onTop = byTestId("editor-on-top", HTMLInputElement);
  #pieces = new Pieces();
  #asked = ""; // whose board is waited for
  #given = ""; // the text to begin with; if empty, the start
  #chosen = NOTHING;
  /** @type {(position: string) => void} */
  #use = () => {};
  /** @type {{ board: Board, page: RulesPage, placement: Placement } | null} */
  #edited = null;
  #done = byTestId("editor-use", HTMLButtonElement);

  /** @param {(command: Learn) => void} send */
  constructor(send) {
    this.#send = send;
    byTestId("editor-close").onclick = () => this.#dialog.close();
    this.#done.onclick = () => {
      this.#use(known(this.#edited).placement.text);
      this.#dialog.close();
    };
    byTestId("editor-clear").onclick = () => {
      const { placement, board } = known(this.#edited);
      board.targets.forEach((_target, point) => {
        if (this.#editable(point)) placement.put(point, []);
      });
      this.#draw();
    };
    byTestId("editor-start").onclick = () => {
      const { board, page } = known(this.#edited);
      this.#begin(board, page, page.position);
    };
    this.#dialog.onclose = () => {
      this.#asked = "";
      this.#edited = null;
      byTestId("editor-board").replaceChildren();
    };
  }

  /**
   * Open the editor.
   * @param {string} game
   * @param {Record<string, string>} options
   * @param {string} position The text to begin with; if empty, the start.
   * @param {(position: string) => void} use Takes the text of what was put together.
   */
  open(game, options, position, use) {
    this.#asked = `${game} ${JSON.stringify(options)}`;
    this.#given = position;
    this.#use = use;
    byTestId("editor-parts").hidden = true;
    this.#done.disabled = true;
    say(byTestId("editor-trouble"), _("Fetching the board …"));
    this.#dialog.showModal();
    this.#send({ do: "learn", game, options, palette: "standard" });
  }

  /** @param {RulesPage} page */
  show(page) {
    if (this.#asked !== `${page.game} ${JSON.stringify(page.asked)}`) return;
    this.#asked = "";
    const { table, fields } = page;
    if (!fields.length) {
      say(byTestId("editor-trouble"), _("Positions of this game cannot be edited here. Paste one as text."));
      return;
    }
    this.#pieces.begin(table);
    this.#pieces.learn([table.pieces]);
    const board = new Board(table, this.#pieces, true);
    board.element.setAttribute("role", "group");
    board.element.setAttribute("aria-label", _("{game} board", { game: table.title }));
    board.element.append(...board.targets);
    board.targets.forEach((target, point) => {
      target.tabIndex = 0;
      target.onclick = () => this.#tap(point);
      target.onkeydown = (event) => {
        const to = board.reached(board.layout.names[point], event.key);
        if (!to) return;
        event.preventDefault();
        to.focus();
      };
    });
    const picture = byTestId("editor-board");
    picture.style.setProperty("--ratio", String(board.layout.ratio));
    picture.replaceChildren(board.element);
    this.#chosen = table.pieces[0].text;
    this.#onTop.checked = false;
    byTestId("editor-pieces").replaceChildren(
      ...table.pieces.map(({ text }) => this.#choice(text, this.#pieces.picture([text]), this.#pieces.look(text).name)),
      this.#choice(NOTHING, _("Take off"), _("Take off the pieces")));
    this.#begin(board, page, this.#given || page.position);
    byTestId("editor-parts").hidden = false;
    this.#done.disabled = false;
  }

  /**
   * The board is not to be had: why.
   * @param {string} text
   */
  refused(text) {
    if (this.#asked) say(byTestId("editor-trouble"), text);
  }

  /**
   * A button that chooses what a tap puts down.
   * @param {string} text
   * @param {Element | string} shown
   * @param {string} name
   */
  #choice(text, shown, name) {
    const made = html("button", { type: "button", "data-choice": text, title: name, "aria-label": name, "aria-pressed": String(text === this.#chosen) }, shown);
    made.onclick = () => {
      this.#chosen = text;
      for (const each of known(made.parentElement).children) each.setAttribute("aria-pressed", String(each === made));
    };
    return made;
  }

  /**
   * Begin with a position.
   * @param {Board} board
   * @param {RulesPage} page
   * @param {string} text
   */
  #begin(board, page, text) {
    const read = (/** @type {string} */ position) => new Placement(position, page.table.pieces[0].text.length);
    const given = read(text);
    const fits = given.size === board.targets.length && given.rest.length === page.fields.length - 1;
    const placement = fits ? given : read(page.position);
    this.#edited = { board, page, placement };
    say(byTestId("editor-trouble"), fits ? "" : _("The text is not a position of this board, so this is the start."));
    byTestId("editor-fields").replaceChildren(...placement.rest.map((value, i) => {
      const name = page.fields[i + 1];
      const seats = Object.entries(page.choices[i + 1] ?? {});
      const field = seats.length ? html("select", {}, ...seats.map(([letter, seat]) => html("option", { value: letter, selected: letter === value }, seat))) : html("input", { type: "text", value, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
      field.oninput = () => {
        placement.rest[i] = field.value.trim();
        this.#draw();
      };
      return html("label", { class: "field" }, html("span", {}, capitalized(name)), field);
    }));
    this.#draw();
  }

  /** Whether pieces may stand on a point, as far as its text tells. @param {number} point */
  #editable(point) {
    const { placement, page } = known(this.#edited);
    return placement.stack(point).every((text) => page.table.pieces.some((piece) => piece.text === text));
  }

  /** @param {number} point */
  #tap(point) {
    if (!this.#editable(point)) return;
    const { placement } = known(this.#edited);
    const stack = placement.stack(point);
    if (this.#chosen === NOTHING) placement.put(point, []);
    else placement.put(point, this.#onTop.checked ? [...stack, this.#chosen] : [this.#chosen]);
    this.#draw();
  }

  #draw() {
    const { board, placement } = known(this.#edited);
    board.show(board.targets.map((_target, point) => this.#editable(point) ? placement.stack(point) : []));
    say(byTestId("editor-text"), placement.text);
  }
}
