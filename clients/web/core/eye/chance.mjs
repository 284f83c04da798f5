// The generator of one's own eye, the same in every implementation: xorshift32 (Marsaglia 2003),
// shifts 13, 17 and 5. Invariant: the same seed, which is not 0, gives the same numbers.

/** Draws one number after the other: whole, from 0, and less than what it is asked for. */
export function drawing(seed) {
  let state = seed;
  return (count) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return Math.floor((state * count) / 4_294_967_296);
  };
}
