// What a round asks, drawn from the match's seed and everybody's nonces, as the specification says
// under "How challenges are drawn". It knows no players, scores or lines.
// Invariant: the same seed, nonces, round, level and streak give the same challenge.

import { channelsOf, difference, fromHSB, hexOf } from "../color/color.mjs";
import { VIEWS } from "../color/eyes.mjs";
import { bytesOf, hmac } from "../crypto/hashing.mjs";
import { swatchDifference } from "./modes.mjs";

/** How often a target that is of no use is drawn at all. */
const DRAWS = 16;
/** A target nearer to the start than this would nearly lock itself. */
const FROM_START = 15_000;
const BETWEEN_ENDS = 20_000;

/** The random numbers of one round: each call gives one from a range, ends included. */
function stream(seed, nonces, round) {
  const key = hmac(seed, bytesOf(["round", round, ...nonces].join(" ")));
  let block = null;
  let blocks = 0;
  let at = 4;
  return (least, most) => {
    if (at === 4) {
      const bytes = hmac(key, bytesOf(String(blocks++)));
      block = new DataView(bytes.buffer);
      at = 0;
    }
    const number = block.getBigUint64(8 * at++);
    return least + Number((number * BigInt(most - least + 1)) >> 64n);
  };
}

const valuesOf = (draw, channels) => channels.map(({ drawn }) => draw(...drawn));

/** Values for a mode of sliders, again while they are of no use. */
function drawSliders(draw, mode) {
  const start = mode.swatch(mode.start);
  let answer;
  for (let tries = 0; tries < DRAWS; tries++) {
    answer = valuesOf(draw, mode.channels);
    const target = mode.swatch(answer);
    const isApart = target.length === 1
      || difference(...target.map(channelsOf)) >= BETWEEN_ENDS;
    if (isApart && swatchDifference(target, start) >= FROM_START) break;
  }
  return { answer, target: mode.swatch(answer), tiles: [] };
}

/** Two rounds each of 4, 6 and 9 tiles, then 12. */
const tileCount = (round) => [4, 6, 9, 12][Math.min(Math.floor((round - 1) / 2), 3)];

function tileDistance(level, streak) {
  let distance = (30_000 * { easy: 150, normal: 100, hard: 70 }[level]) / 100;
  for (let round = 0; round < Math.min(streak, 32); round++) {
    distance = Math.floor((distance * 85) / 100);
  }
  return Math.max(distance, APART);
}
const APART = 3_000;

/** The first color on a straight way out that is far enough; null when there is none of use. */
function outward(target, direction, distance) {
  const at = (steps) => {
    const color = target.map((channel, index) =>
      Math.min(255, Math.max(0, channel + Math.trunc((direction[index] * steps) / 100))));
    return { color, away: difference(color, target) };
  };
  let [near, far] = [0, 512];
  let best = at(far);
  if (best.away < distance) return null;
  while (far - near > 1) {
    const middle = Math.floor((near + far) / 2);
    const found = at(middle);
    if (found.away < distance) near = middle;
    else [far, best] = [middle, found];
  }
  return best.away <= Math.floor((distance * 5) / 4) + 500 ? best.color : null;
}

function otherTiles(draw, count, target, level, streak) {
  const views = VIEWS.map((view) => ({ view, target: view(target) }));
  const tiles = [];
  let distance = tileDistance(level, streak);
  const isCrowded = distance < 12_000;
  for (let tries = 1; tries <= 1_024 && tiles.length < count; tries++) {
    if (tries % 32 === 0) {
      distance = Math.floor(isCrowded ? (distance * 8) / 7 : (distance * 7) / 8);
    }
    const direction = [draw(-100, 100), draw(-100, 100), draw(-100, 100)];
    const color = outward(target, direction, distance);
    const isApart = color && tiles.every((tile) => difference(tile, color) >= APART)
      && views.every((eyes) => difference(eyes.view(color), eyes.target) >= APART);
    if (isApart) tiles.push(color);
  }
  return tiles;
}

function drawTiles(draw, { round, level, streak }) {
  const target = fromHSB([draw(0, 359), draw(15, 90), draw(35, 90)]);
  const tiles = otherTiles(draw, tileCount(round) - 1, target, level, streak);
  const place = draw(1, tiles.length + 1);
  tiles.splice(place - 1, 0, target);
  return { answer: [place], target: [hexOf(target)], tiles: tiles.map(hexOf) };
}

/**
 * The challenge of a round.
 *
 * @param seed 32 bytes.
 * @param nonces as COUNTDOWN has them.
 * @param course the round from 1, the level, and how many rounds went without a fault before.
 * @returns the answer, the target's colors, and the tiles.
 */
export function challengeOf(mode, seed, nonces, course) {
  const draw = stream(seed, nonces, course.round);
  return mode.hasTiles ? drawTiles(draw, course) : drawSliders(draw, mode);
}

/** The color that everybody's sliders start at, as ROUND says it. */
export const startColorOf = (mode) => mode.swatch(mode.start, [])[0];
