// @ts-check
// Shows how a phone gets to the page, and how guests get to theirs: an address and a code, and a QR code with both.

import { byTestId, say } from "./dom.js";
import { qrCode } from "./qr.js";

/** @import { PhoneView, Welcome } from "./messages.d.ts" */

/** A dialog that a button opens, from the menu or from the one for the view. @param {string} name */
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
  #choice = byTestId("guests-choice");

  /** @param {Pick<Welcome, "guests" | "wall">} ways Null where there are to be no guests, or no other boards. */
  learn({ guests = null, wall = null }) {
    this.#open.hidden = !guests;
    this.#choice.hidden = !wall;
    if (!guests) return;
    const show = () => this.#show(wall && this.#choice.querySelector("[value=wall]:checked") ? wall : guests);
    this.#choice.onchange = show;
    show();
  }

  /** @param {PhoneView} way */
  #show(way) {
    const scan = byTestId("guests-scan");
    scan.hidden = !way.size; // only this machine can reach it
    byTestId("guests-alone").hidden = Boolean(way.size);
    if (way.size) scan.replaceChildren(qrCode(way));
    const link = byTestId("guests-address", HTMLAnchorElement);
    link.href = way.url;
    say(link, way.address);
    say(byTestId("guests-code"), way.code);
  }
}
