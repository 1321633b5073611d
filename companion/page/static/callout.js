// @ts-check
// Says beside a point why the piece that was put there may not go there.

import { html, say } from "./dom.js";

/** @import { Board } from "./board.js" */
/** @import { RefusalView } from "./messages.d.ts" */

const GAP = 0.62; // from the point, in units

export class Callout {
  constructor() {
    this.element = html("p", { class: "callout", "data-testid": "refusal", "aria-hidden": "true", hidden: true });
  }

  /**
   * Say it on a board, or nothing. The spoken words of the page say it as well.
   * @param {Board} board
   * @param {RefusalView | null | undefined} refusal
   */
  show(board, refusal) {
    const name = refusal ? refusal.to || refusal.origin : "";
    this.element.hidden = !refusal || name === "";
    if (!refusal || this.element.hidden) return;
    if (this.element.parentElement !== board.element) board.element.append(this.element);
    say(this.element, refusal.text);
    this.element.dataset.at = name;
    const { layout, element } = board;
    const { x, y } = layout.places[layout.at(name)];
    const scale = element.clientWidth / layout.width;
    const [at, down, gap] = [(x - layout.left) * scale, (y - layout.top) * scale, GAP * layout.unit * scale];
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const below = down < height + gap;
    const left = Math.max(0, Math.min(at - width / 2, element.clientWidth - width));
    this.element.classList.toggle("below", below);
    this.element.style.left = `${left}px`;
    this.element.style.top = `${below ? down + gap : down - gap - height}px`;
    this.element.style.setProperty("--tip", `${Math.max(14, Math.min(at - left, width - 14))}px`);
  }
}
