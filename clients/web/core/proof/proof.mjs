// The proof that a match was fair, from the lines that a room told: the seed is the promised one,
// the nonces are those that were given, and everything else follows by the sums of `reckoning`. It
// believes nothing that it hears, and knows no socket and no page.
// Invariant: the same messages give the same findings, however they are cut into steps.

import { bytesOfHex, hexOfBytes, sealOf, sha256 } from "../crypto/hashing.mjs";
import { heldRound, modes } from "../rules/modes.mjs";
import { ENDLESS_ROUNDS, LAG } from "../rules/scoring.mjs";
import { flawIn } from "./reckoning.mjs";

const promiseOf = (seed) => hexOfBytes(sha256(bytesOfHex(seed)));
/** Putting somebody out lets them keep what they have; anything else gives it up. */
const isPutOut = (why) => why === "kicked" || why === "banned";

/** Who gave what to the randomness of the next match, and whether it keeps to that. */
class Shares {
  #given = new Map();
  #called = null;
  #stale = new Set();
  #fresh = new Set();
  #isBroken = false;

  #of(player) {
    return this.#given.get(player) ?? { nonce: null, seal: null };
  }

  /** A share as it was given, whether or not its seal has been opened since. */
  #asGiven({ nonce, seal }) {
    return seal ? `seal ${seal}` : `nonce ${nonce}`;
  }

  give(player, { nonce, seal }) {
    const before = this.#of(player);
    if (nonce || seal) this.#fresh.add(this.#asGiven({ nonce, seal }));
    this.#given.set(player, { nonce, seal });
    if (nonce && seal) {
      if (sealOf(nonce) !== seal) this.#isBroken = true;
      if (before.seal === seal && !before.nonce) return;
    }
    this.#callOff(player);
  }

  call(players, isNews) {
    // A nonce that was opened for another call is no secret any more.
    const isKnown = players.some((player) => this.#of(player).seal && this.#of(player).nonce);
    if (isNews && isKnown) this.#isBroken = true;
    this.#called = players;
  }

  lose(player, isForGood) {
    if (isForGood) this.#given.delete(player);
    this.#callOff(player);
  }

  #callOff(player) {
    if (this.#called?.includes(player)) this.#called = null;
  }

  /** Another seed is promised for the same match. */
  expire() {
    for (const share of this.#fresh) this.#stale.add(share);
    this.#fresh.clear();
    this.#called = null;
  }

  forget() {
    this.#given.clear();
    this.#called = null;
  }

  /** What is wrong with the nonces of a match that begins; null when they are those given. */
  flawOf(players, nonces, isDaily) {
    const shares = players.map((player) =>
      (isDaily ? { nonce: null, seal: null } : this.#of(player)));
    const isGiven = shares.every(({ nonce }, seat) => nonces[seat] === (nonce ?? "-"));
    if ((this.#isBroken && !isDaily) || !isGiven) return { what: "nonces" };
    if (shares.some((share) => this.#stale.has(this.#asGiven(share)))) return { what: "promise" };
    const isSealed = shares.some(({ seal }) => seal);
    return isSealed && this.#called?.join() !== players.join() ? { what: "nonces" } : null;
  }
}

/** A match as far as it was told, none of its rounds left out. */
class Heard {
  rounds = [];
  places = [];
  departures = new Map();
  flaw = null;
  seed = null;
  isOver = false;
  isLive;
  ringers = null;
  streaks = null;
  #promised;

  constructor(countdown, settings, promise, isLive) {
    const { match, players, nonces, opens, last, drawn, ghosts, streaks } = countdown;
    Object.assign(this, { match, players, nonces, settings, promise, isLive });
    this.mode = modes.get(settings.mode);
    this.roundsMax = last || (this.mode.lives ? ENDLESS_ROUNDS : settings.rounds);
    // A ghost race has the targets of the match that it copies, and only ghosts ring.
    if (last) Object.assign(this, { nonces: drawn, ringers: ghosts, streaks });
    this.#promised = opens;
  }

  blame(what, round, who) {
    this.flaw ??= { what, round, who };
  }

  get #last() {
    return this.rounds.at(-1);
  }

  get #isOpen() {
    return this.rounds.length > 0 && this.#last.answer === null;
  }

  #isNext(round) {
    return !this.isOver && !this.#isOpen && round === this.rounds.length + 1
      && round <= this.roundsMax && (this.rounds.length === 0 || this.#last.next !== null);
  }

  #added(start, isWhole) {
    this.rounds.push(
      { start, isWhole, locks: [], bell: null, answer: null, next: null, scores: [] });
  }

  lose(player, why) {
    if (this.isOver || !this.players.includes(player) || this.departures.has(player)) return;
    this.departures.set(player, { isPutOut: isPutOut(why), lastRound: this.rounds.length });
  }

  hear(message, isNews) {
    switch (message.said) {
      case "ROUND": return this.#announce(message, isNews);
      case "LOCKED": return this.#lock(message, true);
      case "MISSED": return this.#lock(message, false);
      case "BELL":
        if (!this.#isOpen || this.isOver || this.#last.bell !== null) {
          return this.blame("round", this.rounds.length);
        }
        this.#last.bell = message.closes;
        return undefined;
      case "HELD": return this.#hold(message);
      case "SHUT": return this.#shut(message);
      case "SCORE": return this.#score(message);
      case "OVER":
        if (this.isOver) this.blame("places");
        this.isOver = true;
        return undefined;
      case "PLACE": {
        const isTwice = this.places.some(({ who }) => who === message.who);
        const isInTime = this.isOver && !this.seed;
        if (!isInTime || isTwice || !this.players.includes(message.who)) this.blame("places");
        else this.places.push(message);
        return undefined;
      }
      default:
        if (!this.isOver || this.seed) this.blame("places");
        this.seed ??= message.seed;
        return undefined;
    }
  }

  #announce(start, isNews) {
    if (!this.#isNext(start.round)) return this.blame("round", start.round);
    // On an open floor a presenter may have a round come sooner.
    const isOnTime = start.opens - this.#promised === start.late;
    if (!isOnTime && this.players.length > 0) this.blame("round", start.round);
    return this.#added(start, isNews);
  }

  /** What is announced is later by so much; a round that is to come says so itself. */
  #hold({ by }) {
    if (this.isOver) return this.blame("places");
    if (!this.#isOpen || !this.#last.start) return undefined;
    this.#last.start = heldRound(this.#last.start, by);
    if (this.#last.bell !== null) this.#last.bell += by;
    return undefined;
  }

  #lock({ who, t, lag }, isTaken) {
    const length = this.mode.milliseconds(this.settings.time, this.rounds.length);
    const isPossible = this.#isOpen && !this.isOver && this.players.includes(who)
      && !this.departures.has(who) && t < length && lag <= LAG.most
      && !this.#last.locks.some((lock) => lock.who === who && lock.isTaken);
    if (!isPossible) return this.blame("score", this.rounds.length, who);
    this.#last.locks.push({ who, t, lag, arrival: t + lag, isTaken });
    return undefined;
  }

  #shut({ round, answer, next }) {
    if (this.#isNext(round)) this.#added(null, false);
    if (!this.#isOpen || this.isOver || round !== this.rounds.length) {
      return this.blame("round", round);
    }
    Object.assign(this.#last, { answer, next });
    this.#promised = next;
    return undefined;
  }

  #score(score) {
    const seat = this.players.indexOf(score.who);
    const told = this.#last?.scores ?? [];
    const isInOrder = told.every(({ who }) => this.players.indexOf(who) < seat);
    if (seat < 0 || !this.#last || this.#isOpen || this.isOver || !isInOrder) {
      return this.blame("score", this.rounds.length, score.who);
    }
    this.#last.scores.push(score);
    return undefined;
  }
}

const OF_A_MATCH = new Set([
  "ROUND", "LOCKED", "MISSED", "BELL", "HELD", "SHUT", "SCORE", "OVER", "PLACE",
  "SEED",
]);

/** All that a client heard of one room, taken line by line. */
class Auditor {
  findings = [];
  /** Whether an event is missing or came twice. */
  isBroken = false;
  heard = null;
  #last = null;
  #newest = 0;
  #settings = null;
  #promise = null;
  #shares = new Shares();

  take(message) {
    const { said, n } = message;
    if (n === undefined) return;
    if (said === "IN") {
      this.#last = n;
      this.#shares.forget();
      return;
    }
    if (n !== null) {
      if (this.#last !== null && n !== this.#last + 1) this.isBroken = true;
      if (this.#last !== null && n <= this.#last) return;
      this.#last = n;
    }
    if (OF_A_MATCH.has(said)) this.#hear(message);
    else this.#happen(message);
  }

  #isAnew(n) {
    if (n === null) return true;
    if (n <= this.#newest) return false;
    this.#newest = n;
    return true;
  }

  #hear(message) {
    if (!this.heard || !this.#isAnew(message.n)) return;
    if (message.n !== null) this.heard.isLive = true;
    this.heard.hear(message, message.n !== null);
  }

  #happen(message) {
    const { said, n, who } = message;
    switch (said) {
      case "ROOM": this.#settings = message; break;
      case "READIED": this.#shares.give(who, message); break;
      case "AWAY": this.#shares.lose(who, false); break;
      case "GONE":
        this.#shares.lose(who, true);
        if (this.#isAnew(n)) this.heard?.lose(who, message.why);
        break;
      case "REVEAL":
        if (message.match === (this.#promise?.match ?? message.match)) {
          this.#shares.call(message.players, n !== null);
        }
        break;
      case "COMMIT": this.#commit(message); break;
      case "COUNTDOWN": this.#begin(message); break;
    }
  }

  /** A promise may be made anew until the match begins, but only for shares given later. */
  #commit({ match, hash }) {
    const isBegun = this.heard?.match === match && this.heard.isLive;
    const isSame = this.#promise?.match === match && this.#promise.hash === hash;
    if (isBegun || isSame) return;
    this.#shares.expire();
    this.#promise = { match, hash };
  }

  #begin(message) {
    const before = this.heard?.match === message.match ? this.heard : null;
    const isPicture = message.n === null;
    if (!this.#settings) return;
    const promise = this.#promise?.match === message.match ? this.#promise.hash : null;
    const isLive = !isPicture || (before?.isLive === true && !before.seed);
    const heard = new Heard(message, this.#settings, promise, isLive);
    const { players, nonces } = message;
    const flaw = this.#shares.flawOf(players, nonces, heard.mode.isDaily);
    this.#shares = new Shares();
    heard.flaw = before?.flaw ?? (isPicture ? null : flaw);
    this.heard = heard;
  }
}

/**
 * Verifies the last match that a room told, a round a step, so that a page stays alive.
 *
 * @param messages what a client heard of one room, in order.
 * @returns null where no seed was told; else `isProved`, whether the `promise` was heard, the
 *   first `flaw` or null, and how many targets and scores were worked out again.
 */
export function* verifying(messages) {
  const auditor = new Auditor();
  for (const message of messages) auditor.take(message);
  const { heard } = auditor;
  if (!heard?.seed) return null;
  let flaw = heard.flaw;
  if (!flaw && heard.promise && promiseOf(heard.seed) !== heard.promise) flaw = { what: "promise" };
  if (!flaw && auditor.isBroken) flaw = { what: "lines" };
  flaw ??= yield* flawIn(heard);
  return {
    match: heard.match, seed: heard.seed, promise: heard.promise, flaw,
    isProved: !flaw && heard.promise !== null,
    targets: heard.rounds.length,
    scores: heard.rounds.reduce((sum, { scores }) => sum + scores.length, 0),
  };
}

/** The same, at once. */
export function verified(messages) {
  const steps = verifying(messages);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
