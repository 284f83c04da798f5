// What becomes of the model when something happens, and what is to be done about it: the client's
// side of the protocol. It goes where the user wants to be, again after every lost connection.
// It reads no clock, draws nothing and touches no socket. Same news, same model, same wishes.
//
// News: `opened`, `lines`, `closed`, `tick`, `proved`, `signed`, `unsent` of a position that waits,
// `online`, `visible`, and what the user does (see `acting`).
// Wishes: `connect`, `close`, `send` a message, `keep` a word for coming back, `prove` a match,
// `sign` a challenge, judge what the server says of its `log`.

import { linesOf, read } from "../wire.mjs";
import { acting } from "./acting.mjs";
import * as clocks from "./clock.mjs";
import { hearing } from "./hearing.mjs";
import { disconnected, HOME, isInRoom, noticed, roundOf, waitingSince } from "./model.mjs";
import { dueSet, leftAlone, unsent } from "./playing.mjs";
import { identified, pursuing, signed } from "./pursuing.mjs";

/** From one list of rooms to the next while somebody looks. */
const LIST_EVERY = 3000;
const CONNECT_WITHIN = 10_000;
const WELCOME_WITHIN = 5000;
/** Without an answer for so long the connection counts as lost. */
const SILENCE = 5000;
/** After so long the user is told that the server does not answer. */
const PATIENCE = 3000;
/** A connection that stood so long was a good one. */
const STABLE = 10_000;
const BACK_OFF = [250, 1000, 2000, 4000, 8000];

/**
 * The model after some news at a local moment, and what is to be done.
 *
 * @returns the model and a list of wishes.
 */
export function update(model, news, now) {
  const todo = [];
  const next = happened(model, news, now, todo);
  return [advanced(next, now, todo), todo];
}

function happened(model, news, now, todo) {
  switch (news.kind) {
    case "opened": return greeted(model, now, todo);
    case "closed": return failed(model, news.why ?? null, now);
    case "tick": return model;
    case "lines": return heard(model, news.text, now, todo);
    case "online": return model.state === "lost" ? { ...model, retryAt: now } : model;
    case "visible": return seen({ ...model, isVisible: news.isVisible }, now, todo);
    case "proved": return proved(model, news);
    case "signed": return signed(model, news, todo);
    case "unsent": return unsent(model, now);
    default: return acting(model, news, now, todo);
  }
}

function proved(model, { match, proof }) {
  const { room } = model;
  if (room?.match?.number !== match) return model;
  // Of a log that was cut nothing is found.
  return { ...model, room: { ...room, match: { ...room.match, proof: proof ?? {} } } };
}

// Connections.

/** Where nobody looks and nobody plays there is no connection: it is a place on the server. */
function seen(model, now, todo) {
  if (model.isVisible) {
    if (model.state !== "hidden") return { ...model, nextList: now };
    todo.push({ do: "connect" });
    return { ...model, state: "connecting", since: now };
  }
  const isIdle = model.want.kind === "home" && model.room === null && model.inside === null;
  if (!isIdle || !["connecting", "greeting", "online", "lost"].includes(model.state)) return model;
  todo.push({ do: "close" });
  return { ...disconnected(model), state: "hidden", since: now, retryAt: null, failures: 0 };
}

function greeted(model, now, todo) {
  if (model.state !== "connecting") return model;
  const greeting = { ...model, state: "greeting", since: now, lastHeard: now };
  return helloed(greeting, model.resume, now, todo);
}

/** Says who we are; with a word, to sit where we sat. */
function helloed(model, resume, now, todo) {
  const [clock, helloQuestion] = clocks.asked(clocks.starting(model.clock, now), now);
  const { name, icon, color, depth } = model.profile;
  todo.push({
    do: "send",
    message: { said: "HELLO", v: 1, name, icon, color, resume, app: APP, depth },
  });
  return { ...model, clock, helloQuestion, request: resume ? { kind: "resume" } : null };
}
const APP = "chromatch-web";

function failed(model, why, now) {
  if (!["connecting", "greeting", "online"].includes(model.state)) return model;
  const wasStable = model.state === "online" && now - model.since >= STABLE;
  const failures = wasStable ? 1 : model.failures + 1;
  // Everyone lost the server at once, and comes back apart; in a room before a match goes on.
  const spread = 0.75 + (parseInt(model.secret.slice(0, 4), 16) / 0xffff) * 0.5;
  const pause = BACK_OFF[Math.min(failures, model.room ? 3 : 5) - 1] * spread;
  // A reason that was told stands until there is another.
  const reason = why ?? (model.state === "online" ? null : model.why);
  return {
    ...disconnected(model), state: "lost", since: now, failures, why: reason,
    retryAt: now + pause,
  };
}

/** Ends for now: until the user begins again another window may move the sliders. */
function ended(model, state, why, now, todo) {
  todo.push({ do: "close" });
  return { ...disconnected(model), state, why, since: now, retryAt: null, sliders: null };
}

// Lines.

function heard(model, text, now, todo) {
  const { lines, broken } = linesOf("server", text);
  let next = { ...model, lastHeard: now, isWaiting: false };
  for (const line of lines) {
    if (!["greeting", "online"].includes(next.state)) return next;
    let message = null;
    try {
      message = read("server", line);
    } catch {
      // A line that cannot be read is passed over, as a newer server's may be.
    }
    if (message) next = took(next, message, now, todo);
  }
  if (broken === null) return next;
  todo.push({ do: "close" });
  return failed(next, null, now);
}

function took(model, message, now, todo) {
  switch (message.said) {
    case "WELCOME": return welcomed(model, message, now, todo);
    case "PING":
      todo.push({ do: "send", message: { said: "PONG", nonce: message.nonce } });
      return model;
    case "PONG": {
      const isHeld = roundOf(model) !== null;
      const clock = clocks.answered(model.clock, message.t, message.now, now, isHeld);
      return { ...model, clock };
    }
    case "NO": return refused(model, message, now, todo);
    default: return hearing(model, message, now, todo);
  }
}

function welcomed(model, message, now, todo) {
  if (model.state !== "greeting") return model;
  todo.push({ do: "keep", resume: message.resume });
  const isHeld = roundOf(model) !== null;
  const clock = clocks.answered(model.clock, model.helloQuestion, message.now, now, isHeld);
  const isNew = model.request === null;
  const next = {
    ...model, state: "online", since: now, retryAt: null, why: null, clock,
    me: message.me, modes: message.modes, resume: message.resume, nextList: now, stopsAt: null,
    room: isNew && model.want.kind === "home" ? null : model.room,
  };
  return isNew ? identified(next, now, todo) : next;
}

/** What ends a connection, by how it goes on. */
function refused(model, message, now, todo) {
  switch (message.code) {
    case "replaced": return ended(model, "elsewhere", message.code, now, todo);
    case "bad-version": case "bad-line":
      return ended(model, "refused", message.code, now, todo);
    // By the operator; a host's says which verb it refuses.
    case "banned":
      return message.verb ? hearing(model, message, now, todo)
        : ended(model, "refused", message.code, now, todo);
    case "idle": case "too-slow": case "shutting-down": case "moved": case "server-full":
      todo.push({ do: "close" });
      return failed(model, message.code, now);
    case "bad-token": {
      if (model.state !== "greeting" || model.request?.kind !== "resume") return model;
      todo.push({ do: "keep", resume: null });
      const isGivenUp = model.room !== null;
      const fresh = {
        ...model, resume: null, room: null, sliders: null,
        want: isGivenUp && model.room.role === "player" ? HOME : model.want,
      };
      const told = isGivenUp ? noticed(fresh, { code: "bad-token" }, now) : fresh;
      return helloed(told, null, now, todo);
    }
    default: return hearing(model, message, now, todo);
  }
}

// Time.

const isOnHome = (model) =>
  model.state === "online" && model.inside === null && model.want.kind === "home"
  && model.request === null && model.gathered === null && model.isVisible;

/** When the server has not answered for too long; null while it owes no answer. */
const silenceEnds = (model) => {
  const since = waitingSince(model);
  return since === null ? null : since + SILENCE;
};
/** When the user is to know that it does not answer; null once it is so, or while it owes none. */
const waitingBegins = (model) => {
  const since = model.isWaiting ? null : waitingSince(model);
  return since === null ? null : since + PATIENCE;
};

/** The local moment at which a tick is due; null for never. */
export function deadline(model) {
  switch (model.state) {
    case "connecting": return model.since + CONNECT_WITHIN;
    case "greeting": return model.since + WELCOME_WITHIN;
    case "lost": return model.retryAt;
    case "online": {
      const moments = [
        silenceEnds(model), waitingBegins(model), model.clock.next, model.pauseUntil,
        model.proving?.until ?? null,
        isOnHome(model) ? model.nextList : null, isInRoom(model) ? dueSet(model) : null,
      ].filter((moment) => moment !== null);
      return moments.length > 0 ? Math.min(...moments) : null;
    }
    default: return null;
  }
}

/** Does what is due. */
function advanced(model, now, todo) {
  const isLate = (within) => model.since + within <= now;
  switch (model.state) {
    case "off":
      return model;
    case "connecting": case "greeting": {
      if (!isLate(model.state === "greeting" ? WELCOME_WITHIN : CONNECT_WITHIN)) return model;
      todo.push({ do: "close" });
      return failed(model, null, now);
    }
    case "lost":
      if (model.retryAt > now) return model;
      todo.push({ do: "connect" });
      return { ...model, state: "connecting", since: now, retryAt: null };
    case "online": return advancedOnline(model, now, todo);
    default: return model;
  }
}

function advancedOnline(model, now, todo) {
  const silence = silenceEnds(model);
  if (silence !== null && silence <= now) {
    todo.push({ do: "close" });
    return failed(model, null, now);
  }
  const waiting = waitingSince(model);
  let next = waiting !== null && waiting + PATIENCE <= now && !model.isWaiting
    ? { ...model, isWaiting: true } : model;
  if (next.clock.next !== null && next.clock.next <= now) {
    const [clock, t] = clocks.asked(next.clock, now);
    todo.push({ do: "send", message: { said: "PING", t } });
    next = { ...next, clock };
  }
  if (next.pauseUntil !== null && next.pauseUntil <= now) next = { ...next, pauseUntil: null };
  if (next.proving !== null && next.proving.until <= now) next = { ...next, proving: null };
  next = pursuing(next, now, todo);
  if (isOnHome(next) && next.pauseUntil === null && next.nextList <= now) {
    todo.push({ do: "send", message: { said: "LIST", mode: null } });
    next = { ...next, gathered: [], listAsked: now, nextList: now + LIST_EVERY };
  }
  return leftAlone(next, now, todo);
}
