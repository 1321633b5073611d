// @ts-check
// The library: the logged games as a list, one of them move by move, and statistics of them.

import { byTestId, html, known, say } from "./dom.js";
import { ended, everybody, facts, lasted } from "./gamewords.js";
import { barsOf, columns, rows } from "./plots.js";
import { Replay } from "./replay.js";
import { Shelves } from "./shelves.js";
import { _, plural } from "./text.js";
import { sentences } from "./words.js";

/** @import { Demonstrate, GameEntry, GameStatistics, Hello, New, Practise, ReviewView, Shelf, State } from "./messages.d.ts" */
/** @import { Beginning } from "./replay.js" */
/** @typedef {"games" | "statistics" | "deleted" | "replay"} View */

/** How a game may have ended for a player. @returns {Record<string, string>} */
function resultNames() {
  return { won: _("won"), lost: _("lost"), drawn: _("drawn"), unfinished: _("unfinished") };
}

/** @returns {[View, string][]} */
function tabs() {
  return [["games", _("Games")], ["statistics", _("Statistics")], ["deleted", _("Deleted")]];
}

export class Library {
  #shelves = new Shelves();
  /** Those that can analyse a game, by its name. @type {Map<string, string[]>} */
  #engines = new Map();
  #replay;
  /** @type {View} */
  #view = "games";
  /** @type {View} */
  #before = "games"; // the view from which a game was opened
  #asked = 0; // requests so far: a later one makes the answer of an earlier one stale
  #offset = 0;
  #reading = false; // whether that is what is said
  #onContinue;
  #said = html("p", { class: "said", role: "status", "data-testid": "library-said" });
  #body = html("div", { class: "shelf", tabindex: 0, role: "group", "aria-label": _("What was found"), "data-testid": "shelf" });
  #back = html("button", { type: "button", class: "quiet", "data-testid": "library-back" }, _("‹ Back"));
  #tabs = html("div", { class: "tabs", role: "group", "aria-label": _("Show") });
  #game = html("select", { "data-testid": "filter-game", "aria-label": _("Game") });
  #player = html("select", { "data-testid": "filter-player", "aria-label": _("Player") });
  #result = html("select", { "data-testid": "filter-result", "aria-label": _("Result") });
  #filters = html("div", { class: "filters" }, this.#game, this.#player, this.#result);
  #dialog;
  #analyse = byTestId("analyse", HTMLButtonElement);
  #meetings = html("button", { type: "button", "data-testid": "statistics-people" }, _("Who beat whom"));
  /** @type {Hello | null} */
  #hello = null;
  /** The seats of people who have lost to the computer. @type {Set<number>} */
  #lost = new Set();
  #busy = false; // whether a game is in progress
  #log = ""; // the file of the game on the board
  #wood = ""; // the wooden board that is open, by name
  #lamps = ""; // the same while its lamps are free

  /**
   * @param {(from: Beginning) => void} onContinue Begins a new game with a position.
   * @param {(found: Map<number, ReviewView>) => void} onJudged Takes what was found about the game on the board.
   * @param {(command: Demonstrate | New | Practise) => void} send
   * @param {() => void} onPeople Shows who beat whom.
   */
  constructor(onContinue, onJudged, send, onPeople) {
    this.#onContinue = onContinue;
    this.#meetings.onclick = onPeople;
    this.#replay = new Replay(this.#shelves, {
      continueFrom: (from) => {
        this.#dialog.close();
        this.#onContinue(from);
      },
      change: (what, entry) => void this.#change(what, entry),
      lamps: (board) => this.#lamps === board,
      busy: () => this.#busy,
      train: (command) => {
        this.#dialog.close();
        send(command);
      },
      light: (places) => send({ do: "demonstrate", places }),
      engines: (game) => this.#engines.get(game) ?? [],
      judged: (entry, found) => {
        if (entry.file === this.#file) onJudged(found);
      },
      failed: (why) => this.#fail(why),
    });
    const close = html("button", { type: "button", class: "quiet", "aria-label": _("Close the library"), "data-testid": "library-close" }, "×");
    close.onclick = () => this.#dialog.close();
    this.#back.onclick = () => this.#go(this.#before);
    this.#tabs.append(...tabs().map(([view, text]) => {
      const tab = html("button", { type: "button", "data-view": view, "data-testid": `library-${view}` }, text);
      tab.onclick = () => this.#go(view);
      return tab;
    }));
    for (const filter of [this.#game, this.#player, this.#result]) filter.onchange = () => this.#go(this.#view);
    this.#result.append(html("option", { value: "" }, _("any result")),
      ...Object.entries(resultNames()).map(([value, text]) => html("option", { value }, text)));
    this.#dialog = html("dialog", { class: "library", "data-testid": "library-view", "aria-labelledby": "library-title" },
      html("header", {}, this.#back, html("h2", { id: "library-title" }, _("Library")), this.#tabs, close),
      this.#filters, this.#said, this.#body, this.#replay.element);
    this.#dialog.onclose = () => {
      this.#replay.close();
      this.#asked += 1;
    };
    document.body.append(this.#dialog);
    const open = byTestId("library");
    open.onclick = () => {
      this.#dialog.showModal();
      this.#go("games");
    };
    this.#analyse.onclick = () => void this.#review();
  }

  /** @param {Hello} hello */
  begin(hello) {
    this.#hello = hello;
    this.#wood = hello.simulated ? "" : hello.board;
    // An engine analyses at its highest level.
    this.#engines = new Map(hello.games.map(({ name, engines = [] }) => [name, [...new Set(engines.map((level) => level.split(":")[0]))]]));
  }

  /** Offer to look for the mistakes of a game that is over. @param {State} state */
  follow({ outcome, log, moves, lesson, drill }) {
    this.#busy = !lesson && !drill && moves.length > 0 && outcome === "ongoing";
    const winner = /^win (\d+)$/.exec(outcome)?.[1];
    const { computers = {}, seats = [] } = this.#hello ?? {};
    const lost = winner !== undefined && computers[Number(winner)] !== undefined && Object.keys(computers).length < seats.length;
    this.#lost = new Set(lost ? seats.map((_seat, seat) => seat).filter((seat) => computers[seat] === undefined) : []);
    say(this.#analyse, lost ? _("See where it turned") : _("Analyse"));
    this.#log = log;
    this.#lamps = outcome === "ongoing" ? "" : this.#wood;
    this.#replay.follow();
    this.#analyse.hidden = outcome === "ongoing" || !log || !this.#shelves.key;
  }

  /** The name of the file of the game on the board. */
  get #file() {
    return this.#log.split(/[\\/]/).at(-1);
  }

  /** Open the game on the board, and look for its mistakes. */
  async #review() {
    const file = this.#file;
    this.#dialog.showModal();
    this.#frame("games");
    this.#tell();
    this.#body.replaceChildren();
    this.#asked += 1;
    const asked = this.#asked;
    try {
      for (let pending = 1; pending;) {
        const shelf = await this.#shelves.list({ game: "", player: "", result: "", deleted: "" }, 0);
        if (asked !== this.#asked) return;
        const entry = shelf.entries.find((each) => each.file === file);
        if (entry) {
          await this.#open(entry);
          if (this.#view === "replay") this.#replay.analyse(this.#lost);
          return;
        }
        pending = shelf.pending;
        this.#read(pending);
      }
      throw new Error(_("The log of this game is not in the library."));
    } catch (why) {
      if (asked === this.#asked) this.#fail(why);
    }
  }

  /** The game that is open, as a sheet; null if none is. */
  sheet() {
    return this.#dialog.open && this.#view === "replay" ? this.#replay.sheet() : null;
  }

  /** @param {string} key What requests carry; empty where there is no library. */
  pair(key) {
    this.#shelves.key = key;
    byTestId("library").hidden = !key;
  }

  get #query() {
    return {
      game: this.#game.value, player: this.#player.value, result: this.#result.value,
      deleted: this.#view === "deleted" || (this.#view === "replay" && this.#before === "deleted") ? "1" : "",
    };
  }

  /** @param {unknown} why */
  #fail(why) {
    this.#reading = false;
    this.#said.classList.add("wrong");
    say(this.#said, why instanceof Error ? why.message : String(why));
  }

  /** @param {...(Node | string)} words */
  #tell(...words) {
    this.#reading = false;
    this.#said.classList.remove("wrong");
    this.#said.replaceChildren(...words);
  }

  /** @param {View} view */
  #frame(view) {
    this.#view = view;
    this.#dialog.dataset.view = view;
    if (view === "replay") this.#replay.stop();
    else this.#replay.close();
    this.#back.hidden = view !== "replay";
    this.#tabs.hidden = view === "replay";
    this.#filters.hidden = view === "replay";
    this.#body.hidden = view === "replay";
    this.#replay.element.hidden = view !== "replay";
    for (const tab of this.#tabs.children) tab.setAttribute("aria-pressed", String(tab.getAttribute("data-view") === view));
  }

  /** Show a view from its beginning. @param {View} view */
  #go(view) {
    this.#frame(view);
    this.#tell();
    this.#offset = 0;
    this.#body.replaceChildren();
    this.#body.scrollTop = 0;
    void this.#fill();
  }

  /** Ask for what the view shows, again until every file has been read. */
  async #fill() {
    this.#asked += 1;
    const asked = this.#asked;
    const stale = () => asked !== this.#asked;
    try {
      let shelf = await this.#shelves.list(this.#query, this.#offset);
      while (!stale()) {
        this.#choices(shelf);
        if (this.#view === "statistics") {
          const found = await this.#shelves.statistics(this.#query);
          if (stale()) return;
          this.#plots(found, shelf.pending);
        } else {
          this.#list(shelf);
        }
        if (!shelf.pending) return;
        shelf = await this.#shelves.list(this.#query, this.#offset);
      }
    } catch (why) {
      if (!stale()) this.#fail(why);
    }
  }

  /** @param {Shelf} shelf */
  #choices({ games, players, deleted }) {
    /** @param {HTMLSelectElement} select @param {string} any @param {[string, string][]} values */
    const fill = (select, any, values) => {
      const kept = select.value;
      const called = select.selectedOptions[0]?.text.replace(/ \(\d+\)$/, "") ?? kept;
      const gone = kept && !values.some(([value]) => value === kept) ? [[kept, called]] : [];
      const key = JSON.stringify([values, gone]);
      if (select.dataset.values === key) return;
      select.dataset.values = key;
      select.replaceChildren(html("option", { value: "" }, any),
        ...[...values, ...gone].map(([value, text]) => html("option", { value, selected: value === kept }, text)));
    };
    fill(this.#game, _("all games"), games.map(({ name, title, count: number }) => [name, `${title} (${number})`]));
    fill(this.#player, _("all players"), players.map((name) => [name, name]));
    say(known(this.#tabs.lastElementChild), deleted ? _("Deleted ({number})", { number: deleted }) : _("Deleted"));
  }

  /** Say how many files have still to be read. @param {number} pending */
  #read(pending) {
    if (pending) this.#tell(plural("Reading the logs: {number} file to go …", "Reading the logs: {number} files to go …", pending));
    else if (this.#reading) this.#tell();
    this.#reading = pending > 0;
  }

  /** @param {Shelf} shelf */
  #list(shelf) {
    const { entries, total, pending, offset, note } = shelf;
    this.#read(pending);
    const shown = offset + entries.length;
    const more = html("button", { type: "button", "data-testid": "shelf-more" }, _("Show more"));
    more.onclick = () => {
      this.#offset = shown;
      void this.#fill();
    };
    const empty = this.#query.game || this.#query.player || this.#query.result ? _("No game fits.") : this.#view === "deleted"
      ? _("No game has been deleted.") : _("No game has been logged yet.");
    const before = offset ? [...this.#body.querySelectorAll("li")].slice(0, offset) : [];
    const files = (/** @type {string} */ form, /** @type {string} */ text) => {
      const button = html("button", { type: "button", "data-testid": `all-${form}` }, text);
      button.onclick = () => this.#shelves.download("files", { ...this.#query, form }).catch((why) => this.#fail(why));
      return button;
    };
    const file = html("input", { type: "file", accept: ".jsonl,.txt", "data-testid": "add-file" });
    file.onchange = () => void this.#add(file);
    const add = html("label", { class: "adding" }, html("span", {}, _("Add games from a file:")), file);
    this.#body.replaceChildren(
      html("ol", { class: "games", "data-testid": "games" }, ...before, ...entries.map((entry) => this.#row(entry))),
      ...(total ? [] : [html("p", { class: "facts" }, pending ? "" : empty)]),
      html("div", { class: "act under" }, ...(shown < total ? [more] : [])),
      html("p", { class: "facts", "data-testid": "shelf-count" }, [total ? plural("{shown} of {number} game", "{shown} of {number} games", total, { shown }) : "", note].filter(Boolean).join(" · ")),
      ...(total ? [html("div", { class: "act under" }, html("span", { class: "facts" }, _("Download all of these:")), files("text", _("as text")), ...(shelf.forms ?? []).map((name) => files(name.toLowerCase(), _("as {format}", { format: name }))), files("jsonl", _("as logs of this program")))] : []),
      ...(this.#view === "games" ? [add] : []),
    );
  }

  /** @param {HTMLInputElement} field */
  async #add(field) {
    const [file] = field.files ?? [];
    if (!file) return;
    try {
      this.#tell(_("Adding {file} …", { file: file.name }));
      const { stored, known: there, trouble } = await this.#shelves.add(file);
      this.#go("games");
      if (trouble.length) this.#fail(trouble.join(" · "));
      else {
        this.#tell(sentences(plural("{number} game added.", "{number} games added.", stored),
          there ? plural("{number} game there already.", "{number} games there already.", there) : ""));
      }
    } catch (why) {
      this.#fail(why);
    }
  }

  /** @param {GameEntry} entry */
  #row(entry) {
    const readable = entry.game !== "";
    const words = [
      html("span", { class: "who", title: readable ? everybody(entry) : entry.file }, readable ? everybody(entry) : entry.file),
      html("span", { class: "facts" }, readable
        ? facts(entry).map((fact) => fact.replaceAll(" ", "\u00a0")).join(" · ") : _("not a log that can be read")),
      html("span", { class: "ending" }, readable ? ended(entry) : ""),
    ];
    if (entry.trouble) words.push(html("span", { class: "trouble" }, entry.trouble));
    const open = html("button", { type: "button", class: "open", disabled: !readable, "data-log": entry.key }, ...words);
    open.onclick = () => void this.#open(entry);
    const change = entry.deleted ? "restore" : "delete";
    const away = html("button", { type: "button", class: "quiet", "data-testid": change, disabled: entry.in_use, "aria-label": entry.deleted ? _("Restore {file}", { file: entry.file }) : _("Delete {file}", { file: entry.file }) },
      entry.deleted ? _("Restore") : _("Delete"));
    away.onclick = () => void this.#change(change, entry);
    return html("li", { "data-file": entry.file }, open, away);
  }

  /** @param {GameEntry} entry */
  async #open(entry) {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      await this.#replay.open(entry.key);
      if (asked !== this.#asked) return;
      this.#before = this.#view;
      this.#tell();
      this.#frame("replay");
      this.#replay.reveal();
      known(this.#replay.element.querySelector("button")).focus({ preventScroll: true });
    } catch (why) {
      if (asked === this.#asked) this.#fail(why);
    }
  }

  /**
   * Delete a game, with a way back; or restore one.
   * @param {"delete" | "restore"} what
   * @param {GameEntry} entry
   */
  async #change(what, entry) {
    try {
      const key = await this.#shelves.change(what, entry.key);
      if (this.#view === "replay") this.#go(this.#before);
      else this.#go(this.#view);
      if (what === "restore") {
        this.#tell(_("Restored."));
        return;
      }
      const undo = html("button", { type: "button", class: "quiet", "data-testid": "undo-delete" }, _("Undo"));
      undo.onclick = () => void this.#change("restore", { ...entry, key });
      this.#tell(_("Deleted."), " ", undo);
    } catch (why) {
      this.#fail(why);
    }
  }

  /**
   * @param {GameStatistics} found
   * @param {number} pending
   */
  #plots(found, pending) {
    this.#read(pending);
    const { games, results, moves, minutes, months, seats } = found;
    if (!games) {
      this.#body.replaceChildren(html("p", { class: "facts" }, pending ? "" : _("No game fits.")));
      return;
    }
    const entry = { seats, players: {}, computers: {}, how: "", in_use: false };
    const named = (/** @type {string} */ result) => this.#player.value ? resultNames()[result] ?? result : ended({ ...entry, outcome: result });
    const mean = plural("{number} game, on average {moves} and {time}", "{number} games, on average {moves} and {time}", games, {
      moves: plural("{number} move", "{number} moves", Math.round(found.average_moves)), time: lasted(found.average_seconds),
    });
    this.#body.replaceChildren(
      html("p", { class: "facts", "data-testid": "statistics-summary" }, mean),
      html("div", { class: "plots", "data-testid": "plots" },
        rows(_("Results"), results.map(({ result, count: number }) => ({ label: named(result), count: number }))),
        columns(_("Moves in a game"), barsOf(moves, true)),
        columns(_("Minutes of play"), barsOf(minutes, false)),
        columns(_("Games a month"), months.map(({ month, count: number }) => ({ label: month, count: number })))),
      html("div", { class: "act under" }, this.#meetings));
  }
}
