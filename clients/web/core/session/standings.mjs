// What follows from the results of rounds: who stands where, who had locked, who is left.

import { modes } from "../rules/modes.mjs";
import { isRacing, livesOf, newestScore } from "./room.mjs";

/** Whether a score is of a lock: without one its time is the end's, when nobody can lock. */
export const wasLocked = ({ settings }, { round }, { t }) =>
  t < modes.get(settings.mode).milliseconds(settings.time, round);

/** Whether a match was played here and every person who sat here has left. */
export const isDeserted = (room) => room.match !== null && room.seats.every(({ bot }) => bot);

/** Who stands where, best first: the server's places once there are any, before that totals. */
export function standings(match) {
  if (match.places.length > 0) return match.places;
  const { lives } = modes.get(match.settings.mode);
  const survived = (who) => {
    if (lives === null) return 0;
    if (isRacing(match, who)) return match.results.length;
    const last = match.results.findLast(({ scores }) => scores.some((score) => score.who === who));
    return (last?.round ?? 0) - (livesOf(match, who) === 0 ? 1 : 0);
  };
  const isPlaced = (who) => !(who in match.gone) || match.gone[who].isPutOut;
  const ranked = match.players.filter(isPlaced)
    .map((who, seat) => (
      { who, seat, survived: survived(who), total: newestScore(match, who)?.total ?? 0 }));
  const compared = (one, other) => other.survived - one.survived || other.total - one.total;
  return ranked.toSorted((one, other) => compared(one, other) || one.seat - other.seat)
    .map((racer) => ({
      place: ranked.filter((other) => compared(other, racer) < 0).length + 1,
      who: racer.who, total: racer.total,
    }));
}
