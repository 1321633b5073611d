// @ts-check
// How texts are put for people.

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
