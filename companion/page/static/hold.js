// @ts-check
// A button that has to be held: for what cannot be undone. Letting go in time does nothing but say
// that it was too short.

import { _ } from "./text.js";

const LONG = 1000; // milliseconds; style.css fills the button in the same time

const SAID = 1500; // milliseconds

/**
 * Say on a button that it was not held for long enough.
 * @param {HTMLButtonElement} button
 */
function tell(button) {
  const [words, more] = [button.textContent, _("Keep holding …")];
  if (button.childElementCount !== 0 || words === more) return;
  button.textContent = more;
  setTimeout(() => { if (button.textContent === more) button.textContent = words; }, SAID);
}

/**
 * Call `action` when `button` was held; at once on a click where `needed()` says so.
 * @param {HTMLButtonElement} button
 * @param {() => void} action
 * @param {() => boolean} needed
 */
export function hold(button, action, needed = () => true) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function begin() {
    if (timer || button.disabled || !needed()) return;
    button.classList.add("holding");
    timer = setTimeout(() => {
      release();
      if (held()) action();
    }, LONG);
  }

  /** Nothing tells of the end of a hold when the button is taken away, or the page put aside. */
  function held() {
    return button.isConnected && !button.disabled && !button.ownerDocument.hidden;
  }

  function release() {
    clearTimeout(timer);
    timer = undefined;
    button.classList.remove("holding");
  }

  button.addEventListener("pointerdown", (event) => {
    if (event.button === 0) begin();
  });
  for (const end of ["pointerup", "keyup"]) {
    button.addEventListener(end, () => {
      if (timer) tell(button);
      release();
    });
  }
  for (const end of ["pointerleave", "pointercancel", "blur"]) button.addEventListener(end, release);
  button.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      if (!needed()) return;
      event.preventDefault();
      if (!event.repeat) begin();
    } else if (event.key === "Escape") {
      release();
    }
  });
  button.addEventListener("click", () => {
    if (!button.disabled && !needed()) action();
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch asks for it
}
