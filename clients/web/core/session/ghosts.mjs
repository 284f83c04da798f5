// Ghost races: who of a match is a ghost, and how somebody stands against the best of them, round
// by round. It knows no page and no record.
// Invariant: the leads of a duel add up to what its totals differ by, where both played each round.

import { newestScore, personOf } from "./room.mjs";
import { standings } from "./standings.mjs";

/** The act that races a match of the server's log, at once. */
export const racing = (ghost) => ({ settings: { ghost }, isAtOnce: true });

/** The ghosts of the newest match, in seat order: the best of then first. */
export const ghostsOf = (room) =>
  (room.match?.players ?? []).filter((who) => personOf(room, who)?.ghost);

/** Who rang the bell: the first to lock, and in a ghost race the first of the ghosts. */
export const ringerOf = (room, order) => {
  const ghosts = ghostsOf(room);
  return order.find((who) => ghosts.length === 0 || ghosts.includes(who)) ?? null;
};

/**
 * How somebody stands against the best ghost; null where there is none, or nobody who races it.
 *
 * @returns `who` it is, oneself or the best of those who are no ghosts, and the `rival`; the
 *   `totals` of both; and the `leads` of who over the rival, by round, null in a round without a
 *   score of both.
 */
export function duelOf(room) {
  const { match, me } = room;
  const ghosts = ghostsOf(room);
  if (ghosts.length === 0) return null;
  const placed = standings(match).map((standing) => standing.who);
  const live = placed.filter((who) => !ghosts.includes(who));
  const who = live.includes(me) ? me : live[0];
  const rival = placed.find((one) => ghosts.includes(one));
  if (!who || !rival) return null;
  const leads = match.results.map(({ scores }) => {
    const [own, other] = [who, rival].map((one) => scores.find((score) => score.who === one));
    return own && other ? own.points - other.points : null;
  });
  return {
    who, rival, leads, totals: [who, rival].map((one) => newestScore(match, one)?.total ?? 0),
  };
}
