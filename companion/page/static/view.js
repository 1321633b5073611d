// @ts-check
// The dialog for how this browser shows the page: in which language, light or dark, and with or without numbers.
// appearance.js and text.js apply what is chosen here.

import { byTestId, html } from "./dom.js";
import { CHOSEN, languages, tag } from "./text.js";

const APPEARANCE = "appearance";
const NUMBERS = "numbers";

/**
 * What a language is called in itself, such as `Deutsch`.
 * @param {string} code
 */
function nameOf(code) {
  return new Intl.DisplayNames([tag(code)], { type: "language" }).of(tag(code)) ?? code;
}

export class View {
  #dialog = byTestId("view-dialog", HTMLDialogElement);
  #appearance = byTestId("appearance");
  #numbers = byTestId("numbers");
  #language = byTestId("language", HTMLSelectElement);

  constructor() {
    byTestId("view").onclick = () => {
      this.#show();
      this.#dialog.showModal();
    };
    byTestId("view-close").onclick = () => this.#dialog.close();
    this.#appearance.onchange = () => {
      const chosen = this.#choices.find((choice) => choice.checked)?.value ?? "";
      if (chosen === "system") localStorage.removeItem(APPEARANCE);
      else localStorage.setItem(APPEARANCE, chosen);
      this.#apply();
    };
    this.#language.append(...languages.map((code) => html("option", { value: code, lang: tag(code) }, nameOf(code))));
    this.#language.onchange = () => {
      if (this.#language.value) localStorage.setItem(CHOSEN, this.#language.value);
      else localStorage.removeItem(CHOSEN);
      location.reload();
    };
    this.#numbers.onclick = () => {
      if (localStorage.getItem(NUMBERS) === "off") localStorage.removeItem(NUMBERS);
      else localStorage.setItem(NUMBERS, "off");
      this.#apply();
    };
  }

  get #choices() {
    return [...this.#appearance.querySelectorAll("input")];
  }

  #apply() {
    dispatchEvent(new Event(APPEARANCE));
    this.#show();
  }

  #show() {
    const chosen = localStorage.getItem(APPEARANCE) ?? "system";
    for (const choice of this.#choices) choice.checked = choice.value === chosen;
    const language = localStorage.getItem(CHOSEN) ?? "";
    this.#language.value = languages.includes(language) ? language : "";
    this.#numbers.setAttribute("aria-checked", String(localStorage.getItem(NUMBERS) !== "off"));
  }
}
