// The dialog that begins another game. Where one is in progress, the button has to be held.

import { byTestId, html, say } from "./dom.js";
import { hold } from "./hold.js";

export class NewGame {
  #hello = null;
  #inProgress = false;

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
  }

  show({ moves, outcome }) {
    this.#inProgress = moves.length > 0 && outcome === "ongoing";
    this.#say();
  }

  #open(dialog) {
    if (!this.#hello) return;
    byTestId("game").value = this.#hello.game;
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

  #options() {
    const { name: game, options } = this.#game;
    const now = game === this.#hello.game ? this.#hello.options : {};
    byTestId("options").replaceChildren(...options.map((option) =>
      this.#field(option, now[option.name] ?? option.default)));
  }

  #field({ name, help, values, many }, value) {
    if (!many) {
      // The value of another board may not be in the list; it is a value all the same.
      const all = values.includes(value) ? values : [value, ...values];
      const select = html("select", { "data-option": name },
        ...all.map((text) => html("option", { value: text, selected: text === value }, text)));
      return html("label", { class: "field" }, html("span", {}, help), select);
    }
    const on = new Set(value.split(","));
    return html("fieldset", { class: "field", "data-option": name, "data-many": true },
      html("legend", {}, help),
      ...values.map((text) => html("label", { class: "tick" },
        html("input", { type: "checkbox", value: text, checked: on.has(text) }), text)));
  }

  /** The options that differ from their defaults: what a default is may hang on other options. */
  #chosen() {
    const chosen = {};
    for (const { name, default: usual } of this.#game.options) {
      const field = byTestId("options").querySelector(`[data-option="${CSS.escape(name)}"]`);
      const value = "many" in field.dataset
        ? [...field.querySelectorAll(":checked")].map((box) => box.value).join(",") || "none"
        : field.value;
      if (value !== usual) chosen[name] = value;
    }
    return chosen;
  }
}
