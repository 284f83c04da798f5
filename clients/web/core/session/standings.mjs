// What follows from the results of rounds: who stands where, who had locked, who is left, and which
// bot suits one from then on.

import { modes, swatchDifference, swatchOf } from "../rules/modes.mjs";
import { isDecided, isRacing, livesOf, modeOf, newestScore, targetOf } from "./room.mjs";

/** Whether a score is of a lock: without one its time is the end's, when nobody can lock. */
export const wasLocked = ({ settings }, { round }, { t }) =>
  t < modes.get(settings.mode).milliseconds(settings.time, round);

/** Who has locked in a round, in the order of their locks. */
export const lockOrder = ({ locks }) =>
  Object.keys(locks).toSorted((one, other) => locks[one].t - locks[other].t);

/** How far one's own sliders are from the target, in thousandths. */
export const ownApart = ({ room, sliders }) => swatchDifference(
  swatchOf(modeOf(room), sliders.guess, sliders.tiles), targetOf(room.match.round));

/**
 * The level of the bot that suits one after a match: a step up after one that one wins against
 * bots, a step down after one that one loses; the easiest at first, a fair one after other matches.
 * Ghosts are no bots: people moved them.
 */
export function suitedLevel({ match, seats, me }, level) {
  const { places } = match;
  const isAgainstBots = places.length > 1 && seats.every(({ who, bot, ghost }) =>
    who === me || (bot && !ghost));
  if (!isAgainstBots) return level ?? 2;
  const place = places.find(({ who }) => who === me)?.place;
  const step = place === 1 ? 1 : place === places.length ? -1 : 0;
  return Math.min(4, Math.max(1, (level ?? 1) + step));
}

/** The series that a room plays, its rows with their places as far as there is a table; or null. */
export function seriesOf(room) {
  const { series, settings } = room;
  if (!settings.series || settings.seats === 0 || modes.get(settings.mode).isDaily) return null;
  const isAhead = (one, other) =>
    one.wins > other.wins || (one.wins === other.wins && one.points > other.points);
  const rows = (series?.rows ?? []).map((row) => (
    { ...row, place: series.rows.filter((other) => isAhead(other, row)).length + 1 }));
  return {
    of: settings.series, played: series?.played ?? 0, rows,
    isStopped: series?.isStopped === true, isDecided: isDecided(room),
    champions: isDecided(room) ? rows.filter(({ place }) => place === 1) : [],
  };
}

/** Those whom a start waits for, and oneself: nobody waits for seats that are away or idle. */
export const awaited = ({ seats, me }) => seats.filter(({ who, awayUntil, isIdle }) =>
  awayUntil === null && (!isIdle || who === me));

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
