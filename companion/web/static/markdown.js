// @ts-check
// Reads pages of rules: as much of Markdown as such pages use. What it does not know stays text.

import { html } from "./dom.js";

/**
 * A piece of a line: text, or something that holds more of it. `to`: where a link leads.
 * @typedef {{ kind: "text" | "code", text: string }
 *   | { kind: "strong" | "em", parts: Inline[] }
 *   | { kind: "link", parts: Inline[], to: string }} Inline
 */
/**
 * @typedef {{ kind: "heading", level: number, parts: Inline[] }
 *   | { kind: "paragraph", parts: Inline[] }
 *   | { kind: "code", text: string }
 *   | { kind: "list", start: number | null, items: Block[][] }
 *   | { kind: "table", head: Inline[][], rows: Inline[][][] }} Block
 */

const ITEM = /^( {0,3})([-*+]|(\d{1,9})[.)]) +/;
const FENCE = /^ {0,3}(```+|~~~+)/;
const RULER = /^ *\|?( *:?-+:? *\|)+ *(:?-+:? *)?$/;
const INLINE = /`+([^`]+)`+|!\[[^\]]*\]\([^)]*\)|\[([^\]]*)\]\(([^)]*)\)|\*\*([^*]+(?:\*[^*]+\*[^*]*)*)\*\*|(?<!\w)[*_]([^*_]+)[*_](?!\w)/;

/**
 * The parts of a piece of text. Pictures are left out.
 * @param {string} text
 * @returns {Inline[]}
 */
export function inline(text) {
  const found = INLINE.exec(text);
  if (!found) return text ? [{ kind: "text", text }] : [];
  const [whole, code, label, to, strong, em] = found;
  const before = text.slice(0, found.index);
  /** @type {Inline[]} */
  const parts = before ? [{ kind: "text", text: before }] : [];
  if (code !== undefined) parts.push({ kind: "code", text: code });
  else if (label !== undefined) parts.push({ kind: "link", parts: inline(label), to });
  else if (strong !== undefined) parts.push({ kind: "strong", parts: inline(strong) });
  else if (em !== undefined) parts.push({ kind: "em", parts: inline(em) });
  return [...parts, ...inline(text.slice(found.index + whole.length))];
}

/**
 * The blocks of a page.
 * @param {string} text
 */
export function blocks(text) {
  return parse(text.replaceAll("\r", "").split("\n"));
}

/**
 * @param {string[]} lines
 * @returns {Block[]}
 */
function parse(lines) {
  /** @type {Block[]} */
  const found = [];
  let at = 0;
  /** @param {(line: string) => boolean} belongs */
  const take = (belongs) => {
    const first = at;
    while (at < lines.length && belongs(lines[at])) at += 1;
    return lines.slice(first, at);
  };
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,6}) +(.*?) *#*$/.exec(line);
    const fence = FENCE.exec(line);
    if (!line.trim()) {
      at += 1;
    } else if (heading) {
      found.push({ kind: "heading", level: heading[1].length, parts: inline(heading[2]) });
      at += 1;
    } else if (fence) {
      at += 1;
      const code = take((one) => !one.trim().startsWith(fence[1]));
      at += 1;
      found.push({ kind: "code", text: code.join("\n") });
    } else if (line.startsWith("    ")) {
      const code = take((one) => one.startsWith("    ") || !one.trim());
      found.push({ kind: "code", text: code.map((one) => one.slice(4)).join("\n").trimEnd() });
    } else if (line.includes("|") && RULER.test(lines[at + 1] ?? "")) {
      const [head, , ...rows] = take((one) => one.includes("|")).map(cells);
      found.push({ kind: "table", head, rows });
    } else if (ITEM.test(line)) {
      found.push(list(take));
    } else {
      const paragraph = take((one) => one.trim() !== "" && !begins(one));
      if (!paragraph.length) paragraph.push(...take((one) => one === line));
      const parts = inline(paragraph.map((one) => one.trim()).join(" "));
      if (parts.length) found.push({ kind: "paragraph", parts });
    }
  }
  return found;
}

/**
 * Whether a line ends the paragraph before it.
 * @param {string} line
 */
function begins(line) {
  return /^#{1,6} /.test(line) || FENCE.test(line) || ITEM.test(line);
}

/**
 * The list at the present line.
 * @param {(belongs: (line: string) => boolean) => string[]} take
 * @returns {Block}
 */
function list(take) {
  /** @type {Block[][]} */
  const items = [];
  /** @type {number | null} */
  let start = null;
  for (;;) {
    let mark = "";
    const [first] = take((line) => {
      if (mark || !ITEM.test(line)) return false;
      mark = known(ITEM.exec(line))[0];
      return true;
    });
    if (first === undefined) break;
    const number = known(ITEM.exec(first))[3];
    if (!items.length && number !== undefined) start = Number(number);
    const deep = " ".repeat(mark.length);
    const rest = take((line) => !line.trim() || line.startsWith(deep) || (!begins(line) && !line.startsWith("|")));
    items.push(parse([first.slice(mark.length), ...rest.map((line) => line.startsWith(deep) ? line.slice(deep.length) : line.trim())]));
  }
  return { kind: "list", start, items };
}

/**
 * @template T
 * @param {T | null} value
 * @returns {T}
 */
function known(value) {
  if (value === null) throw new TypeError("no item begins here");
  return value;
}

/** @param {string} line */
function cells(line) {
  return line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => inline(cell.trim()));
}

/**
 * The parts as elements.
 * @param {Inline[]} parts
 * @param {(to: string, shown: (Node | string)[]) => Node} link Makes a link, or what stands for it.
 * @returns {(Node | string)[]}
 */
function written(parts, link) {
  return parts.map((part) => {
    switch (part.kind) {
      case "text": return part.text;
      case "code": return html("code", {}, part.text);
      case "link": return link(part.to, written(part.parts, link));
      default: return html(part.kind, {}, ...written(part.parts, link));
    }
  });
}

/**
 * The blocks as elements.
 * @param {Block[]} page
 * @param {(to: string, shown: (Node | string)[]) => Node} link
 * @returns {Node[]}
 */
export function render(page, link) {
  return page.map((block) => {
    switch (block.kind) {
      case "heading": return html(block.level < 3 ? "h3" : "h4", {}, ...written(block.parts, link));
      case "paragraph": return html("p", {}, ...written(block.parts, link));
      case "code": return html("pre", { tabindex: 0 }, block.text);
      case "table": return html("div", { class: "cells" }, html("table", {},
        html("thead", {}, html("tr", {}, ...block.head.map((cell) => html("th", {}, ...written(cell, link))))),
        html("tbody", {}, ...block.rows.map((row) =>
          html("tr", {}, ...row.map((cell) => html("td", {}, ...written(cell, link))))))));
      case "list": return html(block.start === null ? "ul" : "ol", { start: block.start },
        ...block.items.map((item) => html("li", {}, ...(item.length === 1 && item[0].kind === "paragraph"
          ? written(item[0].parts, link) : render(item, link)))));
    }
  });
}

/**
 * The sections of a page: what stands under each heading of the second level, with the heading's
 * words; first what stands before any, without the page's title.
 * @param {Block[]} page
 * @returns {{ title: string, blocks: Block[] }[]}
 */
export function sections(page) {
  /** @type {{ title: string, blocks: Block[] }[]} */
  const found = [{ title: "", blocks: [] }];
  for (const block of page) {
    if (block.kind === "heading" && block.level === 1) continue;
    if (block.kind === "heading" && block.level === 2) found.push({ title: plain(block.parts), blocks: [] });
    else found[found.length - 1].blocks.push(block);
  }
  return found;
}

/**
 * The words alone.
 * @param {Inline[]} parts
 * @returns {string}
 */
function plain(parts) {
  return parts.map((part) => "parts" in part ? plain(part.parts) : part.text).join("");
}
