// @ts-check
// The page's own words in the language of whoever reads them. What the program says comes in that
// language already.
//
// A message is written in English where it is shown: _("Move {number} of {total}", { number, total }).
// `make languages` collects the messages. Call _ when a text is shown, never when a module is loaded.

/** @typedef {Record<string, string | number>} Values */
/** @typedef {{ messages: Record<string, string | string[]>, forms: string }} Catalog `forms` has a
 * digit for each number of things from 0 to 199: which of the forms it takes. */

/** The key of the language that was chosen on the page. */
export const CHOSEN = "language";

/** The languages that there are, and what each is called in itself. */
export const languages = ["en", ...(globalThis.document?.documentElement.dataset.languages ?? "").split(" ").filter(Boolean)];

/** The language that is spoken: the chosen one, else the first of the browser's that there is. */
export const language = preferred(languages, [globalThis.localStorage?.getItem(CHOSEN) ?? "", ...(globalThis.document ? navigator.languages : [])]);

/** @type {Catalog} */
let catalog = { messages: {}, forms: "" };
if (language !== "en") {
  const answer = await fetch(`/page-${language}.json`);
  if (answer.ok) learn(await answer.json());
}

/**
 * Speak another language from now on.
 * @param {Catalog} translations
 */
export function learn(translations) {
  catalog = translations;
}

/**
 * The first language wanted that there is, else English.
 * @param {string[]} known
 * @param {readonly string[]} wanted
 */
export function preferred(known, wanted) {
  for (const code of wanted) {
    const [short] = code.split("-");
    const found = known.find((each) => each === code.replace("-", "_")) ?? known.find((each) => each === short);
    if (found) return found;
  }
  return "en";
}

/**
 * A message in the page's language.
 * @param {string} message
 * @param {Values} [values] Filled in where the message has their names in braces.
 */
export function _(message, values = {}) {
  const translated = catalog.messages[message] ?? message;
  return filled(typeof translated === "string" ? translated : translated[0], values);
}

/**
 * A message about a number of things, which is filled in as {number}.
 * @param {string} one
 * @param {string} many
 * @param {number} number
 * @param {Values} [values]
 */
export function plural(one, many, number, values = {}) {
  const forms = catalog.messages[one];
  const index = Number(catalog.forms[number < 200 ? number : 100 + (number % 100)] ?? 0);
  const translated = Array.isArray(forms) ? forms[index] : number === 1 ? one : many;
  return filled(translated, { number: number.toLocaleString(language.replace("_", "-")), ...values });
}

/**
 * @param {string} message
 * @param {Values} values
 */
function filled(message, values) {
  return message.replace(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces));
}
