// Plain words for a color, and what a guess lacks: a help for people. The words follow bands of
// OKLab chosen by eye, and no rule of the game may depend on them. Every color has one name. What
// the words are in somebody's language, an argument says: `word` of a key and of what it holds.

import { difference, lightOf } from "./color.mjs";

/** OKLab (Björn Ottosson, 2020) of a color: lightness, a, b, chroma, and the hue in degrees. */
export function oklab(color) {
  const [red, green, blue] = lightOf(color);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const chroma = Math.sqrt(a * a + b * b);
  const hue = ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  return { lightness, a, b, chroma, hue, isGray: chroma < 0.02 || lightness < 0.15 };
}

/** Arcs of the hue circle, each to its end; some change their word with lightness. */
const BANDS = [
  { end: 12, name: "rose", light: ["pink", 0.72] },
  { end: 38, name: "red", light: ["pink", 0.75] },
  { end: 78, name: "orange", dark: ["brown", 0.6] },
  { end: 116, name: "yellow", dark: ["olive", 0.7] },
  { end: 134, name: "yellow-green" },
  { end: 158, name: "green" },
  { end: 185, name: "blue-green" },
  { end: 215, name: "cyan", dark: ["teal", 0.6] },
  { end: 238, name: "sky-blue" },
  { end: 260, name: "azure-blue" },
  { end: 285, name: "blue" },
  { end: 303, name: "violet" },
  { end: 320, name: "purple" },
  { end: 338, name: "magenta", dark: ["purple", 0.6] },
  { end: 360, name: "rose", light: ["pink", 0.72] },
];

/** The first word of a list of bounds and words that a number lies below. */
const below = (number, bands, last) => bands.find(([bound]) => number < bound)?.[1] ?? last;

function hueName({ hue, lightness }) {
  const { name, dark, light } = BANDS.find((band) => hue < band.end) ?? BANDS[0];
  if (dark && lightness < dark[1]) return dark[0];
  return light && lightness >= light[1] ? light[0] : name;
}

function adjective({ lightness, chroma }) {
  if (lightness < 0.4) return below(chroma, [[0.09, "dark-grayish"], [0.115, "dark"]], "deep");
  if (lightness < 0.8) return below(chroma, [[0.09, "grayish"], [0.115, ""]], bright(chroma));
  return below(chroma, [[0.09, "pale"], [0.115, "light"]], bright(chroma));
}
const bright = (chroma) => (chroma < 0.19 ? "strong" : "vivid");

/** A spoken name such as "strong azure blue", "brown" or "dark gray". */
export function nameOf(color, word) {
  const lab = oklab(color);
  if (lab.isGray) {
    const grays = [[0.2, "black"], [0.5, "dark-gray"], [0.72, "gray"], [0.96, "light-gray"]];
    return word(`hue.${below(lab.lightness, grays, "white")}`);
  }
  const [shade, hue] = [adjective(lab), word(`hue.${hueName(lab)}`)];
  return shade ? word(`shade.${shade}`, { hue }) : hue;
}

const LANDMARKS = [
  ["red", 29], ["yellow", 110], ["green", 142], ["cyan", 195], ["blue", 264], ["magenta", 328],
];

/** The hue to aim for: of those past the middle of the turn, the one nearest to its end. */
function landmark(hue, turn) {
  const direction = turn < 0 ? -1 : 1;
  let [best, least] = ["", Infinity];
  for (const [name, at] of LANDMARKS) {
    const ahead = ((at - hue) * direction + 360) % 360;
    const overshoot = Math.abs(ahead - Math.abs(turn));
    if (ahead > Math.abs(turn) / 2 && overshoot < least) [best, least] = [name, overshoot];
  }
  return best;
}

/** The changes in hue, strength and lightness, in this order; at least two of them. */
function changes(yours, target, word) {
  // OKLab gives chroma too little weight against lightness; doubling it is the usual correction.
  const strength = 2 * (target.chroma - yours.chroma);
  const lightness = target.lightness - yours.lightness;
  const change = (size, what) => ({ size: Math.abs(size), what });
  const by = (size, key) => change(size, word(`hint.${key}`));
  const toHue = (size, hue) => change(size, word("hint.more", { hue: word(`hue.${hue}`) }));
  const toLightness = by(lightness, lightness > 0 ? "lighter" : "darker");
  const less = target.isGray ? "grayer" : "weaker";
  const toStrength = by(strength, strength > 0 ? "stronger" : less);
  if (target.isGray) return [toStrength, toLightness];
  if (yours.isGray) return [toHue(strength, hueName(target)), toLightness];
  const around = target.hue - yours.hue;
  const turn = around > 180 ? around - 360 : around < -180 ? around + 360 : around;
  // ΔH² = Δa² + Δb² − ΔC²: what is left of the distance once chroma has had its share.
  const square = (target.a - yours.a) ** 2 + (target.b - yours.b) ** 2
    - (target.chroma - yours.chroma) ** 2;
  const size = 2 * Math.sqrt(Math.max(0, square));
  return [toHue(size, landmark(yours.hue, turn)), toStrength, toLightness];
}

const sized = ({ size, what }, word) =>
  size < 0.06 ? word("hint.little", { what }) : size < 0.25 ? what : word("hint.much", { what });

/** What a guess lacks, such as "a little more blue, and stronger"; "a match" below 1. */
export function hint(yours, target, word) {
  if (difference(yours, target) < 1000) return word("hint.match");
  const all = changes(oklab(yours), oklab(target), word);
  const sizes = all.map(({ size }) => size).sort((one, other) => other - one);
  // Whatever is largest gets said, however small it is; the next only if it shows.
  const least = Math.max(sizes[1], Math.min(sizes[0], 0.02));
  const [one, other] = all.filter(({ size }) => size >= least).map((item) => sized(item, word));
  return other ? word("hint.both", { one, other }) : one;
}
