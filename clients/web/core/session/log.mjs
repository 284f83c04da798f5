// The log of a room from which its newest match is proved and seen again. It begins with the lines
// that somebody who came before the match would be told; players who are ready a thousand times
// before it add none. It comes later than a race.

import { write } from "../wire.mjs";
import { logOf, LOGS } from "./room.mjs";

/** Of so many lines from before a match, those that count are kept. */
const WAITING = 1_000;

/**
 * The room as it is, in lines without a number but for the first, which has the newest.
 *
 * @param log of its lines the newest promise counts, and of each seat the newest share.
 */
function pictureOf({ code, role, last, settings, seats }, log) {
  const given = new Map();
  for (const line of log) {
    const { said, who } = line;
    // A client that comes in is told all shares again.
    if (said === "IN") given.clear();
    if (!["COMMIT", "READIED", "GONE"].includes(said)) continue;
    given.delete(who);
    if (said !== "GONE") given.set(who, { ...line, n: null });
  }
  return [
    { said: "IN", room: code, role, n: last }, { ...settings, n: null },
    ...seats.map((seat) => ({ ...seat, said: "SEAT", n: null })), ...given.values(),
  ];
}

Object.assign(LOGS, {
  begun: (room, commit) => pictureOf(room, [commit]),
  brief: (room) => {
    const { log, settings, called } = room;
    // Between a call for the nonces and its end nothing is left out.
    const isWhole = log.length < WAITING || !settings || called
      || log.some(({ said }) => said === "COUNTDOWN");
    return isWhole ? log : pictureOf(room, log);
  },
});

/** The lines of the newest match, from which anybody can see and prove it again. */
export const textOf = (room) =>
  logOf(room).map((message) => `${write("server", message)}\n`).join("");
