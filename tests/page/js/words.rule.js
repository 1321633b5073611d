// @ts-check
// A rule for eslint: words that people see or hear are messages, _("…") or plural("…", "…", number),
// where `make languages` finds them, and they are translated when they are shown.

/** @import { Rule } from "eslint" */
/** @typedef {any} Node Of the syntax tree. */

const ATTRIBUTES = new Set(["aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-roledescription"]);
const PROPERTIES = new Set(["textContent", "innerText", "ariaLabel", "title", "placeholder", "alt"]);
const MESSAGES = new Set(["_", "plural"]);
const WORD = /\p{L}/u;

/**
 * The texts in an expression that are shown as they are written.
 * @param {Node} node
 * @returns {Node[]}
 */
function texts(node) {
  switch (node?.type) {
    case "Literal": return typeof node.value === "string" && WORD.test(node.value) ? [node] : [];
    case "TemplateLiteral":
      return [...(node.quasis.some((/** @type {Node} */ { value }) => WORD.test(value.cooked)) ? [node] : []), ...node.expressions.flatMap(texts)];
    case "ConditionalExpression": return [...texts(node.consequent), ...texts(node.alternate)];
    case "LogicalExpression":
    case "BinaryExpression": return node.operator === "in" || /[=<>]/.test(node.operator) ? [] : [...texts(node.left), ...texts(node.right)];
    case "ArrayExpression": return node.elements.flatMap(texts);
    case "SpreadElement": return texts(node.argument);
    case "CallExpression": return node.callee.type === "MemberExpression" && node.callee.object.type === "ArrayExpression" ? texts(node.callee.object) : [];
    default: return [];
  }
}

/**
 * The name of a property, or of a key of an object.
 * @param {Node} key
 */
function nameOf(key) {
  return key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : "";
}

/**
 * Whether code runs while its module is loaded.
 * @param {Node} node
 */
function loads(node) {
  for (let around = node.parent, within = node; around; within = around, around = around.parent) {
    if (/Function/.test(around.type)) return false;
    if (around.type === "PropertyDefinition" && !around.static && around.value === within) return false;
  }
  return true;
}

/** @type {Rule.RuleModule} */
export const words = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      unmarked: 'words for people are messages: _("…"), or plural("…", "…", number)',
      early: "translate when a text is shown, not when a module is loaded",
      hidden: "`make languages` finds messages that are written out, and not within a template",
    },
  },
  create(context) {
    /** @param {Node} node */
    const check = (node) => {
      for (const text of texts(node)) context.report({ node: text, messageId: "unmarked" });
    };
    return {
      /** @param {Node} node */
      CallExpression(node) {
        const { callee, arguments: given } = node;
        if (callee.type === "Identifier") {
          if (callee.name === "say") check(given[1]);
          if (callee.name === "html" || callee.name === "svg") {
            for (const child of given.slice(2)) check(child);
            for (const { key, value } of given[1]?.type === "ObjectExpression" ? given[1].properties : []) {
              if (key && ATTRIBUTES.has(nameOf(key))) check(value);
            }
          }
          if (MESSAGES.has(callee.name)) {
            if (loads(node)) context.report({ node, messageId: "early" });
            const messages = given.slice(0, callee.name === "_" ? 1 : 2);
            const written = messages.every((/** @type {Node} */ { type, value }) => type === "Literal" && typeof value === "string");
            const inside = context.sourceCode.getAncestors(node).some(({ type }) => type === "TemplateLiteral");
            if (!written || inside) context.report({ node, messageId: "hidden" });
          }
        } else if (callee.type === "MemberExpression") {
          const method = nameOf(callee.property);
          if (method === "setAttribute" && ATTRIBUTES.has(given[0]?.value)) check(given[1]);
          if (["append", "prepend", "replaceChildren", "before", "after"].includes(method)) given.forEach(check);
        }
      },
      /** @param {Node} node */
      NewExpression({ callee, arguments: given }) {
        if (callee.name === "Error") check(given[0]); // what is wrong with the program has an error of another kind
      },
      /** @param {Node} node */
      AssignmentExpression({ left, right }) {
        if (left.type === "MemberExpression" && PROPERTIES.has(nameOf(left.property))) check(right);
      },
    };
  },
};
