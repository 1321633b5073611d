// @ts-check
// A logged game as an animated picture, made in the browser.

import { Board } from "./board.js";
import { paintSvg } from "./canvas.js";
import { html, known } from "./dom.js";
import { stacksAfter } from "./gamewords.js";
import { Gif } from "./gif.js";
import { Pieces } from "./pieces.js";
import { _ } from "./text.js";

/** @import { Hello, PlyView } from "./messages.d.ts" */

const WIDTH = 480; // pixels
const CAPTION = 34; // pixels under the board
const [FIRST, EACH, LAST] = [1200, 900, 4000]; // milliseconds that a position is shown
const [WOOD, PAPER, INK] = ["#a5713f", "#f3ecdf", "#2b1c10"];
const MOST = 500; // moves: the picture of a longer game would be too large to send

/**
 * What is written under each position.
 * @param {PlyView[]} plies
 * @param {string} start What is written under the first one.
 * @param {string} end What is written under the last one.
 */
export function captions(plies, start, end) {
  return [start, ...plies.map(({ text }, i) => `${i + 1}. ${text}${i + 1 === plies.length ? ` · ${end}` : ""}`)];
}

/**
 * Make the picture.
 * @param {{ hello: Hello, stacks: string[][], plies: PlyView[], start: string, end: string }} game
 * @param {(share: number) => void} progress Told how much is done, from 0 to 1.
 */
export async function film({ hello, stacks, plies, start, end }, progress) {
  if (plies.length > MOST) throw new Error(_("A game of more than {number} moves makes too large a picture.", { number: MOST }));
  const pieces = new Pieces();
  pieces.begin(hello);
  pieces.learn([hello.pieces]);
  const board = new Board(hello, pieces, true);
  const { left, top, width, ratio } = board.layout;
  const height = Math.round(WIDTH / ratio);
  const stage = html("div", { class: "offstage", "aria-hidden": "true" }, board.element);
  document.body.append(stage);
  try {
    const sheet = document.createElement("canvas");
    [sheet.width, sheet.height] = [WIDTH, height + CAPTION];
    const canvas = known(sheet.getContext("2d", { willReadFrequently: true }));
    const gif = new Gif(sheet.width, sheet.height);
    for (const [at, caption] of captions(plies, start, end).entries()) {
      const ply = plies[at - 1];
      board.show(stacksAfter(stacks, plies, at));
      board.marks.last(ply ? Object.keys(ply.changes).map(Number) : [], false);
      canvas.setTransform(1, 0, 0, 1, 0, 0);
      canvas.fillStyle = PAPER;
      canvas.fillRect(0, 0, sheet.width, sheet.height);
      canvas.fillStyle = WOOD;
      canvas.beginPath();
      canvas.roundRect(0, 0, WIDTH, height, 0.04 * WIDTH);
      canvas.fill();
      canvas.fillStyle = INK;
      canvas.font = "600 16px sans-serif";
      canvas.textAlign = "center";
      canvas.textBaseline = "middle";
      canvas.fillText(caption, WIDTH / 2, height + CAPTION / 2, WIDTH - 16);
      canvas.setTransform(WIDTH / width, 0, 0, WIDTH / width, (-left * WIDTH) / width, (-top * WIDTH) / width);
      for (const half of board.element.children) if (!half.classList.contains("lights")) paintSvg(canvas, half);
      const { data } = canvas.getImageData(0, 0, sheet.width, sheet.height);
      gif.add(data, at === plies.length ? LAST : at ? EACH : FIRST);
      progress((at + 1) / (plies.length + 1));
      await new Promise((resolve) => { setTimeout(resolve); }); // the page goes on meanwhile
    }
    return new Blob([gif.bytes], { type: "image/gif" });
  } finally {
    stage.remove();
  }
}
