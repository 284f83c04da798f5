// One's own part of a match: sliders and tiles, locks with their claims, nonces and their seals,
// getting ready. Whether the server agreed is in the room.
// Invariants: a guess is on its mode's grid, and does not move once a lock is on its way; no nonce
// is given twice.

import { bytesOf, bytesOfHex, hexOfBytes, hmac, sealOf } from "../crypto/hashing.mjs";
import { guessOf, modes, swatchOf } from "../rules/modes.mjs";
import { serverAt } from "./clock.mjs";
import { canLock, canMove, isInRoom, modeHere } from "./model.mjs";
import { isRunning, mayPlay, seatOf } from "./room.mjs";

/** From one SET to the next: 20 a second, without a seat 2; the newest wins. */
const setEvery = ({ role }) => (role === "player" ? 50 : 500);
/** How many moves of a round can be taken back. */
const PAST = 100;

// Sliders.

/**
 * After a change of the room: the sliders are those of the round that is on. New ones are where the
 * newest MOVE says.
 */
export function followed(model, now) {
  const { room, sliders, me } = model;
  const match = room && mayPlay(room) ? room.match : null;
  const { round, tiles, locks, moves } = match?.round ?? {};
  const isHere = round && sliders?.match === match.number && sliders.round === round;
  if (isHere) {
    return sliders.isLocking && locks[me]
      ? { ...model, sliders: { ...sliders, isLocking: false } } : model;
  }
  // Where a lock of another page is, the server alone knows.
  if (!round || locks[me]) return sliders ? { ...model, sliders: null } : model;
  const mode = modes.get(match.settings.mode);
  return {
    ...model,
    sliders: {
      match: match.number, round, mode: mode.name, tiles, guess: guessOf(mode, moves[me]?.colors),
      isLocking: false, isUnsent: false, nextSend: now, past: [],
    },
  };
}

/**
 * Moves the sliders, unless a lock is on its way or the guess is off the grid.
 *
 * @param isNew whether it begins a movement that can be taken back.
 */
export function moved(model, guess, isNew, now) {
  const { sliders } = model;
  if (!canMove(model, now)) return model;
  const mode = modes.get(sliders.mode);
  const isSame = guess.every((value, at) => value === sliders.guess[at]);
  if (isSame || !swatchOf(mode, guess, sliders.tiles)) return model;
  const past = isNew ? [...sliders.past, sliders.guess].slice(-PAST) : sliders.past;
  return { ...model, sliders: { ...sliders, guess, past, isUnsent: !mode.hasTiles } };
}

/** Takes the newest movement back. */
export function undone(model, now) {
  const before = model.sliders?.past.at(-1);
  if (!before) return model;
  const next = moved(model, before, false, now);
  if (next === model) return model;
  return { ...next, sliders: { ...next.sliders, past: next.sliders.past.slice(0, -1) } };
}

/**
 * Locks, and claims the moment of the press by the server's clock as it is known here.
 *
 * @param at the local moment of the press itself.
 */
export function locked(model, at, now, todo) {
  const { sliders, room } = model;
  if (!canLock(model, now)) return model;
  const mode = modes.get(sliders.mode);
  if (mode.hasTiles && sliders.guess[0] === 0) return model;
  const opened = serverAt(model.clock, at) - room.match.round.opens;
  const t = Math.max(0, Math.round(opened));
  todo.push({ do: "send", message: { said: "LOCK", v: sliders.guess, t } });
  return { ...model, sliders: { ...sliders, isLocking: true, isUnsent: false, t } };
}

/** When the newest guess has to be sent; null when the server knows it. */
export const dueSet = ({ sliders }) => (sliders?.isUnsent ? sliders.nextSend : null);

/** What is done in the room without being asked: telling the newest guess, getting ready. */
export function leftAlone(model, now, todo) {
  if (!isInRoom(model)) return model;
  let next = gotReady(model, todo);
  const { sliders } = next;
  if (!sliders?.isUnsent) return next;
  if (!canMove(next, now)) return { ...next, sliders: { ...sliders, isUnsent: false } };
  if (sliders.nextSend > now) return next;
  todo.push({ do: "send", message: { said: "SET", v: sliders.guess } });
  next = { ...next, sliders: { ...sliders, isUnsent: false, nextSend: now + setEvery(next.room) } };
  return next;
}

/** A position could not go out: the newest is tried again. */
export function unsent(model, now) {
  const { sliders } = model;
  if (!sliders) return model;
  const nextSend = now + setEvery(model.room);
  return { ...model, sliders: { ...sliders, isUnsent: true, nextSend } };
}

// Randomness.

/** What one adds to the next match: something else once it was shown, or promised anew. */
function pledgeOf(model) {
  const { room, sealsOpened } = model;
  const commit = room.commit;
  const nonce = (use) => {
    const about = `${use} ${room.code} ${commit?.match ?? 0} ${sealsOpened} ${commit?.hash ?? ""}`;
    return hexOfBytes(hmac(bytesOfHex(model.secret), bytesOf(about)).subarray(0, 16));
  };
  const secret = nonce("sealed");
  return { nonce: secret, seal: sealOf(secret), open: nonce("open") };
}

/** Says whether one is ready, with a share of the randomness where the match takes any. */
export function readied(model, isReady, todo) {
  const say = (share) =>
    todo.push({ do: "send", message: { said: "READY", on: isReady, ...share } });
  const next = said(model);
  if (!isReady || modeHere(model).isDaily) {
    say({});
    return next;
  }
  const pledge = pledgeOf(model);
  say({ nonce: pledge.open, seal: pledge.seal });
  return { ...next, pledge };
}

/** Opens the seal of one's nonce when the room calls for it, once. */
export function openedSeal(model, todo) {
  const { room, pledge, me } = model;
  const isCalled = room.called?.includes(me) && seatOf(room, me)?.isSealed;
  if (!isCalled || !pledge || pledge.isOpen) return model;
  todo.push({ do: "send", message: { said: "REVEAL", nonce: pledge.nonce } });
  return { ...model, pledge: { ...pledge, isOpen: true }, sealsOpened: model.sealsOpened + 1 };
}

const said = (model) => ({ ...model, haste: model.haste && { ...model.haste, isReady: true } });

/** Gets ready for a match that was asked for as soon as can be. */
function gotReady(model, todo) {
  const { room } = model;
  if (model.haste?.isReady !== false || isRunning(room)) return model;
  const seat = seatOf(room, model.me);
  if (!seat) return model;
  return seat.isReady ? said(model) : readied(model, true, todo);
}
