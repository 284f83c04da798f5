// What servers have said of the user's ratings, by family: the number, its margin, what the last
// match changed, and how many are missing until it counts. A board has the best hundred; this is
// for all others.

import { attempt } from "./memory.mjs";

const PLACE = "chromatch.ratings";
const isWhole = (value) => Number.isInteger(value) && Math.abs(value) < 1e6;

let kept = null;

/** What is known of a family, or null. */
export function ratingOf(family) {
  kept ??= attempt(() => JSON.parse(localStorage.getItem(PLACE))) ?? {};
  const found = Object.hasOwn(kept, family) ? kept[family] : null;
  return found && [found.rating, found.delta, found.off, found.left].every(isWhole) ? found : null;
}

/** Remembers what RATED says. */
export function rememberRating(family, { rating, delta, off, left }) {
  ratingOf(family);
  kept = { ...kept, [family]: { rating, delta, off, left: left ?? 0 } };
  attempt(() => localStorage.setItem(PLACE, JSON.stringify(kept)));
}
