// Watches over the server's log while one plays: asks at each connection how it stands, and after
// each receipt; checks what it says, and keeps what was proved in this browser, beside who one is.
// Where the browser knows no Ed25519, or the page is in no secure context, it compares roots only,
// and says so.

import { bytesOf, bytesOfHex } from "../core/crypto/hashing.mjs";
import { checkpointOf } from "../core/crypto/merkle.mjs";
import { heardKept, heardTree, readReceipts, writtenReceipts } from "../core/proof/receipts.mjs";
import { faultOf, flawBehind, placeOf } from "../core/proof/records.mjs";
import { isRecord } from "../core/replay/record.mjs";
import "../core/session/archive.mjs";
import { attempt } from "./memory.mjs";

const PLACE = "chromatch.receipts";
/** How long a server may take to say how its log stands, in milliseconds. */
const PATIENCE = 10_000;

/** Whether a log has signed a head; null where this browser cannot tell. */
async function isSigned({ log, key }, head) {
  const { subtle } = crypto;
  if (!subtle) return null;
  try {
    const known = await subtle.importKey("raw", bytesOfHex(key), "Ed25519", false, ["verify"]);
    const text = bytesOf(checkpointOf(log, head));
    return await subtle.verify("Ed25519", known, bytesOfHex(head.sig), text);
  } catch ({ name }) {
    return name === "NotSupportedError" ? null : false;
  }
}

/** What is remembered of the log. */
const remembered = (otherwise = "") =>
  readReceipts(attempt(() => localStorage.getItem(PLACE)) ?? otherwise);

/** Why a record that the server has told is not the one of that number in its log, or null. */
export async function faultOfRecord(index, text) {
  const place = placeOf(text);
  return faultOf(place, index, remembered(), place && await isSigned(place, place));
}

/** What does not hold of names and log in a file, or null. */
export async function flawOfFile(text) {
  if (!isRecord(text)) return null;
  const place = placeOf(text);
  return flawBehind(text, place, place && await isSigned(place, place));
}

export class Receipts {
  #session;
  /** The newest connection, by when it began, and the one whose log is watched. */
  #newest = null;
  #watched = null;
  /** The heads that the log is still asked about, the present one first; null for none at all. */
  #questions = null;
  /** Rings when the log should have answered. */
  #timer = 0;
  /** For browsers that remember nothing. */
  #text = "";
  /** One is judged after the other: signatures take a while. */
  #judged = Promise.resolve();

  constructor(session) {
    this.#session = session;
  }

  get #memory() {
    return remembered(this.#text);
  }

  /** Asks how the log stands, where a connection has just begun. */
  hear({ state, since }) {
    if (state !== "online" || since === this.#newest) return;
    this.#newest = since;
    this.#watched = since;
    this.#begin();
  }

  /** Judges what the server says of its log; done when that is judged. */
  take(message) {
    const { since, inside } = this.#session.model;
    this.#judged = this.#judged.then(() => this.#judge(message, since, inside));
    return this.#judged;
  }

  #begin() {
    this.#questions = this.#memory.heads;
    this.#ask();
  }

  /**
   * A server that cannot prove what it has promised need only say nothing, or that it cannot now.
   * So a user who holds a promise is told.
   */
  #miss(since) {
    const isMine = since === this.#watched && since === this.#session.model.since;
    if (!isMine || this.#session.model.state !== "online" || this.#memory.log === null) return;
    this.#session.take({ kind: "distrusted", why: "log.silent" });
  }

  #ask() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#miss(this.#watched), PATIENCE);
    this.#session.take({ kind: "tree", since: this.#questions[0]?.size ?? null });
  }

  async #judge(message, since, room) {
    const isTree = message.said === "TREE";
    const log = isTree ? message : this.#memory;
    const signed = log.log === null ? null : await isSigned(log, message);
    // It may have been found out meanwhile, or the connection is lost.
    if (since !== this.#watched) return;
    const before = this.#memory;
    const { memory, fault } = isTree
      ? heardTree(before, this.#questions?.[0] ?? null, message, signed)
      : heardKept(before, message, signed);
    if (fault) {
      // It is said once for each connection.
      this.#watched = null;
      clearTimeout(this.#timer);
      this.#session.take({ kind: "distrusted", why: `log.${fault}` });
      return;
    }
    if (memory === before) return;
    this.#text = writtenReceipts(memory);
    attempt(() => localStorage.setItem(PLACE, this.#text));
    if (isTree) this.#goOn();
    else this.#keep(message, room, signed);
  }

  #goOn() {
    clearTimeout(this.#timer);
    this.#questions = this.#questions?.length > 1 ? this.#questions.slice(1) : null;
    if (this.#questions) this.#ask();
  }

  #keep({ match, index, first }, room, signed) {
    const isFirst = first.includes(this.#session.model.me);
    const kept = { room, match, index, isFirst, isSigned: signed === true };
    this.#session.take({ kind: "kept", kept });
    if (!this.#questions) this.#begin();
  }
}
