// @ts-check
// The badge of a person: a sign on a colour.

import { svg } from "./dom.js";

/** @import { PersonView } from "./messages.d.ts" */

/** The signs, drawn in a square of 24. @type {Record<string, string>} */
const SIGNS = {
  star: "M12 3l2.6 6 6.4.6-4.8 4.3 1.4 6.4L12 17l-5.6 3.3 1.4-6.4L3 9.6l6.4-.6z",
  heart: "M12 20C4 14.5 3.5 10.5 3.5 8.8 3.5 4.5 9 3 12 7.5 15 3 20.5 4.5 20.5 8.8c0 1.7-.5 5.7-8.5 11.2z",
  sun: "M12 7a5 5 0 100 10 5 5 0 000-10zM11 1.5h2v4h-2zM11 18.5h2v4h-2zM1.5 11h4v2h-4zM18.5 11h4v2h-4zM4 5.4L5.4 4l2.8 2.8-1.4 1.4zM15.8 17.2l1.4-1.4L20 18.6 18.6 20zM4 18.6l2.8-2.8 1.4 1.4L5.4 20zM15.8 6.8L18.6 4 20 5.4l-2.8 2.8z",
  moon: "M15 3a9 9 0 106 12.5A8 8 0 0115 3z",
  leaf: "M20 4C9 4 4 8.5 4 14c0 1.3.3 2.5.8 3.5L3.5 20l1.5 1 1.5-2c1.3.9 2.9 1.3 4.5 1.3C17.5 20.3 20 14 20 4z",
  fish: "M2 12c3-5 8.5-6.5 13-3.2L21 5v14l-6-3.8C10.5 18.5 5 17 2 12z",
  house: "M12 3l10 9h-3v8h-5v-5h-4v5H5v-8H2z",
  crown: "M3 7l4.5 4L12 4l4.5 7L21 7l-1.5 12h-15z",
};

/**
 * The badge of a person; a name beside it says whose it is.
 * @param {Pick<PersonView, "colour" | "sign">} person
 */
export function badge({ colour, sign }) {
  return svg("svg", { class: "person-badge", viewBox: "0 0 36 36", "data-colour": colour, "aria-hidden": "true" },
    svg("circle", { cx: 18, cy: 18, r: 17 }), svg("path", { d: SIGNS[sign] ?? SIGNS.star, transform: "translate(6 6)" }));
}
