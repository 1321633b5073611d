// @ts-check
// The fields of the new-game dialog that choose a clock.

import { byTestId, html } from "./dom.js";
import { _ } from "./text.js";

/** @type {Record<string, { base: string, bonus: string }>} What the fields say at first. */
const KINDS = {
  fischer: { base: "5", bonus: "3" },
  bronstein: { base: "5", bonus: "3" },
  move: { base: "30", bonus: "" },
  hourglass: { base: "2", bonus: "" },
};

/** What the kinds are called. @returns {Record<keyof typeof KINDS, string>} */
function names() {
  return {
    fischer: _("time + bonus a move (Fischer)"),
    bronstein: _("time + delay a move (Bronstein)"),
    move: _("fixed time a move"),
    hourglass: _("hourglass"),
  };
}

/**
 * The text of a time control as the program reads it; empty without a clock. handicaps: the time of each seat; empty
 * where it is the same.
 * @param {{ kind: string, base: string, bonus: string, shown: boolean, handicaps: string[] }} chosen
 */
export function controlText({ kind, base, bonus, shown, handicaps }) {
  if (!kind) return "";
  const plus = KINDS[kind].bonus && Number(bonus) ? `+${bonus}` : "";
  const others = handicaps.map((time, seat) => time && time !== base ? `, seat ${seat + 1} ${time}` : "");
  return `${kind} ${base}${plus}${others.join("")}${shown ? ", show" : ""}`;
}

/**
 * What the fields say for the text of a time control, apart from handicaps.
 * @param {string} text
 */
export function controlFields(text) {
  const [main, ...more] = text.split(",").map((part) => part.trim());
  const [kind, times = ""] = main.split(" ");
  const [base, bonus = "0"] = times.split("+");
  return { kind: kind in KINDS ? kind : "", base, bonus, shown: more.includes("show") };
}

/**
 * The text of a time control in the page's language, as far as page and program share its words; empty without a clock.
 * @param {string} text
 */
export function controlWords(text) {
  const [main, ...more] = text.split(",").map((part) => part.trim());
  const [kind, times = ""] = main.split(" ");
  return [kindWords(kind, times) ?? main, ...more.map((part) => part === "show" ? _("show") : part)].join(", ");
}

/**
 * @param {string} kind
 * @param {string} times
 */
function kindWords(kind, times) {
  switch (kind) {
    case "fischer": return _("fischer {times}", { times });
    case "bronstein": return _("bronstein {times}", { times });
    case "move": return _("move {times}", { times });
    case "hourglass": return _("hourglass {times}", { times });
    default: return null;
  }
}

export class TimeControl {
  #element = byTestId("time-control");
  /** @type {string[]} */
  #seats = [];
  #suggested = controlFields("");

  /**
   * Begin with this clock from now on.
   * @param {string} text
   */
  suggest(text) {
    this.#suggested = controlFields(text);
    this.#seats = [];
  }

  /**
   * Show the fields for a game with these seats; what was chosen stays while they are the same.
   * @param {string[]} seats
   */
  show(seats) {
    if (seats.join() === this.#seats.join()) return;
    this.#seats = seats;
    const kind = html("select", { "data-testid": "clock-kind" }, html("option", { value: "" }, _("none")),
      ...Object.entries(names()).map(([value, name]) => html("option", { value }, name)));
    const more = html("div", { class: "options", "data-testid": "clock-more" });
    kind.onchange = () => more.replaceChildren(...this.#fields(kind.value));
    kind.value = this.#suggested.kind;
    more.replaceChildren(...this.#fields(kind.value));
    this.#element.hidden = seats.length < 2;
    this.#element.replaceChildren(html("label", { class: "field" }, html("span", {}, _("Clock")), kind), more);
  }

  /** @param {string} kind */
  #fields(kind) {
    if (!kind) return [];
    const usual = KINDS[kind];
    const seconds = kind === "move";
    const { base, bonus, shown } = kind === this.#suggested.kind ? this.#suggested : { ...usual, shown: false };
    /** @param {string} name @param {string} said @param {string} value @param {string} least */
    const number = (name, said, value, least) => html("label", { class: "field" }, html("span", {}, said),
      html("input", { type: "number", inputmode: "decimal", min: least, step: "any", value, "data-clock": name, required: value !== "" }));
    return [
      number("base", seconds ? _("Time (seconds)") : _("Time (minutes)"), base, "0.01"),
      ...(usual.bonus ? [number("bonus", _("A move (seconds)"), bonus, "0")] : []),
      ...this.#seats.map((seat, i) => number(`seat-${i}`, seconds ? _("{seat} only (seconds)", { seat }) : _("{seat} only (minutes)", { seat }), "", "0.01")),
      html("label", { class: "tick" }, html("input", { type: "checkbox", "data-clock": "shown", checked: shown }),
        html("span", {}, _("nobody loses on time"))),
    ];
  }

  /** The text of what is chosen. */
  get text() {
    if (this.#element.hidden) return "";
    const value = (/** @type {string} */ name) => {
      const field = this.#element.querySelector(`[data-clock="${CSS.escape(name)}"]`);
      return field instanceof HTMLInputElement ? field.value.trim() : "";
    };
    const box = this.#element.querySelector('[data-clock="shown"]');
    return controlText({
      kind: byTestId("clock-kind", HTMLSelectElement).value,
      base: value("base"),
      bonus: value("bonus"),
      shown: box instanceof HTMLInputElement && box.checked,
      handicaps: this.#seats.map((_seat, i) => value(`seat-${i}`)),
    });
  }
}
