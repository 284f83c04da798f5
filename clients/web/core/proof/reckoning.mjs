// A match that was told, worked out again from its seed: what was asked, what everybody got for it,
// and who came where. It knows the rules and no lines.

import { bytesOfHex } from "../crypto/hashing.mjs";
import { challengeOf, startColorOf } from "../rules/draws.mjs";
import { FREEZE, swatchDifference, swatchOf } from "../rules/modes.mjs";
import { GRACE, INTERVAL, LAG, TIE, pointsOf } from "../rules/scoring.mjs";

const same = (one, other) =>
  one.length === other.length && one.every((item, at) => item === other[at]);

class Reckoning {
  #heard;
  #mode;
  #settings;
  #seed;
  #accounts;
  #streak = 0;

  constructor(heard) {
    this.#heard = heard;
    this.#mode = heard.mode;
    this.#settings = heard.settings;
    this.#seed = bytesOfHex(heard.seed);
    this.#accounts = heard.players.map((player) => ({
      player, total: 0, lives: this.#mode.lives, quota: LAG.most, lastRound: 0, hasLeft: false,
    }));
  }

  /** Whether nobody sat: then a presenter said when rounds and the match were over. */
  get #isFloor() {
    return this.#accounts.length === 0;
  }

  #length(number) {
    return this.#mode.milliseconds(this.#settings.time, number);
  }

  /** What is wrong with a round; null when everything follows. */
  flawIn(round, number) {
    const isOneTooMany = this.#isDecided(number - 1);
    const { streaks } = this.#heard;
    const streak = streaks ? streaks[number - 1] ?? 0 : this.#streak;
    const course = { round: number, level: this.#settings.level, streak };
    const challenge = challengeOf(this.#mode, this.#seed, this.#heard.nonces, course);
    if (round.start && !this.#isAnnounced(round.start, challenge, number)) {
      return { what: "target", round: number };
    }
    if (isOneTooMany || !this.#isRungRight(round)) return { what: "round", round: number };
    const early = wronglyTimed(round.locks);
    if (early) return { what: "score", round: number, who: early };
    // A match that ends because its players left can have a round without an answer.
    if (round.answer === null) return null;
    if (!same(round.answer, challenge.answer)) return { what: "target", round: number };
    const who = this.#wronglyScored(round, number, challenge);
    if (who) return { what: "score", round: number, who };
    const isFound = round.scores.some(({ de }) => de === 0);
    this.#streak = isFound && round.scores.every(({ missed }) => missed === 0)
      ? this.#streak + 1 : 0;
    // A latecomer cannot tell players put out before this round was shut from those after it.
    const isLast = number === this.#heard.roundsMax;
    const isWrong = round.next !== null
      ? isLast || this.#isDecided(number - 1) : !isLast && !this.#isDecided(number);
    const isInTime = this.#isFloor || this.#isShutInTime(round, number);
    return isWrong || !isInTime ? { what: "round", round: number } : null;
  }

  #isAnnounced(start, challenge, number) {
    const tolerance = this.#mode.tolerance(this.#settings.level, number);
    const usual = { easy: 8000, normal: 5000, hard: 3000 }[this.#settings.level];
    const { hidesAfter, lives } = this.#mode;
    return start.of === (lives ? 0 : this.#settings.rounds)
      && start.closes === start.opens + this.#length(number)
      && same([start.target, start.to].filter(Boolean), challenge.target)
      && start.start === startColorOf(this.#mode)
      && same(start.tiles, challenge.tiles)
      && start.hides === (hidesAfter === null ? null : start.opens + hidesAfter)
      && start.within === (tolerance === usual ? null : tolerance);
  }

  /** Whether the round closed when it had to after the first lock, and nobody locked later. */
  #isRungRight({ start, bell, locks }) {
    if (!start) return true;
    let { closes } = start;
    if (bell !== null) {
      const { ringers } = this.#heard;
      const first = locks.find(({ isTaken, who }) => isTaken && (ringers?.includes(who) ?? true));
      if (!this.#mode.ringsBell || !first) return false;
      closes = Math.min(closes, start.opens + first.arrival + GRACE);
      if (bell !== closes) return false;
    }
    return locks.every(({ t }) => start.opens + t < closes);
  }

  /** Whether the round was shut when it had to be, as far as the next one's opening tells. */
  #isShutInTime(round, number) {
    const { start, next, bell, scores, locks } = round;
    if (!start || next === null) return true;
    // When somebody goes who has not locked, that may be what ends the round.
    const departed = [...this.#heard.departures]
      .filter(([, { lastRound }]) => lastRound === number)
      .map(([player]) => player);
    const hasGone = (player) => departed.includes(player);
    let earliest = bell ?? start.closes;
    let latest = earliest + LAG.most;
    if (scores.every(({ who }) => hasLocked(round, who) || hasGone(who))) {
      const arrivals = locks.filter(({ who, isTaken }) => isTaken && !hasGone(who))
        .map(({ arrival }) => arrival);
      earliest = start.opens + Math.max(0, ...arrivals);
      if (departed.length === 0) latest = earliest;
    }
    return earliest + INTERVAL <= next && next <= latest + INTERVAL;
  }

  /** Whether no further round is needed, as far as is known after a round. */
  #isDecided(number) {
    if (this.#isFloor) return false;
    const putOut = [...this.#heard.departures]
      .filter(([, departure]) => departure.isPutOut && departure.lastRound <= number)
      .map(([player]) => player);
    const racing = this.#accounts.filter(({ player, hasLeft, lives }) =>
      !hasLeft && lives !== 0 && !putOut.includes(player)).length;
    return racing < this.#rivals(putOut.length > 0);
  }

  /** With how many racing a match goes on. */
  #rivals(isAnyPutOut) {
    return this.#mode.lives || isAnyPutOut ? Math.min(this.#accounts.length, 2) : 1;
  }

  /** The first player whose score does not follow; null when all do. */
  #wronglyScored(round, number, challenge) {
    const length = this.#length(number);
    for (const score of round.scores) {
      const swatch = swatchOf(this.#mode, score.v, challenge.tiles);
      const de = swatch ? swatchDifference(swatch, challenge.target) : null;
      if (de !== score.de || !allows(round, score, length)) return score.who;
    }
    const locks = round.scores.map((score) => (isLock(round, score, length) ? score : null));
    const first = firstAmong(locks);
    for (const account of this.#accounts) {
      account.quota = Math.min(LAG.most, account.quota + LAG.refill);
      const order = round.scores.findIndex(({ who }) => who === account.player);
      if (order >= 0) {
        if (!this.#book(account, round, number, order, locks[order], first)) return account.player;
      } else if (account.lives !== 0 && !account.hasLeft) {
        // A client that heard all of the round has heard who went.
        if (round.isWhole && !this.#heard.departures.has(account.player)) return account.player;
        account.hasLeft = true;
      }
    }
    return null;
  }

  /** Does one player's sums, and says whether their score agrees. */
  #book(account, round, number, order, lock, first) {
    const score = round.scores[order];
    const lags = round.start
      ? round.locks.filter(({ who }) => who === account.player).map(({ lag }) => lag) : [score.lag];
    for (const lag of lags) {
      if (lag > account.quota) return false;
      account.quota -= lag;
    }
    const departure = this.#heard.departures.get(account.player);
    const tolerance = this.#mode.tolerance(this.#settings.level, number);
    if (account.lives === 0 || account.hasLeft || number > (departure?.lastRound ?? number)
      || (lock && score.de > tolerance)) return false;
    const points = pointsOf(this.#mode.accuracy(score.de), score.t, this.#length(number));
    account.total += points;
    account.lastRound = number;
    if (account.lives !== null && !lock) account.lives -= 1;
    return score.points === points && score.total === account.total
      && score.first === first.includes(order) && score.assist === this.#settings.assist
      && score.lives === account.lives;
  }

  /** Whether the places follow. */
  arePlacesRight() {
    const { places } = this.#heard;
    if (this.#isFloor) return places.length === 0;
    const placed = places.map(({ who }) =>
      this.#accounts.findIndex(({ player }) => player === who));
    if (!this.#isComplete(placed)) return false;
    const compared = (one, other) => this.#compared(this.#accounts[one], this.#accounts[other]);
    const isInOrder = placed.slice(1).every((seat, at) => {
      const order = compared(placed[at], seat);
      return order > 0 || (order === 0 && placed[at] < seat);
    });
    return isInOrder && places.every(({ place, total }, at) => {
      const better = placed.filter((seat) => compared(seat, placed[at]) > 0).length;
      return total === this.#accounts[placed[at]].total && place === better + 1;
    });
  }

  /** Positive where one is before the other: by rounds survived, then by points. */
  #compared(one, other) {
    const survived = ({ lives, lastRound }) =>
      (lives === null ? 0 : lastRound - (lives === 0 ? 1 : 0));
    return survived(one) - survived(other) || one.total - other.total;
  }

  /** Whether those who have to have a place have one, and nobody who gave up has. */
  #isComplete(placed) {
    const departure = ({ player }) => this.#heard.departures.get(player);
    const all = this.#accounts.map((_, seat) => seat);
    const putOut = all.filter((seat) => departure(this.#accounts[seat])?.isPutOut);
    const hasGivenUp = (account) => account.hasLeft || departure(account)?.isPutOut === false;
    const isRight = putOut.every((seat) =>
      placed.includes(seat) && this.#wasScoredToTheEnd(this.#accounts[seat]))
      && placed.every((seat) => putOut.includes(seat) || !hasGivenUp(this.#accounts[seat]));
    if (!isRight) return false;
    const last = this.#heard.rounds.at(-1);
    if (last && last.answer !== null && last.next === null) {
      return all.every((seat) => this.#accounts[seat].hasLeft || this.#accounts[seat].lives === 0
        || placed.includes(seat));
    }
    // Before the last round a match ends only when too few are left.
    const racing = placed.filter((seat) =>
      this.#accounts[seat].lives !== 0 && !putOut.includes(seat)).length;
    return racing < this.#rivals(putOut.length > 0);
  }

  #wasScoredToTheEnd(account) {
    const end = this.#heard.departures.get(account.player)?.lastRound;
    if (account.lives === 0 || end === undefined) return true;
    const shut = this.#heard.rounds.filter(({ answer }) => answer !== null).length;
    return account.lastRound === Math.min(end, shut);
  }
}

const hasLocked = ({ locks }, player) =>
  locks.some(({ who, isTaken }) => who === player && isTaken);

/** Whether a score is one of a lock. Without one it has the round's whole length. */
const isLock = (round, { who, t }, length) =>
  (round.start ? hasLocked(round, who) : t !== length);

/** Whether a score agrees with what was told while the round was open. */
function allows(round, score, length) {
  const { who, t, lag, missed } = score;
  const misses = round.locks.filter((lock) => lock.who === who && !lock.isTaken).length;
  if (round.isWhole ? missed !== misses : missed < misses) return false;
  if (!isLock(round, score, length)) return t === length && lag === 0;
  if (t >= length) return false;
  return !round.start || round.locks.some((lock) =>
    lock.isTaken && lock.who === who && lock.t === t && lock.lag === lag);
}

/** Somebody whose lock comes after a later one of theirs, or while it was frozen; else null. */
function wronglyTimed(locks) {
  const latest = new Map();
  const frozen = new Map();
  for (const { who, t, arrival, isTaken } of locks) {
    if (arrival < (latest.get(who) ?? 0) || t < (frozen.get(who) ?? 0)) return who;
    latest.set(who, arrival);
    if (!isTaken) frozen.set(who, t + FREEZE);
  }
  return null;
}

/** Whose lock counts as the first, when several raced: the nearest of those made together. */
export function firstAmong(locks) {
  const made = locks.filter(Boolean);
  if (locks.length < 2 || made.length === 0) return [];
  const soonest = Math.min(...made.map(({ t }) => t));
  const tied = [...locks.keys()].filter((at) => locks[at] && locks[at].t <= soonest + TIE);
  const nearest = Math.min(...tied.map((at) => locks[at].de));
  return tied.filter((at) => locks[at].de === nearest);
}

/** The first thing in a match that does not follow from its seed, a round a step; else null. */
export function* flawIn(heard) {
  const reckoning = new Reckoning(heard);
  for (const [index, round] of heard.rounds.entries()) {
    const flaw = reckoning.flawIn(round, index + 1);
    if (flaw) return flaw;
    yield;
  }
  return reckoning.arePlacesRight() ? null : { what: "places" };
}
