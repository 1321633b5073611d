// @ts-check
// Turns the board to the player who is to move, for people who share one screen. A player against
// the computer always sees the board from their own side.

import { byTestId } from "./dom.js";

/** @import { Hello, State } from "./messages.d.ts" */

const KEY = "turning";

/** @typedef {Pick<Hello, "seats" | "areas" | "points">} Sides What has to be known of the players. */

/**
 * How a seat looks at the board: by how many quarters, clockwise, it has to be turned for it.
 * @param {Sides} hello
 * @param {number} seat
 */
export function quarters({ seats, areas, points }, seat) {
  const home = areas.find((area) => area.kind === "home" && area.seat === seat);
  const goal = areas.find((area) => area.kind === "goal" && area.seat === seat);
  if (!home || !goal) return seats.length === 2 && seat === 1 ? 2 : 0;
  /**
   * @param {number[]} among
   * @param {"x" | "y"} axis
   */
  const mean = (among, axis) => among.reduce((sum, p) => sum + points[p][axis], 0) / among.length;
  const forward = Math.atan2(
    mean(goal.points, "y") - mean(home.points, "y"), mean(goal.points, "x") - mean(home.points, "x"));
  return (Math.round((forward - Math.PI / 2) / (Math.PI / 2)) + 4) % 4;
}

/**
 * The same board, turned clockwise.
 * @template {{ points: { name: string, x: number, y: number }[] }} T
 * @param {T} hello
 * @param {number} by Quarters.
 * @returns {T}
 */
export function turned(hello, by) {
  const [cos, sin] = [[1, 0], [0, 1], [-1, 0], [0, -1]][by];
  return { ...hello, points: hello.points.map(({ name, x, y }) => ({ name, x: x * cos + y * sin, y: y * cos - x * sin })) };
}

export class Turning {
  #switch = byTestId("turning");
  /** @type {Hello | null} */
  #hello = null;
  #seat = 0; // for whom the board is turned

  /** @param {() => void} changed Somebody wants it otherwise. */
  constructor(changed) {
    this.#switch.onclick = () => {
      localStorage.setItem(KEY, this.on ? "off" : "on");
      changed();
    };
  }

  /** Whether the board is turned at all. */
  get on() {
    return localStorage.getItem(KEY) === "on";
  }

  /** @param {Hello} hello */
  begin(hello) {
    this.#hello = hello;
    const people = hello.seats.map((_, seat) => seat).filter((seat) => !(seat in hello.computers));
    this.#seat = people[0] ?? 0;
    this.#switch.hidden = hello.seats.every((_, seat) => quarters(hello, seat) === 0);
  }

  /**
   * By how many quarters the board is turned now.
   * @param {State | null} state
   */
  by(state) {
    this.#switch.setAttribute("aria-checked", String(this.on));
    const hello = this.#hello;
    if (!hello || !this.on) return 0;
    const turn = state?.turn ?? null;
    if (turn !== null && !(turn in hello.computers)) this.#seat = turn;
    return quarters(hello, this.#seat);
  }
}
