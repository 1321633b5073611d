// The dialog that begins another game. Where one is in progress, the button has to be held.

import { byTestId, html, say } from "./dom.js";
import { hold } from "./hold.js";

/** How a value is shown. */
function spoken(text) {
  return { w: "White", b: "Black" }[text] ?? text.replaceAll("_", " ");
}

export class NewGame {
  #hello = null;
  #inProgress = false;
  #drawn = ""; // the game whose options are shown
  #usual = {}; // what they are if nothing is said
  #seats = []; // the seats between which the computer's are chosen

  constructor(send) {
    const dialog = byTestId("new-game");
    byTestId("new").onclick = () => this.#open(dialog);
    byTestId("new-cancel").onclick = () => dialog.close();
    byTestId("game").onchange = () => this.#options();
    hold(byTestId("new-start"), () => {
      dialog.close();
      send({ do: "new", game: byTestId("game").value, options: this.#chosen(), computers: this.#computers() });
    }, () => this.#inProgress);
  }

  begin(hello) {
    this.#hello = hello;
    byTestId("game").replaceChildren(
      ...hello.games.map(({ name, title }) => html("option", { value: name }, title)));
    const dialog = byTestId("new-game"); // somebody else has begun another game meanwhile
    if (dialog.open) dialog.close();
  }

  show({ moves, outcome }) {
    this.#inProgress = moves.length > 0 && outcome === "ongoing";
    this.#say();
  }

  #open(dialog) {
    if (!this.#hello) return;
    byTestId("game").value = this.#hello.game;
    byTestId("opponents").replaceChildren();
    this.#drawn = "";
    this.#seats = [];
    this.#options();
    this.#say();
    dialog.showModal();
  }

  #say() {
    say(byTestId("new-start"), this.#inProgress ? "Hold to start" : "Start");
    say(byTestId("new-hint"), this.#inProgress ? "This ends the game in progress." : "");
  }

  get #game() {
    return this.#hello.games.find(({ name }) => name === byTestId("game").value);
  }

  /** What an option may be, as the options before it stand. */
  #choices(option, before) {
    return option.choices.find(({ when }) =>
      Object.entries(when).every(([name, value]) => before[name] === value)) ?? option.choices[0];
  }

  /** Draw the fields; each keeps what was chosen as long as the fields before it allow that. */
  #options() {
    const { name: game, options } = this.#game;
    const wanted = game === this.#drawn ? this.#chosen()
      : game === this.#hello.game ? this.#hello.options : {};
    this.#drawn = game;
    this.#usual = {};
    const before = {};
    const fields = options.map((option) => {
      const { values, default: usual } = this.#choices(option, before);
      const value = wanted[option.name] ?? usual;
      const allowed = option.many
        ? value === "none" || value.split(",").every((one) => values.includes(one))
        : values.includes(value);
      before[option.name] = allowed ? value : usual;
      this.#usual[option.name] = usual;
      return this.#field(option, values, before[option.name]);
    });
    const focused = document.activeElement?.dataset.option;
    byTestId("options").replaceChildren(...fields);
    byTestId("opponents").replaceChildren(...this.#opponent(before));
    if (focused) this.#find(focused)?.focus();
  }

  #field({ name, help, many }, values, value) {
    const said = help[0].toUpperCase() + help.slice(1);
    if (!many) {
      const select = html("select", { "data-option": name },
        ...values.map((text) => html("option", { value: text, selected: text === value }, spoken(text))));
      select.onchange = () => this.#options();
      return html("label", { class: "field" }, html("span", {}, said), select);
    }
    const on = new Set(value.split(","));
    return html("fieldset", { class: "field", "data-option": name, "data-many": true },
      html("legend", {}, said),
      html("div", { class: "ticks" }, ...values.map((text) => html("label", { class: "tick" },
        html("input", { type: "checkbox", value: text, checked: on.has(text) }), html("span", {}, text)))));
  }

  /** Who plays: people, or the computer on the seats that are ticked. */
  #opponent(options) {
    const { name: game, seats } = this.#game;
    const { values, default: usual } = seats.find(({ when }) =>
      Object.entries(when).every(([name, value]) => options[name] === value)) ?? seats[0];
    if (values.length < 2) {
      this.#seats = [];
      return [];
    }
    const played = game === this.#hello.game && values.join() === this.#hello.seats.join() ? this.#hello.computers : {};
    const kept = values.join() === this.#seats.join();
    const level = byTestId("opponent")?.value ?? Object.values(played)[0] ?? "";
    const ticked = kept ? new Set(Object.keys(this.#computers(true)))
      : new Set(Object.keys(played).length ? Object.keys(played) : [String(values.indexOf(usual))]);
    this.#seats = values;
    const select = html("select", { "data-testid": "opponent" },
      html("option", { value: "", selected: level === "" }, "people"),
      ...this.#hello.levels.map((text) =>
        html("option", { value: text, selected: text === level }, `the computer, ${text}`)));
    const boxes = html("fieldset", { class: "field", "data-testid": "computer-seats", hidden: level === "" },
      html("legend", {}, "The computer plays"),
      html("div", { class: "ticks" }, ...values.map((text, seat) => html("label", { class: "tick" },
        html("input", { type: "checkbox", value: seat, checked: ticked.has(String(seat)) }), html("span", {}, text)))));
    select.onchange = () => { boxes.hidden = select.value === ""; };
    return [html("label", { class: "field" }, html("span", {}, "Opponent"), select), boxes];
  }

  /** The computer's seats with its level; `ticked`: whatever the level says. */
  #computers(ticked = false) {
    const level = byTestId("opponent")?.value;
    if (!level && !ticked) return {};
    const boxes = byTestId("computer-seats")?.querySelectorAll(":checked") ?? [];
    return Object.fromEntries([...boxes].map((box) => [box.value, level]));
  }

  #find(name) {
    return byTestId("options").querySelector(`[data-option="${CSS.escape(name)}"]`);
  }

  /** What the fields say now. */
  #values() {
    return Object.fromEntries(this.#game.options.map(({ name }) => {
      const field = this.#find(name);
      return [name, "many" in field.dataset
        ? [...field.querySelectorAll(":checked")].map((box) => box.value).join(",") || "none"
        : field.value];
    }));
  }

  /** The fields that differ from what holds if nothing is said. */
  #chosen() {
    return Object.fromEntries(
      Object.entries(this.#values()).filter(([name, value]) => value !== this.#usual[name]));
  }
}
