// @ts-check
// Makes elements; text always goes in as text, never as markup.

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {Element} T
 * @param {T} made
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/**
 * An HTML element with attributes (true: present without a value; false, null: absent).
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 */
export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * The element with that data-testid. Throws if there is none of that kind.
 * @template {HTMLElement} T
 * @overload
 * @param {string} name
 * @param {new () => T} kind
 * @returns {T}
 */
/**
 * @overload
 * @param {string} name
 * @returns {HTMLElement}
 */
/**
 * @param {string} name
 * @param {new () => HTMLElement} kind
 */
export function byTestId(name, kind = HTMLElement) {
  const found = document.querySelector(`[data-testid="${name}"]`);
  if (!(found instanceof kind)) throw new TypeError(`the page has no ${kind.name} with data-testid="${name}"`);
  return found;
}

/**
 * The element where an event happened; null where that is no element.
 * @param {Event} event
 */
export function source({ target }) {
  return target instanceof HTMLElement || target instanceof SVGElement ? target : null;
}

/**
 * A value that is there by now. Throws if it is not.
 * @template T
 * @param {T | null | undefined} value
 * @returns {T}
 */
export function known(value) {
  if (value === null || value === undefined) throw new TypeError("used before it was there");
  return value;
}

/**
 * Set a text only where it changes, so that nothing is laid out or spoken again for nothing.
 * @param {Node} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
