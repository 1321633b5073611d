// @ts-check
// What now? One button, and its key: the program answers in the message, and lights the points that
// the answer is about.

import { byTestId } from "./dom.js";
import { moving } from "./flights.js";

/** @import { WhatNow as WhatNowCommand } from "./messages.d.ts" */

export class WhatNow {
  /** @param {(command: WhatNowCommand) => void} send */
  constructor(send) {
    byTestId("what-now").onclick = () => {
      send({ do: "whatnow" });
      // An answer that was there before is told again.
      if (moving()) byTestId("message").animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 400 });
    };
  }
}
