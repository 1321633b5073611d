// @ts-check
import { describe, it } from "node:test";

import { RuleTester } from "eslint";

import { words } from "./words.rule.js";

RuleTester.describe = describe;
RuleTester.it = it;

/**
 * Cases that are wrong in one way each.
 * @param {string} messageId
 * @param {string[]} cases
 */
const wrong = (messageId, cases) => cases.map((code) => ({ code, errors: [{ messageId }] }));

new RuleTester().run("words", words, {
  valid: [
    'function f() { say(line, _("Hint")); }',
    'function f() { say(line, on ? _("on") : _("off")); }',
    'function f() { return html("p", { class: "facts", title: _("Move") }, `${_1} · 12`, "‹"); }',
    'class Tray { #name = _("Tray"); }',
    'const shown = () => plural("{number} move", "{number} moves", 3);',
    'byTestId("scan").append(picture);',
    'element.setAttribute("class", "wide");',
    'element.dataset.name = "wide"; element.textContent = "";',
    'function f() { throw new TypeError("no such point"); }',
    'button.title = state === "on" ? _1 : _2;',
  ],
  invalid: [
    ...wrong("unmarked", [
      'say(line, "Hint");',
      'say(line, wrong ? "Wrong" : "");',
      "say(line, `${count} moves`);",
      'say(line, ["Log:", name].join(" "));',
      'html("p", {}, "Tray");',
      'html("p", { "aria-label": "Tray" });',
      'svg("svg", { title: `Point ${name}` });',
      'html("p", { title: name || "nobody" });',
      'element.textContent = "Tray";',
      'element.ariaLabel = "Tray";',
      'element.setAttribute("aria-label", "Point " + name);',
      'element.replaceChildren("Deleted. ", undo);',
      'throw new Error("The program did not answer.");',
    ]),
    ...wrong("early", [
      'const title = _("Tray");',
      'const titles = { tray: plural("{number} tray", "{number} trays", 2) };',
      'class Tray { static title = _("Tray"); }',
    ]),
    ...wrong("hidden", [
      "function f() { return _(title); }",
      'function f() { return `${_("Tray")}: ${name}`; }',
      'function f() { return plural("{number} move", many, 3); }',
      "function f() { return _(`Tray`); }",
    ]),
  ],
});
