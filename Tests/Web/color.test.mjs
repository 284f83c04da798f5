// The browser's colors against published tables and against what Swift tabulates; and the color
// that surrounds the screens on which nobody matches, on which everything can be read.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as color from "../../clients/web/core/color/color.mjs";
import { channelsOf } from "../../clients/web/core/color/color.mjs";
import { hint, nameOf } from "../../clients/web/core/color/naming.mjs";
import { accuracyOf, modes, swatchOf } from "../../clients/web/core/rules/modes.mjs";
import { pointsOf } from "../../clients/web/core/rules/scoring.mjs";
import { MODES } from "../../clients/web/core/wire.mjs";
import { tintOf } from "../../clients/web/views/tint.mjs";
import { speak, word } from "../../clients/web/words.mjs";
import english from "../../clients/web/words/en-later.mjs";
import { table, textOf } from "./support/files.mjs";

/** Rows of plain numbers in a Swift list. */
const numbersIn = (text) => text.match(/-?\d+(?:\.\d+)?/g).map(Number);

test("CIEDE2000 of the 34 pairs of Sharma, Wu and Dalal", () => {
  const source = textOf("Tests/GameTests/Chroma/SharmaPairs.swift").split("let sharmaPairs = [")[1];
  const rows = source.match(/PublishedPair\([^)]*\)/g).map(numbersIn);
  assert.equal(rows.length, 34);
  for (const [l1, a1, b1, l2, a2, b2, expected] of rows) {
    const [one, other] = [[l1, a1, b1], [l2, a2, b2]];
    const text = `${one} to ${other}`;
    assert.equal(color.ciede2000(one, other).toFixed(4), expected.toFixed(4), text);
    assert.equal(color.ciede2000(other, one).toFixed(4), expected.toFixed(4), text);
  }
});

test("grays are neutral to the last bit, and black and white are 100 apart", () => {
  for (let channel = 0; channel < 256; channel++) {
    const [, a, b] = color.labOf([channel, channel, channel]);
    assert.deepEqual([a, b], [0, 0]);
  }
  assert.equal(color.difference([0, 0, 0], [255, 255, 255]), 100_000);
  assert.equal(color.difference([58, 103, 140], [58, 103, 140]), 0);
});

test("every channel of HSB and CMYK is what exact fractions round to", () => {
  for (let hue = 0; hue < 360; hue += 7) {
    for (let saturation = 0; saturation <= 100; saturation += 5) {
      for (let brightness = 0; brightness <= 100; brightness += 5) {
        const value = [hue, saturation, brightness];
        const made = color.fromHSB(value);
        assert.deepEqual(color.fromHSB(color.toHSB(made)), made, `${value}`);
      }
    }
  }
  assert.deepEqual(color.fromHSB([13, 70, 78]), [199, 90, 60]);
  assert.deepEqual(color.fromCMYK([0, 0, 0, 26]), [189, 189, 189]);
  for (let gray = 0; gray < 256; gray++) {
    const inks = color.toCMYK([gray, gray, gray]);
    assert.deepEqual(inks.slice(0, 3), [0, 0, 0]);
  }
  for (const made of [[198, 91, 60], [255, 0, 0], [1, 2, 3], [250, 251, 252]]) {
    const again = color.fromCMYK(color.toCMYK(made));
    assert.ok(again.every((channel, at) => Math.abs(channel - made[at]) <= 1), `${made}`);
  }
});

test("accuracy is that of the server's table, at both sides of every bound", () => {
  const source = textOf("Sources/Game/Round/Accuracy.swift")
    .split("static let farthest: [Int] = [")[1];
  const farthest = numbersIn(source);
  assert.equal(farthest.length, 1000);
  farthest.forEach((bound, lost) => {
    assert.equal(accuracyOf(bound), 1000 - lost, `${bound}`);
    if (bound < 999_999) assert.ok(accuracyOf(bound + 1) < 1000 - lost, `${bound + 1}`);
  });
});

test("points of the specification's example", () => {
  assert.equal(pointsOf(1000, 4950, 30_000), 918);
  const target = color.channelsOf("#0bb16e");
  const apart = color.difference([11, 190, 110], target);
  assert.equal(apart, 4032);
  assert.equal(pointsOf(accuracyOf(apart), 30_000, 30_000), 450);
});

test("modes start where the specification says", () => {
  const rows = textOf("protocol/README.md").split("### Modes")[1].split("###")[0]
    .matchAll(/^\| `([a-z]+)` \| .*\| `([0-9,]+)` \|$/gm);
  const starts = Object.fromEntries(Array.from(rows, ([, name, start]) => [name, start]));
  for (const [name, mode] of modes) {
    assert.equal(mode.start.join(","), starts[name], name);
    assert.ok(swatchOf(mode, mode.start), name);
  }
});

test("the page knows a mode wholly or not at all", () => {
  const known = [...modes.keys()];
  assert.deepEqual(known, MODES);
  const named = Object.keys(english).filter((key) => key.startsWith("mode."));
  assert.deepEqual(named, known.map((name) => `mode.${name}`));
  const drawn = new Set(table("protocol/vectors/challenges.tsv").map((row) => row.mode));
  for (const name of known) assert.ok(drawn.has(name), name);
});

test("the usual rounds, seconds and seats are the specification's", () => {
  const text = textOf("protocol/README.md");
  for (const [name, mode] of modes) {
    const pattern = `^\\| \`${name}\` \\| (\\d+) × (\\d+) s \\| 1–(\\d) \\|.*$`;
    const row = new RegExp(pattern, "m").exec(text);
    assert.deepEqual(row.slice(1).map(Number), [mode.rounds, mode.seconds, mode.seats], name);
    const cells = row[0].split("|").map((cell) => cell.trim());
    assert.equal(mode.ringsBell, cells[5] === "yes", name);
    assert.equal(mode.isSecret, cells[6] === "no", name);
  }
});

test("names and hints are those of the terminal", () => {
  speak("en", english);
  const source = textOf("Tests/GameTests/Chroma/WordsTests.swift");
  const names = Array.from(source.matchAll(/\("(#[0-9a-f]{6})", "([a-z ]+)"\)/g));
  assert.ok(names.length > 20);
  for (const [, hex, name] of names) assert.equal(nameOf(color.channelsOf(hex), word), name, hex);
  const hex = "(#[0-9a-f]{6})";
  const triple = new RegExp(`\\("${hex}", "${hex}", "([a-z ,]+)"\\)`, "g");
  const hints = Array.from(source.matchAll(triple));
  assert.ok(hints.length > 10);
  for (const [, yours, target, text] of hints) {
    assert.equal(hint(color.channelsOf(yours), color.channelsOf(target), word), text);
  }
});

test("every target of the challenges is its answer's color", () => {
  const rows = table("protocol/vectors/challenges.tsv").filter((row) => modes.has(row.mode));
  for (const row of rows) {
    const answer = row.answer.split(",").map(Number);
    const tiles = row.tiles.split(",").filter(Boolean);
    const colors = [row.target, row.to].filter(Boolean);
    assert.deepEqual(swatchOf(modes.get(row.mode), answer, tiles), colors, row.REASON);
  }
});

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
