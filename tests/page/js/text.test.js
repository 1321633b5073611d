// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { _, decimal, language, learn, moment, plural, preferred, tag, written } from "../../../companion/page/static/text.js";
import { called } from "../../../companion/page/static/words.js";

const ENGLISH = { messages: {}, forms: "" };
const GERMAN = {
  messages: { "Play on": "Weiterspielen", "{side} {kind}": "{kind} ({side})", "{number} move": ["{number} Zug", "{number} Züge"] },
  forms: `10${"1".repeat(198)}`,
};
// One form for 1, 21, 31 …, another for the rest, and a third for a part of it; as in Polish.
const THREE = {
  messages: { "{number} move": ["{number} ruch", "{number} ruchy", "{number} ruchów"] },
  forms: Array.from({ length: 200 }, (_nothing, i) => {
    if (i === 1) return 0;
    return [2, 3, 4].includes(i % 10) && ![12, 13, 14].includes(i % 100) ? 1 : 2;
  }).join(""),
};

/**
 * @param {import("../../../companion/page/static/text.js").Catalog} catalog
 * @param {() => void} check
 */
function speaking(catalog, check) {
  learn(catalog);
  try {
    check();
  } finally {
    learn(ENGLISH);
  }
}

/** @param {number} number */
const moves = (number) => plural("{number} move", "{number} moves", number);

test("without a translation a message is English", () => {
  assert.equal(language, "en");
  assert.equal(_("Play on"), "Play on");
  speaking(GERMAN, () => assert.equal(_("Take back"), "Take back"));
});

test("a message is translated, and its values may change places", () => {
  speaking(GERMAN, () => {
    assert.equal(_("Play on"), "Weiterspielen");
    assert.equal(_("{side} {kind}", { side: "Weiß", kind: "König" }), "König (Weiß)");
  });
});

test("values are filled in as they are, and braces without a value stay", () => {
  assert.equal(_("{name} and {other}", { name: "{other} $& <b>" }), "{other} $& <b> and {other}");
  assert.equal(_("{number} of {total}", { number: 0, total: 1234 }), "0 of 1,234");
});

test("one thing has a form of its own", () => {
  assert.deepEqual([0, 1, 2, 12345].map(moves), ["0 moves", "1 move", "2 moves", "12,345 moves"]);
  speaking(GERMAN, () => assert.deepEqual([0, 1, 2, 101].map(moves), ["0 Züge", "1 Zug", "2 Züge", "101 Züge"]));
});

test("a language may have more than two forms", () => {
  speaking(THREE, () => assert.deepEqual(
    [1, 2, 5, 12, 22, 101, 112, 203, 1001].map(moves),
    ["1 ruch", "2 ruchy", "5 ruchów", "12 ruchów", "22 ruchy", "101 ruchów", "112 ruchów", "203 ruchy", "1,001 ruchów"]));
});

test("the first language wanted that there is is spoken, else English", () => {
  const known = ["en", "de", "pt_BR"];
  assert.equal(preferred(known, ["fr-FR", "de-AT", "en"]), "de");
  assert.equal(preferred(known, ["en-GB", "de"]), "en");
  assert.equal(preferred(known, ["", "pt-BR"]), "pt_BR");
  assert.equal(preferred(known, ["pt_BR"]), "pt_BR");
  assert.equal(preferred(known, ["fr", ""]), "en");
  assert.equal(preferred(known, []), "en");
  assert.equal(tag("pt_BR"), "pt-BR");
});

test("numbers and times are written as in the language", () => {
  assert.equal(written(1234.5), "1,234.5");
  assert.equal(decimal(), ".");
  assert.match(moment("2026-11-20T15:30Z"), /^Nov 20, 2026, 3:30\sPM$/);
  assert.equal(moment("2026-13-20T15:30Z"), "2026-13-20T15:30Z");
});

test("names that page and program share are said in words, and others as they are", () => {
  speaking({ messages: { fair: "mittel" }, forms: "" }, () => assert.equal(called("fair"), "mittel"));
  assert.equal(called("constructor"), "constructor");
});
