// @ts-check
// The clock: each seat's time. The program says what happens to it; in between, time runs here.

import { byTestId, html, known, say } from "./dom.js";
import { _, decimal, plural } from "./text.js";
import { controlWords } from "./timecontrol.js";

/** @import { ClockView, Hello } from "./messages.d.ts" */
/** @import { Pieces } from "./pieces.js" */

const TICK = 100; // milliseconds between looks at the time
const TENTHS = 10; // seconds below which tenths are shown
const LOW = 60; // seconds below which time is running out

/**
 * What the seats have left after so many more seconds.
 * @param {Pick<ClockView, "left" | "running" | "shares">} clock
 * @param {number} seconds
 */
export function after({ left, running, shares }, seconds) {
  if (running === null) return [...left];
  const others = shares ? seconds / (left.length - 1) : 0;
  return left.map((time, seat) => (seat === running ? time - seconds : time + others));
}

/**
 * A time as a clock shows it: `1:02:03`, `4:59`, `0:09.3`; `−0:12` when it is over.
 * @param {number} seconds
 */
export function shown(seconds) {
  const over = seconds <= 0;
  // A running clock shows 1:00 until the minute is used; an overdrawn one counts what is used.
  const tenths = Math.max(0, over ? Math.floor(-seconds * 10) : Math.ceil(seconds * 10 - 1e-6));
  const small = !over && tenths < TENTHS * 10;
  const whole = small ? Math.floor(tenths / 10) : over ? Math.floor(tenths / 10) : Math.ceil(tenths / 10);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const head = hours ? `${hours}:${two(minutes)}` : String(minutes);
  const tail = small ? `${decimal()}${tenths % 10}` : "";
  return `${over && whole ? "−" : ""}${head}:${two(whole % 60)}${tail}`;
}

/**
 * The same in words, for those who hear it.
 * @param {number} seconds
 */
export function told(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const minutes = Math.floor(whole / 60);
  const parts = minutes ? [plural("{number} minute", "{number} minutes", minutes)] : [];
  if (!minutes || whole % 60) parts.push(plural("{number} second", "{number} seconds", whole % 60));
  return parts.join(" ");
}

/**
 * What is said when the time of a seat reaches a mark; empty where it does not.
 * @param {string} name
 * @param {number} before The seconds that it had left.
 * @param {number} left The seconds that it has left.
 */
export function warned(name, before, left) {
  if (before > 0 && left <= 0) return _("{name}: the time is over.", { name });
  const mark = [TENTHS, LOW].find((at) => before > at && left <= at && left > 0);
  return mark ? _("{name}: {time} left.", { name, time: told(mark) }) : "";
}

export class Clocks {
  #pieces;
  #ran;
  #warn;
  #element = byTestId("clocks");
  /** @type {number[]} What each seat had left when that was drawn last. */
  #before = [];
  /** @type {Hello | null} */
  #hello = null;
  /** @type {ClockView | null} */
  #clock = null;
  #since = 0;
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {Pieces} pieces
   * @param {(seat: number, left: number) => void} ran Gets the time of the seat whose time is running.
   * @param {(warning: string) => void} warn Gets what is said when the time is running out.
   */
  constructor(pieces, ran, warn) {
    this.#pieces = pieces;
    this.#ran = ran;
    this.#warn = warn;
  }

  /**
   * Begin with another game: until the program says so, there is no clock.
   * @param {Hello} hello
   */
  begin(hello) {
    this.#hello = hello;
    this.#before = [];
    say(byTestId("spoken-clock"), "");
    this.show(null);
  }

  /** @param {ClockView | null} clock */
  show(clock) {
    clearInterval(this.#timer);
    this.#clock = clock;
    this.#since = performance.now();
    this.#element.hidden = !clock;
    if (!clock) return;
    this.#element.title = controlWords(clock.control);
    const seats = this.#names;
    if (this.#element.children.length !== seats.length) {
      this.#element.replaceChildren(...seats.map((name, seat) => html("div", { class: "clock", role: "timer", "data-seat": seat },
        html("span", { class: "turn", "data-wood": this.#pieces.woodOf(seat), "aria-hidden": "true" }),
        html("span", { class: "name" }, name),
        html("span", { class: "time" }))));
    }
    this.#draw();
    if (clock.running !== null) this.#timer = window.setInterval(() => this.#draw(), TICK);
  }

  /** What the seats are called: by the people on them, as far as those are known. */
  get #names() {
    const { seats, players } = known(this.#hello);
    return seats.map((name, seat) => players[seat] ?? name);
  }

  #draw() {
    const clock = known(this.#clock);
    const left = after(clock, (performance.now() - this.#since) / 1000);
    if (clock.running !== null) this.#ran(clock.running, left[clock.running]);
    const seats = this.#names;
    /** @type {HTMLElement[]} */ ([...this.#element.children]).forEach((one, seat) => {
      const running = seat === clock.running;
      one.dataset.running = String(running);
      one.dataset.low = String(left[seat] <= 0 ? "over" : left[seat] <= TENTHS ? "ten" : left[seat] <= LOW);
      const [name, time] = [seats[seat], told(left[seat])];
      const label = running ? _("{name}: {time}, running", { name, time }) : `${name}: ${time}`;
      if (one.getAttribute("aria-label") !== label) one.setAttribute("aria-label", label);
      say(known(one.lastElementChild), shown(left[seat]));
      const warning = running && seat in this.#before ? warned(seats[seat], this.#before[seat], left[seat]) : "";
      if (!warning) return;
      say(byTestId("spoken-clock"), warning);
      this.#warn(warning);
    });
    this.#before = left;
  }
}
