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

const asked = globalThis.document ? navigator.languages : [];

/** The language that is spoken: the chosen one, else the first of the browser's that there is. */
export const language = preferred(languages, [globalThis.document ? localStorage.getItem(CHOSEN) ?? "" : "", ...asked]);

/** The language as browsers name it; with the region of the reader, where that is known. */
const locale = asked.find((code) => code.split("-")[0] === language.split("_")[0]) ?? tag(language);

/** @type {Catalog} */
let catalog = { messages: {}, forms: "" };
if (language !== "en") {
  try {
    learn(await (await fetch(`/page-${language}.json`)).json());
  } catch {
    // The page then speaks English, which is better than nothing.
  }
}

/**
 * The name of a language as browsers have it, such as `pt-BR`.
 * @param {string} code
 */
export function tag(code) {
  return code.replace("_", "-");
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
  return filled(translated, { number, ...values });
}

/**
 * @param {string} message
 * @param {Values} values
 */
function filled(message, values) {
  return message.replace(/\{(\w+)\}/g, (braces, name) => {
    const value = values[name];
    return typeof value === "number" ? written(value) : value ?? braces;
  });
}

/**
 * A number as it is written in the page's language.
 * @param {number} number
 */
export function written(number) {
  return number.toLocaleString(locale);
}

/** What stands between a number and its decimals. */
export function decimal() {
  return written(1.5).replace(/\d/g, "");
}

/**
 * A date.
 * @param {string} date Such as `2026-11-20`.
 */
export function day(date) {
  const found = new Date(`${date}T00:00Z`);
  if (Number.isNaN(found.getTime())) return date;
  return found.toLocaleDateString(locale, { dateStyle: "medium", timeZone: "UTC" });
}

/**
 * A date and time.
 * @param {string} time Of a clock in UTC, such as `2026-11-20T15:30Z`.
 */
export function moment(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return date.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
}
