// @ts-check
// Hands: every finger, pen and mouse that drags is one; the keyboard is one more. Where pieces are
// moved for the players, a press that does not move is a click, and so is Enter: the program says
// what it means, and what it has picked up is in one more hand.
//
// A hand is named anew each time it lifts. The program's word is what counts: until `State` tells
// of a hand, what it lifted is left out of the picture; once `State` has told of it, the hand lasts
// until `State` no longer does. A lift and a put that pass between two States are never told of:
// such a hand is given up a moment after its put.

import { html, known, source } from "./dom.js";
import { OthersHands } from "./flights.js";

/** @import { Board } from "./board.js" */
/** @import { Flight } from "./flights.js" */
/** @import { Click, Lift, Put, Release, TabletopView } from "./messages.d.ts" */
/** @import { Pieces } from "./pieces.js" */

/**
 * @typedef {object} Hand
 * @property {string} from Where it lifted: the name of a point, or "tray".
 * @property {string[]} texts What it holds.
 * @property {HTMLElement} element Its picture.
 * @property {boolean} told The program has told of it.
 * @property {boolean} placed It has put down what it held.
 * @property {string | null} over The place below it.
 */

const UNTOLD = 400; // milliseconds
const STILL = 8; // pixels that a pointer may stray in a click
const CLICKING = "c"; // the hand that holds what a click has picked up

/**
 * @typedef {object} Press A pointer that is down, and has not moved yet.
 * @property {string} place
 * @property {string[]} texts What lies there.
 * @property {HTMLElement | SVGElement} target
 * @property {number} x
 * @property {number} y
 */

/**
 * The slot of the tray where an event happened; null beside them.
 * @param {Event} event
 */
function slotOf(event) {
  const slot = source(event)?.closest("[data-slot]");
  if (!(slot instanceof HTMLElement)) return null;
  return { text: slot.dataset.slot ?? "", empty: slot.dataset.count === "0" };
}

export class Hands {
  #send;
  #pieces;
  #changed;
  /** @type {Board | null} */
  #board = null;
  /** @type {HTMLElement | null} */
  #tray = null;
  #page = "";
  #count = 0;
  /** @type {Map<string, Hand>} By name. */
  #hands = new Map();
  /** @type {Map<number, string>} The names of hands by pointer. */
  #pointers = new Map();
  /** @type {string | null} The name of the keyboard's hand. */
  #keyboard = null;
  /** @type {Map<number, Press>} By pointer. */
  #presses = new Map();
  #others = new OthersHands();
  /** @type {Flight[]} What others have put down since that was asked last. */
  #landed = [];
  #clicks = false; // whether a click means something by itself
  /** @type {TabletopView | null} */
  #tabletop = null;
  #resting = false;

  /**
   * @param {(command: Click | Lift | Put | Release) => boolean} send To the program; false where that is not possible.
   * @param {Pieces} pieces
   * @param {() => void} changed What is to be shown of the tabletop is different.
   */
  constructor(send, pieces, changed) {
    this.#send = send;
    this.#pieces = pieces;
    this.#changed = changed;
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#release(event, false));
    addEventListener("pointercancel", (event) => this.#release(event, true));
    addEventListener("click", (event) => {
      if (event.detail !== 0 && !source(event)?.closest(".board, .tray")) this.#letGo(CLICKING);
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#letGo(CLICKING);
    });
    addEventListener("resize", () => this.#hover());
    addEventListener("scroll", () => this.#hover(), { passive: true });
  }

  /**
   * Begin with another board: nothing is held.
   * @param {Board} board
   * @param {HTMLElement} tray
   */
  attach(board, tray) {
    this.drop();
    this.#board = board;
    this.#tray = tray;
    this.#tabletop = null;
    const { element } = board;
    element.addEventListener("pointerdown", (event) => {
      const { point, pieces = "" } = source(event)?.dataset ?? {};
      if (point) this.#press(event, point, pieces.split(" ").filter(Boolean));
    });
    element.addEventListener("click", (event) => {
      // A click that no pointer made comes from a screen reader.
      const point = source(event)?.dataset.point;
      if (event.detail === 0 && point) this.#act(point);
    });
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("focusin", (event) => {
      for (const target of board.targets) target.setAttribute("tabindex", target === event.target ? "0" : "-1");
      this.#hover();
    });
    tray.onpointerdown = (event) => {
      const slot = slotOf(event);
      this.#press(event, "tray", slot && !slot.empty ? [slot.text] : []);
    };
    tray.onclick = (event) => {
      const slot = slotOf(event) ?? (source(event)?.closest(".drop") ? { text: "", empty: true } : null);
      if (event.detail !== 0 || !slot) return;
      if (this.#clicks) {
        this.#click("tray", slot.empty ? "" : slot.text);
        this.#current().focus();
      } else if (this.#keyboard) {
        this.#put(this.#keyboard, "tray");
        this.#current().focus(); // what was used may be gone
      } else if (!slot.empty) this.#take("tray", [slot.text]);
    };
    tray.onkeydown = (event) => {
      if (event.key === "Escape") this.#putBack();
    };
  }

  /**
   * The connection's name, which is put before the names of its hands.
   * @param {string} name
   */
  set page(name) {
    this.#page = name;
  }

  /** Let go of everything: the connection is lost, or another game begins. */
  drop() {
    for (const name of [...this.#hands.keys()]) this.#forget(name);
  }

  /**
   * Say whether a click means something by itself, as it does where pieces are moved for the
   * players. A question is answered by taps, which put a piece back at once.
   * @param {{ assisted?: boolean | null, phase: string }} state
   */
  clicks({ assisted, phase }) {
    this.#clicks = assisted === true && phase !== "ask";
  }

  /** The program refused something: a lift it has not told of did not happen. */
  refused() {
    for (const [name, hand] of [...this.#hands]) if (!hand.told) this.#forget(name);
  }

  /**
   * Take the program's word for where the pieces are.
   * @param {TabletopView | null} tabletop Null where none are simulated.
   */
  told(tabletop) {
    if (tabletop && this.#tabletop) this.#landed.push(...this.#others.follow(this.#tabletop, tabletop, `${this.#page}.`));
    this.#tabletop = tabletop;
    this.#picked();
    for (const [name, hand] of [...this.#hands]) {
      const texts = tabletop?.hands[`${this.#page}.${name}`];
      if (texts) {
        hand.told = true;
        if (hand.texts.join(" ") !== texts.join(" ")) {
          hand.texts = texts;
          hand.element.replaceChildren(this.#pieces.picture(texts));
        }
      } else if (hand.told) {
        this.#forget(name);
      }
    }
    this.#hover();
    this.#report();
  }

  /** What others have put down since this was asked last. */
  landed() {
    return this.#landed.splice(0);
  }

  /** { points, tray, elsewhere }: the tabletop as it is to be shown; the hands' pieces float. */
  shown() {
    const tabletop = known(this.#tabletop);
    const points = tabletop.points.map((stack) => [...stack]);
    const tray = [...tabletop.tray];
    for (const { from, texts: [text], told } of this.#hands.values()) {
      if (told) continue;
      if (from !== "tray") points[known(this.#board).layout.at(from)] = [];
      else if (tray.includes(text)) tray.splice(tray.indexOf(text), 1);
    }
    const mine = `${this.#page}.`;
    const elsewhere = Object.entries(tabletop.hands)
      .filter(([name]) => !name.startsWith(mine) || !this.#hands.has(name.slice(mine.length)))
      .map(([, texts]) => texts);
    return { points, tray, elsewhere };
  }

  get #handy() {
    return this.#tabletop !== null && !this.#resting;
  }

  /**
   * While a puzzle is looked at the pieces stay where they are; what is held goes back.
   * @param {boolean} on
   */
  rest(on) {
    if (this.#resting === on) return;
    this.#resting = on;
    for (const [name, hand] of this.#hands) if (on && !hand.placed) this.#letGo(name);
  }

  /**
   * A pointer goes down. Where clicks mean something, nothing happens until it moves or goes up.
   * @param {PointerEvent} event
   * @param {string} place
   * @param {string[]} texts What lies there.
   */
  #press(event, place, texts) {
    if (!this.#handy || event.button !== 0) return;
    const press = { place, texts, target: known(source(event)), x: event.clientX, y: event.clientY };
    if (!this.#clicks) {
      if (texts.length) this.#grasp(event, press);
      return;
    }
    this.#presses.set(event.pointerId, press);
    if (!texts.length) return;
    event.preventDefault();
    this.#hold(event, press);
  }

  /**
   * Let a pointer that has gone down on a piece belong to it.
   * @param {PointerEvent} event
   * @param {Press} press
   */
  #hold(event, { target }) {
    const quiet = { preventScroll: true, focusVisible: false };
    /** @type {HTMLElement | null} */ (target.closest("[tabindex], button"))?.focus(quiet);
    target.setPointerCapture(event.pointerId);
  }

  /**
   * A pointer takes a piece along.
   * @param {PointerEvent} event
   * @param {Press} press
   */
  #grasp(event, press) {
    this.#letGo(CLICKING);
    const name = this.#lift(press.place, press.texts);
    if (!name) return;
    event.preventDefault(); // no selection; the focus is set by hand
    this.#hold(event, press);
    this.#pointers.set(event.pointerId, name);
    const hand = this.#hand(name);
    hand.element.classList.add(event.pointerType);
    this.#float(hand, event.clientX, event.clientY);
  }

  /**
   * A hand takes one piece from the tray, or all that stand on a point.
   * @param {string} from
   * @param {string[]} texts
   */
  #lift(from, texts) {
    const name = `h${(this.#count += 1)}`;
    const piece = from === "tray" ? texts[0] : "";
    if (!this.#send({ do: "lift", place: from, hand: name, piece })) return null;
    this.#show(name, from, texts);
    this.#changed();
    this.#report();
    return name;
  }

  /**
   * Draw what a hand holds.
   * @param {string} name
   * @param {string} from
   * @param {string[]} texts
   */
  #show(name, from, texts) {
    const element = html("div", { class: "hand", "data-testid": "hand" }, this.#pieces.picture(texts));
    element.style.setProperty("--disc", `${known(this.#board).disc}px`);
    document.body.append(element);
    const hand = { from, texts, element, told: false, placed: false, over: null };
    this.#hands.set(name, hand);
    return hand;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#presses.get(event.pointerId);
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL) {
      this.#presses.delete(event.pointerId);
      if (press.texts.length) this.#grasp(event, press);
    }
    const hand = this.#hands.get(this.#pointers.get(event.pointerId) ?? "");
    if (!hand || hand.placed) return;
    this.#float(hand, event.clientX, event.clientY);
    const over = this.#placeAt(event.clientX, event.clientY);
    if (over === hand.over) return;
    this.#mark(hand.over, false);
    hand.over = over;
    this.#mark(over, true);
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} cancelled
   */
  #release(event, cancelled) {
    const press = this.#presses.get(event.pointerId);
    this.#presses.delete(event.pointerId);
    if (press && !cancelled) this.#click(press.place, press.place === "tray" ? press.texts[0] ?? "" : "");
    const name = this.#pointers.get(event.pointerId);
    if (!name) return;
    this.#pointers.delete(event.pointerId);
    const hand = this.#hands.get(name);
    if (!hand || hand.placed) return;
    // Let go of over nothing, or taken away by the system: it goes back where it came from.
    const place = cancelled ? null : this.#placeAt(event.clientX, event.clientY);
    this.#put(name, place ?? hand.from);
  }

  /**
   * @param {string} place
   * @param {string} piece The piece in the tray that is clicked, if any.
   */
  #click(place, piece = "") {
    if (this.#handy) this.#send({ do: "click", place, hand: CLICKING, piece });
  }

  /** Draw what the program says that a click has picked up. */
  #picked() {
    const name = `${this.#page}.${CLICKING}`;
    const texts = this.#tabletop?.hands[name], from = this.#tabletop?.origins?.[name] ?? "tray";
    if (!texts) return;
    const hand = this.#hands.get(CLICKING) ?? this.#show(CLICKING, from, texts);
    hand.from = from;
    hand.placed = false;
    hand.element.classList.add("picked");
  }

  /**
   * Put what a hand holds back where it came from.
   * @param {string} name
   */
  #letGo(name) {
    const hand = this.#hands.get(name);
    if (!hand) return;
    if (name === CLICKING) this.#send({ do: "release", hand: name });
    else this.#put(name, hand.from);
  }

  /**
   * @param {string} name
   * @param {string} place
   */
  #put(name, place) {
    const hand = this.#hand(name);
    this.#mark(hand.over, false);
    hand.over = null;
    hand.placed = true;
    if (this.#keyboard === name) this.#keyboard = null;
    this.#send({ do: "put", place, hand: name });
    if (place === "tray") {
      hand.element.classList.add("away");
    } else {
      const box = known(this.#board).target(place).getBoundingClientRect();
      hand.element.classList.add("landed");
      this.#float(hand, box.left + box.width / 2, box.top + box.height / 2);
    }
    setTimeout(() => {
      if (!hand.told && this.#hands.get(name) === hand) this.#forget(name);
    }, UNTOLD);
  }

  /** @param {string} name */
  #hand(name) {
    return known(this.#hands.get(name));
  }

  /** @param {string} name */
  #forget(name) {
    const hand = this.#hands.get(name);
    if (!hand) return;
    this.#mark(hand.over, false);
    hand.element.remove();
    this.#hands.delete(name);
    if (this.#keyboard === name) this.#keyboard = null;
    if (this.#tabletop) this.#changed();
    this.#report();
  }

  // The page's tests wait for these numbers: hands at work, and those that the program told of.
  #report() {
    if (!this.#board) return;
    const hands = [...this.#hands.values()];
    this.#board.element.dataset.hands = String(hands.length);
    this.#board.element.dataset.held = String(hands.filter((hand) => hand.told && !hand.placed).length);
    known(this.#tray).querySelector(".drop")?.toggleAttribute("hidden", !this.#keyboard && !this.#hands.has(CLICKING));
    document.documentElement.classList.toggle("holding", hands.some((hand) => !hand.placed));
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   */
  #placeAt(clientX, clientY) {
    const { layout, element } = known(this.#board);
    const point = layout.near(layout.locate(element, clientX, clientY));
    if (point) return point;
    const box = known(this.#tray).getBoundingClientRect();
    const inside = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
    return inside ? "tray" : null;
  }

  /**
   * @param {string | null} place
   * @param {boolean} on
   */
  #mark(place, on) {
    if (!place) return;
    const element = place === "tray" ? known(this.#tray) : known(this.#board).target(place);
    element.classList.toggle("over", on);
  }

  /**
   * @param {Hand} hand
   * @param {number} x
   * @param {number} y
   */
  #float(hand, x, y) {
    hand.element.style.transform = `translate3d(${x}px, ${y}px, 0)`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const point = source(event)?.dataset.point;
    const board = known(this.#board);
    if (!point || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = board.reached(point, event.key);
    if (to) {
      to.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) this.#act(point);
    } else if (event.key === "Escape") {
      this.#putBack();
    } else if (event.key === "Delete" && this.#keyboard) {
      this.#put(this.#keyboard, "tray");
    } else if (event.key === "Delete" && this.#hands.has(CLICKING)) {
      this.#click("tray");
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * What Enter does on a point: lift, or put down what the keyboard's hand holds.
   * @param {string} point
   */
  #act(point) {
    if (!this.#handy) return;
    if (this.#keyboard) this.#put(this.#keyboard, point);
    else if (this.#clicks) this.#click(point);
    else {
      const { pieces } = known(this.#board).target(point).dataset;
      if (pieces) this.#take(point, pieces.split(" "));
    }
  }

  /**
   * @param {string} from
   * @param {string[]} texts
   */
  #take(from, texts) {
    if (!this.#handy) return;
    this.#keyboard = this.#lift(from, texts);
    this.#report();
    this.#hover();
    if (from === "tray") this.#current().focus();
  }

  #putBack() {
    if (this.#keyboard) this.#put(this.#keyboard, this.#hand(this.#keyboard).from);
  }

  /** The point that the arrow keys have reached. */
  #current() {
    const { targets } = known(this.#board);
    return known(targets.find((target) => target.getAttribute("tabindex") === "0"));
  }

  /** The keyboard's hand is above its point, and what a click has picked up above its own place. */
  #hover() {
    const [mine, picked] = [this.#hands.get(this.#keyboard ?? ""), this.#hands.get(CLICKING)];
    if (mine) this.#above(mine, this.#current(), 0.3);
    if (!picked) return;
    const slot = known(this.#tray).querySelector(`[data-slot="${CSS.escape(picked.texts[0])}"]`);
    const place = picked.from === "tray" ? slot : known(this.#board).target(picked.from);
    if (place) this.#above(picked, place, 0.34);
  }

  /**
   * @param {Hand} hand
   * @param {Element} place
   * @param {number} down Where, of its height.
   */
  #above(hand, place, down) {
    const box = place.getBoundingClientRect();
    this.#float(hand, box.left + box.width / 2, box.top + box.height * down);
  }
}
