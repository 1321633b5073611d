// @ts-check
// Whether simulated pieces are moved for the players. A browser remembers it, and tells the program
// once for each connection; where several pages differ, the last word counts.

import { byTestId } from "./dom.js";

/** @import { Assist as AssistCommand, State } from "./messages.d.ts" */

const KEY = "assist";

export class Assist {
  #send;
  #switch = byTestId("assist");
  #told = false;

  /** @param {(command: AssistCommand) => void} send */
  constructor(send) {
    this.#send = send;
    this.#switch.onclick = () => {
      const on = this.#switch.getAttribute("aria-checked") !== "true";
      localStorage.setItem(KEY, on ? "on" : "off");
      send({ do: "assist", on });
    };
  }

  /** Another connection is open. */
  begin() {
    this.#told = false;
  }

  /** @param {State} state */
  show({ assisted }) {
    this.#switch.hidden = assisted === null || assisted === undefined;
    this.#switch.setAttribute("aria-checked", String(assisted === true));
    if (this.#told || this.#switch.hidden) return;
    this.#told = true;
    const on = localStorage.getItem(KEY) !== "off";
    if (on !== assisted) this.#send({ do: "assist", on });
  }
}
