// @ts-check
// Shows guests one board as it is, in large type.

import { byTestId, known } from "./dom.js";
import { LiveBoard } from "./live.js";
import { _ } from "./text.js";
import { watch } from "./watching.js";

export function showBoard() {
  const live = new LiveBoard({
    wood: known(document.getElementById("wood")),
    seats: byTestId("seats"),
    said: byTestId("said"),
    title: byTestId("title"),
    last: byTestId("last"),
    plies: byTestId("plies"),
  });

  /** @param {string} why */
  function explain(why) {
    document.documentElement.classList.toggle("lost", Boolean(why));
    live.explain(why);
  }

  watch("/guests?", (message) => {
    if (message.type === "away") {
      explain(_("The board is away."));
      return;
    }
    if (message.type === "board") {
      document.documentElement.classList.remove("lost");
      document.title = message.title;
    }
    live.heard(message);
  }, explain);
}
