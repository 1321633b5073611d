// @ts-check
// Place mine for me: where players only set out their pieces before play, the program does it.

import { byTestId } from "./dom.js";

/** @import { PlacePieces, State } from "./messages.d.ts" */

/** @type {readonly NonNullable<PlacePieces["whose"]>[]} */
const WHOSE = ["mine", "all"];

export class Placing {
  #group = byTestId("placing");

  /** @param {(command: PlacePieces) => void} send */
  constructor(send) {
    for (const whose of WHOSE) byTestId(`place-${whose}`).onclick = () => send({ do: "placepieces", whose });
  }

  /** @param {State} state */
  show({ placeable = [], phase }) {
    const now = new Set(phase === "rest" ? placeable : []);
    this.#group.hidden = !now.size;
    for (const whose of WHOSE) byTestId(`place-${whose}`).hidden = !now.has(whose);
  }
}
