// @ts-check
// The rules of a game: what it is about, its board, an example of each kind of move, its page.

import { byTestId, html, known, say } from "./dom.js";
import { legend } from "./legend.js";
import { Player } from "./player.js";
import { sections } from "./ruletext.js";
import { _ } from "./text.js";

/** @import { Lessons } from "./lesson.js" */
/** @import { Hello, Learn, RulesPage, State } from "./messages.d.ts" */

/** The headings of what a newcomer does not need at first. A page that is not translated has the English ones. */
function later() {
  return new Set(["As text", "Rulings", "What is known", _("As text"), _("Rulings"), _("What is known")]);
}

export class Rules {
  #send;
  /** @type {Hello | null} */
  #hello = null;
  #palette = "standard";
  #asked = ""; // what the dialog is to show
  #waiting = false; // for the answer
  #toLegend = false; // whether to begin with the lamps
  #dialog = byTestId("rules-view", HTMLDialogElement);
  #player = new Player();
  #game = ""; // whose rules are shown
  #card = ""; // the printed card, as HTML
  #toCard = false; // whether it is printed instead of the rules
  #lesson = byTestId("rules-lesson", HTMLButtonElement);
  #lessons;

  /**
   * @param {(command: Learn) => void} send
   * @param {Lessons} lessons
   */
  constructor(send, lessons) {
    this.#send = send;
    this.#lessons = lessons;
    lessons.offer(this.#lesson, () => this.#game, () => this.#dialog.close());
    byTestId("rules").onclick = () => {
      const { game, options } = known(this.#hello);
      this.open(game, options);
    };
    byTestId("legend").onclick = () => {
      const { game, options } = known(this.#hello);
      this.open(game, options);
      this.#toLegend = true;
    };
    byTestId("rules-print").onclick = () => print();
    byTestId("card-print").onclick = () => {
      this.#toCard = true;
      print();
      this.#toCard = false;
    };
    byTestId("rules-close").onclick = () => this.#dialog.close();
    this.#dialog.onclose = () => {
      this.#asked = "";
      this.#player.stop();
    };
  }

  /** @param {Hello} hello */
  begin(hello) {
    this.#hello = hello;
  }

  /** @param {State} state */
  follow({ palette }) {
    this.#palette = palette;
  }

  /**
   * Open the rules of a game.
   * @param {string} game
   * @param {Record<string, string>} options
   */
  open(game, options) {
    this.#toLegend = false;
    this.#asked = `${game} ${JSON.stringify(options)}`;
    this.#game = game;
    this.#lessons.fit(this.#lesson, game);
    const about = known(this.#hello).games.find(({ name }) => name === game);
    say(byTestId("rules-title"), about?.title ?? game);
    say(byTestId("rules-summary"), about?.summary ?? "");
    byTestId("player").hidden = true;
    byTestId("rules-text").replaceChildren(html("p", {}, _("Looking up the rules …")));
    if (!this.#dialog.open) this.#dialog.showModal();
    byTestId("rules-scroll").scrollTop = 0;
    this.#waiting = true;
    this.#send({ do: "learn", game, options, palette: this.#palette });
  }

  /** @param {RulesPage} page */
  show(page) {
    if (this.#asked !== `${page.game} ${JSON.stringify(page.asked)}`) return; // closed meanwhile
    this.#waiting = false;
    byTestId("player").hidden = false;
    this.#player.show(page);
    this.#card = page.card ?? "";
    byTestId("card-print").hidden = !this.#card;
    const lamps = legend(page.legend, page.table.areas);
    byTestId("rules-text").replaceChildren(...page.page ? this.#sections(page.page)
      : [html("p", {}, _("This game comes without a page of rules."))], lamps);
    if (this.#toLegend) lamps.scrollIntoView();
    byTestId("rules-text").dataset.game = page.game;
  }

  /** The rules as a sheet, if they are open: all of them, without the lamps. @returns {Node[] | null} */
  sheet() {
    if (!this.#dialog.open) return null;
    if (this.#toCard) return [...new DOMParser().parseFromString(this.#card, "text/html").body.childNodes];
    const text = /** @type {HTMLElement} */ (byTestId("rules-text").cloneNode(true));
    text.removeAttribute("data-testid");
    text.querySelector('[data-testid="lamp-legend"]')?.remove();
    for (const part of text.querySelectorAll("details")) part.open = true;
    return [html("h1", {}, byTestId("rules-title").textContent ?? ""), html("p", {}, byTestId("rules-summary").textContent ?? ""), text];
  }

  /**
   * The rules are not to be had: why.
   * @param {string} text
   */
  refused(text) {
    if (this.#asked && this.#waiting) byTestId("rules-text").replaceChildren(html("p", {}, text));
  }

  /** @param {string} text */
  #sections(text) {
    /**
     * @param {string} to
     * @param {Node[]} shown
     */
    const link = (to, shown) => this.#link(to, shown);
    return sections(text, link).filter(({ shown: [first] }) => first).map(({ title, shown }) => {
      if (!title) return html("div", {}, ...shown);
      const section = html("details", { open: !later().has(title) }, html("summary", {}, html("h3", {}, title)), ...shown);
      section.dataset.section = title;
      return section;
    });
  }

  /**
   * A link to another game's page opens its rules; where else it would lead is not in this page.
   * @param {string} to
   * @param {Node[]} shown
   */
  #link(to, shown) {
    const name = /^([a-z0-9_]+)\.md(#|$)/.exec(to)?.[1];
    if (!known(this.#hello).games.some((game) => game.name === name)) return html("span", {}, ...shown);
    const button = html("button", { type: "button", class: "link-to", "data-rules": name }, ...shown);
    button.onclick = () => this.open(name ?? "", {});
    return button;
  }
}
