// @ts-check
// Pages of rules: HTML that the program has made of Markdown, cut into sections.

import { html } from "./dom.js";

/**
 * What stands under each heading of the second level, with the heading's words; first what stands before any, without
 * the page's title.
 * @param {string} text
 * @param {(to: string, shown: Node[]) => Node} link Makes a link, or what stands for it.
 * @returns {{ title: string, shown: Element[] }[]}
 */
export function sections(text, link) {
  const page = new DOMParser().parseFromString(text, "text/html").body;
  for (const one of page.querySelectorAll("a")) one.replaceWith(link(one.getAttribute("href") ?? "", [...one.childNodes]));
  for (const one of page.querySelectorAll("pre")) one.replaceWith(html("pre", { tabindex: 0 }, one.textContent?.trimEnd() ?? ""));
  for (const one of page.querySelectorAll("h3")) one.replaceWith(html("h4", {}, ...one.childNodes));
  for (const one of page.querySelectorAll("table")) {
    const cells = html("div", { class: "cells" });
    one.replaceWith(cells);
    cells.append(one);
  }
  /** @type {{ title: string, shown: Element[] }[]} */
  const found = [{ title: "", shown: [] }];
  for (const one of [...page.children]) {
    if (one.tagName === "H2") found.push({ title: one.textContent ?? "", shown: [] });
    else if (one.tagName !== "H1" && one.textContent?.trim()) found[found.length - 1].shown.push(one);
  }
  return found;
}
