// Twenty colors of one sector to practice on, without a clock, a room or a server, and what became
// of them. Nothing of it is kept: without hurry it would not be the same eye. Invariant: the same
// sector and seed give the same colors.

import { channelsOf, difference, fromHSB, hexOf } from "../color/color.mjs";
import { START_COLOR } from "../rules/modes.mjs";
import { drawing } from "./chance.mjs";
import { errorOf, GRAY, sectorOf, SECTORS } from "./errors.mjs";
import { drilledIn } from "./report.mjs";

/** How many colors a drill has, and how many are tried for one that is in the sector. */
export const DRILLED = 20;
const TRIES = 10_000;
/** A color nearer than this to where all sliders start is none to practice on. */
const NEAR_START = 15_000;

const quotient = (dividend, divisor) => Math.floor((2 * dividend + divisor) / (2 * divisor));

/**
 * A drill of what a report says is weakest, or null where it says nothing: its `color` and `part`,
 * how far that was off `before` (without a part, the median), its `targets`, and what was `made`.
 */
export function drillOf(report, seed) {
  const index = report.sectors ? drilledIn(report) : null;
  if (index === null) return null;
  const draw = drawing((Math.imul(seed, 2_654_435_761) | 1) >>> 0);
  const next = (least, most) => least + draw(most - least + 1);
  const strengths = index === GRAY ? [0, 8] : [10, 100];
  const targets = [];
  for (let tries = 0; tries < TRIES && targets.length < DRILLED; tries++) {
    const color = fromHSB([next(0, 359), next(...strengths), next(25, 100)]);
    const isFar = index === GRAY || difference(color, channelsOf(START_COLOR)) >= NEAR_START;
    if (isFar && sectorOf(hexOf(color)) === index) targets.push(hexOf(color));
  }
  const { weakness, sectors } = report;
  return {
    color: SECTORS[index], part: weakness?.part ?? null,
    before: weakness?.bias ?? sectors[index].median, targets, made: [],
  };
}

/** How far off the part was in a drill, or the median; null before anything was made. */
export function drilledNow({ part, targets, made }) {
  if (made.length === 0) return null;
  const errors = made.map((color, at) => errorOf(targets[at], color));
  if (part) {
    const at = ["lightness", "chroma", "hue"].indexOf(part);
    return quotient(errors.reduce((sum, { parts }) => sum + parts[at], 0), errors.length);
  }
  const sorted = errors.map(({ apart }) => apart).sort((one, other) => one - other);
  return quotient(sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1], 2);
}
