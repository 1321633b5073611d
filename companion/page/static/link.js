// @ts-check
// The connection to the program: opens again by itself when it is lost.

import { language } from "./text.js";

/** @import { Command, Message, Pair } from "./messages.d.ts" */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;

/**
 * Join the table.
 * @param {(message: Message) => void} heard Gets every message.
 * @param {(open: boolean) => void} changed Gets every loss and return of the connection.
 * @returns {(command: Command | Pair) => boolean} Sends a command; false when it could not be sent.
 */
export function join(heard, changed) {
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let pause = FIRST_PAUSE;

  function open() {
    clearTimeout(timer);
    timer = undefined;
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table?changes&language=${language}`);
    socket.onmessage = (event) => {
      pause = FIRST_PAUSE;
      heard(JSON.parse(event.data));
    };
    socket.onclose = () => {
      socket = null;
      changed(false);
      // Not every page of a program that starts again comes back in the same moment.
      timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    };
    socket.onopen = () => changed(true);
  }

  function hurry() {
    if (timer && document.visibilityState === "visible") {
      pause = FIRST_PAUSE;
      open();
    }
  }

  document.addEventListener("visibilitychange", hurry);
  addEventListener("online", hurry);
  open();

  return (command) => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(command));
    return true;
  };
}
