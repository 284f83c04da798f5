// What one's own answers say about one's eye: by hue how far and to which side, how sure that is,
// the trend by week, and time against nearness. It compares a player with nobody else and knows no
// page. Invariant: all numbers are whole thousandths, computed in whole numbers and by a stated
// generator; so every implementation finds the same ones.

import { hexOf } from "../color/color.mjs";
import { dateOf, dayOf } from "../day.mjs";
import { modes } from "../rules/modes.mjs";
import { REASONS } from "./answers.mjs";
import { drawing } from "./chance.mjs";
import { colorOf, errorOf, GRAY, SECTORS } from "./errors.mjs";

/** Nothing is said before so many rounds, and nothing of a sector or a week before so many. */
export const NEEDED = 60;
export const NEEDED_HERE = 8;
/** How many weeks are told, the newest. */
const WEEKS = 12;
/** How many times answers are drawn again, and how many of those lie outside at each side. */
const DRAWS = 399;
const OUTSIDE = 10;
/** What the generator begins with. */
const SEED = 2_463_534_242;
/** A mean below this is on target, in thousandths of ΔE. */
const ON_TARGET = 500;
/** A weakness has to be so many margins away: 37 means are looked at, not one. */
const MARGINS = 2;
const PARTS = ["lightness", "chroma", "hue"];

const quotient = (dividend, divisor) => Math.floor((2 * dividend + divisor) / (2 * divisor));
const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
const meanOf = (numbers) => quotient(sumOf(numbers), numbers.length);
const inOrder = (numbers) => numbers.toSorted((one, other) => one - other);
function medianOf(numbers) {
  const sorted = inOrder(numbers);
  return quotient(sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1], 2);
}
/** How many rounds colors are of; a gradient has two. */
const roundsOf = (colors) => new Set(colors.map(({ round }) => round)).size;

/** The sums of all parts of as many errors, drawn again and again, in order. */
function drawnSums(errors) {
  const { length } = errors;
  const sums = PARTS.map(() => new Float64Array(DRAWS));
  const next = drawing(SEED);
  for (let draw = 0; draw < DRAWS; draw++) {
    let [lightness, chroma, hue] = [0, 0, 0];
    for (let count = 0; count < length; count++) {
      const { parts } = errors[next(length)];
      lightness += parts[0];
      chroma += parts[1];
      hue += parts[2];
    }
    [sums[0][draw], sums[1][draw], sums[2][draw]] = [lightness, chroma, hue];
  }
  return sums.map((values) => values.sort());
}

/** Mean, interval and spread of one part; `isWeak` is whether it is beyond zero and the average. */
function partOf(values, sums, average) {
  const n = values.length;
  const sum = sumOf(values);
  const bias = meanOf(values);
  // Few answers vary less than the eye they come from; so the interval is wider by (n + 1)/(n − 1).
  const end = (drawn, margins) => quotient(
    sum * (n - 1) + margins * (drawn - sum) * (n + 1), n * (n - 1));
  const [least, most] = [sums[OUTSIDE - 1], sums[DRAWS - OUTSIDE]];
  const isBeyond = end(least, MARGINS) > Math.max(0, average)
    || end(most, MARGINS) < Math.min(0, average);
  const squares = sumOf(values.map((value) => (value - bias) ** 2));
  return {
    bias, low: end(least, 1), high: end(most, 1),
    spread: Math.floor(Math.sqrt(squares / (n - 1)) + 0.5),
    isWeak: Math.abs(bias) >= ON_TARGET && isBeyond,
  };
}

/** The mean of colors in OKLab, as a color. */
function middleOf(labs) {
  const mean = (key) => sumOf(labs.map((lab) => lab[key])) / labs.length;
  return hexOf(colorOf({ lightness: mean("lightness"), a: mean("a"), b: mean("b") }));
}

function sectorOf(index, errors, averages) {
  const rounds = roundsOf(errors);
  if (rounds < NEEDED_HERE) return { color: SECTORS[index], rounds };
  const sums = drawnSums(errors);
  // A gray has neither chroma to lose nor a hue to turn.
  const parts = PARTS.slice(0, index === GRAY ? 1 : PARTS.length).map((name, at) =>
    [name, partOf(errors.map(({ parts: all }) => all[at]), sums[at], averages[at])]);
  return {
    color: SECTORS[index], rounds, median: medianOf(errors.map(({ apart }) => apart)),
    asked: middleOf(errors.map(({ asked }) => asked)),
    made: middleOf(errors.map(({ made }) => made)), ...Object.fromEntries(parts),
  };
}

/** Of all means that are beyond zero and the average, the largest; or null. */
function weaknessOf(sectors) {
  let found = null;
  for (const sector of sectors) {
    for (const part of PARTS) {
      const { bias, isWeak } = sector[part] ?? {};
      if (isWeak && (!found || Math.abs(bias) > Math.abs(found.bias))) {
        found = { color: sector.color, part, bias };
      }
    }
  }
  return found;
}

/** The Monday of a moment's week, in days since 1970, which began on a Thursday. */
const mondayOf = (moment) => {
  const day = dayOf(moment);
  return day - ((day + 3) % 7);
};

function weeksOf(errors) {
  const mondays = [...new Set(errors.map(({ began }) => mondayOf(began)))];
  return mondays.map((monday) => [monday, errors.filter(({ began }) => mondayOf(began) === monday)])
    .filter(([, colors]) => roundsOf(colors) >= NEEDED_HERE).slice(-WEEKS)
    .map(([monday, colors]) => ({
      monday: dateOf(monday), rounds: roundsOf(colors),
      median: medianOf(colors.map(({ apart }) => apart)),
    }));
}

/** The quickest third of all answers and the slowest. */
function paceOf(errors) {
  const sorted = errors.toSorted((one, other) => one.ms - other.ms);
  const third = Math.floor(sorted.length / 3);
  return [sorted.slice(0, third), sorted.slice(-third)].map((some) => ({
    ms: medianOf(some.map(({ ms }) => ms)), median: medianOf(some.map(({ apart }) => apart)),
  }));
}

/** Every color of some matches that says something, and how many rounds are left out, and why. */
function errorsIn(matches) {
  const leftOut = Object.fromEntries(REASONS.map((why) => [why, 0]));
  const errors = [];
  for (const { began, mode, rounds } of matches) {
    for (const round of rounds) {
      if (round.why) leftOut[round.why] += 1;
      else {
        round.asked.forEach((asked, at) => errors.push({
          ...errorOf(asked, round.made[at]), began, ms: round.ms, round,
          isRemembered: modes.get(mode).hidesAfter !== null,
        }));
      }
    }
  }
  return { errors, leftOut };
}

/**
 * The report of one's own matches, which are in the order in which they began. Colors that had to
 * be remembered are told apart.
 */
export function reportOf(matches) {
  const { errors: all, leftOut } = errorsIn(matches);
  const errors = all.filter(({ isRemembered }) => !isRemembered);
  const rounds = roundsOf(errors);
  const known = { rounds, needed: NEEDED, leftOut };
  if (rounds < NEEDED) return known;
  const averages = PARTS.map((_, at) => meanOf(errors.map(({ parts }) => parts[at])));
  const sectors = SECTORS.map((_, index) =>
    sectorOf(index, errors.filter(({ sector }) => sector === index), averages));
  const remembered = all.filter(({ isRemembered }) => isRemembered);
  const isTold = roundsOf(remembered) >= NEEDED_HERE;
  return {
    ...known, median: medianOf(errors.map(({ apart }) => apart)), sectors,
    weakness: weaknessOf(sectors), weeks: weeksOf(errors), pace: paceOf(errors),
    memory: {
      rounds: roundsOf(remembered),
      ...isTold && { median: medianOf(remembered.map(({ apart }) => apart)) },
    },
  };
}

/** What a drill is of: the weakness, else of all hues that speak the one that is farthest off. */
export function drilledIn({ sectors, weakness }) {
  if (weakness) return SECTORS.indexOf(weakness.color);
  const medians = sectors.slice(0, GRAY).map(({ median }) => median ?? -1);
  const most = Math.max(...medians);
  return most < 0 ? null : medians.indexOf(most);
}

/** Thousandths as they are written in a report for programs. */
const inUnits = (key, value) =>
  (typeof value !== "number" || ["rounds", "needed", ...REASONS].includes(key)
    ? key === "isWeak" ? undefined : value : value / 1000);
/** The report as a program reads it: seconds and ΔE, with three decimals. */
export const jsonOf = (report) => JSON.stringify(report, inUnits).replaceAll('"ms"', '"seconds"');
