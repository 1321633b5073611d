// @ts-check
import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import globals from "globals";

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
  { files: ["companion/web/static/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["companion/web/static/sw.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["tests/**/*.{js,mjs}", "*.js"], languageOptions: { globals: globals.node } },
]);
