// @ts-check
// What is shown of a page that has not found its program: it was kept by the browser.

import { byTestId, html } from "./dom.js";
import { _ } from "./text.js";

export class Absence {
  #element = byTestId("absent");

  /** Say that the board is away, in place of the board. */
  show() {
    document.documentElement.classList.add("absence");
    document.getElementById("page")?.classList.remove("unbegun");
    if (!this.#element.hidden) return;
    this.#element.replaceChildren(
      html("h2", {}, _("The board is away")),
      html("p", {}, _("Its program is not running, or cannot be reached from here. This page connects by itself when it is back.")));
    this.#element.hidden = false;
  }

  /** There is a program again. */
  hide() {
    document.documentElement.classList.remove("absence");
    this.#element.hidden = true;
  }
}
