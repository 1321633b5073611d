// @ts-check
// What now? One button and one key: the program answers in the message, and lights the points that
// the answer is about.

import { byTestId } from "./dom.js";
import { moving } from "./flights.js";

/** @import { WhatNow as WhatNowCommand } from "./messages.d.ts" */

const KEY = "?";

/**
 * Whether a key is meant for something to write into, or for a dialog.
 * @param {EventTarget | null} target
 */
function writing(target) {
  return target instanceof Element && target.closest("input, select, textarea, dialog") !== null;
}

export class WhatNow {
  /** @param {(command: WhatNowCommand) => void} send */
  constructor(send) {
    const ask = () => {
      send({ do: "whatnow" });
      // An answer that was there before is told again.
      if (moving()) byTestId("message").animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 400 });
    };
    byTestId("what-now").onclick = ask;
    addEventListener("keydown", (event) => {
      if (event.key !== KEY || event.ctrlKey || event.altKey || event.metaKey || writing(event.target)) return;
      ask();
      event.preventDefault();
    });
  }
}
