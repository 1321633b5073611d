// @ts-check
// A sign for each meaning of a lamp, so that nobody has to tell colours apart.

import { svg } from "./dom.js";

/**
 * The strokes of each sign, within a circle of radius 1. Two meanings are told apart without a badge:
 * a lamp alone is a piece that may move, and the last move has rings of its own (`marks.js`).
 * @type {Record<string, string>}
 */
export const SIGNS = {
  may_move: "",
  last_move: "",
  must_jump: "M0-.6V.1M0 .48V.5",
  from: "M0 .55V-.5M-.4-.1 0-.5.4-.1",
  to: "M0-.55V.5M-.4.1 0 .5.4.1",
  victim: "M-.4-.4.4.4M.4-.4-.4.4",
  take_off: "M-.35-.6.35.1M.35-.6-.35.1M-.45.5H.45",
  keep_jumping: "M-.5-.45-.05 0-.5.45M.1-.45.55 0 .1.45",
  crown: "M-.55.4V-.35L-.2.05 0-.5.2.05.55-.35V.4Z",
  passes: "M-.5 0H.5",
  question: "M-.3-.3C-.3-.65.35-.65.35-.25.35.05 0 .02 0 .25M0 .54V.56",
  set_up: "M-.5 0H.5M0-.5V.5",
  put_here: "M0-.65V.15M-.35-.15 0 .2.35-.15M-.5.55H.5",
  take_away: "M0 .25V-.6M-.35-.25 0-.6.35-.25M-.5.55H.5",
  their_from: "M0-.6.55 0 0 .6-.55 0Z",
  their_to: "M0-.6.55 0 0 .6-.55 0ZM0-.02V.02",
  hint: "M0-.65.16-.16.65 0 .16.16 0 .65-.16.16-.65 0-.16-.16Z",
  last_minute: "M-.55 0A.55.55 0 1 1 .55 0 .55.55 0 1 1-.55 0M0-.3V0H.25",
  last_seconds: "M-.4-.55H.4L-.4.55H.4Z",
  fault: "M.15-.6-.25.08H.25L-.15.6",
  failed: "M0-.6.6.45H-.6ZM0-.2V.1M0 .26V.28",
  corner: "M-.4.45V-.4H.45",
  side: "M-.45.45.45-.45",
  mistake: "M-.5-.2H.5M-.5.2H.5M.25-.6-.25.6",
  choice: "M-.45 0A.45.45 0 1 1 .45 0 .45.45 0 1 1-.45 0",
  ends: "M-.3-.3A.5.5 0 1 0 .3-.3M0-.65V0",
  picked: "M-.5.05-.15.4.5-.4",
  progress: "M-.4.5V.15M0 .5V-.15M.4.5V-.45",
};

/**
 * The sign of a meaning on a disc around the origin, with radius 1.
 * @param {string} meaning
 */
export function badge(meaning) {
  return [svg("circle", { r: 1 }), svg("path", { d: SIGNS[meaning] })];
}

/**
 * The same as a picture of its own; null where a meaning has no badge.
 * @param {string} meaning
 */
export function picture(meaning) {
  if (!SIGNS[meaning]) return null;
  return svg("svg", { class: "badge", viewBox: "-1.1 -1.1 2.2 2.2", "aria-hidden": "true" }, ...badge(meaning));
}
