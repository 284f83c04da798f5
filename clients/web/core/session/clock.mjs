// What time it is at the server, from questions and answers that both took a while. It reads no
// clock: every moment is handed in. Of the samples that are remembered the one with the shortest
// round trip is believed, because the least of it can have been spent on one way alone.

const SAMPLES = 32;
const UNANSWERED = 8;
/** Questions right after connecting, the pause between them, and the pause after them, in ms. */
const BURST = 5;
const BURST_PAUSE = 100;
const PAUSE = 5_000;

/** A clock that nothing is known of; its offset turns a local moment into the server's. */
export const unknownClock = {
  offset: 0, roundTrip: null, samples: [], questions: [], made: 0, burst: 0, next: null,
};

/** Begins a burst of questions; what was known stays until the first answer. */
export const starting = (clock, now) =>
  ({ ...clock, samples: [], questions: [], burst: BURST, next: now });

/** Asks no more: the connection is lost. */
export const stopped = (clock) => ({ ...clock, questions: [], next: null });

/** A question that goes out now, and its number. */
export function asked(clock, now) {
  const number = clock.made + 1;
  const burst = Math.max(0, clock.burst - 1);
  const questions = [...clock.questions, { number, at: now }].slice(-UNANSWERED);
  const next = now + (burst > 0 ? BURST_PAUSE : PAUSE);
  return [{ ...clock, made: number, questions, burst, next }, number];
}

/**
 * Takes the answer to a question.
 *
 * @param isHeld whether the offset must not move now, because a round is on.
 */
export function answered(clock, number, serverNow, now, isHeld) {
  const question = clock.questions.find((item) => item.number === number);
  if (!question) return clock;
  const roundTrip = Math.max(0, now - question.at);
  const sample = { roundTrip, offset: serverNow - (question.at + roundTrip / 2) };
  const samples = [sample, ...clock.samples].slice(0, SAMPLES);
  const questions = clock.questions.filter((item) => item !== question);
  const isFirst = clock.roundTrip === null;
  if (isHeld && !isFirst) return { ...clock, questions, samples };
  const best = samples.reduce((one, other) => (other.roundTrip < one.roundTrip ? other : one));
  return { ...clock, questions, samples, offset: best.offset, roundTrip: best.roundTrip };
}

/** The server's moment at a local one. */
export const serverAt = (clock, local) => local + clock.offset;
