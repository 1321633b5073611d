// @ts-check
// Shows how a phone gets to the page: a QR code with the address and the pairing code.

import { byTestId, say } from "./dom.js";
import { qrCode } from "./qr.js";

/** @import { PhoneView } from "./messages.d.ts" */

export class Phone {
  #open = byTestId("phone");
  #dialog = byTestId("phone-dialog", HTMLDialogElement);

  constructor() {
    this.#open.onclick = () => {
      byTestId("view-dialog", HTMLDialogElement).close();
      this.#dialog.showModal();
    };
    byTestId("phone-close").onclick = () => this.#dialog.close();
  }

  /** @param {PhoneView | null} phone Null where the page is for its own machine alone. */
  learn(phone) {
    this.#open.hidden = !phone;
    if (!phone) return;
    byTestId("scan").replaceChildren(qrCode(phone));
    say(byTestId("phone-address"), phone.address);
    say(byTestId("phone-code"), phone.code);
  }
}
