// @ts-check
// Shows how a phone gets to the page, and how guests get to theirs: an address and a code, and a QR code with both.

import { byTestId, say } from "./dom.js";
import { qrCode } from "./qr.js";

/** @import { PhoneView } from "./messages.d.ts" */

/** A dialog that a button in the one for the view opens. @param {string} name */
function opened(name) {
  const dialog = byTestId(`${name}-dialog`, HTMLDialogElement);
  const button = byTestId(name);
  button.onclick = () => {
    byTestId("view-dialog", HTMLDialogElement).close();
    dialog.showModal();
  };
  byTestId(`${name}-close`).onclick = () => dialog.close();
  return button;
}

export class Phone {
  #open = opened("phone");

  /** @param {PhoneView | null} phone Null where the page is for its own machine alone. */
  learn(phone) {
    this.#open.hidden = !phone;
    if (!phone) return;
    byTestId("scan").replaceChildren(qrCode(phone));
    say(byTestId("phone-address"), phone.address);
    say(byTestId("phone-code"), phone.code);
  }
}

export class GuestLink {
  #open = opened("guests");

  /** @param {PhoneView | null} guests Null where there are to be none. */
  learn(guests) {
    this.#open.hidden = !guests;
    if (!guests) return;
    const scan = byTestId("guests-scan");
    scan.hidden = !guests.size; // only this machine can reach it
    if (guests.size) scan.replaceChildren(qrCode(guests));
    const link = byTestId("guests-address", HTMLAnchorElement);
    link.href = guests.url;
    say(link, guests.address);
    say(byTestId("guests-code"), guests.code);
  }
}
