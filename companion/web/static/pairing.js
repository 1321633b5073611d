// @ts-check
// Asks for the pairing code, and remembers it in this browser, so that other tabs and later visits need not ask.

import { byTestId, say } from "./dom.js";

/** @import { Pair } from "./messages.d.ts" */

const KEPT = "pairing-code";

export class Pairing {
  #tried = "";
  #unanswered = ""; // sent, perhaps over a connection that was lost before the answer
  #dialog = byTestId("pairing", HTMLDialogElement);
  #code = byTestId("code", HTMLInputElement);
  #send;

  /** @param {(command: Pair) => void} send */
  constructor(send) {
    this.#send = send;
    this.#dialog.oncancel = (event) => event.preventDefault(); // there is nothing behind it to go back to
    this.#dialog.onsubmit = (event) => {
      event.preventDefault();
      say(byTestId("code-hint"), "Checking …");
      this.#try(this.#code.value.trim());
    };
  }

  /**
   * The server wants the code.
   * @param {boolean} wrong The last one was wrong.
   */
  ask(wrong) {
    const kept = this.#unanswered || localStorage.getItem(KEPT);
    this.#unanswered = "";
    if (wrong) localStorage.removeItem(KEPT);
    else if (kept) {
      this.#try(kept);
      return;
    }
    say(byTestId("code-hint"), wrong ? "Wrong code. Try again." : "");
    const typing = this.#dialog.open && !wrong; // the connection was lost meanwhile
    if (!this.#dialog.open) this.#dialog.showModal();
    if (!typing) this.#code.select();
  }

  /** The code was right, or none was wanted. */
  done() {
    this.#unanswered = "";
    if (this.#tried) localStorage.setItem(KEPT, this.#tried);
    this.#dialog.close();
  }

  /** @param {string} code */
  #try(code) {
    this.#tried = this.#unanswered = code;
    this.#send({ do: "pair", code });
  }
}
