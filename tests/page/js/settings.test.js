// @ts-check
import assert from "node:assert/strict";
import test from "node:test";

import { inWords, scaled } from "../../../companion/page/static/settings.js";
import { controlFields, controlText } from "../../../companion/page/static/timecontrol.js";

test("numbers come through their scale and back without noise", () => {
  for (const [value, scale] of [[0.35, 100], [0.07, 100], [4000, 0.001], [20, 0.001], [199, 0.001]]) {
    assert.equal(scaled(scaled(value, scale), 1 / scale), value);
  }
  assert.equal(scaled(0.29, 100), 29);
});

test("values in words", () => {
  assert.equal(inWords({ kind: "number", unit: "s", scale: 0.001 }, 4000), "4 s");
  assert.equal(inWords({ kind: "switch" }, false), "off");
  assert.equal(inWords({ kind: "clock" }, ""), "none");
  assert.equal(inWords({ kind: "choice" }, "safe"), "safe");
});

test("a clock fills the fields that make it", () => {
  for (const text of ["fischer 5+3", "bronstein 15+10", "move 30", "hourglass 2", "fischer 5+3, show", "fischer 1.5", ""]) {
    assert.equal(controlText({ ...controlFields(text), handicaps: [] }), text);
  }
  assert.equal(controlFields("sundial 3").kind, "");
  assert.equal(controlFields("fischer 5+3, white 2").base, "5");
});
