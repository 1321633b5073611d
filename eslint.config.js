// @ts-check
import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import globals from "globals";

import { words } from "./tests/page/js/words.rule.js";

export default defineConfig([
  { ignores: [".venv/", "build/", "dist/", "**/*.d.ts"] },
  {
    files: ["**/*.js", "**/*.mjs"],
    extends: [js.configs.recommended],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "no-implicit-coercion": "error",
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["companion/page/static/*.js"],
    languageOptions: { globals: globals.browser },
    plugins: { companion: { rules: { words } } },
    rules: { "companion/words": "error" },
  },
  { files: ["companion/page/static/language.js"], rules: { "companion/words": "off" } }, // it takes messages from index.html
  { files: ["companion/page/static/sw.js"], languageOptions: { globals: globals.serviceworker }, rules: { "companion/words": "off" } },
  { files: ["tests/**/*.{js,mjs}", "*.js"], languageOptions: { globals: globals.node } },
]);
