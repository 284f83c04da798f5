// What surrounds the screens on which nobody matches: a color, on which everything can be read.

import assert from "node:assert/strict";
import { test } from "node:test";

import { channelsOf } from "../../clients/web/core/color/color.mjs";
import { tintOf } from "../../clients/web/views/tint.mjs";

const luminance = (color) => channelsOf(color).reduce((sum, value, at) => {
  const share = value / 255;
  const light = share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  return sum + [0.2126, 0.7152, 0.0722][at] * light;
}, 0);

test("black and white can be read on every tint", () => {
  for (let number = 0; number < 4096; number++) {
    const digits = [8, 4, 0].map((by) => ((number >> by) & 15).toString(16).repeat(2));
    const color = `#${digits.join("")}`;
    const light = luminance(tintOf([color]));
    assert.ok((light + 0.05) / 0.05 >= 4.5, `black on the tint of ${color}`);
    assert.ok(1.05 / (light + 0.05) >= 4.5, `white on the tint of ${color}`);
  }
});

test("a tint has the hue of its color, and of several what is between them", () => {
  const [red, , blue] = channelsOf(tintOf(["#d8433b"]));
  assert.ok(red > blue + 20);
  assert.equal(tintOf(["#767676"]), tintOf(["#000000", "#ffffff"]));
});
