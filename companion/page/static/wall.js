// @ts-check
// Shows guests many boards: a tile for each, as large as the window allows.

import { byTestId, html, say } from "./dom.js";
import { LiveBoard } from "./live.js";
import { _ } from "./text.js";
import { watch } from "./watching.js";

const EVERY = 250; // milliseconds between looks at the time
const WORDS = 0.36; // the height of a tile's words, in widths of the tile
const LEAST = 90; // the width of the smallest tile, in pixels; with more boards, the page scrolls
const PHONE = 700; // the width of a window, in pixels, below which tiles are larger and the page scrolls sooner
const LEAST_ON_PHONE = 150;

/** @typedef {{ element: HTMLElement, title: HTMLElement, live: LiveBoard }} Tile */

const boards = byTestId("boards");
const none = byTestId("none");
/** @type {Map<string, Tile>} By the names of the boards in topics. */
const tiles = new Map();

/** @param {string} node */
function tile(node) {
  const known = tiles.get(node);
  if (known) return known;
  const parts = {
    wood: html("div", { class: "wood" }),
    seats: html("div", { class: "seats" }),
    said: html("p", { class: "said" }),
  };
  const title = html("h2", {});
  const element = html("section", { class: "tile", "data-node": node }, title, parts.wood, parts.seats, parts.said);
  const made = { element, title, live: new LiveBoard(parts, EVERY) };
  tiles.set(node, made);
  // By name, with numbers in their order.
  const order = [...tiles.keys()].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));
  const next = tiles.get(order[order.indexOf(node) + 1] ?? "");
  boards.insertBefore(element, next?.element ?? null);
  return made;
}

/** The number of columns with which the tiles are largest. */
function arrange() {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const number = Math.max(1, tiles.size);
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= number; columns++) {
    const rows = Math.ceil(number / columns);
    const size = Math.min(width / columns, height / rows / (1 + WORDS));
    if (size > best.size) best = { columns, size };
  }
  const least = width < PHONE ? LEAST_ON_PHONE : LEAST;
  const fits = best.size >= least;
  const columns = fits ? best.columns : Math.max(1, Math.floor(width / least));
  boards.style.setProperty("--columns", String(columns));
  boards.style.setProperty("--tile", `${Math.floor(fits ? best.size : width / columns)}px`);
}

function count() {
  none.hidden = tiles.size > 0;
  say(none, _("No board is switched on."));
  arrange();
}

export function showWall() {
  document.title = _("Live boards");
  addEventListener("resize", arrange);

  watch("/walls?", (message) => {
    if (message.type !== "on") return;
    const { node, title, message: told } = message;
    if (told.type === "away") {
      const gone = tiles.get(node);
      gone?.live.stop();
      gone?.element.remove();
      tiles.delete(node);
      count();
      return;
    }
    const before = tiles.size;
    const its = tile(node);
    say(its.title, title);
    if (told.type === "board") its.element.style.setProperty("--seats", String(told.seats.length));
    its.live.heard(told);
    if (tiles.size !== before) count();
  }, (why) => {
    document.documentElement.classList.toggle("lost", Boolean(why));
    if (!why) {
      for (const { element, live } of tiles.values()) { // all of them come anew
        live.stop();
        element.remove();
      }
      tiles.clear();
      count();
      return;
    }
    none.hidden = false;
    say(none, why);
  });
}
