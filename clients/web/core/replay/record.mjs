// The lines of a record, each in its one form and in its place, as Swift's `RecordFile` has them.
// It does not ask whether they are true.

import { modes } from "../rules/modes.mjs";
import { COUNTDOWN } from "../rules/scoring.mjs";
import { read, readIn, Refusal, tableOf, write, writeIn } from "../wire.mjs";

/** What only records have: whose it is, what players did, and what stands behind the match. */
export const RECORDED = tableOf(`
RECORD v:int(0-999) log:word room:code match:count began:instant rules:word? ghost:count?
  leaf:hex(32)?
SEAT who:player name:text(16) icon:icon color:color bot:mark? id:hex(16)? ghost:mark? rtt:some?
  seal:hex(32)? home:count?
TICK at:count
SET v:guess by:player at:count
LOCK v:guess t:count? by:player at:count
QUIT by:player at:count
RTT by:player ms:count
PERSON who:player salt:hex(16) name:text(16) id:hex(16)?
LEAF index:count hash:hex(32)
PATH size:count hashes:list(hex(32))
TREE size:count root:hex(32) sig:hex(64) key:hex(32)`);

/** What comes of commands and is told to everybody, with a number. */
const TOLD =
  "ROUND LOCKED MISSED BELL HELD SHUT SCORE OVER PLACE TOGETHER BEST".split(" ");
const SEATS = 8;

export const isRecord = (text) => text.startsWith("RECORD ");

/** Which match of its log a record copies, as `index` and `leaf`; null if it is no ghost race. */
export function copiedIn(text) {
  const line = isRecord(text) ? lineIn(text.split("\n", 1)[0]) : null;
  return (line?.ghost ?? null) === null ? null : { index: line.ghost, leaf: line.leaf };
}

/** A line in its one form; else null. */
function lineIn(text) {
  const isOwn = RECORDED.has(text.split(" ", 1)[0]);
  try {
    const line = isOwn ? readIn(RECORDED, text) : read("server", text);
    const same = line && (isOwn ? writeIn(RECORDED, line) : write("server", line)) === text;
    return same ? line : null;
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return null;
  }
}

/** Goes through lines and asks each for its place. */
class Reader {
  at = 0;
  #lines;

  constructor(lines) { this.#lines = lines; }

  get said() { return this.#lines[this.at]?.said; }

  /** The next line, if it is in its place. */
  take(verb, isFitting = () => true) {
    const line = this.#lines[this.at];
    if (line?.said !== verb || !isFitting(line)) {
      throw new Refusal("damaged", line?.said, `${this.at + 1}`);
    }
    this.at += 1;
    return line;
  }
}

/** Some of `players`, in their order: each is looked for behind the last. */
function inOrder(players) {
  let next = 0;
  return (player) => {
    const place = players.indexOf(player, next);
    if (place >= 0) next = place + 1;
    return place >= 0;
  };
}

function seatsIn(reader) {
  const seats = [];
  // A ghost's name is in the record that is copied.
  const isFitting = ({ who, name, seal, bot, id, ghost }) =>
    (seal === null ? bot && (name === "-" || !ghost) : name === "-") && id === null
    && seats.length < SEATS && seats.every((seat) => seat.who !== who);
  do seats.push(reader.take("SEAT", isFitting)); while (reader.said === "SEAT");
  return seats;
}

const isSameList = (one, other) => one.join() === other.join();

/** What each player gave to the match's randomness, and the call for what was sealed. */
function sharesIn(reader, match, players, isDaily) {
  const isNext = inOrder(players);
  let isSealed = false;
  while (reader.said === "READIED") {
    const { seal } = reader.take("READIED", ({ n, who, nonce, seal: sealed }) =>
      n === null && !isDaily && (nonce ?? sealed) !== null && isNext(who));
    isSealed ||= seal !== null;
  }
  const isCalled = reader.said === "REVEAL";
  if (isSealed || isCalled) {
    reader.take("REVEAL", (line) => isSealed && line.n === null && line.match === match
      && isSameList(line.players, players));
  }
}

/** Whether a countdown says of a ghost race what the title and the seats say, or nothing. */
const isCopyOf = ({ ghosts, last }, title, seats) =>
  isSameList(ghosts ?? [], seats.filter(({ ghost }) => ghost).map(({ who }) => who))
  && [title.ghost, title.leaf].every((said) => (said !== null) === (last ?? 0) > 0);

function stepsIn(reader, players) {
  const isOwn = ({ by }) => players.includes(by);
  while (reader.said !== "SEED") {
    const { said } = reader;
    if (["SET", "LOCK", "RTT", "QUIT"].includes(said)) reader.take(said, isOwn);
    else if (said === "GONE") {
      reader.take(said, ({ n, who }) => n !== null && players.includes(who));
    } else if (said === "TICK") reader.take(said);
    else if (TOLD.includes(said)) reader.take(said, ({ n }) => n !== null);
    else reader.take(null);
  }
  reader.take("SEED", ({ n }) => n !== null);
}

/** Who the players were, and where the log has the match. */
function restIn(reader, seats, count) {
  const isNext = inOrder(seats.map(({ who, seal }) => (seal === null ? null : who)));
  while (reader.said === "PERSON") reader.take("PERSON", ({ who }) => isNext(who));
  if (reader.at === count) return;
  for (const verb of ["LEAF", "PATH", "TREE"]) reader.take(verb);
  if (reader.at < count) reader.take(null);
}

/**
 * The lines of a record.
 *
 * @throws Refusal `damaged`, with the number of the line that is not what belongs there.
 */
export function recordIn(text) {
  const lines = text.split("\n").slice(0, -1).map(lineIn);
  const broken = lines.indexOf(null);
  if (broken >= 0) throw new Refusal("damaged", null, `${broken + 1}`);
  const reader = new Reader(lines);
  const title = reader.take("RECORD", ({ v }) => v === 1);
  const { match } = title;
  const { mode } = reader.take("ROOM", ({ n, name }) => n === null && name === title.room);
  const { isDaily } = modes.get(mode);
  const seats = seatsIn(reader);
  const players = seats.map(({ who }) => who);
  reader.take("COMMIT", (line) => line.n === null && line.match === match);
  sharesIn(reader, match, players, isDaily);
  reader.take("COUNTDOWN", (line) => line.n !== null && line.match === match
    && line.opens - title.began === COUNTDOWN && isSameList(line.players, players)
    && (isDaily || !line.ranked) && isCopyOf(line, title, seats));
  stepsIn(reader, players);
  restIn(reader, seats, lines.length);
  return lines;
}
