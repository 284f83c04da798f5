// What servers have said of the user's ratings, by family: the number, its margin, what the last
// match changed, and how many are missing until it counts. A board has the best hundred; this is
// for all others.

import { stored } from "./stored.mjs";

const place = stored("chromatch.ratings");
const isWhole = (value) => Number.isInteger(value) && Math.abs(value) < 1e6;

/** What is known of a family, or null. */
export function ratingOf(family) {
  const found = Object.hasOwn(place.value, family) ? place.value[family] : null;
  return found && [found.rating, found.delta, found.off, found.left].every(isWhole) ? found : null;
}

/** Remembers what RATED says. */
export function rememberRating(family, { rating, delta, off, left }) {
  place.value = { ...place.value, [family]: { rating, delta, off, left: left ?? 0 } };
}
