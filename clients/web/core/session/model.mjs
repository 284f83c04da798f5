// All that the browser client knows, as one value, and the questions that views ask of it. Moments
// of the page are local milliseconds, those of a room are the server's; `clock` is between.
// Invariants: `room` is always whole, never half a picture; a guess is on its mode's grid.

import { nearness, swatchOf } from "../rules/modes.mjs";
import { serverAt, stopped, unknownClock } from "./clock.mjs";
import { frozenUntil, mayPlay, modeOf, targetOf } from "./room.mjs";

/**
 * A model before anything has happened.
 *
 * @param profile name, icon, color and depth, as HELLO says them; name may be null. Whether the
 *   user wants sound, and the level of the bot that suits them, null before their first match.
 * @param secret bytes that nobody can guess: nonces come from them.
 * @param resume the word of a seat that this page had before it was loaded anew, or null.
 * @param want where the user wants to be: `NOWHERE`, or a room to `create`, `join`, `watch`, or
 *   to be found (`quick`).
 */
export function modelOf({ profile, secret, resume = null, want = NOWHERE }) {
  return {
    profile, secret, want, resume,
    /** `off` `connecting` `greeting` `online` `lost` `hidden` `elsewhere` `refused`. */
    state: "off",
    /** When the state began, and when to try again after it. */
    since: 0, retryAt: null, why: null,
    failures: 0, lastHeard: 0,
    clock: unknownClock, helloQuestion: null,
    me: null, modes: [],
    /** The user's public key, or null. */
    identity: null,
    /** Until when the server may ask for the proof of that, and the nonce that is being signed. */
    proving: null,
    listings: null, gathered: null, listAsked: null, nextList: null, isVisible: true,
    /** Whether the server owes an answer for so long that the user should know. */
    isWaiting: false,
    /** The room the server has us in on this connection, and what was asked to change that. */
    inside: null, request: null, pauseUntil: null,
    room: null, draft: null,
    sliders: null, pledge: null, sealsOpened: 0,
    /** For a match at once: until when its room is not shown, and whether one has said READY. */
    haste: null,
    /** A door that asks for a password: `code`, and whether one was wrong. */
    door: null,
    notice: null, noticesMade: 0, stopsAt: null,
    lookers: null,
    /** The newest match that the server has proved to keep, by `room` and `match`. */
    kept: null,
    /** Why the server's log is not to be trusted, as the key of a text, or null. */
    distrust: null,
    /** The match whose last screen was left for the room. */
    hasSeenFinal: null,
    /** When the last screen of a match follows its last round. */
    finalAt: 0,
    /** The pair on the first page, once it was touched. */
    practice: null,
  };
}

/** A page that has just been loaded wants nothing but the seat that may be kept for it. */
export const NOWHERE = { kind: "home", isMeant: false };
/** A user who wants to be in no room. */
export const HOME = { kind: "home", isMeant: true };

/** What was true of the connection alone is true no more. The room and the sliders stay. */
export const disconnected = (model) => ({
  ...model, clock: stopped(model.clock), inside: null, draft: null, request: null,
  gathered: null, listAsked: null, nextList: null, helloQuestion: null, isWaiting: false,
  pauseUntil: null, lookers: null, proving: null,
});

/** Whether the server was not there when it was tried last, and is tried again. */
export const isLost = ({ state, failures }) =>
  failures > 0 && ["lost", "connecting", "greeting"].includes(state);

/** How much later the room is seen, in milliseconds. */
export const delayOf = ({ room }) =>
  (room?.role === "watcher" ? room.settings.delay * 1000 : 0);

const roomMoment = (model, now) => serverAt(model.clock, now) - delayOf(model);

/**
 * The server's moment at a local one, as the room is seen: watchers may hear everything later, and
 * a round that stands still does so on every clock.
 */
export const roomTime = (model, now) =>
  Math.max(roomMoment(model, now), roundOf(model)?.resumes ?? 0);

/** Whether the match stands still at a local moment, because its server was gone. */
export const isResting = (model, now) =>
  roomMoment(model, now) < (model.room?.match?.until ?? 0);

/** Since when the server owes an answer, and has said nothing; null while it owes none. */
export function waitingSince({ clock, listAsked, lastHeard }) {
  const asked = [clock.questions[0]?.at, listAsked].filter((at) => at != null);
  return asked.length > 0 ? Math.max(Math.min(...asked), lastHeard) : null;
}

/** Whether the server has us in a room whose picture is complete. */
export const isInRoom = (model) =>
  model.state === "online" && model.inside !== null && model.draft === null;

export const roundOf = (model) => model.room?.match?.round ?? null;

/** How a round is at a local moment: `announced`, `open` or `closed`; null where there is none. */
export function phaseOf(model, now) {
  const round = roundOf(model);
  if (!round) return null;
  const moment = roomTime(model, now);
  return moment < round.opens ? "announced" : moment < round.closes ? "open" : "closed";
}

/** Whether the target has to be remembered by now. */
export function isHidden(model, now) {
  const round = roundOf(model);
  return round !== null && round.hides !== null && roomTime(model, now) >= round.hides;
}

export const hasLocked = (model) => (roundOf(model)?.locks[model.me] ?? null) !== null;

/**
 * Where somebody is in the round that is on, as far as one may know it: the eye is the game, so
 * nobody is told how near they are themselves until they lock, unless the room helps.
 */
export function moveOf(model, who) {
  const { room: { match }, sliders, me } = model;
  const { round, settings } = match;
  if (!round || who !== me) return round?.moves[who] ?? null;
  if (!settings.assist && !(me in round.locks)) return null;
  return sliders ? ownMove(modeOf(model.room), sliders, targetOf(round)) : round.moves[me] ?? null;
}

/** Where one's own sliders are; worked out once for each guess. */
function ownMove(mode, { guess, tiles, match }, target) {
  const key = `${match} ${guess} ${target}`;
  if (newest.key !== key) {
    const colors = swatchOf(mode, guess, tiles);
    newest = { key, colors, near: nearness(mode, colors, target) };
  }
  return newest;
}
let newest = { key: null };

/** Whether one's own sliders can be moved at a local moment, with or without a connection. */
export const canMove = (model, now) =>
  model.room !== null && model.sliders !== null && !model.sliders.isLocking
  && mayPlay(model.room) && phaseOf(model, now) === "open" && !hasLocked(model)
  && !isResting(model, now);

/** Whether there is somebody to lock for. */
export const canLock = (model, now) => isInRoom(model) && canMove(model, now);

/** What is left of the freeze of one's lock, 0 to 1. */
export function freezeLeft(model, now) {
  const round = roundOf(model);
  const until = round ? frozenUntil(round, model.me) : null;
  if (until === null) return 0;
  return Math.min(1, Math.max(0, (until - roomTime(model, now)) / 1500));
}

/** The screen that is to be seen at a local moment. */
export function screenOf(model, now) {
  if (model.state === "elsewhere") return "elsewhere";
  const { room } = model;
  if (!room) return "home";
  const { match } = room;
  if (!match && now < model.haste?.by) return "home";
  if (!match || (match.isOver && model.hasSeenFinal === match.number)) return "room";
  if (match.isOver) return now < model.finalAt && match.results.length > 0 ? "results" : "final";
  if (match.round) return phaseOf(model, now) === "announced" && match.results.length > 0
    ? "results" : "race";
  return match.results.length === 0 ? "race" : "results";
}

/** The mode of the match that is on, or of the next one. */
export const modeHere = (model) => modeOf(model.room);

/** How long a notice is worth showing, in milliseconds. */
export const FRESH = 5000;

/**
 * With news to read: `code` of a refusal, `out`, a reason, `held`, when a match goes on, or `why`,
 * the key of a text. A code that leads nowhere is to be read until the user presses something.
 */
export const noticed = (model, notice, now) => ({
  ...model, noticesMade: model.noticesMade + 1,
  notice: {
    ...notice, number: model.noticesMade + 1,
    until: now + FRESH * (notice.code === "no-room" ? Infinity : notice.why ? 4 : 1),
  },
});
