// A kept match, and when each of its lines was told. It reads two kinds of texts: the lines that a
// client saved, of which most moments follow from the rules, and records, which have every move and
// its moment. It believes what it reads: whether a match was fair is for its proof. What a client
// saved may be cut, and is a match as far as it goes; a record is whole or refused.
// Invariant: moments never go back.

import { heldRound } from "../rules/modes.mjs";
import { COUNTDOWN, ENDLESS_ROUNDS, GRACE, INTERVAL } from "../rules/scoring.mjs";
import { read, Refusal, write } from "../wire.mjs";
import { isRecord, recordIn } from "./record.mjs";

/** Of the rules that are known here, as records name them. */
export const EDITION = "fbdb1c7a982ecfdb";

/**
 * Reads a text, whose lines end in LF.
 *
 * @param original the record of the match that it copies, which says who its ghosts were, or null.
 * @returns `code` of the room; the edition of its `rules`, null where that is not said; `people`,
 *   a SEAT for everybody; `picture`, the lines from before the match, and the number of the `first`
 *   line that has one; `beats`, a told `line` or a `deed` each, with its moment `at`; `begins` and
 *   `ends`, the moments of the first and the last; `rounds`, when they opened; and whether it
 *   `hasMoves`. Moments are milliseconds since 1970.
 * @throws Refusal `other`, `damaged`, both with the number of a line, `no-match` or `no-round`.
 */
export function matchIn(text, original = null) {
  if (!isRecord(text)) return toldIn(text).whole();
  const lines = recordIn(text);
  const names = namesIn(lines);
  if (original !== null) nameGhosts(names, lines, recordIn(original));
  const timeline = new Timeline();
  for (const line of lines) timeline.take(named(line, names));
  return timeline.whole();
}

const namesIn = (lines) => new Map(lines.filter(({ said }) => said === "PERSON")
  .map(({ who, name }) => [who, name]));

/** So many ghosts race at the most. */
const GHOSTS = 7;

/** Ghosts are the best of then who stayed, in their order; some may have been put out since. */
function nameGhosts(names, lines, then) {
  const whosOf = (verb) => then.filter(({ said }) => said === verb).map(({ who }) => who);
  const [known, gone] = [namesIn(then), whosOf("GONE")];
  const seats = new Map(then.filter(({ said }) => said === "SEAT").map((seat) => [seat.who, seat]));
  let left = whosOf("PLACE").filter((who) => !gone.includes(who)).map((who) => seats.get(who))
    .filter((seat) => seat && !seat.ghost).slice(0, GHOSTS);
  for (const { said, who, icon, color, ghost } of lines) {
    if (said !== "SEAT" || !ghost) continue;
    const at = left.findIndex((seat) => seat.icon === icon && seat.color === color);
    if (at < 0) continue;
    names.set(who, known.get(left[at].who) ?? left[at].name);
    left = left.slice(at + 1);
  }
}

/** A player who was forgotten is shown as the record has them. */
const named = (line, names) => {
  if (line.said !== "SEAT") return line;
  const { rtt, seal, home, ...seat } = line;
  return { ...seat, n: null, name: names.get(line.who) ?? line.name };
};

/** What a client saved, up to where it went on in another room. */
function toldIn(text) {
  let timeline = new Timeline();
  const lines = text.split("\n").slice(0, -1);
  for (const [at, line] of lines.entries()) {
    let message = null;
    try {
      message = read("server", line);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      // What stands behind a whole match is for those who check it.
      if (!timeline.hasEnded) throw new Refusal("other", refusal.verb, `${at + 1}`);
    }
    if (message?.said === "IN" && timeline.code !== message.room) {
      if (timeline.hasRounds) break;
      timeline = new Timeline();
    }
    if (message) timeline.take(message);
  }
  return timeline;
}

/** From a server's return to when a match goes on, in milliseconds. */
const PAUSE = 3000;
/** What is told of a round that is on. */
const IN_ROUND = ["LOCKED", "MISSED", "BELL", "SHUT"];

/** What passes without a number. Everything else without one is not about a room. */
const PASSING = ["MOVE", "WATCHERS", "REACTED"];
/**
 * How many lines of a kind, of one player, a round can have, and rounds a match. A model copies
 * what it has at each of them, so a file with more would stop a browser.
 */
const MOST = {
  ROUND: ENDLESS_ROUNDS, SHUT: 1, LOCKED: 1, MISSED: 200, SCORE: 1, BEST: 5, PLACE: 1,
};
/** Of so many players, and of so many changes of seats. */
const PLAYERS_MOST = 64;
const SEATS_MOST = 1_000;

/** Gives each line its moment. */
class Timeline {
  code = null;
  /** Whether the seed of a match was told, and nothing since. */
  hasEnded = false;
  #rules = null;
  #entered = null;
  #first = null;
  #numbered = 0;
  #hasSettings = false;
  #people = [];
  #picture = [];
  #beats = [];
  #rounds = [];
  #began = null;
  #now = null;
  #round = null;
  #locks = 0;
  #players = [];
  #counts = {};
  #out = new Set();
  #hasMoves = false;
  #hasBegun = false;

  take(line) {
    switch (line.said) {
      case "RECORD":
        this.code = line.room;
        this.#began = line.began;
        this.#rules = line.rules;
        this.#hasMoves = true;
        return;
      case "IN":
        this.code ??= line.room;
        this.#entered ??= line.n;
        return;
      case "TICK": case "QUIT": this.#now = this.#began + line.at; return;
      case "SET": case "LOCK":
        this.#now = this.#began + line.at;
        this.#beats.push({ at: this.#now, line: null, deed: line });
        return;
      case "PERSON": case "RTT": case "LEAF": case "PATH": case "TREE": return;
      // Before one is in a room, nothing is about it, nor before its settings.
      default:
        if (!("n" in line) && !PASSING.includes(line.said)) return;
        if (this.code && (this.#hasSettings || line.said === "ROOM")) this.#told(line);
    }
  }

  get hasRounds() { return this.#rounds.length > 0; }

  /** Whether no match can have that line: of nobody who races, or once too often. */
  #isTooMuch({ said, who }) {
    if (said === "SEAT") return this.#people.length >= SEATS_MOST;
    if (!(said in MOST)) return false;
    if (who && !this.#players.includes(who)) return true;
    if (said === "ROUND") this.#counts = { ROUND: this.#counts.ROUND };
    const kind = who ? `${said} ${who}` : said;
    this.#counts[kind] = (this.#counts[kind] ?? 0) + 1;
    return this.#counts[kind] > MOST[said];
  }

  #told(line) {
    if (this.#isTooMuch(line)) return;
    this.#first ??= line.n;
    if ("n" in line) this.hasEnded = this.#hasBegun && line.said === "SEED";
    // Nothing that is seen again is late.
    if (line.said === "ROOM") line = { ...line, delay: null };
    if (this.#hasMoves && line.n !== null) line = { ...line, n: this.#nextNumber() };
    if (line.said === "ROOM") this.#hasSettings = true;
    if (line.said === "SEAT") this.#people.push(line);
    this.#follow(line);
    const text = write("server", line);
    if (this.#hasBegun) this.#beats.push({ at: this.#now, line: text, deed: null });
    else this.#picture.push(text);
  }

  /** A record leaves out what others did meanwhile, so its own numbers skip. */
  #nextNumber() { return this.#first + this.#numbered++; }

  /** Moves on to when a line was told. */
  #follow(line) {
    if (IN_ROUND.includes(line.said) && !this.#round) return;
    const later = (at) => { this.#now = Math.max(this.#now ?? at, at); };
    switch (line.said) {
      case "COUNTDOWN":
        this.#hasBegun = true;
        this.#players = line.players.slice(0, PLAYERS_MOST);
        this.#counts = {};
        later(line.opens - COUNTDOWN);
        break;
      case "ROUND":
        if (!this.#hasBegun) return;
        this.#round = line;
        this.#locks = 0;
        this.#rounds.push(line.opens);
        if (!this.#hasMoves) later(Math.min(line.opens, this.#now ?? line.opens));
        break;
      case "LOCKED":
        this.#locks += 1;
        if (!this.#hasMoves) later(this.#round.opens + line.t + line.lag);
        break;
      case "MISSED":
        if (!this.#hasMoves) later(this.#round.opens + line.t + line.lag);
        break;
      case "BELL":
        this.#round = { ...this.#round, closes: line.closes };
        if (!this.#hasMoves) later(line.closes - GRACE);
        break;
      case "HELD":
        later(line.until - PAUSE);
        this.#round = this.#round && heldRound(this.#round, line.by);
        break;
      case "SHUT":
        if (line.next !== null) later(line.next - INTERVAL);
        // Nobody locks on an open floor.
        else if (this.#players.length === 0
          || this.#locks < this.#players.length - this.#out.size) {
          later(this.#round.closes);
        }
        break;
      case "GONE": this.#out.add(line.who); break;
      case "SCORE":
        if (line.lives === 0) this.#out.add(line.who);
        break;
    }
  }

  whole() {
    if (!this.#hasBegun) throw new Refusal("no-match", null, "it has no beginning");
    if (!this.hasRounds) throw new Refusal("no-round", null, "nothing was played");
    return {
      code: this.code, rules: this.#rules, first: this.#first ?? this.#entered + 1,
      people: this.#people,
      picture: this.#picture, beats: this.#beats,
      begins: this.#beats[0].at, ends: this.#beats.at(-1).at, rounds: this.#rounds,
      hasMoves: this.#hasMoves,
    };
  }
}
