// What is done with each line of the server that is not about the connection itself: rooms that are
// listed, being let in and out, what happens in the room, and what is refused.

import { HOME, isResting, modeHere, noticed } from "./model.mjs";
import { followed, openedSeal } from "./playing.mjs";
import { challenged } from "./pursuing.mjs";
import { entered, folded, logOf, reacted } from "./room.mjs";

/** How many rooms of one list are kept. */
const LISTINGS = 200;
/** How long the result of a match's last round is to be seen, in milliseconds. */
export const LAST_LOOK = 4000;
/** How long to leave the server alone after it said `too-fast`. */
const PAUSE = 1000;

/** How long a match that was asked for at once may take to begin, in milliseconds. */
const START_WITHIN = 2000;

/** What modules that come later hear: by verb, and refusals by `NO` and the verb. */
export const LATER = {};

/** The model after a message. */
export function hearing(model, message, now, todo) {
  switch (message.said) {
    case "LISTED":
      return model.gathered && model.gathered.length < LISTINGS
        ? { ...model, gathered: [...model.gathered, message] } : model;
    case "END": return listed(model, message);
    case "KEPT": case "TREE":
      todo.push({ do: "log", message });
      return model;
    case "WATCHER":
      // Of two questions at once both are answered.
      return !model.lookers || model.lookers.some(({ who }) => who === message.who) ? model
        : { ...model, lookers: [...model.lookers, message] };
    case "STOPPING": {
      const next = { ...model, stopsAt: message.until };
      return model.stopsAt === null ? noticed(next, { why: "stopping" }, now) : next;
    }
    case "CHALLENGE": return challenged(model, message, todo);
    case "IN": return cameIn(model, message, now);
    case "OUT": return wentOut(model, message, now);
    case "NO": return refused(model, message, now);
    case "REACTED":
      return model.room && !model.draft
        ? { ...model, room: reacted(model.room, message, now) } : model;
    default: return (LATER[message.said] ?? took)(model, message, now, todo);
  }
}

function listed(model, message) {
  if (message.of !== "LIST") return LATER.END?.(model, message) ?? model;
  if (model.gathered === null) return model;
  return { ...model, listings: model.gathered, gathered: null, listAsked: null };
}

// In and out.

/** A picture of the room follows, unless the server goes on where we had heard the last of it. */
function cameIn(model, message, now) {
  const { room, request, want } = model;
  const goesOn = request?.kind === "watch" && request.since === message.n
    && room?.code === message.room;
  const isFound = want.kind === "create" || want.kind === "quick"
    || (want.kind === "home" && !want.isMeant);
  const isAtOnce = want.kind === "quick" || want.isAtOnce === true;
  const kind = message.role === "player" ? "join" : "watch";
  const known = {
    ...model, request: null, inside: message.room, door: null,
    haste: isAtOnce ? { by: now + START_WITHIN, isReady: false }
      : want.kind === "home" ? null : shown(model.haste),
    want: isFound ? { kind, code: message.room, pass: want.settings?.pass ?? null } : want,
    sliders: model.sliders && {
      ...model.sliders, isLocking: false, nextSend: now,
      // Who only looks on, and has moved nothing, says nothing.
      isUnsent: message.role === "player" || Boolean(room?.cell),
    },
  };
  if (goesOn) return { ...known, room: { ...room, role: message.role, me: model.me }, draft: null };
  return { ...known, draft: entered(message, model.me, room) };
}

function wentOut(model, { room: code, why }, now) {
  const wasAsked = model.request?.kind === "leave";
  const next = {
    ...model, request: null, inside: null, room: null, draft: null, sliders: null, lookers: null,
    haste: null, nextList: now,
    want: model.want.code === code ? HOME : model.want,
  };
  return wasAsked ? next : noticed(next, { out: why }, now);
}

// What happens in the room.

function took(model, message, now, todo) {
  if (model.inside === null) return model;
  // WATCHERS is the last line of a picture; the first event with a number comes after it.
  const isPicture = (message.n ?? null) === null;
  let next = isPicture ? model : completed(model, now);
  if (next.draft) {
    next = { ...next, draft: folded(next.draft, message) };
    return message.said === "WATCHERS" ? after(completed(next, now), message, now, todo) : next;
  }
  if (!next.room) return next;
  return after({ ...next, room: folded(next.room, message) }, message, now, todo);
}

function completed(model, now) {
  if (!model.draft?.settings) return model;
  const isSeated = model.draft.role === "player";
  const next = resting({ ...model, room: model.draft, draft: null }, now);
  // The room of somebody who is still to get ready is shown at once.
  const waits = next.room.seats.some(({ who, bot, isReady, awayUntil }) =>
    who !== model.me && !bot && !isReady && awayUntil === null);
  const haste = !isSeated ? null : waits ? shown(next.haste) : next.haste;
  // Nobody misses a seat where there are none.
  const notice = next.room.settings.seats > 0 ? next.notice : null;
  return followed({ ...next, haste, notice }, now);
}

/** The same haste, with the room in sight. */
const shown = (haste) => haste && { ...haste, by: 0 };

/** Tells of a match that stood still while its server was gone, until it goes on. */
const resting = (model, now) =>
  (isResting(model, now) ? noticed(model, { held: model.room.match.until }, now) : model);

function after(model, message, now, todo) {
  const next = followed(model, now);
  switch (message.said) {
    case "REVEAL": return openedSeal(next, todo);
    case "READIED": return watched(next, message);
    case "HELD": return resting(next, now);
    // The last round is looked at for a while before the match is.
    case "OVER": return { ...next, finalAt: now + LAST_LOOK };
    case "SEED": {
      const { match } = next.room;
      if (match) todo.push({ do: "prove", match: match.number, messages: logOf(next.room) });
      return next;
    }
    default: return next;
  }
}

/** Whether the server tells our share of the randomness as we gave it. */
function watched(model, { who, on, nonce, seal }) {
  const { pledge, room } = model;
  if (who !== model.me || !on || !pledge || modeHere(model).isDaily) return model;
  // A server that knows no seals takes the nonce that was said openly.
  const isOwn = seal ? seal === pledge.seal : nonce === pledge.open;
  return isOwn ? model : { ...model, room: { ...room, wronged: room.commit?.match ?? null } };
}

// Refusals.

/** What a server that is about to stop does not take any more. */
const BEGINS = new Set(["CREATE", "QUICK", "READY", "START"]);

function refused(model, { code, verb }, now) {
  const isTooLate = model.stopsAt !== null && code === "not-now" && BEGINS.has(verb);
  const news = isTooLate ? { why: "stopping" } : { code, what: model.want.code };
  const told = (next) => noticed(next, news, now);
  const unlocked = (next) =>
    ({ ...next, sliders: next.sliders && { ...next.sliders, isLocking: false } });
  if (code === "too-fast") {
    const request = model.request?.kind === "resume" ? model.request : null;
    const paused = {
      ...model, request, pauseUntil: now + PAUSE, gathered: null, listAsked: null, proving: null,
    };
    return told(unlocked(paused));
  }
  switch (verb) {
    case "JOIN": case "WATCH": return turnedAway(model, code, told, now);
    case "CREATE": case "QUICK": return told(stayedOut(model, now));
    case "LEAVE": return { ...model, request: null, inside: null, room: null, draft: null };
    case "LOCK": return (LATER["NO LOCK"] ?? same)(told(unlocked(model)), code, now);
    // A server that knows no identities is no less a server.
    case "IDENTIFY": case "PROVE": {
      const next = { ...model, proving: null };
      return code === "bad-signature" ? told(next) : next;
    }
    // A move, or a nonce, that comes a moment too late is nobody's fault; nor need a server have a
    // log.
    case "SET": case "REVEAL": case "PING": case "PONG": case "TREE": return model;
    default: return (LATER[`NO ${verb}`] ?? told)(model, { code });
  }
}

const same = (model) => model;

/** A door that did not open: a password can be said, and a full room be watched. */
function turnedAway(model, code, told, now) {
  const { want } = model;
  if (code === "wrong-pass" && model.inside === null) {
    return { ...model, request: null, door: { code: want.code, isWrong: want.pass != null } };
  }
  if (code === "room-full" && want.kind === "join" && model.inside === null) {
    return told({ ...model, request: null, want: { ...want, kind: "watch" } });
  }
  return told(stayedOut(model, now));
}

/** Not let in: home again, or what one is in the room already. */
function stayedOut(model, now) {
  const { inside, room, want } = model;
  if (inside !== null && room) {
    const kind = room.role === "player" ? "join" : "watch";
    return { ...model, request: null, want: { kind, code: inside, pass: want.pass ?? null } };
  }
  return { ...model, request: null, want: HOME, room: null, sliders: null, nextList: now };
}
