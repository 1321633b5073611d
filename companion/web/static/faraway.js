// @ts-check
// People far away: the code that they join with, whether they are there, and what can be asked of them.

import { byTestId, known, say } from "./dom.js";
import { _ } from "./text.js";

/** @import { Depart, Hello, Join, Pause, RemoteView, State } from "./messages.d.ts" */

/**
 * How things stand with people far away, in a line.
 * @param {RemoteView} remote
 * @param {string[]} seats
 */
export function standing({ code = "", joining = false, seat = null, here = [], paused = false }, seats) {
  if (code) return _("Tell them this code: {code}", { code });
  if (joining) return _("Joining …");
  if (paused) return _("The game is paused.");
  const away = seats.filter((_name, one) => one !== seat && !here.includes(one));
  return away.length ? _("Not connected: {seats}", { seats: away.join(", ") }) : _("Everybody is connected.");
}

export class FarAway {
  /** @type {Hello | null} */
  #hello = null;
  #paused = false;

  /**
   * @param {(command: Depart | Join | Pause) => void} send
   * @param {() => void} joined Is called when a table is joined.
   */
  constructor(send, joined) {
    byTestId("far-stop").onclick = () => send({ do: "depart" });
    byTestId("far-pause").onclick = () => send({ do: "pause", on: !this.#paused });
    const code = byTestId("far-code", HTMLInputElement);
    const join = () => {
      if (!code.value.trim()) return;
      joined();
      send({ do: "join", code: code.value.trim() });
      code.value = "";
    };
    byTestId("far-join").onclick = join;
    code.onkeydown = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // Enter would close the dialog
      join();
    };
  }

  /** @param {Hello} hello */
  begin(hello) {
    this.#hello = hello;
  }

  /** @param {State} state */
  show({ remote = null, outcome }) {
    byTestId("far").hidden = !remote;
    if (!remote) return;
    this.#paused = remote.paused ?? false;
    const meeting = Boolean(remote.code) || Boolean(remote.joining);
    const { seats, players } = known(this.#hello);
    say(byTestId("far-say"), standing(remote, seats.map((seat, one) => players[one] ?? seat)));
    byTestId("far-stop").hidden = !meeting;
    const pause = byTestId("far-pause");
    pause.hidden = meeting || outcome !== "ongoing";
    say(pause, this.#paused ? _("Go on") : _("Pause"));
  }
}
