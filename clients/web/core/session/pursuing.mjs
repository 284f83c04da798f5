// From where the user is to where the user wants to be: leaving, creating, joining, watching, being
// found a room. The wish is kept in `want`; each step here brings the server's picture of us one
// request nearer to it. Before the first comes the proof of who the user is, since a room may be
// for known players; a server that knows nothing of it is played on all the same.

import { isInRoom } from "./model.mjs";
import { isBetweenRounds } from "./room.mjs";

const ROLES = { join: "player", watch: "watcher" };

function isWhereWanted({ want, inside, draft, room }) {
  if (want.kind === "home") return inside === null;
  const role = (draft ?? room)?.role;
  return want.kind in ROLES && want.code === inside && role === ROLES[want.kind];
}

/** Asks for the next step towards the wish, if there is one and nothing is under way. */
export function pursuing(model, now, todo) {
  const { want, inside, room } = model;
  const isBusy = model.request !== null || model.pauseUntil !== null || model.door !== null
    || model.proving !== null;
  if (isBusy || isWhereWanted(model)) return model;
  const ask = (kind, message, more) => {
    todo.push({ do: "send", message });
    return { ...model, request: { kind, ...more } };
  };
  if (inside !== null && inside !== want.code) return ask("leave", { said: "LEAVE" });
  // In the room already, on a seat or without one: that is changed between rounds.
  if (inside !== null && (!isInRoom(model) || !isBetweenRounds(room))) return model;
  switch (want.kind) {
    case "create": return ask("create", { said: "CREATE", ...want.settings });
    case "quick": {
      const bot = model.profile.level ?? 1;
      return ask("quick", { said: "QUICK", mode: want.mode ?? null, bot });
    }
    case "join": return ask("join", { said: "JOIN", room: want.code, pass: want.pass ?? null });
    default: {
      // A player who had a seat may be ahead of the watchers.
      const isKnown = inside === null && room?.code === want.code && room.role === "watcher";
      const since = isKnown ? room.last : null;
      const { code, pass = null, field = false } = want;
      const message = { said: "WATCH", room: code, pass, since, field };
      return ask("watch", message, { since });
    }
  }
}

// Who the user is.

/** How long server and key may take, in milliseconds; then it goes on without. */
const PATIENCE = 2000;

/** Says which key the user owns. */
export function identified(model, now, todo) {
  if (model.identity === null) return model;
  todo.push({ do: "send", message: { said: "IDENTIFY", key: model.identity } });
  return { ...model, proving: { until: now + PATIENCE, nonce: null } };
}

/** Has the answer to a question signed that was to be expected. */
export function challenged(model, message, todo) {
  if (model.proving === null || model.proving.nonce !== null) return model;
  todo.push({ do: "sign", challenge: message });
  return { ...model, proving: { ...model.proving, nonce: message.nonce } };
}

/** Says the proof, if it is still asked for. */
export function signed(model, { nonce, sig }, todo) {
  if (model.proving === null || model.proving.nonce !== nonce) return model;
  todo.push({ do: "send", message: { said: "PROVE", sig, bind: "web" } });
  return { ...model, proving: null };
}
