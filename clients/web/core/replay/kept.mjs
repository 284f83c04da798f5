// A match in a file, and when each of its lines was told. It reads two kinds of files: the lines
// that a client saved, of which most moments follow from the rules, and records, which have every
// move and its moment. It believes what it reads: whether a match was fair is for its proof.
// Invariant: moments never go back.

import { heldRound } from "../rules/modes.mjs";
import { COUNTDOWN, GRACE, INTERVAL } from "../rules/scoring.mjs";
import { read, readIn, Refusal, tableOf, write } from "../wire.mjs";

/** The largest file that is read, in characters: a record has 1 MiB at most. */
export const FILE_MOST = 2 ** 21;

/** Of the rules that are known here, as records name them. */
export const EDITION = "fbdb1c7a982ecfdb";

/** What only records have: whose it is, what players did, and what stands behind the match. */
const RECORDED = tableOf(`
RECORD v:int(0-999) log:word room:code match:count began:instant rules:word?
TICK at:count
SET v:guess by:player at:count
LOCK v:guess t:count? by:player at:count
QUIT by:player at:count
RTT by:player ms:count
PERSON who:player name:text(16)?`);
/**
 * Reads a file.
 *
 * @returns `code` of the room; the edition of its `rules`, null where that is not said; `people`,
 *   a SEAT for everybody; `picture`, the lines from before the match, and the number of the `first`
 *   line that has one; `beats`, a told `line` or a `deed` each, with its moment `at`; `begins` and
 *   `ends`, the moments of the first and the last; `rounds`, when they opened; and whether it
 *   `hasMoves`. Moments are milliseconds since 1970.
 * @throws Refusal `not-a-match`, or `no-round` where nothing was played.
 */
export function matchIn(text) {
  const lines = linesIn(text);
  const names = new Map(lines.filter(({ said }) => said === "PERSON")
    .map(({ who, name }) => [who, name]));
  const timeline = new Timeline();
  for (const line of lines) timeline.take(named(line, names));
  return timeline.whole();
}

const named = (line, names) =>
  (line.said === "SEAT" && names.get(line.who) ? { ...line, name: names.get(line.who) } : line);

/** The lines of a file that mean something, up to the seed, and who the people are behind it. */
function linesIn(text) {
  if (text.length > FILE_MOST) throw new Refusal("not-a-match", null, "too long");
  const lines = text.split(/\r?\n/);
  const isRecord = lines[0].startsWith("RECORD ");
  const meant = [];
  for (const line of lines) {
    const isRecorded = isRecord && RECORDED.has(line.split(" ", 1)[0]);
    try {
      const message = isRecorded ? readIn(RECORDED, line) : read("server", line);
      if (message) meant.push(message);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      // What stands behind a match is for those who check it; until then nothing is passed over.
      if (meant.some(({ said }) => said === "SEED")) continue;
      throw new Refusal("not-a-match", refusal.verb, refusal.message);
    }
  }
  return meant;
}

/** From a server's return to when a match goes on, in milliseconds. */
const PAUSE = 3000;
/** What is told of a round that is on. */
const IN_ROUND = ["LOCKED", "MISSED", "BELL", "SHUT"];

/** Gives each line its moment. */
class Timeline {
  #code = null;
  #rules = null;
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
  #racing = 0;
  #out = new Set();
  #hasMoves = false;
  #hasBegun = false;

  take(line) {
    switch (line.said) {
      case "RECORD":
        this.#code = line.room;
        this.#began = line.began;
        this.#rules = line.rules;
        this.#hasMoves = true;
        return;
      case "IN":
        this.#code ??= line.room;
        return;
      case "TICK": case "QUIT": this.#now = this.#began + line.at; return;
      case "SET": case "LOCK":
        this.#now = this.#began + line.at;
        this.#beats.push({ at: this.#now, line: null, deed: line });
        return;
      case "PERSON": case "RTT": return;
      default: this.#told(line);
    }
  }

  #told(line) {
    this.#first ??= line.n;
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
    if (IN_ROUND.includes(line.said) && !this.#round) {
      throw new Refusal("not-a-match", line.said, "there is no round");
    }
    const later = (at) => { this.#now = Math.max(this.#now ?? at, at); };
    switch (line.said) {
      case "COUNTDOWN":
        this.#hasBegun = true;
        this.#racing = line.players.length;
        later(line.opens - COUNTDOWN);
        break;
      case "ROUND":
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
        else if (this.#racing === 0 || this.#locks < this.#racing - this.#out.size) {
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
    const isWhole = this.#code && this.#hasSettings && this.#first !== null;
    if (this.#rounds.length === 0) throw new Refusal("no-round", null, "nothing was played");
    if (!isWhole || !this.#hasBegun) throw new Refusal("not-a-match", null, "it has no beginning");
    return {
      code: this.#code, rules: this.#rules, first: this.#first, people: this.#people,
      picture: this.#picture, beats: this.#beats,
      begins: this.#beats[0].at, ends: this.#beats.at(-1).at, rounds: this.#rounds,
      hasMoves: this.#hasMoves,
    };
  }
}
