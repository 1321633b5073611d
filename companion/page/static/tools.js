// @ts-check
// The tools of the board's maker, led by the page: what to do now, the board with a mark at every point,
// and the replies that the tool understands as buttons.

import { html, say, svg } from "./dom.js";
import { spacing } from "./layout.js";
import { _ } from "./text.js";

/** @import { Settings } from "./settings.js" */
/** @import { Halt, LineView, MarkView, Reply, SettingsView, Tool, ToolView } from "./messages.d.ts" */

/**
 * What a tool is called, and what it does.
 * @param {string} name
 */
function described(name) {
  switch (name) {
    case "check": return {
      title: _("Check the board"),
      about: _("Tests lamps and switches with one piece, and says how to fix what is wrong. The game rests meanwhile."),
    };
    case "calibrate": return {
      title: _("Calibrate the board"),
      about: _("Finds which switch and which lamp is at which point, with one piece, and writes it into the configuration."),
    };
    default: return { title: name, about: "" };
  }
}

/** @type {Record<string, string>} Tones are told by a sign as well as by a colour. */
const SIGNS = { plain: "", good: "✓", note: "!", wrong: "×", asked: "" };

const EDGE = 0.7; // around the outermost points, in the smallest distance between two points

export class Tools {
  #send;
  #settings;
  /** @type {Set<string>} The points that are chosen for a reply. */
  #chosen = new Set();
  #running = false;
  #title = html("h2", { id: "tool-title", "data-testid": "tool-title" });
  #close = html("button", { type: "button", "data-testid": "tool-close" });
  #prompt = html("p", { class: "prompt", "data-testid": "tool-prompt", "aria-live": "assertive" });
  #picture = html("div", { class: "plan", "data-testid": "tool-board" });
  #replies = html("div", { class: "act", "data-testid": "tool-replies" });
  #lines = html("ol", { class: "lines", "data-testid": "tool-lines", "aria-live": "polite", "aria-label": _("What was found"), tabindex: 0 });
  /** @type {LineView[]} Those in the list. */
  #listed = [];
  #report = html("pre", { "data-testid": "tool-report", tabindex: 0 });
  #details = html("details", { class: "report" }, html("summary", {}, _("Report, for requests for help")), this.#report);
  #dialog = html("dialog", { class: "wide tool", "data-testid": "tool-view", "aria-labelledby": "tool-title" },
    html("header", {}, this.#title, this.#close),
    html("div", { class: "scroll" }, this.#prompt, this.#picture, this.#replies, this.#lines));

  /**
   * @param {(command: Tool | Reply | Halt) => void} send
   * @param {Settings} settings Where the tools are offered.
   */
  constructor(send, settings) {
    this.#send = send;
    this.#settings = settings;
    this.#close.onclick = () => this.#leave();
    this.#dialog.oncancel = (event) => {
      event.preventDefault();
      this.#leave();
    };
    document.body.append(this.#dialog);
  }

  /** @param {SettingsView} told */
  offer({ tools }) {
    if (!tools.length) {
      this.#settings.tools.replaceChildren();
      return;
    }
    this.#settings.tools.replaceChildren(html("h3", {}, _("The wooden board")), ...tools.map((name) => {
      const { title, about } = described(name);
      const button = html("button", { type: "button", "data-testid": `tool-${name}` }, title);
      button.onclick = () => this.#send({ do: "tool", name });
      return html("div", { class: "setting" }, button, html("p", {}, about));
    }));
  }

  /** @param {ToolView} tool */
  show(tool) {
    this.#running = tool.running;
    if (tool.running && !this.#dialog.open) {
      this.#chosen.clear();
      this.#settings.close();
      this.#dialog.showModal();
    }
    if (!this.#dialog.open) return; // it has ended before this page was opened
    say(this.#title, described(tool.name).title);
    say(this.#close, tool.running ? _("Stop") : _("Close"));
    // A question is the last line of the tool.
    const asked = tool.prompt || (tool.replies.length ? tool.lines[tool.lines.length - 1]?.text ?? "" : "");
    const tapped = tool.simulated && tool.running && tool.prompt && tool.marks.length;
    say(this.#prompt, tapped ? _("{text} (Tap the point: these pieces are simulated.)", { text: asked }) : asked);
    if (!tool.points) this.#chosen.clear();
    this.#draw(tool);
    this.#offer(tool);
    this.#list(tool.lines);
    if (tool.report) this.#lines.after(this.#details);
    else this.#details.remove();
    say(this.#report, tool.report);
  }

  /**
   * List lines; those that are listed already are not spoken again.
   * @param {LineView[]} lines
   */
  #list(lines) {
    const kept = this.#listed.every(({ text }, i) => lines[i]?.text === text) ? this.#listed.length : 0;
    if (!kept) this.#lines.replaceChildren();
    this.#listed = lines;
    this.#lines.append(...lines.slice(kept).map(({ text, tone }) =>
      html("li", { "data-tone": tone }, html("span", { "aria-hidden": "true" }, SIGNS[tone] ?? ""), text)));
    if (lines.length > kept) this.#lines.scrollTop = this.#lines.scrollHeight;
  }

  #leave() {
    if (this.#running) this.#send({ do: "halt" });
    else this.#dialog.close();
  }

  /** @param {ToolView} tool */
  #draw({ marks, simulated, points }) {
    this.#picture.hidden = !marks.length && !points;
    if (!marks.length) {
      if (!points) this.#picture.replaceChildren();
      else this.#choose(); // from the drawing before
      return;
    }
    const unit = spacing(marks.map(({ point }) => point));
    const xs = marks.map(({ point }) => point.x);
    const ys = marks.map(({ point }) => -point.y);
    const [left, top] = [Math.min(...xs) - EDGE * unit, Math.min(...ys) - EDGE * unit];
    const [width, height] = [Math.max(...xs) - left + EDGE * unit, Math.max(...ys) - top + EDGE * unit];
    const picture = svg("svg", { viewBox: `${left} ${top} ${width} ${height}`, "font-size": 0.24 * unit, role: "group", "aria-label": _("The board") },
      ...marks.map((mark) => this.#point(mark, unit, simulated)));
    picture.style.setProperty("--ratio", String(width / height));
    const focused = document.activeElement?.closest("[data-mark]")?.getAttribute("data-mark");
    this.#picture.replaceChildren(picture);
    if (points) this.#choose();
    const again = focused && picture.querySelector(`[data-mark="${CSS.escape(focused)}"]`);
    if (again instanceof SVGElement) again.focus({ preventScroll: true });
  }

  /**
   * @param {MarkView} mark
   * @param {number} unit
   * @param {boolean} simulated
   */
  #point({ point: { name, x, y }, text, tone, lit }, unit, simulated) {
    const shown = svg("g", { class: "spot", "data-mark": name, "data-tone": tone, "data-lit": String(lit), transform: `translate(${x} ${-y})` },
      svg("circle", { r: 0.4 * unit }),
      svg("text", { y: -0.06 * unit }, name),
      svg("text", { class: "noted", y: 0.24 * unit }, text));
    if (simulated) this.#touchable(shown, _("Point {point}", { point: name }), () => this.#send({ do: "reply", text: name }));
    return shown;
  }

  /** Let points be chosen; the reply is their names. */
  #choose() {
    for (const shown of this.#picture.querySelectorAll("[data-mark]")) {
      if (!(shown instanceof SVGElement)) continue;
      const name = shown.dataset.mark ?? "";
      this.#touchable(shown, _("The lamp at point {point} was wrong", { point: name }), () => {
        if (!this.#chosen.delete(name)) this.#chosen.add(name);
        this.#mark();
      });
    }
    this.#mark();
  }

  /**
   * @param {SVGElement} shown
   * @param {string} label
   * @param {() => void} act
   */
  #touchable(shown, label, act) {
    shown.setAttribute("role", "button");
    shown.setAttribute("tabindex", "0");
    shown.setAttribute("aria-label", label);
    shown.onclick = act;
    shown.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act();
    };
  }

  #mark() {
    for (const shown of this.#picture.querySelectorAll("[data-mark]")) {
      if (shown instanceof SVGElement) shown.setAttribute("aria-pressed", String(this.#chosen.has(shown.dataset.mark ?? "")));
    }
    const wrong = this.#replies.querySelector('[data-testid="tool-points"]');
    if (wrong instanceof HTMLButtonElement) wrong.disabled = !this.#chosen.size;
  }

  /** @param {ToolView} tool */
  #offer({ replies, points }) {
    const buttons = replies.map(({ text, label }) => {
      const button = html("button", { type: "button", "data-reply": text }, label);
      button.onclick = () => this.#send({ do: "reply", text });
      return button;
    });
    if (points) {
      const wrong = html("button", { type: "button", "data-testid": "tool-points", disabled: !this.#chosen.size }, _("The marked lamps were wrong"));
      wrong.onclick = () => this.#send({ do: "reply", text: [...this.#chosen].join(" ") });
      buttons.push(wrong);
    }
    const offered = buttons.map(({ textContent }) => textContent).join("|");
    if (this.#replies.dataset.offered === offered) return;
    this.#replies.dataset.offered = offered;
    this.#replies.replaceChildren(...buttons);
  }
}
