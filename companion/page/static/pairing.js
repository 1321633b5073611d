// @ts-check
// Asks for the pairing code, and remembers it in this browser, so that other tabs and later visits need not ask.
// A link may bring it, as the QR code for phones does.

import { byTestId, say } from "./dom.js";
import { _ } from "./text.js";

/** @import { Pair } from "./messages.d.ts" */

const KEPT = "pairing-code";

/**
 * The code in the fragment of an address; empty if there is none.
 * @param {string} hash
 */
export function brought(hash) {
  return new URLSearchParams(hash.slice(1)).get("code")?.trim() ?? "";
}

export class Pairing {
  #brought = ""; // by a link
  #tried = "";
  #unanswered = ""; // sent, perhaps over a connection that was lost before the answer
  #dialog = byTestId("pairing", HTMLDialogElement);
  #code = byTestId("code", HTMLInputElement);
  #send;
  #kept;

  /**
   * @param {(command: Pair) => void} send
   * @param {string} kept Where the browser remembers the code.
   */
  constructor(send, kept = KEPT) {
    this.#send = send;
    this.#kept = kept;
    this.#dialog.oncancel = (event) => event.preventDefault(); // there is nothing behind it to go back to
    this.#dialog.onsubmit = (event) => {
      event.preventDefault();
      say(byTestId("code-hint"), _("Checking …"));
      this.#try(this.#code.value.trim());
    };
    this.#take();
    addEventListener("hashchange", () => {
      this.#take();
      if (this.#dialog.open && this.#brought) this.ask(false);
    });
  }

  /**
   * The server wants the code.
   * @param {boolean} wrong The last one was wrong.
   */
  ask(wrong) {
    const remembered = localStorage.getItem(this.#kept);
    if (wrong && remembered === this.#tried) localStorage.removeItem(this.#kept);
    // What was just tried is not tried again, unless the connection was lost before the answer.
    const known = [this.#brought, this.#unanswered, remembered].find((code) => code && !(wrong && code === this.#tried));
    this.#brought = this.#unanswered = "";
    if (known) {
      this.#try(known);
      return;
    }
    say(byTestId("code-hint"), wrong ? _("Wrong code. Try again.") : "");
    const typing = this.#dialog.open && !wrong; // the connection was lost meanwhile
    if (!this.#dialog.open) this.#dialog.showModal();
    if (!typing) this.#code.select();
  }

  /** The code was right, or none was wanted. */
  done() {
    this.#unanswered = "";
    if (this.#tried) localStorage.setItem(this.#kept, this.#tried);
    this.#dialog.close();
  }

  /** Take the code out of the address, where others might see it or copy it. */
  #take() {
    this.#brought = brought(location.hash);
    if (this.#brought) history.replaceState(history.state, "", location.pathname + location.search);
  }

  /** @param {string} code */
  #try(code) {
    this.#tried = this.#unanswered = code;
    this.#send({ do: "pair", code });
  }
}
