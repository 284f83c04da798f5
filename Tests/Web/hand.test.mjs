// Hands of the browser client: drags, keys, the wheel and tiles, as numbers.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as hand from "../../clients/web/core/input/hand.mjs";
import * as tiles from "../../clients/web/core/input/tiles.mjs";
import * as wheel from "../../clients/web/core/input/wheel.mjs";
import { modes } from "../../clients/web/core/rules/modes.mjs";

const [red] = modes.get("rgb").channels;
const [hue, saturation, brightness] = modes.get("hsb").channels;

test("a press at the knob takes hold of it, elsewhere the knob comes", () => {
  const track = { width: 279, inset: 12, value: 100, channel: red };
  assert.equal(hand.grab({ ...track, x: 112 + 20 }).value, 100);
  assert.equal(hand.grab({ ...track, x: 112 + 60 }).value, 160);
  assert.equal(hand.grab({ ...track, x: -50 }).value, 0);
  assert.equal(hand.grab({ ...track, x: 900 }).value, 255);
});

test("a drag gears down when it is pulled away, and loses nothing by rounding", () => {
  const start = hand.grab({ x: 112, width: 279, inset: 12, value: 100, channel: red });
  assert.equal(hand.pull(start, 152, 0, false).value, 140);
  assert.equal(hand.pull(start, 152, 50, false).value, 110);
  assert.equal(hand.pull(start, 152, 150, false).value, 103);
  assert.equal(hand.pull(start, 152, 0, true).value, 110);
  let slow = start;
  for (let x = 113; x <= 128; x++) slow = hand.pull(slow, x, 150, false);
  assert.equal(slow.value, 101);
  assert.equal(hand.pull(start, 4000, 0, false).value, 255);
});

test("a track without width does not divide by nothing", () => {
  const drag = hand.grab({ x: 0, width: 0, inset: 12, value: 7, channel: red });
  assert.ok(Number.isInteger(hand.pull(drag, 3, 0, false).value));
});

test("keys step by one and ten, hue goes round, others stop", () => {
  const press = (channel, value, key, isShift = false) =>
    hand.keyed(channel, value, { key, isShift });
  assert.equal(press(red, 7, "ArrowRight"), 8);
  assert.equal(press(red, 7, "ArrowLeft", true), 0);
  assert.equal(press(red, 250, "PageUp"), 255);
  assert.equal(press(hue, 359, "ArrowRight"), 0);
  assert.equal(press(hue, 3, "PageDown"), 353);
  assert.equal(press(saturation, 3, "Home"), 0);
  assert.equal(press(saturation, 3, "End"), 100);
  assert.equal(press(red, 3, "x"), null);
  assert.equal(hand.scrolled(red, 5, -120), 6);
  assert.equal(hand.scrolled(red, 5, 0), 5);
});

test("a held key moves and types on, and locks, leaves and presses once", () => {
  for (const key of ["Enter", " ", "Escape", "m", "x", "s", "o", "f", "d"]) {
    assert.ok(hand.actsOnce(key, false), key);
  }
  for (const key of ["ArrowLeft", "PageUp", "7", "Backspace", ".", "-", "]", "u", "Tab"]) {
    assert.ok(!hand.actsOnce(key, false), key);
  }
  assert.ok(hand.actsOnce("Enter", true) && !hand.actsOnce("x", true) && !hand.actsOnce(" ", true));
});

test("up and down lead round the channels", () => {
  assert.equal(hand.neighbor(3, 2, "ArrowDown"), 0);
  assert.equal(hand.neighbor(3, 0, "ArrowUp"), 2);
});

test("digits make a number of the channel", () => {
  const type = (channel, keys) =>
    [...keys].reduce((digits, key) => hand.typed(channel, digits, key), "");
  assert.equal(type(red, "183"), "183");
  assert.equal(type(red, "2561"), "61");
  assert.equal(type(red, "007"), "7");
  assert.equal(hand.typed(red, "18", "Backspace"), "1");
});

test("a typed hue goes round, as the arrows do", () => {
  const enter = (channel, keys) =>
    hand.entered(channel, [...keys].reduce((digits, key) => hand.typed(channel, digits, key), ""));
  const hues = [["359", 359], ["360", 0], ["361", 1], ["400", 40], ["720", 0], ["999", 279],
    ["0360", 0], ["3607", 7]];
  for (const [keys, value] of hues) assert.equal(enter(hue, keys), value, keys);
  assert.equal(enter(saturation, "100"), 100);
  assert.equal(enter(saturation, "101"), 1, "101 begins anew with its last digit");
});

test("each place of the wheel is one of the grid and comes back", () => {
  for (let degrees = 0; degrees < 360; degrees += 5) {
    for (const percent of [20, 55, 100]) {
      assert.deepEqual(wheel.onWheel(...wheel.placeOf(degrees, percent)), [degrees, percent]);
    }
  }
  assert.deepEqual(wheel.onWheel(3, 0), [0, 100]);
  assert.deepEqual(wheel.onWheel(0, 0), [0, 0]);
});

test("keys on the wheel", () => {
  const channels = [hue, saturation, brightness];
  const press = (values, key, isShift = false) =>
    wheel.wheelKeyed(channels, values, { key, isShift }, 200);
  assert.deepEqual(press([0, 50, 70], "."), [1, 50, 70]);
  assert.deepEqual(press([0, 50, 70], "-"), [0, 49, 70]);
  assert.deepEqual(press([0, 50, 70], "{"), [0, 50, 60]);
  assert.deepEqual(press([0, 50, 70], "ArrowRight"), [0, 51, 70]);
  assert.deepEqual(press([0, 50, 70], "ArrowLeft", true), [0, 45, 70]);
  assert.deepEqual(press([120, 0, 70], "ArrowUp"), [90, 1, 70]);
  assert.equal(press([0, 50, 70], "x"), null);
});

test("tiles have keys and neighbors", () => {
  assert.equal(tiles.tileOf("1", 4), 1);
  assert.equal(tiles.tileOf("=", 12), 12);
  assert.equal(tiles.tileOf("5", 4), null);
  assert.equal(tiles.tileOf("", 4), null);
  assert.equal(tiles.tileToward(1, "ArrowDown", 12, 4), 5);
  assert.equal(tiles.tileToward(1, "ArrowUp", 12, 4), 1);
});

test("no track is of one color all along, wherever the others stand", () => {
  for (const name of ["rgb", "hsb", "cmyk"]) {
    const { channels, model } = modes.get(name);
    for (const share of [0, 0.1, 0.5, 0.9, 1]) {
      const values = channels.map(({ most }) => Math.round(share * most));
      const colors = channels.map(({ most }, at) => [0, 1 / 3, 2 / 3].map((part) => {
        const shown = hand.painted(channels, values, at);
        return model.mix(shown.with(at, Math.round(part * most))).join();
      }));
      colors.forEach((stops, at) => {
        const isInkOnInk = name === "cmyk" && channels[at].word === "black" && share > 0.85;
        if (!isInkOnInk) assert.equal(new Set(stops).size, 3, `${name} ${values} ${at}`);
      });
    }
  }
  const { channels } = modes.get("hsb");
  assert.deepEqual(hand.painted(channels, [200, 50, 60], 0), [200, 50, 60], "else it is true");
});
