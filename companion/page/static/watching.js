// @ts-check
// The connection of a guest: it sends nothing but the guests' code.

import { join } from "./link.js";
import { Pairing } from "./pairing.js";
import { renewed } from "./shell.js";
import { _ } from "./text.js";

/** @import { Pair, Version, WatchedMessage } from "./messages.d.ts" */

/** @type {Version} Of the messages, as in companion/protocol/. */
const VERSION = 5;
const KEPT = "guest-code"; // in the browser: the code that was right
const FULL = 1013; // the connection was closed because there are too many guests

/**
 * Watch.
 * @param {string} path
 * @param {(message: WatchedMessage) => void} heard Gets every message about a board.
 * @param {(why: string) => void} explain Gets why nothing new comes; empty if all is well.
 */
export function watch(path, heard, explain) {
  /** @type {(command: Pair) => boolean} */
  let transmit = () => false;
  const pairing = new Pairing((command) => transmit(command), KEPT);
  transmit = join((/** @type {WatchedMessage} */ message) => {
    if (message.type === "pairing") {
      pairing.ask(message.wrong);
    } else if (message.type === "watching") {
      if (renewed(`${VERSION} ${document.documentElement.dataset.shell}`, `${message.version} ${message.shell}`)) return;
      pairing.done();
      explain("");
    } else {
      heard(message);
    }
  }, (open, code) => {
    if (open) return; // the board says when all is well
    explain(code === FULL ? _("As many guests are watching as this board allows. This page tries again.") : _("Connection lost. Reconnecting …"));
  }, path);
}
