// @ts-check
// The dialog for how this browser shows the page, and what it lets be heard.

import { byTestId } from "./dom.js";

export class View {
  #dialog = byTestId("view-dialog", HTMLDialogElement);

  constructor() {
    byTestId("view").onclick = () => this.#dialog.showModal();
    byTestId("view-close").onclick = () => this.#dialog.close();
  }
}
