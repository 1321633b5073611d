// @ts-check
// Puts the words of index.html into the page's language.

import { _, language, tag } from "./text.js";

// As in companion/base/languages/collect.py, which finds the same words.
const ATTRIBUTES = ["aria-label", "title", "placeholder", "alt"];

/**
 * Translate all words in an element: its texts, and what its attributes say.
 * @param {Element} root
 */
function translate(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.nodeValue ?? "";
    const words = text.trim().replace(/\s+/g, " ");
    if (words) node.nodeValue = text.replace(/\S.*\S|\S/s, () => _(words));
  }
  for (const name of ATTRIBUTES) {
    for (const element of root.querySelectorAll(`[${name}]`)) {
      const words = element.getAttribute(name);
      if (words) element.setAttribute(name, _(words));
    }
  }
}

if (language !== "en") {
  document.documentElement.lang = tag(language);
  translate(document.documentElement);
}
document.documentElement.removeAttribute("data-untold"); // see appearance.js
