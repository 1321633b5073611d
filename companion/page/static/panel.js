// @ts-check
// The words beside the board: whose turn, what to do, the moves, and the buttons.

import { byTestId, html, known, say } from "./dom.js";
import { hold } from "./hold.js";
import { markMove } from "./review.js";
import { _, plural } from "./text.js";
import { called, capitalized, sentences } from "./words.js";

/** @import { Command, Hello, MoveView, QuestionView, ReviewView, State } from "./messages.d.ts" */
/** @import { Menu } from "./menu.js" */
/** @import { Pieces } from "./pieces.js" */

/** @type {Record<string, string>} */
const TONES = { plain: "", forced: "!", wrong: "×", question: "?", good: "✓" };

const REFUSED = 12_000; // milliseconds for which it is shown why a command was refused, as in companion/session/command_runner.py
const LONG = 17; // characters of a headline that fit into one line everywhere
const LONGEST = 44; // and into two

/** @param {string} name */
function button(name) {
  return byTestId(name, HTMLButtonElement);
}

export class Panel {
  #send;
  #pieces;
  /** @type {Hello | null} */
  #hello = null;
  /** @type {State | null} */
  #state = null;
  #refusal = "";
  #forgetting = 0;
  /** @type {MoveView[]} Those in the list. */
  #listed = [];

  /**
   * @param {(command: Command) => void} send
   * @param {Pieces} pieces
   * @param {Menu} menu Where the seldom actions are.
   */
  constructor(send, pieces, menu) {
    this.#send = send;
    this.#pieces = pieces;
    byTestId("confirm").onclick = () => send({ do: "confirm" });
    byTestId("draw").onclick = () => send({ do: "draw" });
    byTestId("arrange").onclick = () => send({ do: "arrange" });
    byTestId("sweep").onclick = () => send({ do: "sweep" });
    const palette = byTestId("palette", HTMLSelectElement);
    palette.onchange = () => send({ do: "palette", name: palette.value });
    byTestId("hint").onclick = () => send({ do: "hint" });
    byTestId("watch").onclick = () => send({ do: "watch", on: !this.#state?.watched });
    hold(button("resign"), () => {
      menu.close();
      send({ do: "resign" });
    });
    const more = byTestId("warning-more");
    more.onclick = () => this.#readAll(more.getAttribute("aria-expanded") !== "true");
    window.addEventListener("resize", () => this.#readAll(false));
  }

  /** @param {Hello} hello */
  begin(hello) {
    this.#hello = hello;
    this.#state = null;
    say(byTestId("title"), hello.title);
    const alone = hello.seats.length < 2;
    byTestId("tally").hidden = !alone;
    byTestId("watch").hidden = !hello.solvable;
    say(byTestId("resign"), alone ? _("Hold to give up") : _("Hold to resign"));
    byTestId("palette").replaceChildren(...hello.palettes.map((name) => html("option", { value: name }, called(name))));
    byTestId("moves").replaceChildren();
    this.#listed = [];
  }

  /**
   * What the last command was refused for; it stays for a while, or until the next command or change of the game.
   * @param {string} text
   */
  refused(text) {
    clearTimeout(this.#forgetting);
    this.#refusal = text;
    this.#warn();
    if (text) this.#forgetting = window.setTimeout(() => this.refused(""), REFUSED);
  }

  /**
   * What the board answers somebody who has pressed its button.
   * @param {string} text
   */
  answer(text) {
    if (!this.#state?.advice) say(byTestId("spoken"), text);
  }

  /** @param {State} state */
  show(state) {
    this.#state = state;
    this.#refusal = "";
    this.#words(state);
    this.#moves(state);
    this.#question(state.question);
    const playing = state.turn !== null && state.outcome === "ongoing";
    button("confirm").disabled = !state.confirm;
    button("back").disabled = !state.takeback;
    button("resign").hidden = !playing;
    const agreed = state.turn !== null && state.draw_agreed.includes(state.turn);
    const offered = playing && state.draw_agreed.length > 0;
    const draw = button("draw");
    draw.hidden = !playing || known(this.#hello).seats.length < 2;
    draw.disabled = agreed;
    draw.classList.toggle("wanted", offered && !agreed);
    // An offer is answered beside the board, and made in the menu.
    const place = offered && !agreed ? byTestId("offer") : known(document.getElementById("playing"));
    if (draw.parentElement !== place) place.prepend(draw);
    const begun = state.moves.length > 0 && state.outcome === "ongoing";
    for (const name of ["arrange", "sweep"]) {
      button(name).hidden = !known(this.#hello).simulated || (begun && state.assisted === true);
    }
    say(draw, !offered ? _("Offer draw") : !agreed ? _("Accept draw")
      : state.draw_offered_by === state.turn ? _("Draw offered") : _("Draw accepted"));
    const hint = button("hint");
    const mine = state.remote?.seat ?? state.turn;
    hint.hidden = state.outcome !== "ongoing";
    hint.disabled = !playing || mine !== state.turn || known(this.#hello).computers[known(state.turn)] !== undefined;
    say(hint, state.hint_more ? _("More") : _("Hint"));
    byTestId("watch").setAttribute("aria-checked", String(state.watched));
    say(byTestId("tally"), this.#tally(state));
    byTestId("palette", HTMLSelectElement).value = state.palette;
    say(byTestId("log"), state.log ? _("Log: {file}", { file: state.log }) : "");
    this.#warn();
  }

  /** @param {State} state */
  #tally({ moves, best }) {
    const count = plural("{number} move", "{number} moves", moves.length);
    return best === null ? count : _("{moves} · best known {number}", { moves: count, number: best });
  }

  /** @param {State} state */
  #words(state) {
    const { headline, announcement, hint, turn, phase, outcome, told = "" } = state;
    const { message, tone } = state.labelling?.message ? state.labelling
      : state.advice ? { message: state.advice, tone: "plain" } : state;
    say(byTestId("headline"), headline);
    byTestId("headline").style.setProperty("--characters", String(headline.length));
    byTestId("headline").classList.toggle("long", headline.length > LONG);
    byTestId("headline").classList.toggle("longest", headline.length > LONGEST);
    const box = byTestId("message");
    say(byTestId("announcement"), announcement);
    say(byTestId("advice"), hint);
    box.dataset.tone = message ? tone : "plain";
    box.dataset.phase = phase;
    say(known(box.querySelector(".tone")), message ? (TONES[tone] ?? "") : "");
    say(known(box.querySelector("p")), message);
    const refused = state.refusal?.text ?? "";
    const why = message.includes(refused) ? "" : refused;
    say(byTestId("told"), told);
    say(byTestId("spoken"), sentences(announcement, why, headline, message, hint));
    const chip = byTestId("turn");
    const winner = /^win (\d+)$/.exec(outcome);
    const seat = winner ? Number(winner[1]) : turn;
    chip.dataset.wood = seat === null ? "" : this.#pieces.woodOf(seat);
  }

  /** @param {State} state */
  #moves({ moves }) {
    if (moves === this.#listed) return;
    const { seats } = known(this.#hello);
    const list = byTestId("moves");
    // What a change keeps is the same object as before, and so is everything before it.
    let kept = Math.min(moves.length, this.#listed.length);
    while (kept && moves[kept - 1] !== this.#listed[kept - 1]) kept -= 1;
    this.#listed = moves;
    while (list.children.length > kept) list.lastElementChild?.remove();
    list.append(...moves.slice(kept).map(({ seat, text, said = "" }, i) => html("li",
      { "data-text": text, "data-seat": seat },
      html("span", { class: "number" }, String(kept + i + 1)),
      html("span", {
        class: "turn", "data-wood": this.#pieces.woodOf(seat), title: seats[seat] ?? "",
        role: "img", "aria-label": seats[seat] ?? "",
      }),
      ...(said ? [html("span", { class: "said" }, said)] : []),
      html("span", { class: "text" }, text),
      html("span", { class: "grade" }))));
    list.scrollTop = list.scrollHeight;
  }

  /**
   * Mark the bad moves of the list.
   * @param {Map<number, ReviewView>} found What a review has found, by the number of the move.
   */
  judged(found) {
    for (const [i, item] of [...byTestId("moves").children].entries()) {
      markMove(known(item.querySelector(".grade")), found.get(i + 1)?.grade ?? "");
    }
  }

  /** @param {QuestionView | null} question */
  #question(question) {
    const group = byTestId("question");
    group.hidden = !question;
    if (!question) {
      group.replaceChildren();
      return;
    }
    group.setAttribute("aria-label", question.prompt);
    const asked = question.choices.join("\n");
    if (group.dataset.asked !== asked || !group.children.length) {
      group.dataset.asked = asked;
      group.replaceChildren(...question.choices.map((text, index) => {
        const answer = html("button", { type: "button", "data-choice": index }, text);
        answer.onclick = () => this.#send({ do: "choose", index });
        return answer;
      }));
    }
    const answers = /** @type {HTMLElement[]} */ ([...group.children]);
    answers.forEach((answer, i) => answer.setAttribute("aria-pressed", String(i === question.picked)));
    const key = `${asked}|${question.picked}`;
    if (group.dataset.seen === key) return;
    group.dataset.seen = key;
    // Only the answers scroll, never the page.
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = answers[question.picked] ?? answers[0];
    group.scrollTo(
      offsetLeft + offsetWidth / 2 - group.clientWidth / 2, offsetTop + offsetHeight / 2 - group.clientHeight / 2);
  }

  #warn() {
    const said = [this.#refusal, this.#state?.warning ?? ""].filter(Boolean).map(capitalized).join(" · ");
    const line = byTestId("warning"), frame = known(line.parentElement);
    frame.classList.toggle("raised", said !== "");
    if (line.textContent === said) return;
    say(known(line.firstElementChild), said);
    this.#readAll(false);
  }

  /** Show all of a long warning, or as much as there is room for. @param {boolean} whole */
  #readAll(whole) {
    const line = byTestId("warning"), more = byTestId("warning-more");
    known(line.parentElement).classList.toggle("whole", whole);
    more.hidden = !whole; // without it, there is more room
    more.hidden = !whole && line.scrollHeight <= line.clientHeight + 1;
    more.setAttribute("aria-expanded", String(whole));
    say(more, whole ? _("Close") : _("Read all"));
  }
}
