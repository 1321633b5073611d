// Asks for the pairing code, and remembers it for this tab, so that a lost connection comes back.

import { byTestId, say } from "./dom.js";

const KEPT = "pairing-code";

export class Pairing {
  #tried = "";

  constructor(send) {
    this.send = send;
    const dialog = byTestId("pairing");
    dialog.oncancel = (event) => event.preventDefault(); // there is nothing behind it to go back to
    dialog.querySelector("form").onsubmit = (event) => {
      event.preventDefault();
      say(byTestId("code-hint"), "Checking …");
      this.#try(byTestId("code").value.trim());
    };
  }

  /** The server wants the code; `wrong`: the last one was wrong. */
  ask(wrong) {
    const kept = sessionStorage.getItem(KEPT);
    if (wrong) sessionStorage.removeItem(KEPT);
    else if (kept) {
      this.#try(kept);
      return;
    }
    const dialog = byTestId("pairing");
    say(byTestId("code-hint"), wrong ? "Wrong code. Try again." : "");
    if (!dialog.open) dialog.showModal();
    byTestId("code").select();
  }

  /** The code was right, or none was wanted. */
  done() {
    if (this.#tried) sessionStorage.setItem(KEPT, this.#tried);
    byTestId("pairing").close();
  }

  #try(code) {
    this.#tried = code;
    this.send({ do: "pair", code });
  }
}
