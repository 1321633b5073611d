// @ts-check
// The external engines that the configuration allows: what each says of itself, whether and how it plays, and a trial.

import { html, say } from "./dom.js";
import { _, plural, written } from "./text.js";

/** @import { ListEngines, EngineOptionView, EnginesView, EngineView, SetEngine, SettingsView, TryEngine } from "./messages.d.ts" */

/**
 * What is known of an engine, in short.
 * @param {EngineView} engine
 * @returns {string[]}
 */
export function aboutEngine({ called, author, games, levels, trying }) {
  return [
    called && author ? _("{name}, by {author}", { name: called, author }) : called || (trying ? _("It is being asked who it is …") : ""),
    games.length ? _("plays {games}", { games: games.join(", ") }) : _("plays no game that is installed"),
    levels.length > 1 ? _("levels: {levels}", { levels: levels.join(", ") }) : "",
  ].filter(Boolean);
}

/**
 * What a value of an option reads like.
 * @param {EngineOptionView["value"]} value
 */
function shown(value) {
  if (typeof value === "boolean") return value ? _("on") : _("off");
  return value === null || value === "" ? _("none") : typeof value === "number" ? written(value) : value;
}

export class Engines {
  #send;
  #settings;
  /** @type {EnginesView | null} */
  #told = null;
  #open = new Set(); // the engines whose options are unfolded
  #refusal = "";
  #said = html("p", { class: "said wrong", role: "status", "data-testid": "engines-said" });
  /** @type {Map<string, { known: string, card: HTMLElement }>} */
  #cards = new Map();
  #list = html("div", { class: "engines", "data-testid": "engines-list" });
  #dialog;

  /**
   * @param {(command: ListEngines | TryEngine | SetEngine) => void} send
   * @param {{ engines: HTMLElement, close: () => void }} settings Where the way to the engines is put.
   */
  constructor(send, settings) {
    this.#send = send;
    this.#settings = settings;
    const close = html("button", { type: "button", "data-testid": "engines-close" }, _("Close"));
    close.onclick = () => this.#dialog.close();
    this.#dialog = html("dialog", { class: "wide settings", "data-testid": "engines-view", "aria-labelledby": "engines-title" },
      html("header", {}, html("h2", { id: "engines-title" }, _("Engines")), close),
      html("div", { class: "scroll" },
        html("p", {}, _("Programs of others that can play here, as the configuration of the board allows. What you choose counts from the next game on.")),
        this.#said, this.#list));
    document.body.append(this.#dialog);
  }

  /** @param {SettingsView} told */
  offer({ engines = [] }) {
    const open = html("button", { type: "button", "data-testid": "engines-open" }, _("Choose and try engines"));
    open.onclick = () => {
      this.#refusal = "";
      this.#say();
      this.#send({ do: "listengines" });
      this.#settings.close();
      this.#dialog.showModal();
    };
    this.#settings.engines.hidden = !engines.length;
    if (!engines.length) return this.#settings.engines.replaceChildren();
    this.#settings.engines.replaceChildren(html("h3", {}, _("Engines")), html("div", { class: "setting" },
      open, html("p", {}, _("Programs of others that can play here: {engines}.", { engines: engines.join(", ") }))));
  }

  /** @param {EnginesView} told */
  show(told) {
    this.#told = told;
    this.#refusal = "";
    this.#draw();
  }

  /**
   * What the program could not do.
   * @param {string} text
   */
  refused(text) {
    if (!this.#dialog.open) return;
    this.#refusal = text;
    this.#cards.clear(); // what was refused is not what the field should say
    this.#draw();
  }

  #say() {
    say(this.#said, [this.#refusal, this.#told?.trouble].filter(Boolean).join(" · "));
  }

  #draw() {
    this.#say();
    if (!this.#told) return;
    const { engines, seconds } = this.#told;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.testid : undefined;
    for (const engine of engines) {
      // What somebody types is left alone while nothing changes about that engine.
      const known = JSON.stringify(engine);
      if (this.#cards.get(engine.name)?.known !== known) this.#cards.set(engine.name, { known, card: this.#card(engine, seconds) });
    }
    const cards = engines.flatMap(({ name }) => this.#cards.get(name)?.card ?? []);
    if (cards.some((card, i) => this.#list.children[i] !== card)) this.#list.replaceChildren(...cards);
    const again = focused && this.#dialog.querySelector(`[data-testid="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement && again !== document.activeElement) again.focus({ preventScroll: true });
  }

  /**
   * @param {EngineView} engine
   * @param {[number, number]} seconds
   */
  #card(engine, seconds) {
    const { name, on, options, trying, outcome, good, changed } = engine;
    const attempt = html("button", { type: "button", "data-testid": `engine-${name}-try`, "aria-disabled": trying ? "true" : null },
      trying ? _("Trying …") : _("Try it"));
    attempt.onclick = () => {
      if (!trying) this.#send({ do: "tryengine", engine: name });
    };
    const buttons = html("div", { class: "act" }, attempt);
    if (changed) {
      const reset = html("button", { type: "button", "data-testid": `engine-${name}-reset` }, _("Reset all"));
      reset.onclick = () => this.#send({ do: "setengine", engine: name, key: "all" });
      buttons.append(reset);
    }
    /** @type {HTMLElement[]} */
    const rows = [this.#switch(`engine-${name}-on`, _("Offer it as an opponent"), on, (value) => this.#set(name, "on", value)), this.#seconds(engine, seconds)];
    if (options.length) {
      const details = html("details", { open: this.#open.has(name), "data-testid": `engine-${name}-options` },
        html("summary", {}, plural("{number} option of its own", "{number} options of its own", options.length)),
        ...options.map((option) => this.#option(name, option)));
      details.ontoggle = () => details.open ? this.#open.add(name) : this.#open.delete(name);
      rows.push(details);
    }
    return html("section", { class: "engine", "data-testid": `engine-${name}`, "aria-label": name, "data-on": String(on) },
      html("h3", {}, name), html("p", { class: "facts" }, aboutEngine(engine).join(" · ")), ...rows, buttons,
      html("p", { class: good ? "outcome good" : "outcome wrong", role: "status", "data-testid": `engine-${name}-outcome` }, outcome));
  }

  /**
   * @param {EngineView} engine
   * @param {[number, number]} range
   */
  #seconds({ name, seconds, usual_seconds }, [least, most]) {
    const usual = usual_seconds.map((each) => written(each)).join(", ");
    const input = html("input", { type: "number", inputmode: "decimal", min: least, max: most, step: "any", value: seconds, placeholder: usual });
    input.onchange = () => this.#set(name, "seconds", Number.isNaN(input.valueAsNumber) ? null : input.valueAsNumber);
    return this.#row(`engine-${name}-seconds`, _("Seconds for a move"), input,
      seconds === null ? null : { usual, reset: () => this.#set(name, "seconds", null) });
  }

  /**
   * @param {string} name
   * @param {EngineOptionView} option
   */
  #option(name, option) {
    const { type, value, usual, least, most, choices, fixed } = option;
    const id = `engine-${name}-option-${option.name}`;
    /** @param {EngineOptionView["value"]} wanted */
    const set = (wanted) => this.#send({ do: "setengine", engine: name, key: "option", option: option.name, value: wanted });
    const reset = value === usual || fixed ? null : { usual: shown(usual), reset: () => set(null) };
    if (fixed) return this.#row(id, option.name, html("output", {}, shown(value)), null, fixed);
    if (type === "check") return this.#switch(id, option.name, value === true, set, reset);
    if (type === "combo") {
      const select = html("select", {}, ...choices.map((text) => html("option", { value: text }, text)));
      select.value = String(value);
      select.onchange = () => set(select.value);
      return this.#row(id, option.name, select, reset);
    }
    const input = html("input", { type: "number", inputmode: "numeric", min: least, max: most, step: 1, value });
    input.onchange = () => set(Number.isNaN(input.valueAsNumber) ? null : input.valueAsNumber);
    return this.#row(id, option.name, input, reset, _("{least} to {most}", { least: written(least), most: written(most) }));
  }

  /**
   * @param {string} id
   * @param {string} label
   * @param {boolean} on
   * @param {(on: boolean) => void} set
   * @param {{ usual: string, reset: () => void } | null} [usual]
   */
  #switch(id, label, on, set, usual = null) {
    const button = html("button", { type: "button", class: "watch", role: "switch", "aria-checked": String(on) }, html("span", { class: "knob", "aria-hidden": "true" }));
    button.onclick = () => set(!on);
    return this.#row(id, label, button, usual);
  }

  /**
   * @param {string} id
   * @param {string} label
   * @param {HTMLElement} field
   * @param {{ usual: string, reset: () => void } | null} [usual] What it returns to, if it was changed.
   * @param {string} [about]
   */
  #row(id, label, field, usual = null, about = "") {
    field.id = id;
    field.dataset.testid = id;
    const row = html("div", { class: "setting", "data-changed": String(Boolean(usual)) }, html("label", { for: id }, label), html("span", { class: "entry" }, field));
    if (about) {
      field.setAttribute("aria-describedby", `${id}-about`);
      row.append(html("p", { id: `${id}-about` }, about));
    }
    if (usual) {
      const button = html("button", { type: "button", class: "link-to", "data-testid": `${id}-reset` }, _("Reset to {value}", { value: usual.usual }));
      button.onclick = usual.reset;
      row.append(button);
    }
    return row;
  }

  /**
   * @param {string} engine
   * @param {"on" | "seconds"} key
   * @param {SetEngine["value"]} value
   */
  #set(engine, key, value) {
    this.#send({ do: "setengine", engine, key, value });
  }
}
