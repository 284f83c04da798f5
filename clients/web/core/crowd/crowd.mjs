// What is told of those who look on and play along: one's cell and what one got, how all of them
// stand, the field. No race of seats needs it, so it comes later and adds itself to what came
// before.
//
// In the room: `cell`, one's own. In the round: `crowd`, how it stands. In the match: `field` and
// `locks`, the newest, and `standing`, one's own at the end. In a result: `yours`, and `field` and
// `locks` as the round ended, beside `together` and `best`, which every client keeps.

import { modes, swatchDifference, swatchOf } from "../rules/modes.mjs";
import { pointsOf } from "../rules/scoring.mjs";
import { ACTS } from "../session/acting.mjs";
import { LATER } from "../session/hearing.mjs";
import { roomTime } from "../session/model.mjs";
import { folded, mayPlay, PASSES } from "../session/room.mjs";
import { learn, WRONG } from "../wire.mjs";

/** How long a lock may still be refused, in milliseconds: nobody says that a cell's is taken. */
export const REFUSED_WITHIN = 600;

learn({
  bytes: {
    /** Base64, in its one form: what it stands for gives it again. */
    read: (text) => {
      try {
        return btoa(atob(text)) === text ? text : WRONG;
      } catch {
        return WRONG;
      }
    },
  },
});

const inMatch = (room, change) =>
  (room.match ? { ...room, match: { ...room.match, ...change(room.match) } } : room);
const inResult = (match, round, change) => ({
  results: match.results.map((result) =>
    (result.round === round ? { ...result, ...change } : result)),
});

/** How often each reaction was shown after a round, by those who play along. */
function reacted(match, counts) {
  const last = match.results.at(-1);
  if (!last || counts.length === 0) return {};
  const reacts = counts.map((count, at) => count + (last.reacts?.[at] ?? 0));
  return inResult(match, last.round, { reacts });
}

Object.assign(PASSES, {
  CELL: (room, { at, name }) => ({ ...room, cell: { at, name, who: room.me } }),
  YOURS: (room, yours) => inMatch(room, (match) => (yours.round === 0
    ? { standing: yours } : inResult(match, yours.round, { yours }))),
  CROWD: (room, crowd) => inMatch(room, (match) =>
    (match.round ? { round: { ...match.round, crowd } } : reacted(match, crowd.reacts))),
  FIELD: (room, field) => inMatch(room, (match) => ({
    field, ...inResult(match, field.round, { field }),
  })),
  LOCKS: (room, locks) => inMatch(room, (match) => ({
    locks, ...match.round ? {} : inResult(match, match.field?.round, { locks }),
  })),
});

/** Hears what came before this did. */
ACTS.catchUp = (model) => {
  const { room } = model;
  if (!room) return model;
  const heard = Object.values(room.unheard).reduce(folded, { ...room, unheard: {} });
  return { ...model, room: heard };
};

/** Puts out whose cell this is, as a host can: by `KICK`, or for good by `BAN`. */
ACTS.putOut = (model, { verb, cell }, _, todo) => {
  if (model.state !== "online" || !model.room) return model;
  todo.push({ do: "send", message: { said: verb, at: cell } });
  return model;
};

/** A lock that was too far off freezes the next, as on a seat, where the server says so. */
LATER["NO LOCK"] = (model, code, now) => {
  const { room, me } = model;
  const round = room?.match?.round;
  if (code !== "too-far" || room?.role !== "watcher" || !round) return model;
  const t = Math.round(roomTime(model, now) - round.opens);
  const misses = { ...round.misses, [me]: { t, count: (round.misses[me]?.count ?? 0) + 1 } };
  return { ...model, room: inMatch(room, () => ({ round: { ...round, misses } })) };
};

// Asking.

/** One's cell; null as long as one has none. */
export const cellOf = (room) => (room.cell?.who === room.me ? room.cell : null);
/** Whether one may play along, or does. */
export const isAlong = (room) => room.role === "watcher" && mayPlay(room);
/** Whether nobody sits in a match. */
export const isFloor = (match) => match.players.length === 0;
/** Whether anybody plays along in a match, or nobody else could. */
export const hasCrowd = (match) => isFloor(match) || Boolean(match.round?.crowd)
  || (match.field?.of ?? 0) > 0 || match.results.some(({ together }) => together);

/** When one's cell was locked, in milliseconds, once it is not to be refused any more; or null. */
export function lockOf(model, now) {
  const { room, sliders } = model;
  const round = room.match?.round;
  if (room.role !== "watcher" || !round || !sliders?.isLocking) return null;
  return roomTime(model, now) >= round.opens + sliders.t + REFUSED_WITHIN ? sliders.t : null;
}

/** What all make together in the round that is open, as colors; null where it is secret. */
export const crowdColors = ({ color, to }) => (color ? [color, to].filter(Boolean) : null);

/** The place of one's cell and all its points: at the end, or after the last round; or null. */
export const placeOf = (match) => (match.isOver && match.standing)
  || (match.results.at(-1)?.yours ?? null);

/** Whether what one got follows from one's guess and its time. */
export function follows({ settings }, { round, target, tiles }, { v, de, t, points }) {
  const mode = modes.get(settings.mode);
  const swatch = swatchOf(mode, v, tiles);
  if (!swatch || !target || swatchDifference(swatch, target) !== de) return false;
  return pointsOf(mode.accuracy(de), t, mode.milliseconds(settings.time, round)) === points;
}

/** By how many points one was better than all together in a round; null where that is not known. */
export const ahead = ({ yours, together }) =>
  (yours && together ? yours.points - together.points : null);
