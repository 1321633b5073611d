// Makes elements; text always goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** An HTML element with attributes (true: present without a value; false, null: absent). */
export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** The element with that data-testid. */
export function byTestId(name) {
  return document.querySelector(`[data-testid="${name}"]`);
}

/** Set a text only where it changes, so that nothing is laid out or spoken again for nothing. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
