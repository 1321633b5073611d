// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { blocks, inline, sections } from "../../../companion/web/static/markdown.js";

/** @param {string} text @returns {import("../../../companion/web/static/markdown.js").Inline} */
const words = (text) => ({ kind: "text", text });

test("words in a line are told apart", () => {
  assert.deepEqual(inline("a `b*c*` **d** and *e*."), [
    words("a "), { kind: "code", text: "b*c*" }, words(" "), { kind: "strong", parts: [words("d")] },
    words(" and "), { kind: "em", parts: [words("e")] }, words("."),
  ]);
});

test("links keep where they lead, and pictures are left out", () => {
  assert.deepEqual(inline("see [*S*](s.md#a)"), [
    words("see "), { kind: "link", parts: [{ kind: "em", parts: [words("S")] }], to: "s.md#a" },
  ]);
  assert.deepEqual(blocks("![a star](s.svg)\n\nb"), [{ kind: "paragraph", parts: [words("b")] }]);
});

test("marks that mark nothing stay", () => {
  assert.deepEqual(inline("2 * 3 and snake_case_name <b>"), [words("2 * 3 and snake_case_name <b>")]);
});

test("a paragraph goes on until a blank line or another block", () => {
  assert.deepEqual(blocks("a\nb\n\nc\n# d"), [
    { kind: "paragraph", parts: [words("a b")] },
    { kind: "paragraph", parts: [words("c")] },
    { kind: "heading", level: 1, parts: [words("d")] },
  ]);
});

test("numbered rules keep their numbers and their further lines", () => {
  const [list] = blocks("10. a\n    more\n11. b\n\n    - c");
  assert.deepEqual(list, { kind: "list", start: 10, items: [
    [{ kind: "paragraph", parts: [words("a more")] }],
    [{ kind: "paragraph", parts: [words("b")] },
      { kind: "list", start: null, items: [[{ kind: "paragraph", parts: [words("c")] }]] }],
  ] });
});

test("a table has a head and rows", () => {
  assert.deepEqual(blocks("| a | b |\n|---|---|\n| `c` | d |\n\ne"), [
    { kind: "table", head: [[words("a")], [words("b")]], rows: [[[{ kind: "code", text: "c" }], [words("d")]]] },
    { kind: "paragraph", parts: [words("e")] },
  ]);
});

test("code is kept as it is", () => {
  assert.deepEqual(blocks("    a *b*\n      c\n\n```text\n# d\n```"), [
    { kind: "code", text: "a *b*\n  c" }, { kind: "code", text: "# d" },
  ]);
});

test("a page falls into sections", () => {
  const page = sections(blocks("# Game\n\nabout\n\n## The *board*\n\n### Sub\n\nx"));
  assert.deepEqual(page.map(({ title }) => title), ["", "The board"]);
  assert.equal(page[0].blocks.length, 1);
  assert.equal(page[1].blocks.length, 2);
});

test("every page ends, whatever it says", () => {
  for (const odd of ["|", "```", "- ", "#", "1.", "[a](b", "**", "    ", "a\r\n|-|", "* * *", "- - x"]) {
    assert.ok(Array.isArray(blocks(odd)), odd);
  }
});
