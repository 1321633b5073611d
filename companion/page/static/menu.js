// @ts-check
// The menu of everything that is seldom needed. A choice closes it; a switch leaves it open.

import { known, source } from "./dom.js";

export class Menu {
  #element = known(document.getElementById("menu"));

  constructor() {
    this.#element.addEventListener("click", (event) => {
      const chosen = source(event)?.closest("button");
      // What has to be held stays there for it, and closes the menu when it is done.
      if (chosen && !chosen.matches('[role="switch"], .hold')) this.close();
    });
  }

  close() {
    this.#element.hidePopover();
  }
}
