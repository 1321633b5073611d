// @ts-check
// The settings of the board: drawn from what the program says of each. What is changed counts at once, on every
// page. What each browser chooses for itself is in view.js.

import { byTestId, html, say } from "./dom.js";
import { _, written } from "./text.js";
import { controlWords } from "./timecontrol.js";
import { called } from "./words.js";

/** @import { Adjust, Hello, SettingsView, SettingView, State } from "./messages.d.ts" */
/** @typedef {SettingView["value"]} Value */

/**
 * A number as it is shown, without the noise of binary fractions.
 * @param {number} value
 * @param {number} scale
 */
export function scaled(value, scale) {
  return Math.round(value * scale * 1e6) / 1e6;
}

/**
 * A value in words.
 * @param {Pick<SettingView, "kind" | "unit" | "scale">} setting
 * @param {Value} value
 */
export function inWords({ kind, unit = "", scale = 1 }, value) {
  if (kind === "number") return `${written(scaled(Number(value), scale))} ${unit}`;
  if (kind === "switch") return value ? _("on") : _("off");
  return worded(kind, String(value));
}

/**
 * What a value is called that can be chosen.
 * @param {SettingView["kind"]} kind
 * @param {string} value
 */
function worded(kind, value) {
  if (!value) return _("none");
  return kind === "choice" ? called(value) : kind === "clock" ? controlWords(value) : value;
}

/**
 * What stands after a number: its unit, and for a slider where it stands.
 * @param {SettingView} setting
 * @param {HTMLElement} field
 */
function beyond({ unit = "" }, field) {
  const shown = html("output", {}, unit);
  if (field instanceof HTMLInputElement && field.type === "range") {
    const follow = () => {
      const said = `${written(field.valueAsNumber)} ${unit}`;
      say(shown, said);
      field.setAttribute("aria-valuetext", said);
    };
    field.oninput = follow;
    follow();
  }
  return shown;
}

const TIMING = "timing."; // the keys of the settings that only builders understand

export class Settings {
  #send;
  /** @type {SettingsView | null} */
  #told = null;
  #title = "";
  #warning = "";
  #said = html("p", { class: "said wrong", role: "status", "data-testid": "settings-said" });
  #added = html("section", { class: "group", "data-testid": "settings-added", "aria-label": _("Added by packages"), hidden: true });
  #fields = html("div", { class: "groups", "data-testid": "settings-fields" });
  /** What a family at the board never needs. */
  #builders = html("section", { class: "builders", "data-testid": "builders", "aria-label": _("For builders") });
  #timing = html("div", { class: "groups", "data-testid": "settings-timing" });
  #name = html("span", { class: "board-name", "data-testid": "board-name", hidden: true });
  #dialog;

  /**
   * `tools`: what is done with the board. `engines`: the way to those of the configuration.
   * @param {(command: Adjust) => void} send
   */
  constructor(send) {
    this.#send = send;
    this.tools = html("section", { class: "group", "data-testid": "settings-tools", "aria-label": _("The board") });
    this.engines = html("section", { class: "group", "data-testid": "settings-engines", "aria-label": _("Engines"), hidden: true });
    const close = html("button", { type: "button", "data-testid": "settings-close" }, _("Close"));
    close.onclick = () => this.#dialog.close();
    this.#dialog = html("dialog", { class: "wide settings", "data-testid": "settings-view", "aria-labelledby": "settings-title" },
      html("header", {}, html("h2", { id: "settings-title" }, _("Settings of the board")), close),
      html("div", { class: "scroll" }, this.#said, html("div", { class: "sheet" }, this.#fields, this.engines, this.#builders, this.#added)));
    this.#builders.append(html("h3", {}, _("For builders")), this.#timing, this.tools, html("p", { class: "log", "data-testid": "log" }));
    document.body.append(this.#dialog);
    byTestId("title").after(this.#name);
    const open = byTestId("settings");
    open.onclick = () => {
      this.#warning = "";
      this.#say();
      byTestId("view-dialog", HTMLDialogElement).close();
      this.#dialog.showModal();
    };
  }

  close() {
    this.#dialog.close();
  }

  /** @param {Hello} hello */
  begin({ title }) {
    this.#title = title;
    this.#entitle();
  }

  /**
   * The value of a setting, by its key.
   * @param {string} key
   */
  value(key) {
    return this.#told?.settings.find((setting) => setting.key === key)?.value;
  }

  /** @param {SettingsView} told */
  show(told) {
    this.#told = told;
    this.#warning = "";
    byTestId("settings").hidden = false;
    this.#draw();
    this.#entitle();
  }

  /** @param {State} state */
  follow({ warning }) {
    if (warning === this.#warning) return;
    this.#warning = warning;
    if (warning) this.#draw(); // what was refused is not what the field should say
    this.#say();
  }

  /**
   * What the program could not do at all.
   * @param {string} text
   */
  refused(text) {
    this.#warning = text;
    this.#draw(); // what was refused is not what the field should say
    this.#say();
  }

  #say() {
    say(this.#said, [this.#warning, this.#told?.trouble].filter(Boolean).join(" · "));
  }

  #entitle() {
    const name = String(this.value("page.title") ?? "");
    this.#name.hidden = !name;
    say(this.#name, name);
    document.title = [this.#title, name].filter(Boolean).join(" · ");
  }

  #draw() {
    if (!this.#told) return;
    const { settings } = this.#told;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.testid : undefined;
    /** @type {Map<string, HTMLElement>} */
    const groups = new Map();
    for (const setting of settings) {
      const group = groups.get(setting.group) ?? html("section", { class: "group", "aria-label": setting.group }, html("h3", {}, setting.group));
      groups.set(setting.group, group);
      group.append(this.#row(setting));
    }
    const timing = settings.filter(({ key }) => key.startsWith(TIMING)).map(({ group }) => group);
    this.#timing.replaceChildren(...[...groups].flatMap(([name, group]) => timing.includes(name) ? [group] : []));
    this.#fields.replaceChildren(...[...groups].flatMap(([name, group]) => timing.includes(name) ? [] : [group]));
    this.#list();
    this.#say();
    const again = focused && this.#dialog.querySelector(`[data-testid="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /** What installed packages add, and what became of it. */
  #list() {
    const { features = [] } = this.#told ?? {};
    this.#added.hidden = !features.length;
    this.#added.replaceChildren(html("h3", {}, _("Added by packages")),
      html("ul", {}, ...features.map(({ name, state }) => html("li", {}, html("b", {}, name), `: ${state}`))));
  }

  /** @param {SettingView} setting */
  #row(setting) {
    const { key, label, about, value, usual } = setting;
    const name = `setting-${key}`;
    const field = this.#field(setting);
    field.id = name;
    field.dataset.testid = name;
    field.setAttribute("aria-describedby", `${name}-about`);
    const beside = setting.kind === "number" ? [beyond(setting, field)] : [];
    const row = html("div", { class: "setting", "data-kind": setting.kind, "data-changed": String(value !== usual) },
      html("label", { for: name }, label), html("span", { class: "entry" }, field, ...beside),
      html("p", { id: `${name}-about` }, about));
    if (value !== usual) {
      const reset = html("button", { type: "button", class: "link-to", "data-testid": `${name}-reset` },
        usual === "" ? _("Reset") : _("Reset to {value}", { value: inWords(setting, usual) }));
      reset.onclick = () => this.#change(key, null);
      row.append(reset);
    }
    return row;
  }

  /**
   * @param {SettingView} setting
   * @returns {HTMLElement}
   */
  #field(setting) {
    const { key, kind, value, choices = [], longest = 0 } = setting;
    if (kind === "switch") {
      const button = html("button", { type: "button", class: "watch", role: "switch", "aria-checked": String(value) },
        html("span", { class: "knob", "aria-hidden": "true" }));
      button.onclick = () => this.#change(key, !value);
      return button;
    }
    if (kind === "choice" || kind === "clock") {
      const texts = [...new Set([...(kind === "clock" ? [""] : []), ...choices, String(value)])];
      const select = html("select", {}, ...texts.map((text) => html("option", { value: text }, worded(kind, text))));
      select.value = String(value);
      select.onchange = () => this.#change(key, select.value);
      return select;
    }
    if (kind === "number") return this.#number(setting);
    const input = html("input", { type: "text", maxlength: longest, value: String(value), autocomplete: "off" });
    input.onchange = () => this.#change(key, input.value.trim());
    return input;
  }

  /**
   * A slider for a share; for other numbers a field to type in.
   * @param {SettingView} setting
   */
  #number({ key, value, least = 0, most = 0, step = 1, unit = "", scale = 1 }) {
    const input = html("input", {
      type: unit === "%" ? "range" : "number", inputmode: "decimal", min: least, max: most, step,
      value: scaled(Number(value), scale),
    });
    input.onchange = () => {
      if (Number.isNaN(input.valueAsNumber)) this.#draw();
      else this.#change(key, scaled(input.valueAsNumber, 1 / scale));
    };
    return input;
  }

  /**
   * @param {string} key
   * @param {Value | null} value
   */
  #change(key, value) {
    this.#send({ do: "adjust", key, value });
  }
}
