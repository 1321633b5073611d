// @ts-check
// The dialog that begins another game. Where one is in progress, the button has to be held.

import { byTestId, html, known, say } from "./dom.js";
import { hold } from "./hold.js";
import { inBrief } from "./home.js";
import { Names } from "./names.js";
import { _, plural } from "./text.js";
import { TimeControl } from "./timecontrol.js";
import { called, capitalized, sentences, spoken } from "./words.js";

/** @import { PositionEditor } from "./editor.js" */
/** @import { People } from "./people.js" */
/** @import { Lessons } from "./lesson.js" */
/** @import { Choices, Hello, Invite, New, OptionView, State } from "./messages.d.ts" */
/** @import { Beginning } from "./replay.js" */

const FAR = "far"; // the opponents are people far away

export class NewGame {
  /** @type {Hello | null} */
  #hello = null;
  #inProgress = false;
  /** Who the computer is to play at first; if undefined, as in the game on the board.
   * @type {Record<number, string> | undefined} */
  #played = undefined;
  #meets = false; // whether people far away can be invited
  #sent = false; // whether a game was asked for that has not begun
  #why = ""; // it could not begin
  #warning = ""; // what the program warns of
  /** The moves that the new game goes on from, and the position before them. */
  #made = { position: "", moves: /** @type {string[]} */ ([]) };
  #drawn = ""; // the game whose options are shown
  /** @type {Record<string, string>} What they are if nothing is said. */
  #usual = {};
  /** @type {string[]} The seats between which the computer's are chosen. */
  #seats = [];
  #control = new TimeControl();
  #names = new Names();
  /** @type {Pick<Beginning, "game" | "options">} What the dialog was opened with. */
  #opened = { game: "", options: {} };
  #dialog = byTestId("new-game", HTMLDialogElement);
  #picked = byTestId("game", HTMLSelectElement);
  #lesson = byTestId("new-lesson", HTMLButtonElement);
  #lessons;
  #people;
  #suggestion = html("p", { class: "suggestion", "data-testid": "suggestion", hidden: true });

  /**
   * @param {(command: Invite | New) => void} send
   * @param {Lessons} lessons
   * @param {(game: string, options: Record<string, string>) => void} explain Shows the rules.
   * @param {PositionEditor} editor
   * @param {People} people
   */
  constructor(send, lessons, explain, editor, people) {
    this.#people = people;
    people.onLearned = () => this.#suggest();
    for (const part of ["opponents", "names"]) byTestId(part).addEventListener("change", () => this.#suggest());
    this.#lessons = lessons;
    lessons.offer(this.#lesson, () => this.#picked.value, () => this.#dialog.close());
    byTestId("new-rules").onclick = () => explain(this.#picked.value, this.#chosen());
    byTestId("position-edit").onclick = () =>
      editor.open(this.#picked.value, this.#chosen(), this.#names.position, (text) => { this.#names.position = text; });
    byTestId("new").onclick = () => {
      const { game, options, players } = known(this.#hello);
      this.open({ game, options, players, position: "" });
    };
    byTestId("new-cancel").onclick = () => this.#dialog.close();
    this.#picked.onchange = () => this.#options();
    hold(byTestId("new-start", HTMLButtonElement), () => {
      this.#dialog.close();
      this.#sent = true;
      this.#warning = ""; // it may be refused for the same reason again
      if (this.#level() === FAR) {
        const seat = Number(byTestId("far-seat", HTMLSelectElement).value);
        send({
          do: "invite", game: this.#picked.value, options: this.#chosen(), clock: this.#control.text, seat,
          name: this.#names.chosen({})[seat] ?? "",
        });
        return;
      }
      const computers = this.#computers();
      send({
        do: "new", game: this.#picked.value, options: this.#chosen(), computers, clock: this.#control.text,
        players: this.#names.chosen(computers), position: this.#names.position, moves: this.#moves(),
      });
    }, () => this.#inProgress);
  }

  /** @param {Hello} hello */
  begin(hello) {
    this.#hello = hello;
    this.#sent = false;
    this.#picked.replaceChildren(
      ...hello.games.map((game) => html("option", { value: game.name }, `${game.title} · ${inBrief(game)}`)));
    if (this.#dialog.open) this.#dialog.close(); // somebody else has begun another game meanwhile
  }

  /**
   * Suggest a clock for new games.
   * @param {string} clock The text of the time control; or empty.
   */
  suggest(clock) {
    this.#control.suggest(clock);
  }

  /** @param {State} state */
  show({ moves, outcome, position, warning, meets = false }) {
    this.#meets = meets;
    byTestId("far-meet").hidden = !meets;
    if (warning && warning !== this.#warning) this.refused(warning);
    this.#warning = warning;
    this.#names.present = position;
    this.#inProgress = moves.length > 0 && outcome === "ongoing";
    this.#say();
  }

  /**
   * Open the dialog.
   * @param {Beginning} from What its fields say at first.
   * @param {string} [opponent] The computer's level, or empty for people; as it was, where none is given.
   */
  open({ game, options, players, position, moves = [], computers }, opponent) {
    this.#played = computers;
    this.#made = { position, moves };
    if (!this.#hello) return;
    this.#opened = { game, options };
    this.#why = "";
    this.#picked.value = game;
    this.#names.begin(players, position);
    byTestId("opponents").replaceChildren();
    this.#drawn = "";
    this.#seats = [];
    this.#options();
    const select = byTestId("opponents").querySelector("select");
    if (select && opponent !== undefined) {
      select.value = opponent;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    this.#begun = this.#chosen();
    this.#say();
    this.#dialog.showModal();
    void this.#people.learn();
  }

  /** The options that the dialog was opened with, as far as they differ from the usual ones.
   * @type {Record<string, string>} */
  #begun = {};

  /**
   * If the game that was asked for cannot begin, show the dialog as it was, and why.
   * @param {string} text
   */
  refused(text) {
    if (!this.#sent) return;
    this.#sent = false;
    this.#why = capitalized(text);
    this.#say();
    this.#dialog.showModal();
    byTestId("new-start").scrollIntoView({ block: "nearest" });
  }

  #say() {
    const start = this.#level() === FAR ? [_("Hold to invite"), _("Invite")] : [_("Hold to start"), _("Start")];
    say(byTestId("new-start"), this.#inProgress ? start[0] : start[1]);
    const { length } = this.#drawn ? this.#moves() : [];
    const goesOn = length ? plural("It goes on after {number} move of the logged game.", "It goes on after {number} moves of the logged game.", length) : "";
    say(byTestId("new-hint"), this.#why || sentences(goesOn, this.#inProgress ? _("This ends the game in progress.") : ""));
  }

  get #game() {
    return known(known(this.#hello).games.find(({ name }) => name === this.#picked.value));
  }

  /**
   * Those of the choices that hold as the options before them stand.
   * @param {Choices[]} choices
   * @param {Record<string, string>} before
   */
  #among(choices, before) {
    return choices.find(({ when }) =>
      Object.entries(when).every(([name, value]) => before[name] === value)) ?? choices[0];
  }

  /** Draw the fields; each keeps what was chosen as long as the fields before it allow that. */
  #options() {
    const { name: game, options, summary } = this.#game;
    say(byTestId("new-summary"), summary);
    this.#lessons.fit(this.#lesson, game);
    const drills = this.#lessons.drills(game, () => this.#dialog.close());
    byTestId("drill-list").replaceChildren(...drills);
    byTestId("new-drills").hidden = drills.length === 0;
    const wanted = game === this.#drawn ? this.#chosen() : game === this.#opened.game ? this.#opened.options : {};
    this.#drawn = game;
    this.#usual = {};
    /** @type {Record<string, string>} */
    const before = {};
    const fields = options.map((option) => {
      const { values, default: usual } = this.#among(option.choices, before);
      const value = wanted[option.name] ?? usual;
      const allowed = option.many
        ? value === "none" || value.split(",").every((one) => values.includes(one))
        : values.includes(value);
      before[option.name] = allowed ? value : usual;
      this.#usual[option.name] = usual;
      return this.#field(option, values, before[option.name]);
    });
    const focused = document.activeElement?.getAttribute("data-option");
    byTestId("options").replaceChildren(...fields);
    byTestId("opponents").replaceChildren(...this.#opponent(before));
    if (focused) this.#find(focused)?.focus();
    this.#suggest();
  }

  /** Name the only person who plays, and say which level of the computer suits that person. */
  #suggest() {
    if (!this.#hello || !this.#drawn) return; // it has not been opened yet
    const computers = this.#computers();
    this.#names.offer(this.#people.names, this.#people.present, computers);
    const named = Object.values(this.#names.chosen(computers));
    const [name, level] = [named[0] ?? "", this.#level() ?? ""];
    const suits = named.length === 1 && Object.keys(computers).length ? this.#people.level(name, this.#picked.value) : "";
    this.#suggestion.hidden = !suits || suits === level;
    if (this.#suggestion.hidden) return;
    const take = html("button", { type: "button", class: "lesser", "data-testid": "suggested" }, _("Play that"));
    take.onclick = () => {
      const select = known(byTestId("opponents").querySelector("select"));
      select.value = suits;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    };
    this.#suggestion.replaceChildren(html("span", {}, _("After the last games, “{level}” suits {name}.", { level: called(suits), name })), take);
  }

  /**
   * @param {OptionView} option
   * @param {string[]} values
   * @param {string} value
   */
  #field({ name, help, many, labels }, values, value) {
    const said = capitalized(help);
    if (!many) {
      const select = html("select", { "data-option": name },
        ...values.map((text) => html("option", { value: text, selected: text === value }, spoken(text, labels))));
      select.onchange = () => this.#options();
      return html("label", { class: "field" }, html("span", {}, said), select);
    }
    const on = new Set(value.split(","));
    return html("fieldset", { class: "field", "data-option": name, "data-many": true },
      html("legend", {}, said),
      html("div", { class: "ticks" }, ...values.map((text) => html("label", { class: "tick" },
        html("input", { type: "checkbox", value: text, checked: on.has(text) }), html("span", {}, spoken(text, labels))))));
  }

  /**
   * Who plays: people, or the computer on the seats that are ticked.
   * @param {Record<string, string>} options
   */
  #opponent(options) {
    const { name: game, seats, engines } = this.#game;
    const hello = known(this.#hello);
    const { values, default: usual } = this.#among(seats, options);
    this.#control.show(values);
    this.#names.show(values);
    if (values.length < 2) {
      this.#seats = [];
      return [];
    }
    const here = game === hello.game && values.join() === hello.seats.join() ? hello.computers : {};
    const played = this.#played ?? here;
    const kept = values.join() === this.#seats.join();
    const wanted = this.#level() ?? Object.values(played)[0] ?? "";
    const level = [...(this.#meets ? [FAR] : []), ...hello.levels, ...engines].includes(wanted) ? wanted : "";
    const ticked = kept ? new Set(Object.keys(this.#computers(true)))
      : new Set(Object.keys(played).length ? Object.keys(played) : [String(values.indexOf(usual))]);
    this.#seats = values;
    const select = html("select", { "data-testid": "opponent" },
      html("option", { value: "", selected: level === "" }, _("people")),
      ...hello.levels.map((text) =>
        html("option", { value: text, selected: text === level }, _("the computer, {level}", { level: called(text) }))),
      ...engines.map((text) => html("option", { value: text, selected: text === level }, called(text))),
      ...(this.#meets ? [html("option", { value: FAR, selected: level === FAR }, _("people far away"))] : []));
    const boxes = html("fieldset", { class: "field", "data-testid": "computer-seats", hidden: level === "" || level === FAR },
      html("legend", {}, _("The computer plays")),
      html("div", { class: "ticks" }, ...values.map((text, seat) => html("label", { class: "tick" },
        html("input", { type: "checkbox", value: seat, checked: ticked.has(String(seat)) }), html("span", {}, text)))));
    const seat = html("select", { "data-testid": "far-seat" }, ...values.map((text, one) => html("option", { value: one }, text)));
    const own = html("label", { class: "field", hidden: level !== FAR }, html("span", {}, _("You play")), seat);
    select.onchange = () => {
      boxes.hidden = select.value === "" || select.value === FAR;
      own.hidden = select.value !== FAR;
      this.#say();
    };
    return [html("label", { class: "field" }, html("span", {}, _("Opponent")), select), this.#suggestion, boxes, own];
  }

  /** The moves that have been made, as long as the game and the position are those that they belong to. */
  #moves() {
    const { position, moves } = this.#made;
    const same = this.#picked.value === this.#opened.game && this.#names.position === position &&
      JSON.stringify(this.#chosen()) === JSON.stringify(this.#begun);
    return same ? moves : [];
  }

  /** How hard the computer tries: empty where people play; null where there is nothing to choose. */
  #level() {
    return byTestId("opponents").querySelector("select")?.value ?? null;
  }

  /** The computer's seats with its level; `ticked`: whatever the level says. */
  #computers(ticked = false) {
    const level = this.#level() ?? "";
    if ((!level || level === FAR) && !ticked) return {};
    return Object.fromEntries(this.#ticked(byTestId("opponents")).map((seat) => [seat, level]));
  }

  /**
   * The values of the boxes that are ticked in a part of the page.
   * @param {Element} part
   */
  #ticked(part) {
    return [...part.querySelectorAll("input")].filter((box) => box.checked).map((box) => box.value);
  }

  /**
   * The field of an option.
   * @param {string} name
   * @returns {HTMLElement | null}
   */
  #find(name) {
    return byTestId("options").querySelector(`[data-option="${CSS.escape(name)}"]`);
  }

  /** What the fields say now. */
  #values() {
    return Object.fromEntries(this.#game.options.map(({ name }) => {
      const field = known(this.#find(name));
      return [name, field instanceof HTMLSelectElement ? field.value : this.#ticked(field).join(",") || "none"];
    }));
  }

  /** The fields that differ from what holds if nothing is said. */
  #chosen() {
    return Object.fromEntries(
      Object.entries(this.#values()).filter(([name, value]) => value !== this.#usual[name]));
  }
}
