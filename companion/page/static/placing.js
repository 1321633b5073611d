// @ts-check
// Place mine for me: where players only set out their pieces before play, the program does it.

import { byTestId } from "./dom.js";

/** @import { Place, State } from "./messages.d.ts" */

/** @type {readonly NonNullable<Place["whose"]>[]} */
const WHOSE = ["mine", "all"];

export class Placing {
  #group = byTestId("placing");

  /** @param {(command: Place) => void} send */
  constructor(send) {
    for (const whose of WHOSE) byTestId(`place-${whose}`).onclick = () => send({ do: "place", whose });
  }

  /** @param {State} state */
  show({ placeable = [], phase }) {
    const now = new Set(phase === "rest" ? placeable : []);
    this.#group.hidden = !now.size;
    for (const whose of WHOSE) byTestId(`place-${whose}`).hidden = !now.has(whose);
  }
}
