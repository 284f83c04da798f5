// What a hand means on the wheel: a disk of radius 1, x right and y up; red at the right, the hue
// growing against the clock. It knows no element, no event and no clock.
// Invariant: what comes out is on the grid of hue, saturation and brightness.

import { stepped } from "./hand.mjs";

/** How far the loupe stands above a finger, in CSS pixels. */
export const ABOVE_FINGER = 104;

/** The hue and saturation of a place; outside of the disk its rim counts. */
export function onWheel(x, y) {
  const distance = Math.min(Math.hypot(x, y), 1);
  if (distance === 0) return [0, 0];
  const degrees = Math.round((Math.atan2(y, x) * 180) / Math.PI);
  return [(degrees + 360) % 360, Math.round(100 * distance)];
}

/** Where a hue and a saturation lie. */
export const placeOf = (hue, saturation) => {
  const angle = (hue * Math.PI) / 180;
  return [(Math.cos(angle) * saturation) / 100, (Math.sin(angle) * saturation) / 100];
};

const WHEEL_KEYS = {
  ",": [0, -1], ".": [0, 1], "-": [1, -1], "=": [1, 1], "[": [2, -1], "]": [2, 1],
  "{": [2, -10], "}": [2, 10],
};
const AROUND = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** What a key does to hue, saturation and brightness on the wheel; null for none. */
export function wheelKeyed(channels, values, { key, isShift }, radius) {
  if (key in WHEEL_KEYS) {
    const [at, by] = WHEEL_KEYS[key];
    return values.with(at, stepped(channels[at], values[at], by));
  }
  if (!(key in AROUND)) return null;
  const [x, y] = placeOf(values[0], values[1]);
  // A pixel, but never less than what the grid can show.
  const step = (isShift ? 5 : 1) * Math.max(1 / radius, 0.01);
  const [hue, saturation] = onWheel(x + AROUND[key][0] * step, y + AROUND[key][1] * step);
  return [saturation === 0 ? values[0] : hue, saturation, values[2]];
}
