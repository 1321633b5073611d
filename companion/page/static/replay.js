// @ts-check
// A logged game, move by move: the board, the clock, the moves, and what can be done with it.

import { rematch } from "./again.js";
import { Board } from "./board.js";
import { shown } from "./clock.js";
import { html, known, say } from "./dom.js";
import { film } from "./film.js";
import { ended, everybody, lasted, sitting, stacksAfter, when } from "./gamewords.js";
import { copy as copyText } from "./names.js";
import { hold } from "./hold.js";
import { Pieces } from "./pieces.js";
import { axes, chances } from "./plots.js";
import { Review, gradeName, markMove, nextBad, turningPoint, worthWords } from "./review.js";
import { _, plural } from "./text.js";
import { controlWords } from "./timecontrol.js";
import { gameSheet } from "./sheet.js";
import { save } from "./shelves.js";
import { sentences, spoken } from "./words.js";

/** @import { GameEntry, MistakeMade, New, PlyView, Practise, ReplayPart, ReviewView } from "./messages.d.ts" */
/** @import { Shelves } from "./shelves.js" */

/** @typedef {{ game: string, options: Record<string, string>, players: Record<number, string>, position: string, moves?: string[], computers?: Record<number, string> }} Beginning What a new game may begin with. */

const PACE = 900; // milliseconds a move, when it plays by itself
const TAKEN_OVER = 1000; // the most moves that a new game begins with, as in companion/protocol/commands.py
const BAR = "bar"; // in the browser: whether it is shown who is ahead
const MOST = 40; // mistakes in a set, as in companion/protocol/commands.py
const SAID = 6; // better moves that are written out

export class Replay {
  #shelves;
  #act;
  /** @type {ReplayPart | null} */
  #part = null;
  /** @type {PlyView[]} */
  #plies = [];
  #at = 0; // how many moves are shown
  #pieces = new Pieces();
  /** @type {Board | null} */
  #board = null;
  #wood = html("div", { class: "wood still" });
  /** @type {number | undefined} */
  #timer;
  /** @type {Record<string, HTMLElement>} */
  #parts = {};
  #review;
  #aside = false; // whether better moves are shown instead of the game
  #lit = false; // whether they are lit on a board, too
  element = html("div", { class: "replay", "data-testid": "replay" });

  /**
   * @param {Shelves} shelves
   * @param {{ continueFrom: (from: Beginning) => void, change: (what: "delete" | "restore", entry: GameEntry) => void, judged: (entry: GameEntry, found: Map<number, ReviewView>) => void, lamps: (board: string) => boolean, light: (places: string[]) => void, engines: (game: string) => string[], busy: () => boolean, train: (command: New | Practise) => void, failed: (why: unknown) => void }} act
   */
  constructor(shelves, act) {
    this.#shelves = shelves;
    this.#act = act;
    this.#review = new Review(shelves, () => this.#judge());
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {string} key */
  async open(key) {
    this.close();
    const part = await this.#shelves.replay(key, 0);
    this.#part = part;
    this.#plies = part.plies;
    this.#at = 0;
    this.#pieces.begin(part.hello);
    this.#pieces.learn([part.hello.pieces]);
    const board = new Board(part.hello, this.#pieces, true);
    board.element.dataset.testid = "picture";
    this.#board = board;
    this.#wood.style.setProperty("--ratio", String(board.layout.ratio));
    this.#wood.replaceChildren(board.element);
    this.#draw();
    this.#list();
    this.#show(this.#plies.length);
    this.#rest(key).catch(this.#act.failed);
  }

  /** Fetch the moves that did not come at once, in parts. @param {string} key */
  async #rest(key) {
    const part = known(this.#part);
    while (this.#part === part && this.#plies.length < part.total && !part.trouble) {
      const atEnd = this.#at === this.#plies.length;
      const more = await this.#shelves.replay(key, this.#plies.length);
      if (this.#part !== part) return;
      this.#plies = [...this.#plies.slice(0, more.start), ...more.plies];
      part.trouble = more.trouble;
      this.#list();
      this.#show(atEnd ? this.#plies.length : this.#at);
    }
  }

  /** Scroll to the move that is shown, once the replay can be seen. */
  reveal() {
    this.#show(this.#at);
  }

  /** Play no longer by itself, and review no more. */
  close() {
    this.stop();
    this.#review.forget();
  }

  /** Look for the mistakes of the game. */
  analyse(lost = new Set()) {
    this.#lost = lost;
    this.#list(); // an earlier analysis may have had trouble
    const engine = /** @type {HTMLSelectElement} */ (this.#parts.engine).value;
    this.#review.begin(known(this.#part).entry.key, engine).catch(this.#act.failed);
  }

  /** Play no longer by itself. */
  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#lit) this.#act.light([]);
    this.#lit = false;
    if (this.#parts.play) say(this.#parts.play, _("Play"));
  }

  /** The seats whose worst move is to be shown once it is known. @type {Set<number>} */
  #lost = new Set();

  #draw() {
    const { entry, hello, forms = [] } = known(this.#part);
    /** @param {string} text @param {string} label @param {string} name @param {() => void} act */
    const button = (text, label, name, act) => {
      // What can be read is the name; signs are named by their label.
      const made = html("button", { type: "button", "aria-label": /\p{L}/u.test(text) ? null : label, title: label, "data-testid": name }, text);
      made.onclick = act;
      return made;
    };
    const step = (/** @type {number} */ by) => () => { this.stop(); this.#show(this.#at + by); };
    const slider = html("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": _("Move"), "data-testid": "replay-slider" });
    slider.oninput = () => { this.stop(); this.#show(Number(slider.value)); };
    const play = button(_("Play"), _("Play the moves by itself"), "replay-play", () => this.#play());
    const position = html("input", { readonly: true, "aria-label": _("Position"), "data-testid": "replay-position" });
    const copy = button(_("Copy"), _("Copy the position"), "replay-copy", () => void copyText(/** @type {HTMLInputElement} */ (position), copy));
    const seats = hello.seats.map((_seat, seat) => html("div", { class: "seat", "data-seat": seat },
      html("span", { class: "turn", "data-wood": this.#pieces.woodOf(seat), "aria-hidden": "true" }),
      html("span", { class: "name" }, sitting(entry, seat)),
      html("span", { class: "time" })));
    const moves = html("ol", { class: "moves", "data-testid": "replay-moves", tabindex: 0, "aria-label": _("Moves") });
    const graph = html("div", { class: "graph", "data-testid": "replay-graph", hidden: true });
    const without = html("p", { class: "facts" }, hello.seats.length > 1 ? _("This game has no estimate of who is ahead.") : _("A game for one has no estimate."));
    const analyse = button(_("Analyse"), _("Find the mistakes of this game"), "replay-analyse", () => this.analyse());
    const engines = this.#act.engines(entry.game);
    const engine = html("select", { "data-testid": "replay-engine", "aria-label": _("Who analyses"), hidden: !engines.length },
      html("option", { value: "" }, _("this program")), ...engines.map((name) => html("option", { value: name }, name)));
    engine.onchange = () => { this.#review.forget(); this.#list(); };
    const next = button(_("Next mistake"), _("Go to the next mistake"), "replay-bad", () => {
      this.stop();
      this.#show(nextBad(this.#review.found.values(), this.#at) ?? this.#at);
    });
    const bar = html("span", { class: "bar", role: "img", "data-first": this.#pieces.woodOf(0) === "ebony" ? "dark" : "light" }, html("span", {}));
    const hide = button(_("Hide"), _("Hide who is ahead"), "replay-bar", () => {
      localStorage.setItem(BAR, localStorage.getItem(BAR) === "off" ? "on" : "off");
      this.#say();
    });
    const ahead = html("div", { class: "ahead", "data-testid": "replay-ahead", hidden: true }, bar, hide);
    const train = button(_("Train the mistakes"), _("Play each of them better, one after another"), "replay-train", () => {});
    hold(/** @type {HTMLButtonElement} */ (train), () => this.#train(), () => this.#act.busy());
    train.hidden = true;
    const verdict = html("div", { class: "verdict", "data-testid": "replay-verdict", role: "status", hidden: true });
    const trouble = html("p", { class: "trouble", role: "status" });
    const number = html("span", { class: "at", "data-testid": "replay-at" });
    this.#parts = { slider, play, position, moves, graph, without, engine, analyse, next, train, ahead, verdict, trouble, number };
    const onwards = button(_("Continue from here"), _("Begin a new game with this position"), "replay-continue", () => this.#continue());
    onwards.classList.add("main");
    const change = entry.deleted ? "restore" : "delete";
    const away = button(entry.deleted ? _("Restore") : _("Delete"), entry.deleted ? _("Move it back among the games") : _("Move it to the deleted games"),
      "replay-change", () => this.#act.change(change, entry));
    if (!entry.deleted) away.classList.add("grave");
    /** @type {HTMLButtonElement} */ (away).disabled = entry.in_use;
    if (entry.in_use) away.title = _("This game is on the board");
    const download = (/** @type {string} */ form, /** @type {string} */ text) => button(text, text, `replay-${form}`, () => {
      this.#shelves.download("file", { log: entry.key, form }).catch(this.#act.failed);
    });
    const animated = button(_("Animated picture"), _("Download this game as an animated picture"), "replay-film", () => {
      /** @type {HTMLButtonElement} */ (animated).disabled = true;
      this.#film((share) => say(animated, _("Drawing … {number} %", { number: Math.floor(100 * share) })))
        .catch(this.#act.failed).finally(() => {
          /** @type {HTMLButtonElement} */ (animated).disabled = false;
          say(animated, _("Animated picture"));
        });
    });
    this.element.replaceChildren(
      html("div", { class: "looked" }, this.#wood),
      html("div", { class: "beside" },
        html("h3", {}, everybody(entry)),
        html("p", { class: "facts" }, this.#facts()),
        trouble,
        html("div", { class: "seats" }, ...seats),
        html("div", { class: "act steps" },
          button("|◀", _("First"), "replay-first", step(-Infinity)), button("◀", _("One back"), "replay-before", step(-1)),
          play, button("▶", _("One on"), "replay-next", step(1)), button("▶|", _("Last"), "replay-last", step(Infinity))),
        html("div", { class: "along" }, slider, number),
        ahead, verdict, graph, without,
        html("div", { class: "act" }, engine, analyse, next),
        html("div", { class: "act" }, train),
        moves,
        html("div", { class: "act" }, onwards, away),
        html("label", { class: "copied" }, html("span", {}, _("Position")), position, copy),
        html("div", { class: "act sharing", role: "group", "aria-label": _("Print and share") },
          button(_("Print"), _("Print this game"), "replay-print", () => print()), animated,
          download("text", _("Download as text")), ...forms.map((name) => download(name.toLowerCase(), _("Download as {format}", { format: name }))),
          download("jsonl", _("Download the log"))),
      ));
  }

  /** What is known of the game, for people. */
  #facts() {
    const { entry, hello, clock } = known(this.#part);
    return [
      entry.title, when(entry.started), ended(entry), entry.seconds ? lasted(entry.seconds) : "", clock && _("clock: {control}", { control: controlWords(clock) }),
      ...(hello.games[0]?.options ?? []).map(({ name, help, labels }) => `${help}: ${spoken(hello.options[name], labels)}`),
    ].filter(Boolean).join(" · ");
  }

  /** The game as a sheet to be printed. */
  sheet() {
    const { entry, hello, stacks } = known(this.#part);
    return gameSheet({ hello, stacks, plies: this.#plies, title: everybody(entry), words: [this.#facts()] });
  }

  /** Download the game as an animated picture. @param {(share: number) => void} progress */
  async #film(progress) {
    const { entry, hello, stacks, total } = known(this.#part);
    if (this.#plies.length < total) throw new Error(_("Not all moves are here yet. Try again in a moment."));
    const picture = await film({ hello, stacks, plies: this.#plies, start: everybody(entry), end: ended(entry) }, progress);
    save(picture, entry.file.replace(/\.[^.]*$/, ".gif"));
  }

  #list() {
    const { entry, total, trouble } = known(this.#part);
    this.#parts.moves.replaceChildren(...this.#plies.map(({ seat, text, at }, i) => {
      const made = html("button", { type: "button", "data-move": i + 1, tabindex: -1, title: _("{time} after the start", { time: lasted(at) }) },
        html("span", { class: "number" }, String(i + 1)),
        html("span", { class: "turn", "data-wood": this.#pieces.woodOf(seat), "aria-label": seat < 0 ? _("drawn from the bag") : sitting(entry, seat), role: "img" }),
        html("span", { class: "text" }, text),
        html("span", { class: "grade" }));
      made.onclick = () => { this.stop(); this.#show(i + 1); };
      return html("li", {}, made);
    }));
    /** @type {HTMLInputElement} */ (this.#parts.slider).max = String(this.#plies.length);
    const missing = total - this.#plies.length;
    say(this.#parts.trouble, [entry.trouble, trouble, missing > 0 && !trouble ? plural("{number} more move is being read …", "{number} more moves are being read …", missing) : ""].filter(Boolean).join(" · "));
    this.#judge();
  }

  /** Show what the review has found so far: the graph, the marks, and what is said of this move. */
  #judge() {
    const { hello, entry } = known(this.#part);
    const { found, running, done, total, trouble } = this.#review;
    const { graph, without, moves, analyse, next } = this.#parts;
    const many = hello.seats.length > 2;
    const shares = this.#plies.map((ply, i) => {
      const judged = found.get(i + 1);
      // Of three players and more, only the share of the one that moved is known.
      if (many && found.size) return judged?.worth ? hello.seats.map((_seat, seat) => seat === ply.seat ? judged.worth?.share : undefined) : [];
      return judged?.shares ?? ply.shares ?? [];
    });
    const bad = [...found.values()].flatMap(({ number, grade }) => grade ? [{ number, grade }] : []);
    graph.hidden = !shares.some((share) => share.length) && !bad.length;
    without.hidden = !graph.hidden;
    graph.replaceChildren(chances(shares, hello.seats.length, (seat) => this.#pieces.woodOf(seat),
      (number) => { this.stop(); this.#show(number); },
      found.size ? _("Who was ahead, move by move") : _("Who was ahead, by a rough estimate"), bad));
    const { top, bottom, numbers } = axes(shares.length, entry.seats.map((_name, seat) => sitting(entry, seat)));
    const most = Math.max(shares.length - 1, 1);
    graph.append(html("span", { class: "ahead", "aria-hidden": "true" }, top), html("span", { class: "ahead below", "aria-hidden": "true" }, bottom),
      ...numbers.map((number) => {
        const mark = html("span", { class: "ply", "aria-hidden": "true" }, String(number));
        mark.style.setProperty("--across", String((number - 1) / most));
        return mark;
      }));
    for (const [i, item] of [...moves.children].entries()) {
      markMove(known(item.querySelector(".grade")), found.get(i + 1)?.grade ?? "");
    }
    if (found.size) this.#act.judged(entry, found);
    if (found.size && !running && this.#lost.size) {
      const turned = turningPoint(found.values(), (number) => this.#lost.has(this.#plies[number - 1]?.seat ?? -1));
      this.#lost = new Set();
      if (turned !== null) this.#show(turned);
    }
    const share = total ? Math.floor((100 * done) / total) : 0;
    say(analyse, running ? _("Analysing … {number} %", { number: share }) : found.size ? _("Analysed") : _("Analyse"));
    /** @type {HTMLButtonElement} */ (analyse).disabled = running || found.size > 0 || (entry.in_use && entry.outcome === "ongoing");
    next.hidden = !found.size;
    /** @type {HTMLButtonElement} */ (next).disabled = !bad.length;
    say(next, bad.length || running ? _("Next mistake") : _("No mistakes"));
    this.#offerTraining();
    if (trouble) say(this.#parts.trouble, trouble);
    this.#place();
    this.#say();
  }

  /**
   * The bad moves that were made by people, or by anybody where none was, each with the better move.
   * @returns {MistakeMade[]}
   */
  #mistakes() {
    const { entry, position } = known(this.#part);
    const bad = [...this.#review.found.values()].filter(({ grade, better }) => grade && better?.length).sort((a, b) => a.number - b.number);
    const own = bad.filter(({ number }) => !(this.#plies[number - 1]?.seat in entry.computers));
    return (own.length ? own : bad).slice(0, MOST).flatMap(({ number, better = [] }) => {
      const played = this.#plies[number - 1];
      return played ? [{ position: this.#plies[number - 2]?.position ?? position, played: played.text, better: better[0].text }] : [];
    });
  }

  /** Offer to train the mistakes once all of them are known; it has to be held where that ends a game. */
  #offerTraining() {
    const { train } = this.#parts;
    const mistakes = this.#mistakes().length;
    train.hidden = this.#review.running || !mistakes;
    say(train, this.#act.busy() ? _("Hold: {title}", { title: _("Train the mistakes") }) : plural("Train the mistake", "Train the {number} mistakes", mistakes));
  }

  #train() {
    const { hello } = known(this.#part);
    this.stop();
    this.#act.train({ do: "practise", game: hello.game, options: hello.options, mistakes: this.#mistakes() });
  }

  /** Show who is ahead after the move that is shown, unless that is hidden. */
  #weigh() {
    const { hello } = known(this.#part);
    const { ahead } = this.#parts;
    const ply = this.#plies[this.#at - 1];
    const share = (this.#review.found.get(this.#at)?.shares ?? ply?.shares ?? [])[0];
    ahead.hidden = hello.seats.length !== 2 || share === undefined;
    if (ahead.hidden || share === undefined) return;
    const [bar, hide] = /** @type {HTMLElement[]} */ ([...ahead.children]);
    const off = localStorage.getItem(BAR) === "off";
    bar.hidden = off;
    say(hide, off ? _("Show who is ahead") : _("Hide"));
    /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${Math.round(100 * share)}%`;
    bar.setAttribute("aria-label", _("{player}: {number} %", { player: hello.seats[0], number: Math.round(100 * share) }));
  }

  /** Say what was found about the move that is shown. */
  #say() {
    if (this.#aside) return;
    this.#weigh();
    known(this.#board).overlay.showArrow(this.#review.found.get(this.#at)?.better?.[0]?.path ?? []);
    const { verdict } = this.#parts;
    const { entry, hello: { seats } } = known(this.#part);
    const alone = seats.length === 1;
    const judged = this.#review.found.get(this.#at);
    verdict.hidden = !judged?.worth;
    verdict.dataset.grade = judged?.grade ?? "";
    if (!judged?.worth) return;
    const { grade = "", worth, best, better: moves = [], why = "" } = judged;
    if (!grade || !best) {
      const words = worthWords(worth, alone);
      const said = alone ? _("With this move: {worth}", { worth: words }) : _("{player} with this move: {worth}", { player: seats[known(this.#plies[this.#at - 1]).seat], worth: words });
      if (verdict.textContent !== said) verdict.replaceChildren(html("p", {}, said));
      return;
    }
    const fall = _("{grade}: {before}, now {after}.", { grade: gradeName(grade), before: worthWords(best, alone), after: worthWords(worth, alone) });
    const better = _("Better: {moves}", { moves: moves.slice(0, SAID).map(({ text }) => text.replaceAll("-", "\u2011")).join(", ") });
    const said = sentences(fall, why, better);
    if (verdict.dataset.said === said && verdict.querySelector("button")) return;
    verdict.dataset.said = said;
    const show = html("button", { type: "button", "data-testid": "replay-better" }, _("Show it"));
    show.onclick = () => this.#better(false);
    const light = html("button", { type: "button", "data-testid": "replay-lamps", title: _("Light the moves on the board, too"), hidden: true }, _("On the lamps"));
    light.onclick = () => this.#better(true);
    const again = html("button", { type: "button", class: "hold", "data-testid": "replay-again", hidden: this.#plies[this.#at - 1].seat in entry.computers });
    hold(again, () => this.#again(), () => this.#act.busy());
    verdict.replaceChildren(html("p", {}, said), html("div", { class: "offers" }, again, show, light));
    this.follow();
  }

  /** Begin a game from before the move that is shown, with the same players. */
  #again() {
    const { entry, hello } = known(this.#part);
    this.stop();
    this.#act.train({
      ...rematch({ game: hello.game, options: hello.options, computers: entry.computers, players: entry.players }, null),
      ...this.#past(this.#at - 1),
    });
  }

  /** Follow the game on the board: it says whether its lamps are free, and whether a new one ends it. */
  follow() {
    const light = this.element.querySelector('[data-testid="replay-lamps"]');
    const again = this.element.querySelector('[data-testid="replay-again"]');
    if (again) say(again, this.#act.busy() ? _("Hold: {title}", { title: _("Try again from here") }) : _("Try again from here"));
    if (this.#parts.train) this.#offerTraining();
    if (light instanceof HTMLElement && this.#part) light.hidden = !this.#act.lamps(this.#part.hello.board);
  }

  /**
   * Show in the picture how play might have gone on instead of the move that is shown.
   * @param {boolean} lit Whether to light it on the board, too: where each move begins, then all of it.
   */
  #better(lit) {
    this.stop();
    this.#lit = lit;
    const { hello } = known(this.#part);
    const { stacks } = known(this.#part);
    const number = this.#at;
    const moves = this.#review.found.get(number)?.better ?? [];
    const [board, { verdict }] = [known(this.#board), this.#parts];
    const words = html("p", {});
    const back = html("button", { type: "button", "data-testid": "replay-game" }, _("Back to the game"));
    back.onclick = () => { this.stop(); this.#show(number); };
    delete verdict.dataset.said;
    verdict.replaceChildren(words, back);
    this.#aside = true;
    let at = 0;
    let begun = !lit;
    /** @param {number[]} points */
    const light = (points) => this.#act.light(points.map((point) => hello.points[point].name));
    const step = () => {
      const next = moves[at - 1];
      if (next && !begun) {
        begun = true;
        light(next.path.slice(0, 1));
        return;
      }
      if (next && lit) light(next.path);
      begun = !lit;
      const now = stacksAfter(stacksAfter(stacks, this.#plies, number - 1), moves, at);
      const made = moves[at - 1];
      board.show(now);
      board.overlay.showArrow(moves[at]?.path ?? []); // of the move that comes next
      board.marks.last(made ? Object.keys(made.changes).map(Number) : [], false);
      board.element.dataset.pieces = now.map((stack) => stack.join("")).join("/");
      const said = made ? _("Better, move {number} of {total}: {move}", { number: at, total: moves.length, move: made.text }) : _("Before the move");
      board.element.setAttribute("aria-label", said);
      say(words, said);
      if (at === moves.length) clearInterval(this.#timer); // the last move stays lit for a while
      at += 1;
    };
    step();
    this.#timer = window.setInterval(step, PACE);
  }

  /** Put the line in the graph where the game is. */
  #place() {
    const { graph } = this.#parts;
    graph.querySelector("svg")?.style.setProperty("--at", String(this.#plies.length > 1 ? (this.#at - 1) / (this.#plies.length - 1) : 0));
    graph.classList.toggle("begun", this.#at > 0);
  }

  /** Show the position after so many moves. @param {number} number */
  #show(number) {
    const { stacks, position, entry, hello } = known(this.#part);
    this.#at = Math.min(Math.max(number, 0), this.#plies.length);
    const ply = this.#plies[this.#at - 1];
    const label = ply ? _("After move {number}, {move}", { number: this.#at, move: ply.text }) : _("The start");
    const [board, now] = [known(this.#board), stacksAfter(stacks, this.#plies, this.#at)];
    board.show(now);
    board.marks.last(ply ? Object.keys(ply.changes).map(Number) : [], false);
    board.element.setAttribute("aria-label", label);
    board.element.dataset.pieces = now.map((stack) => stack.join("")).join("/");
    const { slider, number: at, position: text, moves } = this.#parts;
    /** @type {HTMLInputElement} */ (slider).value = String(this.#at);
    slider.setAttribute("aria-valuetext", label);
    const since = ply && entry.seconds ? ` · ${shown(Math.max(ply.at, 0.1)).replace(/\D\d$/, "")}` : "";
    say(at, `${this.#at} / ${this.#plies.length}${since}`);
    /** @type {HTMLInputElement} */ (text).value = ply ? ply.position : position;
    [...moves.children].forEach((item, i) => item.firstElementChild?.setAttribute("aria-current", String(i + 1 === this.#at)));
    const current = /** @type {HTMLElement | undefined} */ (moves.children[this.#at - 1]);
    // Only the moves scroll, never the page.
    moves.scrollTo({ top: current ? current.offsetTop - moves.clientHeight / 2 : 0 });
    hello.seats.forEach((_seat, seat) => {
      const row = known(this.element.querySelector(`.seat[data-seat="${seat}"]`));
      const left = ply?.left?.[seat];
      say(known(row.querySelector(".time")), left === undefined ? "" : shown(left));
      row.classList.toggle("moved", ply?.seat === seat);
      say(known(row.querySelector(".name")), sitting(entry, seat));
    });
    this.#place();
    this.#aside = false;
    this.#say();
  }

  #play() {
    if (this.#timer !== undefined) {
      this.stop();
      return;
    }
    if (this.#at === this.#plies.length) this.#show(0);
    say(this.#parts.play, _("Pause"));
    this.#timer = window.setInterval(() => {
      this.#show(this.#at + 1);
      if (this.#at === this.#plies.length) this.stop();
    }, PACE);
  }

  #continue() {
    this.stop();
    const { entry, hello } = known(this.#part);
    this.#act.continueFrom({ game: hello.game, options: hello.options, players: entry.players, computers: entry.computers, ...this.#past(this.#at) });
  }

  /** What a game begins with that goes on after so many moves. @param {number} number */
  #past(number) {
    const { position: start } = known(this.#part);
    const moves = this.#plies.slice(0, number).map(({ text }) => text);
    return moves.length > TAKEN_OVER ? { position: this.#plies[number - 1].position, moves: [] } : { position: start, moves };
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    this.stop();
    this.#show(this.#at + by);
  }
}
