// @ts-check
// The connection to the program: opens again by itself when it is lost.

import { language } from "./text.js";

/** @import { Command, Pair } from "./messages.d.ts" */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;

/**
 * Join the table.
 * @template Message
 * @param {(message: Message) => void} heard Gets every message.
 * @param {(open: boolean, code: number) => void} changed Gets every loss and return of the connection, and the code of a loss.
 * @param {string} path Where: as a player, or as a guest.
 * @returns {(command: Command | Pair) => boolean} Sends a command; false when it could not be sent.
 */
export function join(heard, changed, path = "/table?changes&") {
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let pause = FIRST_PAUSE;

  function open() {
    clearTimeout(timer);
    timer = undefined;
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}language=${language}`);
    socket.onmessage = (event) => {
      pause = FIRST_PAUSE;
      heard(JSON.parse(event.data));
    };
    socket.onclose = ({ code }) => {
      socket = null;
      changed(false, code);
      // Not every page of a program that starts again comes back in the same moment.
      timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    };
    socket.onopen = () => changed(true, 0);
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
