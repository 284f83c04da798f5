// A match against ghosts, judged here as a server judges it, by the rules in protocol/README.md:
// rounds, locks, the bell, points and places. Swift's `Match` has the same for all matches. Nobody
// leaves it, it never stands still, and nothing is deducted from the time of who plays it: there is
// no way between them. It knows no lines and no clock: every moment is handed in.
// Invariant: events come in the order of time, as messages without a number.

import { bytesOfHex } from "../crypto/hashing.mjs";
import { firstAmong } from "../proof/reckoning.mjs";
import { challengeOf, startColorOf } from "../rules/draws.mjs";
import { FREEZE, swatchDifference, swatchOf, TOLERANCES } from "../rules/modes.mjs";
import { COUNTDOWN, GRACE, INTERVAL, LAG, pointsOf } from "../rules/scoring.mjs";

/** How long before a round opens it is announced at the least, and how much earlier, in ms. */
const LEAD = 100;
const SLACK = 250;

const mayMove = ({ time, lives }) => time === null && lives !== 0;
const isRacing = ({ lives }) => lives !== 0;
/** Rounds survived, where lives can be lost; then all points. */
const survived = ({ lives, lastRound }) =>
  (lives === null ? 0 : lastRound - (lives === 0 ? 1 : 0));
const compared = (one, other) => survived(one) - survived(other) || one.total - other.total;

export class Match {
  #original;
  #racers;
  /** The number of the round that is on or comes next, and when that opens. */
  #number = 1;
  #opens;
  /** What the round asks and how it was announced; null between rounds. */
  #round = null;
  isOver = false;

  /**
   * @param original what is raced, of `original.mjs`.
   * @param players in seat order; those who are no ghosts of it are live.
   * @param began when the countdown begins.
   */
  constructor(original, players, began) {
    this.#original = original;
    const isGhost = (who) => original.ghosts.some((ghost) => ghost.who === who);
    this.#racers = players.map((who) => ({
      who, isGhost: isGhost(who), total: 0, lives: original.mode.lives, lastRound: 0, isIn: false,
    }));
    this.#opens = began + COUNTDOWN;
  }

  /** When the round opens that is announced or comes next. */
  get opens() { return this.#opens; }

  /** The number of the round that is announced or open; null between rounds. */
  get round() { return this.#round && this.#number; }

  /** When something happens next by itself; null once it is over. */
  get deadline() {
    if (this.isOver) return null;
    if (!this.#round) return this.#opens - LEAD - SLACK;
    // A ghost's lock may have been on its way when the round closed.
    const isAwaited = this.#racers.some((racer) => racer.isGhost && mayMove(racer));
    return this.#round.closes + (isAwaited ? LAG.most : 0);
  }

  /** What happens by itself until a moment. */
  advance(now) {
    const events = [];
    while (this.deadline !== null && this.deadline <= now) {
      events.push(...(this.#round ? this.#shut(this.deadline) : [this.#announce(now)]));
    }
    return events;
  }

  /** Where somebody's sliders are in the round that is on, and what it asks for, as swatches. */
  stand(who) {
    const { target, tiles } = this.#round;
    return { colors: swatchOf(this.#original.mode, this.#racer(who).guess, tiles), target };
  }

  #racer(who) { return this.#racers.find((racer) => racer.who === who); }

  /**
   * A move of somebody's sliders that arrives at a moment.
   *
   * @returns events, of which there are none, or a refusal's code.
   */
  set(who, v, at) {
    const { mode } = this.#original;
    const racer = this.#racer(who);
    const isLate = !racer.isGhost && at >= this.#round?.closes;
    if (!this.#round || at < this.#opens || isLate || !mayMove(racer) || mode.hasTiles) {
      return "not-now";
    }
    if (!swatchOf(mode, v)) return "off-grid";
    racer.guess = v;
    return [];
  }

  /**
   * A lock, near enough or not.
   *
   * @param at when it arrived.
   * @param t when it was made, in milliseconds after the opening: before that, if lag was deducted.
   * @returns events, or a refusal's code.
   */
  lock(who, v, at, t = at - this.#opens) {
    const { mode, settings } = this.#original;
    const [racer, round] = [this.#racer(who), this.#round];
    if (!round || !mayMove(racer) || t < 0 || this.#opens + t >= round.closes) return "not-now";
    const swatch = swatchOf(mode, v, round.tiles);
    if (!swatch) return "off-grid";
    if (t < racer.frozen) return "frozen";
    racer.guess = v;
    const lag = at - this.#opens - t;
    const isNear = swatchDifference(swatch, round.target)
      <= mode.tolerance(settings.level, this.#number);
    if (!isNear) {
      racer.misses += 1;
      racer.frozen = t + FREEZE;
      return [{ said: "MISSED", who, t, lag }];
    }
    [racer.time, racer.lag] = [t, lag];
    return [{ said: "LOCKED", who, t, lag }, ...this.#rung(racer, at), ...this.#shutIfLocked(at)];
  }

  /** The first lock of a ghost rings: everybody else has the grace that is left. */
  #rung({ isGhost }, at) {
    const round = this.#round;
    const rings = isGhost && this.#original.mode.ringsBell && !round.hasRung;
    if (!rings || !this.#racers.some(mayMove)) return [];
    round.hasRung = true;
    round.closes = Math.min(round.closes, at + GRACE);
    return [{ said: "BELL", closes: round.closes }];
  }

  #shutIfLocked(at) {
    return this.#racers.some(mayMove) ? [] : this.#shut(at);
  }

  #announce(now) {
    const { mode, settings, seed, nonces, streaks } = this.#original;
    const number = this.#number;
    const late = Math.max(0, now + LEAD - this.#opens);
    this.#opens += late;
    const [opens, closes] =
      [this.#opens, this.#opens + mode.milliseconds(settings.time, number)];
    const { answer, target, tiles } = challengeOf(
      mode, bytesOfHex(seed), nonces,
      { round: number, level: settings.level, streak: streaks[number - 1] ?? 0 });
    this.#round = { answer, target, tiles, closes, hasRung: false };
    for (const racer of this.#racers) {
      Object.assign(racer, {
        isIn: isRacing(racer), guess: mode.start, time: null, lag: 0, frozen: 0, misses: 0,
      });
    }
    const within = mode.tolerance(settings.level, number);
    return {
      said: "ROUND", round: number, of: mode.lives ? 0 : settings.rounds, opens, closes, late,
      target: target[0], to: target[1], start: startColorOf(mode), tiles,
      hides: mode.hidesAfter && opens + mode.hidesAfter,
      within: within === TOLERANCES[settings.level] ? null : within,
    };
  }

  #shut(at) {
    const { rounds } = this.#original;
    const [number, { answer }] = [this.#number, this.#round];
    const scores = this.#scores();
    const isLast = this.#isDecided || number >= rounds.length;
    [this.#round, this.#number, this.#opens] = [null, number + 1, at + INTERVAL];
    const shut = { said: "SHUT", round: number, answer, next: isLast ? null : this.#opens };
    return [shut, ...scores, ...(isLast ? this.#finish() : [])];
  }

  /** What the round was worth to everybody; without a lock it costs a life. */
  #scores() {
    const { mode, settings } = this.#original;
    const { target, tiles } = this.#round;
    const length = mode.milliseconds(settings.time, this.#number);
    const racing = this.#racers.filter(({ isIn }) => isIn);
    const apart = racing.map(({ guess }) =>
      swatchDifference(swatchOf(mode, guess, tiles), target));
    const first = firstAmong(racing.map(({ time }, at) =>
      (time === null ? null : { t: time, de: apart[at] })));
    return racing.map((racer, at) => {
      const { who, guess, time, lag, misses } = racer;
      const points = pointsOf(mode.accuracy(apart[at]), time ?? length, length);
      racer.total += points;
      racer.lastRound = this.#number;
      if (racer.lives !== null && time === null) racer.lives -= 1;
      return {
        said: "SCORE", who, v: guess, de: apart[at], t: time ?? length, points,
        total: racer.total, lag, missed: misses, first: first.includes(at),
        assist: settings.assist, lives: racer.lives,
      };
    });
  }

  /** Whether nobody is left to race, or one of several where lives can be lost. */
  get #isDecided() {
    const needed = Math.min(this.#racers.length, this.#original.mode.lives ? 2 : 1);
    return this.#racers.filter(isRacing).length < needed;
  }

  #finish() {
    this.isOver = true;
    const better = (racer) => this.#racers.filter((one) => compared(one, racer) > 0).length;
    const places = this.#racers.toSorted((one, other) => compared(other, one))
      .map((racer) =>
        ({ said: "PLACE", place: better(racer) + 1, who: racer.who, total: racer.total }));
    return [{ said: "OVER" }, ...places, { said: "SEED", seed: this.#original.seed }];
  }
}
