// @ts-check
// What is heard: wood on wood, a capture, a refusal, one's turn, and the clock's last seconds. All of
// it is computed here. Nothing sounds before somebody has touched the page: browsers forbid it.

import { byTestId } from "./dom.js";
import { moving } from "./flights.js";

/** @import { Hello, State } from "./messages.d.ts" */

/**
 * A part of a sound that dies away: its frequency in Hz (0: noise), when it begins, in how many
 * seconds it falls to a third, and how loud it is (0 to 1).
 * @typedef {[frequency: number, at: number, decay: number, level: number]} Tone
 */

/** @typedef {keyof typeof SOUNDS} Name */

/** @satisfies {Record<string, Tone[]>} */
const SOUNDS = {
  wood: [[390, 0, 0.03, 0.42], [1130, 0, 0.016, 0.26], [2240, 0, 0.008, 0.12], [0, 0, 0.004, 0.2]],
  capture: [
    [300, 0, 0.035, 0.4], [910, 0, 0.018, 0.25], [0, 0, 0.004, 0.2],
    [470, 0.1, 0.03, 0.36], [1330, 0.1, 0.016, 0.22], [0, 0.1, 0.004, 0.16],
  ],
  wrong: [[196, 0, 0.07, 0.38], [392, 0, 0.05, 0.1], [156, 0.13, 0.1, 0.4], [312, 0.13, 0.06, 0.1]],
  turn: [[659, 0, 0.09, 0.24], [1318, 0, 0.05, 0.06], [880, 0.12, 0.14, 0.26], [1760, 0.12, 0.07, 0.06]],
  tick: [[1480, 0, 0.012, 0.3], [2960, 0, 0.006, 0.1]],
};

const QUIET = 7; // a tone is cut off after so many times its decay
const ATTACK = 0.0015; // seconds in which a tone begins, so that it does not click
const LAST = 10; // the seconds of a clock that are heard
const FLIGHT = 0.3; // seconds until a piece that others move is drawn where it lands
const KEY = "sound";

/**
 * A sound as samples from -1 to 1.
 * @param {Name} name
 * @param {number} rate Samples a second.
 */
export function samples(name, rate) {
  const tones = SOUNDS[name];
  const seconds = Math.max(...tones.map(([, at, decay]) => at + QUIET * decay));
  const made = new Float32Array(Math.ceil(seconds * rate));
  for (const [frequency, at, decay, level] of tones) {
    let seed = 1;
    const [from, to] = [Math.round(at * rate), Math.min(made.length, Math.round((at + QUIET * decay) * rate))];
    for (let i = from; i < to; i += 1) {
      const time = (i - from) / rate;
      seed = (seed * 16807) % 2147483647; // the same noise every time
      const wave = frequency ? Math.sin(2 * Math.PI * frequency * time) : seed / 1073741823.5 - 1;
      made[i] += level * Math.min(1, time / ATTACK) * Math.exp(-time / decay) * wave;
    }
  }
  return made;
}

/**
 * What is heard when a state follows another.
 * @param {State} before
 * @param {State} after
 * @param {Record<string, string>} computers The seats that the computer plays.
 * @param {boolean} mine Whether this page's hands have put a piece down since the turn began.
 * @returns {Name[]}
 */
export function heard(before, after, computers, mine) {
  /** @type {Name[]} */
  const found = [];
  const played = after.moves.length > before.moves.length;
  const [then, now] = [before.tabletop, after.tabletop];
  // On a real board the pieces make their own noise.
  if (then && now) {
    if (played && count(after.believed) < count(before.believed)) found.push("capture");
    else if (now.points.some((stack, i) => stack.length > then.points[i].length)) found.push("wood");
  }
  const refused = after.refusal && JSON.stringify(after.refusal) !== JSON.stringify(before.refusal);
  if (refused || (after.tone === "wrong" && before.tone !== "wrong")) found.push("wrong");
  const { turn } = after;
  const passed = played && turn !== null && turn !== before.turn && after.outcome === "ongoing";
  const others = now ? !mine : before.turn !== null && before.turn in computers;
  if (passed && !(turn in computers) && others) found.push("turn");
  return found;
}

/** @param {{ length: number }[]} stacks */
function count(stacks) {
  return stacks.reduce((sum, { length }) => sum + length, 0);
}

export class Sound {
  #switch = byTestId("sound");
  /** @type {AudioContext | null} */
  #audio = null;
  /** @type {Map<Name, AudioBuffer>} */
  #made = new Map();
  /** @type {Hello | null} */
  #hello = null;
  /** @type {State | null} */
  #state = null;
  #mine = false; // whether this page's hands have put a piece down in this turn
  #landed = false; // whether they have since wood was heard last
  #second = 0; // of the clock, that was heard last

  constructor() {
    this.#show();
    this.#switch.onclick = () => {
      localStorage.setItem(KEY, this.on ? "off" : "on");
      this.#show();
      this.#wake();
      this.#play("wood");
    };
    for (const touch of ["pointerdown", "pointerup", "keydown"]) {
      addEventListener(touch, () => this.#wake(), { capture: true });
    }
  }

  /** Whether anything is heard. */
  get on() {
    return localStorage.getItem(KEY) !== "off";
  }

  /** @param {Hello} hello */
  begin(hello) {
    this.#hello = hello;
    this.#state = null;
    this.#mine = this.#landed = false;
  }

  /** This page's hands have put a piece down. */
  put() {
    this.#mine = this.#landed = true;
  }

  /** @param {State} state */
  follow(state) {
    const before = this.#state;
    this.#state = state;
    if (!before || !this.#hello) return;
    for (const name of heard(before, state, this.#hello.computers, this.#mine)) {
      const lands = name === "wood" || name === "capture";
      this.#play(name, lands && !this.#landed && moving() ? FLIGHT : 0);
      if (lands) this.#landed = false;
    }
    if (state.turn !== before.turn) this.#mine = false;
  }

  /**
   * The clock's last seconds, while a person's time is running.
   * @param {number} seat
   * @param {number} left Seconds.
   */
  clock(seat, left) {
    const second = Math.ceil(left);
    if (second === this.#second) return;
    this.#second = second;
    if (second > 0 && second <= LAST && !(seat in (this.#hello?.computers ?? {}))) this.#play("tick");
  }

  #show() {
    this.#switch.setAttribute("aria-checked", String(this.on));
  }

  #wake() {
    if (!this.on || !("AudioContext" in globalThis)) return;
    this.#audio ??= new AudioContext({ latencyHint: "interactive" });
    if (this.#audio.state !== "running") void this.#audio.resume();
  }

  /**
   * @param {Name} name
   * @param {number} later Seconds.
   */
  #play(name, later = 0) {
    const audio = this.#audio;
    if (!this.on || !audio) return;
    let buffer = this.#made.get(name);
    if (!buffer) {
      const made = samples(name, audio.sampleRate);
      buffer = audio.createBuffer(1, made.length, audio.sampleRate);
      buffer.copyToChannel(made, 0);
      this.#made.set(name, buffer);
    }
    const source = new AudioBufferSourceNode(audio, { buffer });
    source.connect(audio.destination);
    source.start(audio.currentTime + later);
  }
}
