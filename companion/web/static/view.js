// @ts-check
// The dialog for how this browser shows the page: light or dark, and with or without numbers.
// appearance.js applies what is chosen here.

import { byTestId } from "./dom.js";

const APPEARANCE = "appearance";
const NUMBERS = "numbers";

export class View {
  #dialog = byTestId("view-dialog", HTMLDialogElement);
  #appearance = byTestId("appearance");
  #numbers = byTestId("numbers");

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
    this.#numbers.setAttribute("aria-checked", String(localStorage.getItem(NUMBERS) !== "off"));
  }
}
