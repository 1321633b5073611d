// @ts-check
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { hold } from "../../../companion/page/static/hold.js";

class Button extends EventTarget {
  disabled = false;
  isConnected = true;
  ownerDocument = { hidden: false };
  /** @type {Set<string>} */
  classes = new Set();
  classList = {
    /** @param {string} name */
    add: (name) => this.classes.add(name),
    /** @param {string} name */
    remove: (name) => this.classes.delete(name),
  };

  /**
   * Something happens to it; true where its usual consequence was prevented.
   * @param {string} name
   * @param {object} details
   */
  feel(name, details = {}) {
    return !this.dispatchEvent(Object.assign(new Event(name, { cancelable: true }), details));
  }
}

let needed = true;
/** @type {Button} */
let button;
/** @type {import("node:test").Mock<() => void>} */
let action;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  needed = true;
  button = new Button();
  action = mock.fn();
  hold(/** @type {HTMLButtonElement} */ (/** @type {unknown} */ (button)), action, () => needed);
});

test("a button that is held for a second acts, once", () => {
  button.feel("pointerdown", { button: 0 });
  assert.ok(button.classes.has("holding"));
  mock.timers.tick(999);
  assert.equal(action.mock.callCount(), 0);
  mock.timers.tick(1);
  assert.equal(action.mock.callCount(), 1);
  assert.ok(!button.classes.has("holding"));
  mock.timers.tick(5000);
  assert.equal(action.mock.callCount(), 1);
});

for (const end of ["pointerup", "pointerleave", "pointercancel", "blur", "keyup"]) {
  test(`${end} in time lets go of it`, () => {
    button.feel("pointerdown", { button: 0 });
    mock.timers.tick(900);
    button.feel(end);
    assert.ok(!button.classes.has("holding"));
    mock.timers.tick(5000);
    assert.equal(action.mock.callCount(), 0);
  });
}

for (const [what, happens] of /** @type {[string, () => void][]} */ ([
  ["is taken off the page", () => { button.isConnected = false; }],
  ["is disabled", () => { button.disabled = true; }],
  ["is on a page that is put aside", () => { button.ownerDocument.hidden = true; }],
])) {
  test(`a button that ${what} is no longer held, though nobody let go of it`, () => {
    button.feel("pointerdown", { button: 0 });
    mock.timers.tick(900);
    happens();
    mock.timers.tick(5000);
    assert.equal(action.mock.callCount(), 0);
    assert.ok(!button.classes.has("holding"));
  });
}

test("a click does nothing where it has to be held", () => {
  button.feel("click");
  assert.equal(action.mock.callCount(), 0);
});

test("a click is enough where it need not be held", () => {
  needed = false;
  button.feel("pointerdown", { button: 0 });
  assert.ok(!button.classes.has("holding"));
  button.feel("click");
  assert.equal(action.mock.callCount(), 1);
});

test("keys hold it too, and their repetition is no new hold", () => {
  assert.ok(button.feel("keydown", { key: "Enter", repeat: false }));
  mock.timers.tick(600);
  assert.ok(button.feel("keydown", { key: "Enter", repeat: true }));
  mock.timers.tick(400);
  assert.equal(action.mock.callCount(), 1);
  button.feel("keydown", { key: "Enter", repeat: true });
  mock.timers.tick(5000);
  assert.equal(action.mock.callCount(), 1);
});

test("Escape lets go of it", () => {
  button.feel("keydown", { key: " ", repeat: false });
  mock.timers.tick(500);
  button.feel("keydown", { key: "Escape" });
  mock.timers.tick(5000);
  assert.equal(action.mock.callCount(), 0);
});

test("another mouse button does not hold it, nor is one that is disabled held", () => {
  button.feel("pointerdown", { button: 2 });
  button.disabled = true;
  button.feel("pointerdown", { button: 0 });
  needed = false;
  button.feel("click");
  mock.timers.tick(5000);
  assert.equal(action.mock.callCount(), 0);
});

test("a long touch opens no menu of the browser's", () => {
  assert.ok(button.feel("contextmenu"));
});

test("a press that is too short says so for a moment", () => {
  const words = Object.assign(button, { textContent: "Hold to resign", childElementCount: 0 });
  button.feel("pointerdown", { button: 0 });
  button.feel("pointerup");
  assert.equal(words.textContent, "Keep holding …");
  mock.timers.tick(1500);
  assert.equal(words.textContent, "Hold to resign");
  assert.equal(action.mock.callCount(), 0);
});
