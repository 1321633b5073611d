// @ts-check
// The people who play here: who they are, who plays now, who beat whom, and which level suits.

import { badge } from "./badge.js";
import { byTestId, html, known, say } from "./dom.js";
import { hold } from "./hold.js";
import { Shelves } from "./shelves.js";
import { _, day, plural } from "./text.js";
import { called } from "./words.js";

/** @import { Enrol, Family, Forget, OpponentCount, PeopleView, PersonFacts, PersonView, Present, State } from "./messages.d.ts" */

const LONGEST = 40; // characters of a name, as in companion/records/household.py

/** @param {string} colour */
function colourName(colour) {
  switch (colour) {
    case "red": return _("red");
    case "orange": return _("orange");
    case "green": return _("green");
    case "teal": return _("teal");
    case "blue": return _("blue");
    case "violet": return _("violet");
    case "brown": return _("brown");
    case "grey": return _("grey");
    default: return colour;
  }
}

/** @param {string} sign */
function signName(sign) {
  switch (sign) {
    case "star": return _("star");
    case "heart": return _("heart");
    case "sun": return _("sun");
    case "moon": return _("moon");
    case "leaf": return _("leaf");
    case "fish": return _("fish");
    case "house": return _("house");
    case "crown": return _("crown");
    default: return sign;
  }
}

/**
 * Whether two texts name the same person, as in companion/records/household.py.
 * @param {string} one
 * @param {string} other
 */
export function sameName(one, other) {
  return one.trim().replace(/\s+/g, " ").toLowerCase() === other.trim().replace(/\s+/g, " ").toLowerCase();
}

/**
 * What the logs tell of somebody, in short.
 * @param {PersonFacts} facts
 * @returns {string[]}
 */
export function inShort({ games, won, drawn, lost, streak, solved }) {
  return [
    games ? plural("{number} game", "{number} games", games) : "",
    won || drawn || lost ? _("{won} won, {drawn} drawn, {lost} lost", { won, drawn, lost }) : "",
    streak > 1 ? plural("won the last {number}", "won the last {number}", streak) : "",
    streak < -1 ? plural("lost the last {number}", "lost the last {number}", -streak) : "",
    solved ? plural("{number} puzzle solved", "{number} puzzles solved", solved) : "",
  ].filter(Boolean);
}

export class People {
  #send;
  #shelves = new Shelves();
  #dialog = byTestId("people-dialog", HTMLDialogElement);
  #form = byTestId("person-form");
  #name = byTestId("person-name", HTMLInputElement);
  #open = byTestId("people-open");
  /** @type {PeopleView} */
  #people = { people: [], present: "", colours: [], signs: [], trouble: "" };
  /** @type {Family | null} */
  #family = null;
  #asked = 0;
  #was = ""; // whom the form changes; empty for a new person
  #sent = false; // whether a change was asked for that has not come
  #warning = "";
  /** Called when more is known of somebody. */
  onLearned = () => {};

  /** @param {(command: Enrol | Forget | Present) => void} send */
  constructor(send) {
    this.#send = send;
    for (const name of ["people-open", "people"]) byTestId(name).onclick = () => this.open();
    byTestId("people-close").onclick = () => this.#dialog.close();
    byTestId("person-add").onclick = () => this.#edit(null);
    byTestId("person-cancel").onclick = () => this.#edit(undefined);
    byTestId("people-nobody").onclick = () => send({ do: "present", name: "" });
    this.#dialog.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#save();
    });
    hold(byTestId("person-remove", HTMLButtonElement), () => {
      send({ do: "forget", name: this.#was });
      this.#edit(undefined);
    });
  }

  /** @param {string} key What requests to the library carry; empty where there is none. */
  pair(key) {
    this.#shelves.key = key;
  }

  /** The person who plays now if one plays alone; or empty. */
  get present() {
    return this.#people.present;
  }

  /** The names of the people. */
  get names() {
    return this.#people.people.map(({ name }) => name);
  }

  /**
   * The level of the computer that suits somebody in a game; empty if that is not known.
   * @param {string} name
   * @param {string} game
   */
  level(name, game) {
    const facts = this.#family?.people.find((each) => sameName(each.name, name));
    return facts?.levels.find((each) => each.game === game)?.level ?? "";
  }

  /** @param {State} state */
  show({ people, warning }) {
    const before = JSON.stringify(this.#people);
    this.#people = people;
    if (this.#sent && warning && warning !== this.#warning) {
      this.#sent = false;
      say(byTestId("person-hint"), warning);
    }
    this.#warning = warning;
    if (before === JSON.stringify(people)) return;
    if (this.#sent) this.#edit(undefined);
    const here = people.people.find(({ name }) => name === people.present);
    this.#open.replaceChildren(...(here ? [badge(here), here.name] : [_("People")]));
    this.#open.setAttribute("aria-label", here ? _("People: {name} plays", { name: here.name }) : _("People"));
    this.#draw();
    if (people.people.length) void this.learn();
  }

  open() {
    this.#edit(undefined);
    this.#dialog.showModal();
    this.#draw();
    void this.learn();
  }

  /** Ask what the logs tell of the people; again until every file has been read. */
  async learn() {
    if (!this.#shelves.key) return;
    this.#asked += 1;
    const asked = this.#asked;
    try {
      for (let pending = 1; pending;) {
        const family = await this.#shelves.family();
        if (asked !== this.#asked) return;
        pending = family.pending;
        this.#family = family;
        this.#draw();
      }
    } catch (why) {
      if (asked === this.#asked) say(byTestId("people-say"), why instanceof Error ? why.message : String(why));
      return;
    }
    this.onLearned();
  }

  #draw() {
    if (!this.#dialog.open) return;
    const { people, present, trouble } = this.#people;
    say(byTestId("people-say"), trouble || (people.length ? _("Choose who plays now. Games against the computer and puzzles count for that person.")
      : _("Add the people who play here: then this page tells who beat whom, and which level of the computer suits. All of it stays on this machine.")));
    byTestId("people-nobody").hidden = !present;
    byTestId("people-list").replaceChildren(...people.map((person) => this.#card(person)));
    const facts = this.#family?.people.find(({ name }) => name === present);
    byTestId("person-facts").replaceChildren(...(facts ? this.#facts(facts) : []));
    byTestId("meetings").replaceChildren(...this.#meetings());
  }

  /** @param {PersonView} person */
  #card(person) {
    const { name } = person;
    const facts = this.#family?.people.find((each) => each.name === name);
    const here = name === this.#people.present;
    const choose = html("button", { type: "button", class: "person", "aria-pressed": String(here), "data-person": name },
      badge(person), html("b", {}, name), html("span", { class: "facts" }, facts ? inShort(facts).join(" · ") : ""));
    choose.onclick = () => this.#send({ do: "present", name });
    const edit = html("button", { type: "button", class: "quiet", "aria-label": _("Change {name}", { name }), "data-edit": name }, _("Change"));
    edit.onclick = () => this.#edit(person);
    return html("li", {}, choose, edit);
  }

  /** @param {PersonFacts} facts @returns {Node[]} */
  #facts({ name, opponents, levels, best_streak: best, last }) {
    if (!opponents.length && !levels.length) return [];
    /** @param {OpponentCount} count */
    const row = ({ name: other, level, won, drawn, lost }) => html("tr", {},
      html("th", { scope: "row" }, level ? _("computer ({level})", { level: called(level) }) : other || _("somebody")),
      ...[won, drawn, lost].map((count) => html("td", {}, String(count))));
    const said = [
      best > 1 ? plural("{number} won in a row at most", "{number} won in a row at most", best) : "",
      last ? _("last game: {day}", { day: day(last) }) : "",
      ...levels.map(({ title, level }) => _("suits in {game}: {level}", { game: title, level: called(level) })),
    ].filter(Boolean).join(" · ");
    return [
      html("h3", {}, name), html("p", { class: "facts" }, said),
      ...(opponents.length ? [html("table", { class: "score" },
        html("thead", {}, html("tr", {}, ...[_("Against"), _("won"), _("drawn"), _("lost")].map((text) => html("th", { scope: "col" }, text)))),
        html("tbody", {}, ...opponents.map(row)))] : []),
    ];
  }

  /** @returns {Node[]} */
  #meetings() {
    const met = this.#family?.meetings ?? [];
    if (!met.length) return [];
    return [
      html("h3", {}, _("Who beat whom")),
      html("table", { class: "score" },
        html("thead", {}, html("tr", {}, ...[_("People"), _("won"), _("drawn")].map((text) => html("th", { scope: "col" }, text)))),
        html("tbody", {}, ...met.map(({ one, other, won, drawn, lost }) => html("tr", {},
          html("th", { scope: "row" }, `${one} – ${other}`), html("td", {}, `${won} : ${lost}`), html("td", {}, String(drawn)))))),
    ];
  }

  /**
   * Show the form for a person, or for a new one (null), or hide it (undefined).
   * @param {PersonView | null | undefined} person
   */
  #edit(person) {
    this.#sent = false;
    this.#form.hidden = person === undefined;
    byTestId("people-view").hidden = person !== undefined;
    if (person === undefined) return;
    const { people, colours, signs } = this.#people;
    this.#was = person?.name ?? "";
    say(byTestId("person-hint"), "");
    this.#name.value = this.#was;
    byTestId("person-remove").hidden = !person;
    const free = (/** @type {string[]} */ all, /** @type {string[]} */ used) => all.find((each) => !used.includes(each)) ?? all[0];
    const colour = person?.colour ?? free(colours, people.map((each) => each.colour));
    const sign = person?.sign ?? free(signs, people.map((each) => each.sign));
    /** @param {string} name @param {string[]} values @param {string} value @param {(value: string) => string} word */
    const choices = (name, values, value, word) => values.map((each) => html("label", { class: "choice" },
      html("input", { type: "radio", name, value: each, checked: each === value, "aria-label": word(each) }),
      badge(name === "colour" ? { colour: each, sign: "" } : { colour: "grey", sign: each })));
    byTestId("person-colours").replaceChildren(...choices("colour", colours, colour, colourName));
    byTestId("person-signs").replaceChildren(...choices("sign", signs, sign, signName));
    this.#name.focus();
  }

  #save() {
    const name = this.#name.value.trim();
    if (!name || name.length > LONGEST) {
      say(byTestId("person-hint"), _("Write a name."));
      this.#name.focus();
      return;
    }
    /** @param {string} group */
    const chosen = (group) => known(this.#form.querySelector(`input[name="${group}"]:checked`)).getAttribute("value") ?? "";
    const [colour, sign] = [chosen("colour"), chosen("sign")];
    const before = this.#people.people.find((each) => each.name === this.#was);
    if (before && before.name === name && before.colour === colour && before.sign === sign) {
      this.#edit(undefined);
      return;
    }
    this.#sent = true;
    this.#send({ do: "enrol", name, colour, sign, was: this.#was });
  }
}
