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

  constructor(send) {
    const dialog = byTestId("new-game");
    byTestId("new").onclick = () => this.#open(dialog);
    byTestId("new-cancel").onclick = () => dialog.close();
    byTestId("game").onchange = () => this.#options();
    hold(byTestId("new-start"), () => {
      dialog.close();
      send({ do: "new", game: byTestId("game").value, options: this.#chosen() });
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
    this.#drawn = "";
    this.#options();
    this.#say();
    dialog.showModal();
  }

  #say() {
    say(byTestId("new-start"), this.#inProgress ? "Hold to begin" : "Begin");
    say(byTestId("new-hint"), this.#inProgress ? "The game on the board ends with it." : "");
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
