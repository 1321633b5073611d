// @ts-check
// Plots, drawn as SVG: bars for counts, and a line for each player's chances.

import { html, svg } from "./dom.js";
import { _, written } from "./text.js";

/** @import { SpanCount } from "./messages.d.ts" */
/** @typedef {{ label: string, count: number }} Bar */

const WIDE = 320;
const HIGH = 120;
const BELOW = 18; // for what stands under the columns
const ABOVE = 14; // for the counts
const ROW = 26;
const BESIDE = 160; // for the names of rows

/**
 * What a span is called: `0–4` where only whole numbers are counted, `10+` for the rest.
 * @param {SpanCount} span
 * @param {boolean} last Whether it holds all that is beyond the others.
 * @param {boolean} whole
 */
export function spanLabel({ least, below }, last, whole) {
  if (last) return `${least}+`;
  if (!whole) return `${least}–${below}`;
  return below - least <= 1 ? String(least) : `${least}–${below - 1}`;
}

/**
 * Spans as bars. The last one holds all that is beyond the others if it is wider than they are.
 * @param {SpanCount[]} spans
 * @param {boolean} whole
 * @returns {Bar[]}
 */
export function barsOf(spans, whole) {
  const width = spans.length ? spans[0].below - spans[0].least : 0;
  return spans.map((span, i) => {
    const beyond = i > 0 && i === spans.length - 1 && span.below - span.least > width * 1.01;
    return { label: spanLabel(span, beyond, whole), count: span.count };
  });
}

/**
 * Every how many columns a label fits.
 * @param {string[]} labels
 * @param {number} width Of a column.
 */
export function every(labels, width) {
  const longest = Math.max(1, ...labels.map((label) => label.length));
  return Math.max(1, Math.ceil((longest * 6.2 + 4) / width));
}

/**
 * Columns side by side, as a figure with a caption.
 * @param {string} caption
 * @param {Bar[]} bars
 */
export function columns(caption, bars) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const width = WIDE / Math.max(bars.length, 1);
  const step = every(bars.map(({ label }) => label), width);
  const drawn = bars.flatMap(({ label, count }, i) => {
    const height = (HIGH * count) / most;
    const middle = (i + 0.5) * width;
    return [
      svg("rect", { class: "bar", x: i * width + width * 0.1, y: ABOVE + HIGH - height, width: width * 0.8, height, rx: 2 },
        svg("title", {}, `${label}: ${written(count)}`)),
      ...(count ? [svg("text", { class: "count-above", x: middle, y: ABOVE + HIGH - height - 4 }, written(count))] : []),
      ...(i % step === 0 ? [svg("text", { class: "below", x: middle, y: ABOVE + HIGH + 13 }, label)] : []),
    ];
  });
  return figure(caption, bars, svg("svg", { viewBox: `0 0 ${WIDE} ${ABOVE + HIGH + BELOW}`, "aria-hidden": "true" },
    ...drawn, svg("line", { class: "axis", x1: 0, x2: WIDE, y1: ABOVE + HIGH, y2: ABOVE + HIGH })));
}

/**
 * Bars below one another, for what has names.
 * @param {string} caption
 * @param {Bar[]} bars
 */
export function rows(caption, bars) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const drawn = bars.flatMap(({ label, count }, i) => [
    svg("text", { class: "beside-row", x: 0, y: i * ROW + ROW * 0.62 }, label.length > 22 ? `${label.slice(0, 21)}…` : label),
    svg("rect", { class: "bar", x: BESIDE, y: i * ROW + 4, width: ((WIDE - BESIDE - 40) * count) / most, height: ROW - 8, rx: 2 },
      svg("title", {}, `${label}: ${written(count)}`)),
    svg("text", { class: "count-after", x: BESIDE + 6 + ((WIDE - BESIDE - 40) * count) / most, y: i * ROW + ROW * 0.62 }, written(count)),
  ]);
  return figure(caption, bars, svg("svg", { viewBox: `0 0 ${WIDE} ${Math.max(1, bars.length) * ROW}`, "aria-hidden": "true" }, ...drawn));
}

/**
 * @param {string} caption
 * @param {Bar[]} bars
 * @param {SVGElement} picture
 */
function figure(caption, bars, picture) {
  const told = bars.filter(({ count }) => count).map(({ label, count }) => `${label}: ${written(count)}`).join(", ");
  return html("figure", { class: "plot" }, html("figcaption", {}, caption), picture, html("p", { class: "spoken" }, told || _("none")));
}

/**
 * What stands at the axes of the chances: who is ahead at the top and at the bottom, and numbers of moves.
 * @param {number} moves
 * @param {string[]} seats Whose chances these are; of two, those of the first are drawn.
 */
export function axes(moves, seats) {
  const two = seats.length === 2;
  const step = niceStep(moves);
  const numbers = Array.from({ length: Math.floor(moves / step) }, (_nothing, i) => (i + 1) * step);
  return {
    top: two ? _("{player} ahead", { player: seats[0] }) : "100 %",
    bottom: two ? _("{player} ahead", { player: seats[1] }) : "0 %",
    numbers: [1, ...numbers.filter((number) => number > 1)],
  };
}

/**
 * Every how many moves a number stands below: at most six do.
 * @param {number} moves
 */
function niceStep(moves) {
  for (let ten = 1; ; ten *= 10) {
    for (const each of [1, 2, 5]) if (moves <= 6 * each * ten) return each * ten;
  }
}

/**
 * The chances of each seat, move by move, with a dot for each bad move. A click shows the move.
 * @param {(number | undefined)[][]} shares By move, as far as they are known.
 * @param {number} seats
 * @param {(seat: number) => string} woodOf
 * @param {(number: number) => void} choose
 * @param {string} label
 * @param {{ number: number, grade: string }[]} bad
 */
export function chances(shares, seats, woodOf, choose, label, bad = []) {
  const wide = Math.max(shares.length - 1, 1);
  /** @param {number} i */
  const across = (i) => (WIDE * i) / wide;
  /** @param {number} seat */
  const line = (seat) => svg("polyline", {
    class: "chance", "data-wood": woodOf(seat),
    points: shares.flatMap((share, i) => (share[seat] === undefined ? [] : [`${across(i)},${60 * (1 - share[seat])}`])).join(" "),
  });
  const dots = bad.map(({ number, grade }) => {
    const share = (shares[number - 1] ?? []).find((each) => each !== undefined) ?? 0.5;
    const [x, y] = [across(number - 1), 60 * (1 - share)];
    // A line without a length has round ends, however the picture is stretched.
    return svg("line", { class: "bad", "data-grade": grade, x1: x, x2: x, y1: y, y2: y });
  });
  const picture = svg("svg", { viewBox: `0 0 ${WIDE} 60`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    svg("line", { class: "axis", x1: 0, x2: WIDE, y1: 30, y2: 30 }),
    ...Array.from({ length: seats === 2 ? 1 : seats }, (_nothing, seat) => line(seat)),
    ...dots,
    svg("line", { class: "now", x1: 0, x2: 0, y1: 0, y2: 60 }));
  picture.onclick = (event) => {
    const box = picture.getBoundingClientRect();
    choose(1 + Math.round(((event.clientX - box.left) / box.width) * (shares.length - 1)));
  };
  return picture;
}
