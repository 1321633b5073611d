// @ts-check
// How texts are put for people.

import { _ } from "./text.js";

/**
 * What is called by a name that page and program share, such as a level, a palette or a puzzle; a name that is not
 * known here is said as it is.
 * @param {string} name
 */
export function called(name) {
  switch (name) {
    case "beginner": return _("beginner");
    case "easy": return _("easy");
    case "casual": return _("casual");
    case "fair": return _("fair");
    case "good": return _("good");
    case "strong": return _("strong");
    case "standard": return _("standard");
    case "safe": return _("safe");
    case "triangles": return _("triangles");
    case "quadrilaterals": return _("quadrilaterals");
    case "magic": return _("magic labelling");
    case "auto": return _("automatic");
    case "off": return _("nothing");
    case "errors": return _("errors and questions");
    case "moves": return _("moves as well");
    case "everything": return _("everything");
    case "plain": return _("as letters");
    case "words": return _("as words");
    default: return name.replace(":", ": "); // an engine and its level
  }
}

/**
 * How a value of an option is shown: as the option labels it, or as it is.
 * @param {string} text
 * @param {Record<string, string>} labels
 */
export function spoken(text, labels = {}) {
  return labels[text] ?? text.replaceAll("_", " ");
}

/**
 * A text as the beginning of a sentence, or a label.
 * @param {string} text
 */
export function capitalized(text) {
  return text && text[0].toUpperCase() + text.slice(1);
}

/**
 * Several pieces of text as one; where a sentence has no end, it is given one.
 * @param {...string} texts
 */
export function sentences(...texts) {
  return texts.filter(Boolean)
    .reduce((said, text) => (/[.!?…]$/.test(said) ? `${said} ${text}` : said ? `${said}. ${text}` : text), "");
}
