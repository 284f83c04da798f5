// What an identity is, without any key of its own: the id that follows from a public key, the line
// that carries a secret one elsewhere, and the text that is signed to prove one. It signs and keeps
// nothing. Invariant: a line that was written is read back as the same seed, and
// one that is cut off or mistyped gives none.

import { learn, WRONG } from "../wire.mjs";
import { DIGITS, written } from "./crockford.mjs";
import { bytesOf, bytesOfHex, hexOfBytes, sha256 } from "./hashing.mjs";

const SEED_BYTES = 32;
const CHECK_BYTES = 3;
/** How many letters a key's line has. */
export const LETTERS = ((SEED_BYTES + CHECK_BYTES) * 8) / 5;

const check = (seed) =>
  sha256(Uint8Array.from([...bytesOf("chromatch-key 1 "), ...seed])).slice(0, CHECK_BYTES);

/** The line that carries a secret key elsewhere. */
export const lineOf = (seed) => written([...seed, ...check(seed)]);

/**
 * Reads a line as people type and paste it, with or without the header of a file.
 *
 * @returns `seed`, 32 bytes or null, and in `flaw` why there is none: `cut-off`, `too-long`,
 *   `no-letter`, `mistyped` or `other-version`.
 */
export function readLine(text) {
  const [, header, version = "", rest = ""] =
    /^\s*(CHROMATCH-KEY)(?:\s+(\S+))?([\s\S]*)$/i.exec(text) ?? [];
  if (header && version !== "" && version !== "1") return { seed: null, flaw: "other-version" };
  const letters = [...(header ? rest : text).replace(/[\s\u2010-\u2014\u2212-]/gu, "")];
  const digits = letters.map((letter) => {
    const upper = /^[a-z]$/.test(letter) ? letter.toUpperCase() : letter;
    return DIGITS.indexOf({ O: "0", I: "1", L: "1" }[upper] ?? upper);
  });
  if (digits.includes(-1)) return { seed: null, flaw: "no-letter" };
  if (digits.length !== LETTERS) {
    return { seed: null, flaw: digits.length < LETTERS ? "cut-off" : "too-long" };
  }
  const bits = digits.map((digit) => digit.toString(2).padStart(5, "0")).join("");
  const bytes = Uint8Array.from(bits.match(/.{8}/g), (byte) => Number.parseInt(byte, 2));
  const seed = bytes.slice(0, SEED_BYTES);
  const isWhole = hexOfBytes(check(seed)) === hexOfBytes(bytes.slice(SEED_BYTES));
  return isWhole ? { seed, flaw: null } : { seed: null, flaw: "mistyped" };
}

const PRIME = 2n ** 255n - 19n;

/**
 * Whether digits are a public key. A point of Ed25519 whose order divides 8 is none, since anybody
 * can sign for it; neither is one in an encoding that is not canonical. The equation holds for the
 * y of those points and of no other.
 */
export function isKey(digits) {
  if (!/^(?:0[23])?[0-9a-f]{64}$/.test(digits)) return false;
  if (digits.length === 66) return true;
  const y = BigInt.asUintN(255, `0x${digits.match(/../g).reverse().join("")}`);
  const yy = y * y;
  const isSmall = (y * (yy - 1n) * (121665n * yy * yy - 243332n * yy + 121666n)) % PRIME === 0n;
  return y < PRIME && !isSmall;
}

// A page reads no key before it has one, so until now the digits were enough.
learn({ key: { read: (text) => (isKey(text) ? text : WRONG) } });

/** Who the owner of a public key is, in digits, on every server. */
export const idOf = (key) => hexOfBytes(sha256(bytesOfHex(key)).slice(0, 16));

/** What is signed to answer a CHALLENGE with a key, on a connection that is bound to `bind`. */
export const proofText = ({ log, server, nonce }, key, bind) =>
  `PROVE log=${log} server=${server} nonce=${nonce} key=${key} bind=${bind}`;
