// QR codes against those that the terminal's are compared with: what the Python package qrcode
// makes of the same texts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { pathOf, qrOf } from "../../clients/web/core/qr.mjs";
import { textOf } from "./support/files.mjs";

const hex = (digits) => BigInt(`0x${digits.replaceAll("_", "")}`);
const source = textOf("Tests/TerminalUITests/Kit/QRCodeTests.swift");

test("the squares that others make", () => {
  const rows = source.match(/"[#.]{21}"/g).map((row) => row.slice(1, -1));
  const { size, dark } = qrOf("chromatch", 3);
  assert.equal(size, 21);
  assert.equal(Array.from(dark, (square) => (square ? "#" : ".")).join(""), rows.join(""));
});

test("every version filled to the brim", () => {
  const cases = Array.from(
    source.matchAll(/\("([xy])", (\d+), (\d+), (\d+), 0x([0-9a-f_]+)\)/g),
    ([, letter, count, ...numbers]) =>
      [letter.repeat(Number(count)), ...numbers.slice(0, 2).map(Number), hex(numbers[2])]);
  assert.equal(cases.length, 15);
  for (const [text, version, mask, sum] of cases) {
    const { size, dark } = qrOf(text, mask);
    assert.equal(size, 17 + 4 * version);
    const seen = dark.reduce(
      (hash, square) => BigInt.asUintN(64, (hash ^ BigInt(square)) * 0x100000001b3n),
      0xcbf29ce484222325n);
    assert.equal(seen, sum, `${text[0]} ${version}`);
  }
});

test("the mask is one of the eight, and a text that is too long has no code", () => {
  const best = qrOf("http://192.168.1.20:7313/#WAVE");
  const all = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => qrOf("http://192.168.1.20:7313/#WAVE", mask));
  assert.ok(all.some(({ dark }) => dark.join() === best.dark.join()));
  assert.equal(qrOf("x".repeat(272)), null);
});

test("the outline holds as many squares as are dark", () => {
  const code = qrOf("chromatch");
  const runs = Array.from(pathOf(code, 2).matchAll(/h(\d+)v/g), ([, run]) => Number(run));
  const dark = code.dark.reduce((sum, square) => sum + square, 0);
  assert.equal(runs.reduce((sum, run) => sum + run, 0), dark);
});
