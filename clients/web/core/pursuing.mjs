// From where the user is to where the user wants to be: leaving, creating, joining, watching, being
// found a room. The wish is kept in `want`; each step here brings the server's picture of us one
// request nearer to it.

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
  const isBusy = model.request !== null || model.pauseUntil !== null || model.door !== null;
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
    case "quick": return ask("quick", { said: "QUICK", mode: want.mode ?? null });
    case "join": return ask("join", { said: "JOIN", room: want.code, pass: want.pass ?? null });
    default: {
      // Whoever had a seat may be ahead of those who look on.
      const isKnown = inside === null && room?.code === want.code && room.role === "watcher";
      const since = isKnown ? room.last : null;
      const message = { said: "WATCH", room: want.code, pass: want.pass ?? null, since };
      return ask("watch", message, { since });
    }
  }
}
