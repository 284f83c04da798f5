// What the user does: wishes change where the session goes, and everything else is told the server
// as long as there is one. What the server may refuse is not decided here.

import { HOME, noticed } from "./model.mjs";
import { locked, moved, readied, undone } from "./playing.mjs";

const wanted = (model, want) => ({ ...model, want, door: null, haste: null });

/** By name; modules that come later add theirs. */
export const ACTS = {
  /** Begins, or plays here after all when another window does. */
  begin: (model, _, now, todo) => {
    if (!["off", "elsewhere", "refused", "lost"].includes(model.state)) return model;
    todo.push({ do: "connect" });
    return { ...model, state: "connecting", since: now, retryAt: null };
  },
  home: (model) => {
    const isGone = model.state !== "online";
    return { ...wanted(model, HOME), room: isGone ? null : model.room };
  },
  /** @param isAtOnce whether its match begins as soon as it is open. */
  create: (model, { settings, isAtOnce }) =>
    wanted(model, { kind: "create", settings: settings ?? {}, isAtOnce: isAtOnce === true }),
  quick: (model, { mode }) => wanted(model, { kind: "quick", mode: mode ?? null }),
  join: (model, { code, pass }) => wanted(model, { kind: "join", code, pass: pass ?? null }),
  /** Wants a room by something that leads to none here. */
  nowhere: (model, { why, what }, now) => noticed(model, { why, what }, now),
  /** Looks on; with `field` at the field of those who play along. */
  watch: (model, { code, pass, field }) =>
    wanted(model, { kind: "watch", code, pass: pass ?? null, field }),
  /** Says a password at the door that asks for one. */
  knock: (model, { pass }) =>
    (model.door ? wanted(model, { ...model.want, pass }) : model),
  set: (model, { guess, isNew }, now) => moved(model, guess, isNew === true, now),
  undo: (model, _, now) => undone(model, now),
  lock: (model, { at }, now, todo) => locked(model, at ?? now, now, todo),
  /** Presses a tile: it is chosen and locked at once. */
  tile: (model, { number, at }, now, todo) =>
    locked(moved(model, [number], false, now), at ?? now, now, todo),
  /** Shows the user otherwise: at once where the server takes it, and in the next HELLO. */
  profile: (model, { profile }, _, todo) => {
    const next = { ...model.profile, ...profile };
    const { name, icon, color } = next;
    const isNew = ["name", "icon", "color"].some((key) => next[key] !== model.profile[key]);
    if (isNew && model.state === "online") {
      todo.push({ do: "send", message: { said: "NAME", name, icon, color } });
    }
    return { ...model, profile: next };
  },
  /** Takes a seat of the room that one watches, or looks on where one sits. */
  sit: (model) =>
    (model.room ? wanted(model, { ...model.want, kind: "join", code: model.room.code }) : model),
  look: (model) =>
    (model.room ? wanted(model, { ...model.want, kind: "watch", code: model.room.code }) : model),
  practice: (model, { practice }) => ({ ...model, practice }),
  seen: (model) => ({ ...model, hasSeenFinal: model.room?.match?.number ?? null }),
};

/** What is told the server as it is, while there is one; the fields come with the act. */
const TOLD = {
  start: () => ({ said: "START" }),
  /** Has the next round come now, or ends what runs, on an open floor. */
  next: () => ({ said: "NEXT" }),
  end: () => ({ said: "END" }),
  /** Stops the clock by which a series goes on. */
  halt: () => ({ said: "READY", on: false }),
  bot: ({ level }) => ({ said: "BOT", level: level ?? 2 }),
  config: ({ settings }) => ({ said: "CONFIG", ...settings }),
  host: ({ who }) => ({ said: "HOST", who }),
  kick: ({ who }) => ({ said: "KICK", who }),
  ban: ({ who }) => ({ said: "BAN", who }),
  react: ({ id }) => ({ said: "REACT", id }),
};

/** The model after something that the user did. */
export function acting(model, act, now, todo) {
  if (act.kind in ACTS) return ACTS[act.kind](model, act, now, todo);
  if (model.state !== "online" || !model.room) return model;
  if (act.kind === "ready") {
    const isSeen = { ...model, hasSeenFinal: model.room.match?.number ?? null };
    return readied(isSeen, act.isReady, todo);
  }
  if (act.kind === "who") {
    if (model.room.host !== model.me) return model;
    todo.push({ do: "send", message: { said: "WHO" } });
    return { ...model, lookers: [] };
  }
  if (!(act.kind in TOLD)) throw new TypeError(`nobody can ${act.kind}`);
  todo.push({ do: "send", message: TOLD[act.kind](act) });
  return model;
}
