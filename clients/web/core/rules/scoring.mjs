// The numbers of the rules that are the same in every mode, as a proof and a replay ask for them: a
// race is told what follows from them by its server.

/** When a match without a last round ends all the same. */
export const ENDLESS_ROUNDS = 99;
/** Milliseconds from a countdown to the first round, and from a round to the next. */
export const COUNTDOWN = 3000;
export const INTERVAL = 5000;
/** What the others have left after the first lock. */
export const GRACE = 3000;
/** What lag can take off, and what of it comes back with every further round. */
export const LAG = { most: 150, refill: 50 };
/** Locks no further apart than this were made at the same time. */
export const TIE = 10;

/**
 * Whether a guess so many thousandths off looks like its target. Tiles are right or wrong, and no
 * line is between them.
 */
export const isGone = (mode, apart) => !mode.hasTiles && apart < 1000;

/** What a guess is worth that was locked after so long, out of a round of such a length. */
export function pointsOf(accuracy, elapsed, length) {
  const taken = Math.min(Math.max(elapsed, 0), length);
  return Math.floor((accuracy * (2 * length - taken) + length) / (2 * length));
}
