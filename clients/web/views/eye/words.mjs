// What a report of an eye says in words. It says "make" and never "see": eye, hand, screen and
// hurry are in every answer, and nobody is told that they cannot see.

import { tenths } from "../../core/rules/modes.mjs";
import { decimal, word } from "../../words.mjs";

/** A mean below this is on target, in thousandths of ΔE. */
const ON_TARGET = 500;

/** A sentence in which a number and its ΔE stay in one line. */
export const unbroken = (text) => text.replaceAll(" ΔE", "\u00a0ΔE");
/** Thousandths of ΔE without their sign, as people read them. */
export const size = (thousandths) => decimal(tenths(Math.abs(thousandths)));
const seconds = (ms) => `${decimal(Math.floor(ms / 100) / 10)} s`;

export const hueOf = (color) => word(`sector.${color}`);
/** The same at the beginning of a sentence. */
export function titleOf(color) {
  const name = hueOf(color);
  return name[0].toUpperCase() + name.slice(1);
}

/** Back and onward: to which side a hue is turned, by sector. */
const TURNS = {
  pink: ["blue", "yellow"], red: ["blue", "yellow"], orange: ["red", "yellow"],
  amber: ["red", "green"], lime: ["yellow", "green"], green: ["yellow", "blue"],
  teal: ["green", "blue"], cyan: ["green", "blue"], azure: ["green", "red"],
  blue: ["green", "red"], violet: ["blue", "red"], magenta: ["blue", "red"],
};

/** To which side an answer is off. */
export function towardOf(color, part, bias) {
  const isMore = bias > 0;
  const sides = { lightness: ["dark", "light"], chroma: ["gray", "strong"], hue: TURNS[color] };
  return word(`toward.${sides[part][isMore ? 1 : 0]}`);
}

export const isSure = ({ low, high }) => low > 0 || high < 0;
/** A bias that is sure and not next to nothing, else 0. */
export const sureBias = (mean) =>
  (isSure(mean) && Math.abs(mean.bias) >= ON_TARGET ? mean.bias : 0);

/** The part of a sector that is sure and most off, or null. */
function mostOf(sector) {
  const parts = ["lightness", "chroma", "hue"]
    .filter((part) => sector[part] && isSure(sector[part]))
    .sort((one, other) => Math.abs(sector[other].bias) - Math.abs(sector[one].bias));
  return parts[0] ?? null;
}

/** To which side a sector is off, or that it is on target, or that nothing is sure. */
export function verdictOf(sector) {
  if (!("median" in sector)) return word("eye.few-here");
  const part = mostOf(sector);
  if (!part) return word("eye.unsure");
  const { bias } = sector[part];
  if (Math.abs(bias) < ON_TARGET) return word("eye.true");
  return `${towardOf(sector.color, part, bias)} ${size(bias)}`;
}

/** What there is to say that is most of use. */
export function headlineOf({ rounds, needed, sectors, weakness }) {
  if (!sectors) return word("eye.few", { of: needed, n: rounds });
  if (!weakness) return word("eye.none");
  const { color, part, bias } = weakness;
  return word("eye.weak", {
    color: titleOf(color), size: size(bias), toward: towardOf(color, part, bias),
  });
}

/** How sure that is, and how all colors are. */
export function detailsOf({ sectors, weakness, median }) {
  const hues = sectors.filter((sector) => "median" in sector && sector.color !== "gray");
  const best = hues.toSorted((one, other) => one.median - other.median)[0];
  const all = best ? [word("eye.all", {
    median: size(median), color: hueOf(best.color), best: size(best.median),
  })] : [];
  if (!weakness) return all;
  const { rounds, [weakness.part]: mean } = sectors.find(({ color }) => color === weakness.color);
  const [low, high] = [mean.low, mean.high].map(Math.abs).sort((one, other) => one - other);
  return [word("eye.margin", { low: size(low), high: size(high), rounds }), ...all];
}

/** Trend, pace, memory, and what is left out, as far as there is something to say. */
export function factsOf({ weeks, pace: [quick, slow], memory, leftOut }) {
  const facts = [];
  if (weeks.length > 1) {
    const [first, last] = [weeks[0], weeks.at(-1)].map(({ median }) => size(median));
    facts.push(word("eye.trend", { first, last }));
  }
  facts.push(
    word("eye.quick", { time: seconds(quick.ms), apart: size(quick.median) }),
    word("eye.slow", { time: seconds(slow.ms), apart: size(slow.median) }));
  if ("median" in memory) {
    facts.push(word("eye.memory", { apart: size(memory.median), rounds: memory.rounds }));
  }
  return [...facts, ...leftOutOf({ leftOut })];
}
export const leftOutOf = ({ leftOut }) =>
  (Object.values(leftOut).some(Boolean) ? [word("eye.left", leftOut)] : []);
