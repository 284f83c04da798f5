// A room on this device in which a player races the ghosts of a kept match, as if a server had it:
// messages come in and lines of the protocol go out, so no view knows the difference. The race is
// never rated, nobody keeps it, and it proves nothing: its targets were known before. It reads no
// clock: every moment is handed in.
// Invariant: the moves of each ghost come to its scores of then, or there is no room.

import { nearness } from "../rules/modes.mjs";
import { Refusal, write } from "../wire.mjs";
import { Match } from "./match.mjs";

/** What nobody has who is alone with ghosts. */
const SETTINGS = {
  n: null, seats: 8, listed: false, pass: false, rated: false, delay: 0, exact: false,
  known: false, series: 0, present: false, names: null,
};
/** Of these one is always free. */
const NUMBERS = Array.from({ length: SETTINGS.seats }, (_, at) => `p${at + 1}`);
/** What has no number, since it is no part of the room's history. */
const PASSING = ["MOVE", "REACTED", "NO"];

/** A match in the hands of its ghosts. */
class Hands {
  #original;
  #steps = [];
  match;

  constructor(original, players, began) {
    this.#original = original;
    this.match = new Match(original, players, began);
  }

  /** When something happens next by itself; null once it is over. */
  get deadline() {
    const [step] = this.#steps;
    const { deadline } = this.match;
    return step && deadline !== null ? Math.min(deadline, step.at) : deadline;
  }

  /** What happens by itself until a moment, each at its own. */
  advance(now) {
    const events = [];
    for (let due = this.deadline; due !== null && due <= now; due = this.deadline) {
      const [step] = this.#steps;
      if (step && step.at < this.match.deadline) {
        this.#steps.shift();
        events.push(...this.#moved(step));
      } else {
        const isAnnounced = this.match.round === null;
        events.push(...this.match.advance(isAnnounced ? now : due));
        if (isAnnounced) this.#plan();
      }
    }
    return events;
  }

  /** The ghosts' steps of the round that was just announced. */
  #plan() {
    const { round, opens } = this.match;
    const { steps } = this.#original.rounds[round - 1];
    this.#steps = steps.map((step) => ({ ...step, at: opens + Math.max(0, step.at) }));
  }

  #moved({ who, isLock, v, at, t }) {
    if (this.match.round === null) return [];
    const told = isLock
      ? this.match.lock(who, v, at, t ?? undefined) : this.match.set(who, v, at);
    if (typeof told === "string") return [];
    // The last lock may have shut the round: then its score says where it stood.
    const isShut = this.match.round === null;
    return this.#original.mode.isSecret || isShut ? told : [this.#seen(who), ...told];
  }

  /** Where a ghost stands now, for others to see. */
  #seen(who) {
    const { colors, target } = this.match.stand(who);
    const near = nearness(this.#original.mode, colors, target);
    return { said: "MOVE", who, near, color: colors[0], to: colors[1] };
  }
}

/** What ghosts have to get again: all but whether they were first, which is another's, too. */
const kept = ({ said, n, first, ...score }) => JSON.stringify(Object.entries(score).sort());

/**
 * Plays a match with its ghosts alone.
 *
 * @throws Refusal `untrue` where they do not get what their players got.
 */
export function rehearsed(original) {
  const hands = new Hands(original, original.ghosts.map(({ who }) => who), 0);
  const scores = [];
  while (hands.deadline !== null) {
    for (const event of hands.advance(hands.deadline)) {
      if (event.said === "SHUT") scores.push([]);
      if (event.said === "SCORE") scores.at(-1).push(event);
    }
  }
  const isSame = (score, then) =>
    score.who === then.who && (original.hasMoves ? kept(score) === kept(then)
      : score.points === then.points && score.total === then.total);
  const areSame = scores.every((round, at) => {
    const then = original.rounds[at].scores;
    return round.every((score) => then.some((one) => isSame(score, one)));
  });
  if (!areSame) throw new Refusal("untrue", null, "its moves do not come to its scores");
}

export class GhostRoom {
  #original;
  #profile;
  #me;
  #players;
  #hands = null;
  #number = 0;
  #n = 0;

  /**
   * @param original of `original.mjs`.
   * @param profile whose race it is: name, icon and color.
   * @throws Refusal `untrue`.
   */
  constructor(original, profile) {
    rehearsed(original);
    [this.#original, this.#profile] = [original, profile];
    const ghosts = original.ghosts.map(({ who }) => who);
    this.#me = NUMBERS.find((who) => !ghosts.includes(who));
    this.#players = [...ghosts, this.#me];
  }

  /** The number of who races here. */
  get me() { return this.#me; }

  /** When something happens next by itself; null once the match is over. */
  get deadline() { return this.#hands?.deadline ?? null; }

  /** The room as it is, and the beginning of its match. */
  open(now) {
    const { code, settings, ghosts } = this.#original;
    const seats = [
      ...ghosts.map((ghost) => ({ ...ghost, n: null, id: null, bot: true, ghost: true })),
      { said: "SEAT", who: this.#me, ...this.#profile }];
    const picture = [
      { said: "IN", room: code, role: "player", n: 0 }, { ...settings, ...SETTINGS }, ...seats,
      { said: "HOSTED", who: this.#me }, { said: "WATCHERS", count: 0 }];
    return [...picture.map((message) => write("server", message)), ...this.#begin(now)];
  }

  /** What comes of something that is said, as a message of a client. */
  take({ said, v, on, id }, now) {
    const before = this.advance(now);
    const who = this.#me;
    switch (said) {
      case "SET": this.#hands.match.set(who, v, now); return before;
      case "LOCK": return [...before, ...this.#lock(v, now)];
      case "READY":
        return [...before, ...(on && this.#hands.match.isOver ? this.#begin(now) : [])];
      case "REACT": return [...before, ...this.#lines([{ said: "REACTED", who, id }])];
      default: return before;
    }
  }

  /** What happens by itself until a moment. */
  advance(now) { return this.#lines(this.#hands.advance(now)); }

  #lock(v, now) {
    const told = this.#hands.match.lock(this.#me, v, now);
    const no = (code) => ({ said: "NO", code, verb: "LOCK" });
    if (typeof told === "string") return this.#lines([no(told)]);
    const isMiss = told[0].said === "MISSED";
    return this.#lines(isMiss ? [...told, no("too-far")] : told);
  }

  #begin(now) {
    const { seed, commit, nonces, streaks, rounds, ghosts } = this.#original;
    this.#number += 1;
    this.#hands = new Hands(this.#original, this.#players, now);
    const match = this.#number;
    return this.#lines([
      ...(commit ? [{ said: "COMMIT", match, hash: commit }] : []),
      {
        said: "COUNTDOWN", match, opens: this.#hands.match.opens, players: this.#players,
        nonces: this.#players.map(() => "-"), ghosts: ghosts.map(({ who }) => who), drawn: nonces,
        last: rounds.length, streaks,
      }]);
  }

  #lines(messages) {
    return messages.map((message) =>
      write("server", PASSING.includes(message.said) ? message : { ...message, n: ++this.#n }));
  }
}
