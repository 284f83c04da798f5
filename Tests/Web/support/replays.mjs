// The golden replays of Swift's matches as records of a server: one whole match of each mode. Their
// files leave out the SETs, so a player who did not lock gets one, to the guess that was scored.

import { bytesOfHex, hexOfBytes, sha256 } from "../../../clients/web/core/crypto/hashing.mjs";
import { modes } from "../../../clients/web/core/rules/modes.mjs";
import { textOf } from "./files.mjs";

/** When the matches began, in milliseconds since 1970. */
export const BEGAN = 1767225600500;
const ICONS = ["star", "moon", "flower", "note"];

/** A told line with its number, and its moments counted from 1970. */
const told = (line, n) => line.trim()
  .replace(/^\w+/, (verb) => `${verb} n=${n}`)
  .replace(/\b(opens|closes|next|hides)=(\d+)/g, (_, key, at) => `${key}=${Number(at) + BEGAN}`);

/** The moves of those who never locked in a round, just before it was shut at a moment. */
const standing = (scores, locked, at) => scores
  .map((line) => /who=(\w+) v=(\S*)/.exec(line))
  .filter(([, who]) => !locked.has(who))
  .map(([, who, v]) => `SET v=${v} by=${who} at=${at - 1}`);

/** The record of a mode's golden replay. */
export function recordOf(name) {
  const steps = textOf(`Tests/GameTests/Golden/${name}.txt`).split("\n").slice(0, -2);
  const mode = modes.get(name);
  const players = [...new Set(steps.flatMap((line) =>
    Array.from(line.matchAll(/SCORE who=(\w+)/g), ([, who]) => who)))];
  const seed = /SEED seed=(\w+)/.exec(steps.join("\n"))[1];
  const lines = [
    `RECORD v=1 log=play.example/chromatch room=WAVE match=1 began=${BEGAN}`,
    `ROOM name=WAVE mode=${name} rounds=${mode.rounds} time=${mode.seconds} level=normal seats=8`
      + " listed=1",
    ...players.map((who, at) => `SEAT who=${who} name=Bot icon=${ICONS[at]} color=#d15555 bot=1`),
    `COMMIT match=1 hash=${hexOfBytes(sha256(bytesOfHex(seed)))}`,
    `COUNTDOWN n=7 match=1 opens=${BEGAN + 3000} players=${players}`
      + ` nonces=${players.map(() => "-")}`,
  ];
  let n = 7;
  let locked = new Set();
  steps.forEach((line, at) => {
    const move = /^(\d+) (\w+) LOCK (.*)$/.exec(line);
    const moment = /^(\d+)/.exec(line)?.[1];
    if (move) lines.push(`LOCK ${move[3]} by=${move[2]} at=${move[1]}`);
    else if (moment) lines.push(`TICK at=${moment}`);
    else {
      if (/^ {2}ROUND/.test(line)) locked = new Set();
      const lock = /^ {2}LOCKED who=(\w+)/.exec(line);
      if (lock) locked.add(lock[1]);
      if (/^ {2}SHUT/.test(line)) {
        const after = steps.slice(at + 1);
        const scores = after.slice(0, after.findIndex((next) => !/^ {2}SCORE/.test(next)));
        const last = steps.slice(0, at).findLast((step) => /^\d/.test(step));
        lines.push(...standing(mode.hasTiles ? [] : scores, locked, Number.parseInt(last, 10)));
      }
      lines.push(told(line, ++n));
    }
  });
  return `${lines.join("\n")}\n`;
}
