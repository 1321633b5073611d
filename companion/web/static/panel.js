// The words beside the board: whose turn, what to do, the moves, and the buttons.

import { byTestId, html, say } from "./dom.js";
import { hold } from "./hold.js";

/** Several pieces of text as one; where a sentence has no end, it is given one. */
function sentences(...texts) {
  return texts.filter(Boolean)
    .reduce((said, text) => (/[.!?…]$/.test(said) ? `${said} ${text}` : said ? `${said}. ${text}` : text), "");
}

const TONES = { plain: "", forced: "!", wrong: "×", question: "?", good: "✓" };

export class Panel {
  #send;
  #pieces;
  #hello = null;
  #state = null;
  #refusal = "";

  constructor(send, pieces) {
    this.#send = send;
    this.#pieces = pieces;
    byTestId("confirm").onclick = () => send({ do: "confirm" });
    byTestId("back").onclick = () => send({ do: "back", moves: 1 });
    byTestId("draw").onclick = () => send({ do: "draw" });
    byTestId("arrange").onclick = () => send({ do: "arrange" });
    byTestId("sweep").onclick = () => send({ do: "sweep" });
    byTestId("palette").onchange = (event) => send({ do: "palette", name: event.target.value });
    byTestId("hint").onclick = () => send({ do: "hint" });
    byTestId("watch").onclick = () => send({ do: "watch", on: !this.#state?.watched });
    hold(byTestId("resign"), () => send({ do: "resign" }));
  }

  begin(hello) {
    this.#hello = hello;
    this.#state = null;
    say(byTestId("title"), hello.title);
    document.title = hello.title;
    document.getElementById("simulated").hidden = !hello.simulated;
    const alone = hello.seats.length < 2;
    byTestId("draw").hidden = alone;
    byTestId("tally").hidden = !alone;
    byTestId("hint").hidden = !hello.solvable;
    byTestId("watch").hidden = !hello.solvable;
    say(byTestId("resign"), alone ? "Hold to give up" : "Hold to resign");
    byTestId("palette").replaceChildren(...hello.palettes.map((name) => html("option", { value: name }, name)));
    byTestId("moves").replaceChildren();
  }

  /** What the last command was refused for; it stays until the next change of the game. */
  refused(text) {
    this.#refusal = text;
    this.#warn();
  }

  show(state) {
    this.#state = state;
    this.#refusal = "";
    this.#words(state);
    this.#moves(state);
    this.#question(state.question);
    const playing = state.turn !== null && state.outcome === "ongoing";
    byTestId("confirm").disabled = !state.confirm;
    byTestId("back").disabled = !state.moves.length;
    byTestId("resign").disabled = !playing;
    const offered = state.draw_offered_by;
    const draw = byTestId("draw");
    draw.disabled = !playing || (offered !== null && offered === state.turn);
    draw.classList.toggle("wanted", playing && offered !== null && offered !== state.turn);
    say(draw, !playing || offered === null ? "Offer draw"
      : offered === state.turn ? "Draw offered" : "Accept draw");
    byTestId("hint").disabled = !playing;
    byTestId("watch").setAttribute("aria-checked", state.watched);
    say(byTestId("tally"), this.#tally(state));
    byTestId("palette").value = state.palette;
    say(byTestId("log"), state.log ? `Log: ${state.log}` : "");
    this.#warn();
  }

  #tally({ moves, best }) {
    const count = `${moves.length} ${moves.length === 1 ? "move" : "moves"}`;
    return best === null ? count : `${count} · best known ${best}`;
  }

  #words(state) {
    const { headline, announcement, hint, turn, phase, outcome } = state;
    const { message, tone } = state.labelling?.message ? state.labelling : state;
    say(byTestId("headline"), headline);
    byTestId("headline").title = headline;
    const box = byTestId("message");
    say(byTestId("announcement"), announcement);
    say(byTestId("advice"), hint);
    box.dataset.tone = message ? tone : "plain";
    box.dataset.phase = phase;
    say(box.querySelector(".tone"), message ? (TONES[tone] ?? "") : "");
    say(box.querySelector("p"), message);
    say(byTestId("spoken"), sentences(announcement, headline, message, hint));
    const chip = byTestId("turn");
    const winner = /^win (\d+)$/.exec(outcome);
    const seat = winner ? Number(winner[1]) : turn;
    chip.dataset.wood = seat === null ? "" : this.#pieces.woodOf(seat);
  }

  #moves({ moves }) {
    const list = byTestId("moves");
    const same = (item, move) => item.dataset.text === move.text && item.dataset.seat === String(move.seat);
    let kept = 0;
    while (kept < moves.length && kept < list.children.length && same(list.children[kept], moves[kept])) kept += 1;
    if (kept === moves.length && kept === list.children.length) return;
    while (list.children.length > kept) list.lastChild.remove();
    list.append(...moves.slice(kept).map(({ seat, text }, i) => html("li",
      { "data-text": text, "data-seat": seat },
      html("span", { class: "number" }, String(kept + i + 1)),
      html("span", {
        class: "turn", "data-wood": this.#pieces.woodOf(seat), title: this.#hello.seats[seat] ?? "",
        role: "img", "aria-label": this.#hello.seats[seat] ?? "",
      }),
      html("span", { class: "text" }, text))));
    list.scrollTop = list.scrollHeight;
  }

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
        const button = html("button", { type: "button", "data-choice": index }, text);
        button.onclick = () => this.#send({ do: "choose", index });
        return button;
      }));
    }
    const at = [...group.children];
    at.forEach((button, i) => button.setAttribute("aria-pressed", i === question.picked));
    const key = `${asked}|${question.picked}`;
    if (group.dataset.seen === key) return;
    group.dataset.seen = key;
    // Only the answers scroll, never the page.
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = at[question.picked] ?? group.firstChild;
    group.scrollTo(
      offsetLeft + offsetWidth / 2 - group.clientWidth / 2, offsetTop + offsetHeight / 2 - group.clientHeight / 2);
  }

  #warn() {
    const said = [this.#refusal, this.#state?.warning].filter(Boolean).join(" · ");
    const line = byTestId("warning");
    line.classList.toggle("raised", said !== "");
    say(line.firstElementChild, said);
    line.title = said;
  }
}
