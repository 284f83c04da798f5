// A kept match as those need it who race it here, without a server: its rules, what its targets are
// drawn with, and what its best players did, in milliseconds after each round opened. Swift's
// `Original` does the same for a server. It believes what it reads; whether the match adds up is
// for its proof, and whether its moves come to its scores for `room.mjs`.
// Invariant: who has left, and who was a ghost then, is no ghost.

import { dayOf } from "../day.mjs";
import { modes } from "../rules/modes.mjs";
import { GRACE } from "../rules/scoring.mjs";
import { read, Refusal } from "../wire.mjs";

/** How many ghosts race at the most: one seat is for who races them. */
const GHOSTS = 7;

/** What a match told, round by round. */
class Reading {
  countdown = null;
  seed = null;
  commit = null;
  settings = null;
  places = [];
  gone = new Set();
  /** By round: when it opened, what was done, and the scores. */
  rounds = [];

  hear(message) {
    const round = this.rounds.at(-1);
    switch (message.said) {
      case "ROOM": if (!this.countdown) this.settings = message; break;
      case "COMMIT": if (!this.countdown) this.commit = message.hash; break;
      // Somebody who came back was told all of it once more.
      case "COUNTDOWN":
        Object.assign(this, { countdown: message, seed: null, places: [], rounds: [] });
        break;
      case "ROUND": this.rounds.push({ opens: message.opens, steps: [], scores: null }); break;
      case "HELD": if (round) round.opens += message.by; break;
      case "LOCKED": case "MISSED": this.#judge(round, message); break;
      case "GONE": if (!this.seed) this.gone.add(message.who); break;
      // Who came late was told of a round only what came of it.
      case "SHUT":
        if (round && !round.scores) round.scores = [];
        else this.rounds.push({ opens: 0, steps: [], scores: [] });
        break;
      case "SCORE": round?.scores?.push(message); break;
      case "PLACE": this.places.push(message.who); break;
      case "SEED": this.seed = message.seed; break;
    }
  }

  /** What a player did at a moment; the time that a lock was given is told behind it. */
  do({ said, by, v }, at) {
    const round = this.rounds.at(-1);
    round?.steps.push({ who: by, isLock: said === "LOCK", v, at: at - round.opens, t: null });
  }

  #judge(round, { who, t }) {
    const step = round?.steps.findLast(({ who: other }) => other === who);
    if (step) step.t = t;
  }
}

/**
 * The steps of a round of which only the scores are known: the ghosts jump to where their players
 * locked, or stood in the end.
 */
function jumps(scores, length, ringsBell) {
  const hasLocked = ({ t }) => t < length;
  const locks = scores.filter(hasLocked).map(({ t, lag }) => t + lag);
  const closes = ringsBell ? Math.min(length, ...locks.map((arrival) => arrival + GRACE)) : length;
  return scores.map((score) => {
    const { who, v, t, lag } = score;
    return hasLocked(score) ? { who, isLock: true, v, at: t + lag, t }
      : { who, isLock: false, v, at: closes - 1, t: null };
  });
}

/**
 * Reads a match.
 *
 * @param match as `kept.mjs` reads it.
 * @param now the moment, in milliseconds since 1970: nobody races a day that is not over.
 * @returns the `settings`, the `mode`, `seed`, `commit` and `nonces` behind its targets, the
 *   `streaks` that they depend on, its `ghosts` as SEATs, the best first; and its `rounds`, each
 *   with the `steps` of ghosts in the order of time and the `scores` of then.
 * @throws Refusal `unfinished`, `today` or `nobody`.
 */
export function originalOf(match, now) {
  const heard = new Reading();
  for (const line of match.picture) heard.hear(read("server", line));
  for (const { at, line, deed } of match.beats) {
    if (deed) heard.do(deed, at);
    else heard.hear(read("server", line));
  }
  const { countdown, seed, settings, places, gone } = heard;
  if (!seed || !settings) throw new Refusal("unfinished", null, "its seed is not known");
  const mode = modes.get(settings.mode);
  const isCopy = countdown.last > 0;
  if (mode.isDaily && !isCopy && dayOf(countdown.opens) >= dayOf(now)) {
    throw new Refusal("today", null, "its day is not over");
  }
  const ghosts = places.filter((who) => !gone.has(who) && !countdown.ghosts.includes(who))
    .map((who) => match.people.findLast((person) => person.who === who)).filter(Boolean)
    .slice(0, GHOSTS);
  if (ghosts.length === 0) throw new Refusal("nobody", null, "nobody played it to its end");
  const isGhost = ({ who }) => ghosts.some((ghost) => ghost.who === who);
  const rounds = heard.rounds.filter(({ scores }) => scores).map(({ steps, scores }, at) => {
    const [own, length] = [scores.filter(isGhost), mode.milliseconds(settings.time, at + 1)];
    const known = match.hasMoves ? steps.filter(isGhost) : jumps(own, length, mode.ringsBell);
    return { steps: known.toSorted((one, other) => one.at - other.at), scores: own };
  });
  return {
    code: match.code, settings, mode, seed, commit: heard.commit, ghosts, rounds,
    hasMoves: match.hasMoves,
    nonces: isCopy ? countdown.drawn : countdown.nonces,
    streaks: !mode.hasTiles ? [] : isCopy ? countdown.streaks : streaksOf(heard.rounds),
  };
}

/** The streak before each round that was shut; without a fault for so long. */
function streaksOf(rounds) {
  let streak = 0;
  return rounds.filter(({ scores }) => scores).map(({ scores }) => {
    const before = streak;
    const isFound = scores.some(({ de }) => de === 0);
    streak = isFound && scores.every(({ missed }) => missed === 0) ? streak + 1 : 0;
    return before;
  });
}
