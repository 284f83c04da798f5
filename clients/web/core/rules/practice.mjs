// The pair on the first page, which works at once, without a name or a server: a target, three
// sliders, and how far they are apart.

import { channelsOf, difference, hexOf } from "../color/color.mjs";
import { START_COLOR, modes } from "./modes.mjs";

/** Colors to begin with, far from gray and from each other. */
const TARGETS = [
  "#c65b3c", "#1f7a74", "#e0a93b", "#4c3f91", "#8fb04a", "#3e7ba3", "#a34f63", "#2f8f6b",
];

/** What is practiced is rgb. */
export const PRACTICE_MODE = modes.get("rgb");

/** A pair that nobody has touched, the so-manieth. */
export const practiceOf = (number) =>
  ({ number, target: TARGETS[number % TARGETS.length], guess: channelsOf(START_COLOR) });

/** One's own color, and how far it is from the target in thousandths. */
export function seenIn({ target, guess }) {
  return { own: hexOf(guess), apart: difference(guess, channelsOf(target)) };
}
