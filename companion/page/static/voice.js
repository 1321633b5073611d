// @ts-check
// The page's own voice, by the browser's speechSynthesis: for those who look at the board, not at the page. While it
// speaks, the live regions are silent, so that nobody with a screen reader hears everything twice.

import { byTestId, html } from "./dom.js";
import { language, tag } from "./text.js";
import { called, sentences } from "./words.js";

/** @import { Hello, State } from "./messages.d.ts" */

/** @typedef {"fault" | "question" | "result" | "answer" | "move" | "clock" | "guidance" | "hint"} Kind */
/** @typedef {{ kind: Kind, text: string }} Utterance */

const KEY = "voice";
const REGIONS = ["told", "spoken", "spoken-clock"];

/** @type {Record<string, Kind[]>} What is said at each level, as on the board (companion/session/speech). */
const LEVELS = {
  off: [],
  errors: ["fault", "question", "answer"],
  moves: ["fault", "question", "answer", "move", "result", "clock"],
  everything: ["fault", "question", "answer", "move", "result", "clock", "guidance", "hint"],
};

/** @type {Record<Kind, Kind[]>} What each kind replaces while it waits; a fault ends what is spoken, too. */
const REPLACES = {
  fault: LEVELS.everything,
  question: LEVELS.everything,
  result: ["question", "clock", "guidance", "hint", "answer"], // the last move is said before it
  answer: ["answer", "guidance", "hint"],
  move: ["move", "guidance", "hint"],
  clock: ["clock"],
  guidance: ["guidance", "hint"],
  hint: ["hint"],
};

/**
 * What is worth saying when a state follows another.
 * @param {State | null} before
 * @param {State} after
 * @returns {Utterance[]}
 */
export function worthSaying(before, after) {
  /** @type {Utterance[]} */
  const found = [];
  /**
   * @param {Kind} kind
   * @param {...string} texts
   */
  const add = (kind, ...texts) => {
    const text = sentences(...texts);
    if (text) found.push({ kind, text });
  };
  /** @param {keyof State} part */
  const changed = (part) => after[part] !== (before?.[part] ?? "");
  if (changed("warning")) add("fault", after.warning);
  if (before && after.moves.length > before.moves.length) add("move", after.told ?? "", after.announcement);
  else if (changed("announcement")) add("move", after.announcement);
  const words = changed("headline") || changed("message");
  if (after.phase === "over") {
    if (before?.phase !== "over") add("result", after.headline, after.message);
  } else if (words && after.tone === "wrong") add("fault", after.message);
  else if (words && after.tone === "question") add("question", after.message);
  else if (words) add("guidance", after.headline, after.message);
  if (changed("hint")) add("hint", after.hint);
  if (changed("advice")) add("answer", after.advice ?? "");
  return found;
}

/**
 * The words as they are said: a voice may take the letter of `a5` for an article.
 * @param {string} text
 * @param {Set<string>} points
 */
export function saidWords(text, points) {
  return text.replace(/\b[a-z]\d+\b/g, (name) => (points.has(name) ? name.toUpperCase() : name));
}

/** What waits to be said, one utterance at a time. */
export class Speech {
  /** @type {Utterance[]} */
  #waiting = [];
  /** @type {Utterance | null} */
  #spoken = null;
  #say;
  #stop;

  /**
   * @param {(text: string, done: () => void) => void} sayIt
   * @param {() => void} stop
   */
  constructor(sayIt, stop) {
    this.#say = sayIt;
    this.#stop = stop;
  }

  /** @param {Utterance} utterance */
  add(utterance) {
    const { kind, text } = utterance;
    if (this.#spoken && (kind === "hint" || this.#spoken.text === text)) return;
    this.#waiting = this.#waiting.filter((other) => !REPLACES[kind].includes(other.kind));
    if (this.#waiting.some((other) => other.text === text)) return;
    this.#waiting.push(utterance);
    if (kind === "fault" || (kind === "guidance" && this.#spoken?.kind === "guidance")) this.#end();
    this.#next();
  }

  /** Fall silent. */
  clear() {
    this.#waiting = [];
    this.#end();
  }

  #end() {
    if (!this.#spoken) return;
    this.#spoken = null;
    this.#stop();
  }

  #next() {
    if (this.#spoken) return;
    const utterance = this.#waiting.shift();
    if (!utterance) return;
    this.#spoken = utterance;
    this.#say(utterance.text, () => {
      if (this.#spoken !== utterance) return; // it was ended, and another one is spoken
      this.#spoken = null;
      this.#next();
    });
  }
}

export class Voice {
  #select = byTestId("voice", HTMLSelectElement);
  /** @type {Set<string>} */
  #points = new Set();
  /** @type {State | null} */
  #state = null;
  #speech = new Speech((text, done) => this.#say(text, done), () => speechSynthesis.cancel());

  constructor() {
    byTestId("voice-field").hidden = !("speechSynthesis" in globalThis);
    this.#select.append(...Object.keys(LEVELS).map((level) => html("option", { value: level }, called(level))));
    this.#select.value = this.#level;
    this.#select.onchange = () => {
      localStorage.setItem(KEY, this.#select.value);
      this.#quieten();
      this.#speech.clear();
    };
    this.#quieten();
  }

  get #level() {
    const level = localStorage.getItem(KEY) ?? "off";
    return level in LEVELS && "speechSynthesis" in globalThis ? level : "off";
  }

  /** @param {Hello} hello */
  begin(hello) {
    this.#points = new Set(hello.points.map(({ name }) => name));
    this.#state = null;
    this.#speech.clear();
  }

  /** @param {State} state */
  follow(state) {
    const before = this.#state;
    this.#state = state;
    for (const utterance of worthSaying(before, state)) this.#add(utterance);
  }

  /** @param {string} text The board's answer to somebody who has pressed its button. */
  answer(text) {
    if (!this.#state?.advice) this.#add({ kind: "answer", text });
  }

  /** @param {string} text That the time is running out. */
  clock(text) {
    this.#add({ kind: "clock", text });
  }

  /** @param {Utterance} utterance */
  #add(utterance) {
    if (LEVELS[this.#level].includes(utterance.kind)) this.#speech.add(utterance);
  }

  /** The live regions speak only while the page does not. */
  #quieten() {
    const live = this.#level === "off" ? "polite" : "off";
    for (const region of REGIONS) byTestId(region).setAttribute("aria-live", live);
  }

  /**
   * @param {string} text
   * @param {() => void} done
   */
  #say(text, done) {
    const utterance = new SpeechSynthesisUtterance(saidWords(text, this.#points));
    utterance.lang = tag(language);
    utterance.onend = utterance.onerror = done;
    speechSynthesis.speak(utterance);
  }
}
