// @ts-check
// How texts are put for people.

/** @type {Record<string, string>} */
const SPOKEN = { w: "White", b: "Black" };

/**
 * How a value is shown.
 * @param {string} text
 */
export function spoken(text) {
  return SPOKEN[text] ?? text.replaceAll("_", " ");
}

/**
 * Several pieces of text as one; where a sentence has no end, it is given one.
 * @param {...string} texts
 */
export function sentences(...texts) {
  return texts.filter(Boolean)
    .reduce((said, text) => (/[.!?…]$/.test(said) ? `${said} ${text}` : said ? `${said}. ${text}` : text), "");
}
