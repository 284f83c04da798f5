// A room as a client in it knows it, folded from the server's messages one after another: who
// sits there, how it is set, the present or last match. It decides nothing; locks, scores and
// places are the server's. Moments are the server's, too.
// Invariants: an event that was folded already, by its number, changes nothing; a client that got
// the room as it is knows the same as one that saw it all, but for the misses of past rounds.

import { FREEZE, heldRound, modes, nearness, swatchOf } from "../rules/modes.mjs";

/** How many players who left are remembered by name, and how many lines for the proof. */
const FORMER = 64;
const LINES = 20_000;

/**
 * A room that one has just come into: the picture of it follows.
 *
 * @param before the room one knew until now; what the same room told stays known.
 */
export function entered(message, me, before) {
  const { room: code, role, n } = message;
  const isSame = before?.code === code;
  return {
    code, role, me, last: n, settings: null, seats: [], former: [], host: null, commit: null,
    watchers: 0, match: null, reactions: {}, called: null, startsAt: null, series: null,
    /** The match for which the server told one's own share of the randomness otherwise. */
    wronged: isSame ? before.wronged : null,
    played: isSame ? before.played : null,
    log: isSame ? [...before.log, message] : [message],
    /** The newest of what a module that comes later understands, by verb. */
    unheard: {},
  };
}

/** The log of a match to come: as it begins, and cut where it is long. `log.mjs` replaces both. */
export const LOGS = {
  begun: ({ settings }, commit) => [{ ...settings, n: null }, { ...commit, n: null }],
  brief: (room) => room.log,
};

// Asking.

export const seatOf = (room, who) => room.seats.find((seat) => seat.who === who) ?? null;
/** The player who sits there or sat there, by number. */
export const personOf = (room, who) =>
  seatOf(room, who) ?? room.former.find((seat) => seat.who === who) ?? null;
export const modeOf = (room) => modes.get(room.match?.settings.mode ?? room.settings.mode);
export const isRunning = (room) => room.match !== null && !room.match.isOver;
/** Whether seats may change hands. */
export const isBetweenRounds = (room) => !isRunning(room) || room.match.round === null;
export const isHost = (room) => room.host === room.me;

/** What somebody was last given. */
export const newestScore = (match, who) =>
  match.results.findLast(({ scores }) => scores.some((score) => score.who === who))
    ?.scores.find((score) => score.who === who) ?? null;
/** How many lives somebody has left; null where nobody has any. */
export const livesOf = (match, who) => {
  const { lives } = modes.get(match.settings.mode);
  return lives === null ? null : newestScore(match, who)?.lives ?? lives;
};
/** Whether somebody may play the rounds to come. */
export const isRacing = (match, who) =>
  match.players.includes(who) && !(who in match.gone) && livesOf(match, who) !== 0;
/** Whether one plays the match that is on. */
export const amRacing = (room) =>
  room.role === "player" && isRunning(room) && isRacing(room.match, room.me);
/** Whether somebody hosts the room who has no seat in it, and whether that is oneself. */
export const amPresenting = (room) =>
  room.role === "watcher" && room.settings.present && isHost(room);
/** Whether one's moves count in the match that is on: on a seat, or while one looks on, live. */
export const mayPlay = (room) => amRacing(room) || (room.role === "watcher" && isRunning(room)
  && room.me !== null && !room.settings.delay && !room.settings.rated && !amPresenting(room));
/** Until when somebody's lock is frozen, by the server's clock; null when it is not. */
export const frozenUntil = (round, who) =>
  (who in round.misses ? round.opens + round.misses[who].t + FREEZE : null);
/** Whether nobody can catch up any more in the series that is on, or it has been played. */
export const isDecided = ({ series, settings }) =>
  series !== null && (series.played >= settings.series
    || series.rows.some(({ wins }) => 2 * wins > settings.series));
export const targetOf = (round) => [round.target, round.to].filter(Boolean);

// Folding.

const changedSeat = (room, who, change) => ({
  ...room,
  seats: room.seats.map((seat) => (seat.who === who ? { ...seat, ...change } : seat)),
});

const NOBODYS = { isReady: false, isSealed: false, awayUntil: null, isIdle: false };

const HAPPENS = {
  ROOM: (room, settings) => ({
    ...room, settings, series: room.settings?.series === settings.series ? room.series : null,
  }),
  SERIES: (room, { played, players, wins, points, stopped }) => ({
    ...room, series: {
      played, isStopped: stopped,
      rows: players.map((who, at) => ({ who, wins: wins[at], points: points[at] })),
    },
  }),
  SEAT: (room, { said, n, ...person }) => {
    const { who } = person;
    const former = room.former.filter((seat) => seat.who !== who);
    if (seatOf(room, who)) return { ...changedSeat(room, who, person), former };
    return { ...room, former, seats: [...room.seats, { ...person, ...NOBODYS }] };
  },
  AWAY: (room, { who, until }) =>
    changedSeat({ ...room, called: null }, who, { awayUntil: until, isIdle: false }),
  BACK: (room, { who }) => changedSeat(room, who, { awayUntil: null }),
  GONE: gone,
  IDLE: (room, { who, on }) => changedSeat(room, who, { isIdle: on }),
  HOSTED: (room, { who }) => ({ ...room, host: who }),
  READIED: (room, { who, on, nonce, seal }) =>
    changedSeat(
      { ...room, called: nonce && seal ? room.called : null }, who,
      { isReady: on, isSealed: seal !== null && nonce === null }),
  COMMIT: (room, message) => {
    const isNext = room.match?.isOver && message.match > room.match.number;
    if (!isNext || room.commit?.match === message.match) return { ...room, commit: message };
    return {
      ...room, commit: message, played: { match: room.match.number, log: room.log },
      log: LOGS.begun(room, message),
    };
  },
  STARTS: (room, { at }) => ({ ...room, startsAt: at }),
  REVEAL: (room, { players }) => ({ ...room, called: players, startsAt: null }),
  COUNTDOWN: (room, { match, opens, players }) => ({
    ...room, called: null, startsAt: null, series: isDecided(room) ? null : room.series,
    seats: room.seats.map((seat) => ({ ...seat, isReady: false, isSealed: false })),
    former: room.former.filter(({ who }) => players.includes(who)),
    match: {
      number: match, settings: room.settings, players, opens, round: null, results: [], places: [],
      isOver: false, seed: null, proof: null,
      gone: Object.fromEntries(
        players.filter((who) => !seatOf(room, who)).map((who) => [who, { isPutOut: false }])),
    },
  }),
};

function gone(room, { who, why }) {
  const seat = seatOf(room, who);
  if (!seat) return room;
  const isPutOut = why === "kicked" || why === "banned";
  const { match } = room;
  const isInIt = match && !match.isOver && match.players.includes(who) && !(who in match.gone);
  return {
    ...room, called: null,
    seats: room.seats.filter((other) => other !== seat),
    former: [...room.former, { ...seat, why }].slice(-FORMER),
    host: room.host === who ? null : room.host,
    series: without(room.series, who),
    match: isInIt ? { ...match, gone: { ...match.gone, [who]: { isPutOut } } } : match,
  };
}

/** The table of a series without somebody who has left, as long as it is of anybody. */
function without(series, who) {
  const rows = series?.rows.filter((row) => row.who !== who) ?? [];
  return rows.length > 0 ? { ...series, rows } : null;
}

/** Where everybody stands when a round is announced, as far as that may be seen. */
function firstMoves(match, round) {
  const mode = modes.get(match.settings.mode);
  if (mode.isSecret) return {};
  const colors = [round.start, ...swatchOf(mode, mode.start).slice(1)];
  const near = nearness(mode, colors, targetOf(round));
  const racing = match.players.filter((who) => isRacing(match, who));
  return Object.fromEntries(racing.map((who) => [who, { near, colors }]));
}

const inRound = (match, change) =>
  (match.round ? { ...match, round: { ...match.round, ...change(match.round) } } : match);

const PLAYS = {
  ROUND: (match, message) => ({
    ...match, opens: null,
    round: {
      ...message, hasRung: false, locks: {}, misses: {}, moves: firstMoves(match, message),
    },
  }),
  LOCKED: (match, { who, t, lag }) =>
    inRound(match, ({ locks }) => ({ locks: { ...locks, [who]: { t, lag } } })),
  MISSED: (match, { who, t }) =>
    inRound(match, ({ misses }) =>
      ({ misses: { ...misses, [who]: { t, count: (misses[who]?.count ?? 0) + 1 } } })),
  BELL: (match, { closes }) => inRound(match, () => ({ closes, hasRung: true })),
  HELD: (match, { by, until }) => {
    const round = match.round && { ...heldRound(match.round, by), resumes: until };
    return { ...match, round, opens: match.opens === null ? null : match.opens + by, until };
  },
  SHUT: (match, { round, answer, next }) => {
    const start = match.round?.round === round ? match.round : null;
    const tiles = start?.tiles ?? [];
    const target = swatchOf(modes.get(match.settings.mode), answer, tiles)
      ?? (start ? targetOf(start) : null);
    const result =
      { round, answer, target, tiles, scores: [], next, misses: start?.misses ?? {} };
    return { ...match, round: null, opens: next, results: [...match.results, result] };
  },
  SCORE: (match, score) => {
    const result = match.results.at(-1);
    if (!result) return match;
    return { ...match, results: match.results.with(-1, addedTo(result, score)) };
  },
  /** What those who look on made of the round together, and the best of them. */
  TOGETHER: (match, together) =>
    ({ ...match, results: match.results.with(-1, { ...match.results.at(-1), together }) }),
  BEST: (match, one) => (one.round > 0
    ? { ...match, results: match.results.with(-1, withBest(match.results.at(-1), one)) }
    : withBest(match, one)),
  OVER: (match) => ({ ...match, opens: null, round: null, isOver: true }),
  PLACE: (match, { place, who, total }) =>
    ({ ...match, places: [...match.places, { place, who, total }] }),
  SEED: (match, { seed }) => ({ ...match, seed }),
};
const withBest = (of, one) => ({ ...of, best: [...of.best ?? [], one] });
const addedTo = (result, score) => ({ ...result, scores: [...result.scores, score] });

/** What is not numbered and is never part of the room's history; what comes later adds to it. */
export const PASSES = {
  WATCHERS: (room, { count }) => ({ ...room, watchers: count }),
  MOVE: (room, { who, near, color, to }) => {
    const { match } = room;
    if (!match?.round || !(who in match.round.moves)) return room;
    const move = { near, colors: [color, to].filter(Boolean) };
    const moves = { ...match.round.moves, [who]: move };
    return { ...room, match: { ...match, round: { ...match.round, moves } } };
  },
};

/** The room after a message; what is not about a room changes nothing else. */
export function folded(room, message) {
  const { said, n } = message;
  if (said in PASSES) return PASSES[said](room, message);
  const isPlay = said in PLAYS;
  if (!isPlay && !(said in HAPPENS)) {
    return { ...room, unheard: { ...room.unheard, [said]: message } };
  }
  // A picture begins with how the room is set: nothing can be understood before.
  if ((n !== null && n <= room.last) || (!room.settings && said !== "ROOM")) return room;
  const before = LOGS.brief(room);
  const log = before.length < LINES ? [...before, message] : before;
  const next = { ...room, log, last: n ?? room.last };
  if (!isPlay) return HAPPENS[said](next, message);
  return next.match ? { ...next, match: PLAYS[said](next.match, message) } : next;
}

/** The room with what somebody shows, at a local moment. */
export function reacted(room, { who, id }, now) {
  if (!seatOf(room, who)) return room;
  return { ...room, reactions: { ...room.reactions, [who]: { id, at: now } } };
}

/** The lines that prove the newest match, in canonical form; its log has closed once it is over. */
export const logOf = (room) =>
  (room.played?.match === room.match?.number ? room.played.log : room.log);
