// What is to be heard, and when: a function of the model before and after something happened. It
// makes no sound; `sound.mjs` plays what is named here. Moments are local ones. What lies ahead is
// planned with the audio clock and disappears when it becomes untrue; what has happened may sound
// for 1.5 s, later it is history.
// Invariants: nothing is heard twice, however often the room is told anew; nothing is heard of a
// target but what a room with help tells of it anyway.

import { REFUSED_WITHIN } from "./crowd/crowd.mjs";
import { swatchDifference, swatchOf } from "./rules/modes.mjs";
import { PRACTICE_MODE, seenIn } from "./rules/practice.mjs";
import { isGone } from "./rules/scoring.mjs";
import { delayOf, hasLocked, roomTime, roundOf } from "./session/model.mjs";
import { modeOf, targetOf } from "./session/room.mjs";
import { ownApart, wasLocked } from "./session/standings.mjs";

/** How long before a round opens and before it closes there is a tick, in milliseconds. */
const COUNTED = [3000, 2000, 1000];
/** How late something can still be heard; what is told later is history. */
const LATE = 1500;
/** A move of a moment that nobody hears. */
const SLIP = 20;
/** How fast the tones beat at most, in hertz. */
const BEAT = 12;

/** The local moment at which the room is seen as it was at a moment of the server's. */
const localTime = (model, moment) => moment - model.clock.offset + delayOf(model);

/** Whether there is anybody to hear it, and anything to hear. */
export const isHeard = ({ profile, isVisible, room, practice }) =>
  profile.sound === true && isVisible && (room !== null || practice !== null);

const isPracticed = ({ practice }) =>
  practice !== null && isGone(PRACTICE_MODE, seenIn(practice).apart);

/**
 * What is to be heard when one model has become another.
 *
 * @param before the model that was heard last; null when nothing was.
 * @returns `begin`: the names of sounds, each with its moment and an `id` where it lies ahead;
 *   `end`: the ids of those that lie ahead no more.
 */
export function soundsBetween(before, after, now) {
  const [known, planned] = [before ? ahead(before) : new Map(), ahead(after)];
  const begin = before && isHeard(after) ? happened(before, after, now) : [];
  const end = [];
  for (const [id, cue] of planned) {
    const old = known.get(id);
    const isKept = old && (old.at <= now || Math.abs(old.at - cue.at) <= SLIP);
    if (!isKept && cue.at > now) begin.push({ id, ...cue });
  }
  for (const [id, cue] of known) {
    const next = planned.get(id);
    if (cue.at > now && !(next && Math.abs(next.at - cue.at) <= SLIP)) end.push(id);
  }
  return { begin, end };
}

/** What lies ahead as long as nothing changes, by name and the room's moment. */
function ahead(model) {
  const cues = new Map();
  const match = model.room?.match;
  if (!isHeard(model) || !match || match.isOver) return cues;
  const add = (name, moment, id = moment) =>
    cues.set(`${name} ${id}`, { name, at: localTime(model, moment) });
  const { round } = match;
  const opens = round?.opens ?? match.opens;
  if (opens !== null) {
    for (const left of COUNTED) add("tick", opens - left);
    // A round has one, also when it opens later than promised.
    add("start", opens, match.results.length);
  }
  const own = round ? ownLock(model) : null;
  if (own !== null) {
    add(isNowGone(round, model) ? "gone" : "lock", round.opens + own + REFUSED_WITHIN, "own");
  } else if (round && !hasLocked(model)) {
    for (const left of COUNTED) add("last", round.closes - left);
  }
  return cues;
}

/** When one who plays along without a seat locked: nobody says so, unless it is refused. */
const ownLock = ({ room, sliders }) =>
  (room.role === "watcher" && sliders?.isLocking ? sliders.t : null);

/** What has just happened: a bell, one's own lock, a line that went, a refusal, the end. */
function happened(before, after, now) {
  const names = [];
  const isTold = after.noticesMade > before.noticesMade;
  if (isTold && after.notice.code === "too-far") names.push("far");
  if (!after.room && isPracticed(after) && !isPracticed(before)) names.push("gone");
  const [was, is] = [before.room?.match, after.room?.match];
  if (is && was && before.room.code === after.room.code && was.number === is.number) {
    if (was.round) names.push(...heardOf(was.round, after, now));
    if (isOneAtEnd(was, after, now)) names.push("gone");
    if (is.isOver && !was.isOver) names.push("over");
  }
  return names.map((name) => ({ name, at: now }));
}

/** What was new of a round; with one's own lock it may be over already. */
function heardOf(before, model, now) {
  const { match } = model.room;
  const { me } = model;
  const moment = roomTime(model, now) - before.opens;
  const isFresh = (t) => moment - t <= LATE;
  const names = [];
  const mine = lockOf(match, before.round, me);
  if (mine !== null && !(me in before.locks) && isFresh(mine)) {
    names.push(isNowGone(before, model) ? "gone" : "lock");
  } else if (mine === null && match.round?.round !== before.round && isNowGone(before, model)) {
    names.push("gone");
  }
  const round = match.round?.round === before.round ? match.round : null;
  const isBell = round?.hasRung && !before.hasRung;
  const first = Math.min(...Object.values(round?.locks ?? {}).map(({ t }) => t));
  if (isBell && isFresh(first)) names.push("bell");
  return names;
}

/**
 * Whether a cell that was not locked turns out to be one with the target; of a room that is told
 * anew that is history.
 */
function isOneAtEnd({ results: known }, { room, since }, now) {
  const result = room.match.results.at(-1);
  const yours = result?.yours;
  if (!yours || known.find(({ round }) => round === result.round)?.yours) return false;
  return now - since > LATE && isGone(modeOf(room), yours.de)
    && !wasLocked(room.match, result, yours);
}

/** Whether one's own guess looks like the target, as it counts: after a lock, or at the end. */
function isNowGone({ round: number }, model) {
  const { match } = model.room;
  const mode = modeOf(model.room);
  const result = match.results.findLast(({ round }) => round === number);
  if (result) {
    const score = result.scores.find(({ who }) => who === model.me);
    return score !== undefined && isGone(mode, score.de);
  }
  return model.sliders !== null && isGone(mode, ownApart(model));
}

/** When somebody locked in a round, in milliseconds of it; null when they did not. */
function lockOf(match, number, who) {
  if (match.round?.round === number) return match.round.locks[who]?.t ?? null;
  const result = match.results.findLast(({ round }) => round === number);
  const score = result?.scores.find((item) => item.who === who);
  return score && wasLocked(match, result, score) ? score.t : null;
}

/**
 * The line between target and guess for ears: two tones, whose beat slows as it fades. Only a room
 * with help has it, and while the target can be seen.
 *
 * @param old the tones before: of the same colors they need not be worked out again.
 * @returns from when until when, and the beat in hertz, 0 where nobody can tell the two; or null.
 */
export function toneOf(model, old = null) {
  const { sliders } = model;
  const round = roundOf(model);
  if (!isHeard(model) || !round || !sliders || sliders.isLocking || hasLocked(model)) return null;
  const mode = modeOf(model.room);
  if (!model.room.match.settings.assist || mode.hasTiles) return null;
  const target = targetOf(round);
  const colors = `${mode.name} ${sliders.guess} ${target}`;
  return {
    from: localTime(model, round.opens),
    until: localTime(model, Math.min(round.closes, round.hides ?? Infinity)),
    beat: old?.colors === colors ? old.beat : beatOf(swatchOf(mode, sliders.guess), target),
    colors,
  };
}

function beatOf(own, target) {
  const over = Math.max(0, swatchDifference(own, target) / 1000 - 1);
  return Math.min(BEAT, 1.5 * Math.sqrt(over));
}
