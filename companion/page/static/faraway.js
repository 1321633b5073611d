// @ts-check
// People far away: the code that they join with, whether they are there, and what can be asked of them.

import { byTestId, known, say } from "./dom.js";
import { qrCode } from "./qr.js";
import { _ } from "./text.js";
import { sentences } from "./words.js";

/** @import { Depart, Hello, InviteSpectator, Join, LetIn, Pause, RemoteView, State, TurnAway } from "./messages.d.ts" */

/**
 * How things stand with people far away, in a line.
 * @param {RemoteView} remote
 * @param {string[]} seats
 */
export function standing(remote, seats) {
  const { code = "", joining = false, watching = false, spectator_code: watch = "", seat = null, guests = [] } = remote;
  if (code) return _("Tell them this code: {code}", { code });
  if (joining) return _("Joining …");
  if (watch) return _("Tell whoever is to watch this code: {code}", { code: watch });
  if (seat === null && !watching) return guests.length ? _("The game begins in a moment.") : _("Inviting …");
  return watching ? sentences(_("You are watching."), connected(remote, seats)) : connected(remote, seats);
}

/**
 * @param {RemoteView} remote
 * @param {string[]} seats
 */
function connected({ seat = null, here = [], paused = false }, seats) {
  if (paused) return _("The game is paused.");
  const away = seats.filter((_name, one) => one !== seat && !here.includes(one));
  return away.length ? _("Not connected: {seats}", { seats: away.join(", ") }) : _("Everybody is connected.");
}

export class FarAway {
  /** @type {Hello | null} */
  #hello = null;
  #paused = false;
  #dialog = byTestId("far-dialog", HTMLDialogElement);
  #guests = byTestId("far-guests");
  /** @type {(command: LetIn | TurnAway) => void} */
  #send;

  /**
   * @param {(command: Depart | InviteSpectator | Join | LetIn | Pause | TurnAway) => void} send
   * @param {() => void} joined Is called when a table is joined.
   */
  constructor(send, joined) {
    this.#send = send;
    byTestId("far-stop").onclick = () => send({ do: "depart" });
    byTestId("far-code-show").onclick = () => this.#dialog.showModal();
    byTestId("far-close").onclick = () => this.#dialog.close();
    byTestId("far-begin").onclick = () => send({ do: "letin" });
    byTestId("far-watch").onclick = () => send({ do: "invitespectator" });
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
    this.#showInvitation(remote);
    this.#showGuests(remote);
    known(document.getElementById("page")).classList.toggle("watching", remote?.watching ?? false);
    if (!remote) return;
    this.#paused = remote.paused ?? false;
    const { code, joining, spectator_code: watch, watching = false } = remote;
    const meeting = Boolean(code || joining || watch) || ((remote.seat ?? null) === null && !watching);
    const { seats, players } = known(this.#hello);
    say(byTestId("far-say"), standing(remote, seats.map((seat, one) => players[one] ?? seat)));
    const stop = byTestId("far-stop");
    stop.hidden = !meeting && !watching;
    say(stop, meeting ? _("Cancel") : _("Stop watching"));
    byTestId("far-watch").hidden = meeting || watching;
    const pause = byTestId("far-pause");
    pause.hidden = meeting || watching || outcome !== "ongoing";
    say(pause, this.#paused ? _("Go on") : _("Pause"));
  }

  /** @param {RemoteView | null} remote */
  #showGuests(remote) {
    const { guests = [], code = "", spectator_code: watch = "" } = remote ?? {};
    byTestId("far-begin").hidden = !guests.length || Boolean(code || watch);
    const shown = JSON.stringify(guests);
    if (this.#guests.dataset.shown === shown) return; // a new button would lose the focus
    this.#guests.dataset.shown = shown;
    this.#guests.replaceChildren(...guests.map((guest) => this.#guest(guest)));
  }

  /** @param {RemoteView["guests"][number]} guest */
  #guest({ seat, player, text }) {
    const row = document.createElement("li");
    const said = document.createElement("p");
    say(said, text);
    const away = document.createElement("button");
    away.type = "button";
    away.className = "lesser";
    say(away, _("Turn away"));
    if (player) away.setAttribute("aria-label", _("Turn away {player}", { player }));
    away.onclick = () => this.#send({ do: "turnaway", seat });
    row.append(said, away);
    return row;
  }

  /** @param {RemoteView | null} remote */
  #showInvitation(remote) {
    const { invitation = null, code = "", spectator_code: watch = "" } = remote ?? {};
    byTestId("far-code-show").hidden = !invitation;
    if (!invitation) {
      this.#dialog.close();
      return;
    }
    const digits = byTestId("far-digits");
    if (digits.textContent === invitation.digits) return; // it is drawn already
    byTestId("far-scan").replaceChildren(qrCode(invitation));
    say(byTestId("far-words"), code || watch);
    say(digits, invitation.digits);
  }
}
