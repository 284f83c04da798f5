// What differs between one kind of round and another: its channels or tiles, what a guess looks
// like, how it is judged and what of it others may see. It knows no players, no clock and no page.
// Invariant: nobody else asks which mode it is; a mode is a row of `modes`.

import {
  channelsOf, difference, fromCMYK, fromHSB, gradientDifference, hexOf, rounded, toCMYK, toHSB,
} from "../color/color.mjs";

/** Where all sliders start, as nearly as their grid has it. */
export const START_COLOR = "#bcbcbc";
export const TOLERANCES = { easy: 8000, normal: 5000, hard: 3000 };
/** How long a miss freezes a lock, in milliseconds. */
export const FREEZE = 1500;

const channel = (letter, word, most, { unit = "", wraps = false, drawn } = {}) =>
  ({ letter, word, least: 0, most, unit, wraps, drawn: drawn ?? [0, most] });

const LIGHTS = [["R", "red"], ["G", "green"], ["B", "blue"]]
  .map(([letter, word]) => channel(letter, word, 255));
const HUES = [
  channel("H", "hue", 359, { unit: "°", wraps: true }),
  channel("S", "saturation", 100, { unit: "%", drawn: [10, 100] }),
  channel("B", "brightness", 100, { unit: "%", drawn: [25, 100] }),
];
const INKS = [["C", "cyan"], ["M", "magenta"], ["Y", "yellow"], ["K", "black"]]
  .map(([letter, word]) =>
    channel(letter, word, 100, { unit: "%", drawn: letter === "K" ? [0, 50] : [0, 100] }));

const BY_LIGHT = { channels: LIGHTS, mix: (values) => values, nearest: (color) => color };
const BY_HUE = { channels: HUES, mix: fromHSB, nearest: toHSB };
const BY_INK = { channels: INKS, mix: fromCMYK, nearest: toCMYK };

/** Accuracy by thousandths of ΔE: `1000 / (1 + (max(0, ΔE − 1) / 12)^1.6)`, rounded half up. */
export const accuracyOf = (thousandths) =>
  Math.floor(1000 / (1 + (Math.max(0, thousandths / 1000 - 1) / 12) ** 1.6) + 0.5);

const shrunk = (number, percent, rounds) => {
  let left = number;
  // Long before so many rounds it has shrunk as far as it may.
  for (let round = 0; round < Math.min(rounds, 64); round++) {
    left = Math.floor((left * percent) / 100);
  }
  return left;
};

const USUAL = {
  seats: 8, rounds: 5, seconds: 30, isFixed: false, isDaily: false, hidesAfter: null,
  isSecret: false, ringsBell: true, lives: null, hasTiles: false,
  accuracy: accuracyOf,
  tolerance: (level) => TOLERANCES[level],
  milliseconds: (seconds) => seconds * 1000,
};

/** A mode whose sliders make one color. A swatch is a list of colors: one, or a gradient's ends. */
const sliders = (name, model, changes = {}) => ({
  ...USUAL, name, model, channels: model.channels,
  start: model.nearest(channelsOf(START_COLOR)),
  swatch: (values) => [hexOf(model.mix(values))],
  ...changes,
});

const gradient = {
  ...USUAL, name: "gradient", model: BY_HUE, seconds: 60,
  channels: [1, 2].flatMap((end) => HUES.map((hue) => ({ ...hue, end }))),
  start: [...toHSB(channelsOf(START_COLOR)), ...toHSB(channelsOf(START_COLOR))],
  swatch: (values) => [values.slice(0, 3), values.slice(3)].map((end) => hexOf(fromHSB(end))),
};

const tiles = {
  ...USUAL, name: "tiles", model: null, rounds: 8, seconds: 15, isSecret: true, hasTiles: true,
  channels: [channel("tile", "tile", 12)],
  start: [0],
  swatch: ([number], offered) =>
    (number === 0 ? [START_COLOR] : number <= offered.length ? [offered[number - 1]] : null),
  accuracy: (thousandths) => (thousandths === 0 ? 1000 : 0),
  tolerance: () => 0,
};

const arcade = {
  rounds: 1, seconds: 40, lives: 3, ringsBell: false,
  milliseconds: (seconds, round) => Math.max(shrunk(seconds * 1000, 92, round - 1), 5000),
  tolerance: (level, round) => Math.max(shrunk(TOLERANCES[level], 94, round - 1), 1000),
};

/** Every mode by its name, in the order in which they are offered. */
export const modes = new Map([
  sliders("rgb", BY_LIGHT),
  sliders("hsb", BY_HUE),
  sliders("cmyk", BY_INK),
  gradient,
  tiles,
  sliders("memory", BY_HUE, { hidesAfter: 3000, isSecret: true }),
  sliders("arcade", BY_LIGHT, arcade),
  sliders("daily", BY_HUE, { seats: 1, isFixed: true, isDaily: true }),
].map((mode) => [mode.name, mode]));

/** What a guess looks like among those tiles; null when it is not on the grid. */
export function swatchOf(mode, guess, offered = []) {
  const isOnGrid = guess.length === mode.channels.length
    && guess.every((value, at) => value >= 0 && value <= mode.channels[at].most);
  return isOnGrid ? mode.swatch(guess, offered) : null;
}

/** The guess whose swatch comes nearest to one; without a swatch, where all sliders start. */
export const guessOf = (mode, swatch) =>
  swatch?.flatMap((color) => mode.model.nearest(channelsOf(color))) ?? mode.start;

/** How far two swatches are apart, in thousandths; by five stops where one is a gradient. */
export function swatchDifference(one, other) {
  const [colors, others] = [one.map(channelsOf), other.map(channelsOf)];
  if (colors.length === 1 && others.length === 1) return difference(colors[0], others[0]);
  const ends = (all) => [all[0], all.at(-1)];
  return gradientDifference(ends(colors), ends(others));
}

/** How near a swatch is, 0 to 100, as MOVE says it. */
export const nearness = (mode, swatch, target) =>
  Math.floor(mode.accuracy(swatchDifference(swatch, target)) / 10);

/** ΔE for the screen: one decimal, halves up. */
export const tenths = (thousandths) => rounded(thousandths, 100) / 10;

/** A round, or how it was announced, by so much later. */
export const heldRound = (round, by) => ({
  ...round, opens: round.opens + by, closes: round.closes + by, late: round.late + by,
  hides: round.hides === null ? null : round.hides + by,
});
