// @ts-check
// The legend of the lamps: each with its colour and rhythm, shown and named.

import { html } from "./dom.js";
import { keyframes, onScreen } from "./light.js";
import { picture } from "./signs.js";
import { _ } from "./text.js";
import { capitalized } from "./words.js";

/** @import { AreaView, LampView, LegendView } from "./messages.d.ts" */

/**
 * The legend as a section of the rules.
 * @param {LegendView[]} groups
 * @param {AreaView[]} areas Those of the board.
 */
export function legend(groups, areas) {
  return html("details", { "data-section": "What the lamps mean", "data-testid": "lamp-legend", open: true },
    html("summary", {}, html("h3", {}, _("What the lamps mean"))),
    ...groups.flatMap(({ title, lamps }) => [html("h4", {}, title), html("dl", { class: "legend" }, ...lamps.map(entry))]),
    areas.some(({ kind }) => kind === "goal")
      ? html("p", {}, _("Tinted squares are where the pieces of that colour begin; squares framed in a colour are its goal.")) : "",
    html("p", {}, _("An orange dot on the picture: a switch is closed where no piece is expected.")));
}

/** @param {LampView} lamp */
function entry({ text, look, rgb, beats, meaning = "" }) {
  const glow = html("span", {});
  glow.style.setProperty("--lamp", onScreen(rgb).colour);
  if (beats.length && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
    const { duration, frames } = keyframes(beats);
    glow.animate(frames, { duration, iterations: Infinity });
  }
  const sign = picture(meaning);
  return html("div", {},
    html("dt", {}, html("span", { class: "bulb", "aria-hidden": "true" }, glow, ...(sign ? [sign] : [])), capitalized(text)),
    html("dd", {}, look));
}
