// Who the user is, as this browser keeps it: one key in IndexedDB, made at the first visit, which
// can be shown and taken elsewhere as a line. Where a page has no cryptography or may keep nothing
// there is no identity, and the game goes on without. Invariant: no key is ever lost: another one
// that takes its place leaves the old one beside it.

import { tagOf } from "../core/crypto/crockford.mjs";
import { bytesOf, bytesOfHex, hexOfBytes } from "../core/crypto/hashing.mjs";
import { idOf, lineOf, proofText, readLine } from "../core/crypto/identity.mjs";

const DATABASE = "chromatch";
const STORE = "identity";
const OWN = "own";
/** A database that another tab blocks is not waited for longer, in milliseconds. */
const PATIENCE = 5000;
const CURVE = { name: "ECDSA", namedCurve: "P-256" };
/** What stands before the seed of an Ed25519 key in PKCS#8 (RFC 8410). */
const HEADER = bytesOfHex("302e020100300506032b657004220420");

const answer = (request) => new Promise((resolve, reject) => {
  request.addEventListener("success", () => resolve(request.result));
  request.addEventListener("error", () => reject(request.error));
  request.addEventListener("blocked", () => reject(new Error("blocked")));
});

/** Does something with the store. */
async function stored(mode, action) {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(STORE));
  const database = await answer(opening);
  try {
    return await answer(action(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** The public key of a raw one: an Ed25519 key as it is, a P-256 point compressed. */
function compressed(raw) {
  if (raw.length === 32) return hexOfBytes(raw);
  return hexOfBytes([2 + (raw[64] & 1), ...raw.slice(1, 33)]);
}

/** A new key, as it is kept. */
async function made() {
  const uses = ["sign", "verify"];
  let [kind, pair] = ["Ed25519", null];
  try {
    pair = await crypto.subtle.generateKey("Ed25519", true, uses);
  } catch {
    [kind, pair] = ["P-256", await crypto.subtle.generateKey(CURVE, true, uses)];
  }
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const secret = new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
  return { kind, key: compressed(raw), secret };
}

/** The key of a seed, as it is kept; it fails where the browser has no Ed25519. */
async function ofSeed(seed) {
  const secret = Uint8Array.from([...HEADER, ...seed]);
  const imported = await crypto.subtle.importKey("pkcs8", secret, "Ed25519", true, ["sign"]);
  const { x } = await crypto.subtle.exportKey("jwk", imported);
  const raw = atob(x.replace(/-/g, "+").replace(/_/g, "/"));
  return {
    kind: "Ed25519", key: hexOfBytes(Array.from(raw, (byte) => byte.charCodeAt(0))), secret,
  };
}

const late = () => new Promise((_, reject) => {
  setTimeout(() => reject(new Error("late")), PATIENCE);
});

/** The user's identity, made if there is none; null where there can be none. */
export async function ownIdentity() {
  try {
    return await Promise.race([kept(), late()]);
  } catch {
    return null;
  }
}

async function kept() {
  const read = () => stored("readonly", (store) => store.get(OWN));
  let own = await read();
  if (!own) {
    const fresh = await made();
    // Another tab may have been first: then that one's key counts.
    await stored("readwrite", (store) => store.add(fresh, OWN)).catch(() => null);
    own = await read();
  }
  return new Identity(own);
}

/**
 * Puts the key of a line in the place of the own one, which stays beside it.
 *
 * @returns why it does not, as `readLine` says it, or `absent` where the browser cannot use such
 *   keys; null when it is done.
 */
export async function takeLine(text) {
  const { seed, flaw } = readLine(text);
  if (flaw) return flaw;
  try {
    const [own, next] = [await kept(), await ofSeed(seed)];
    if (own.key === next.key) return null;
    await stored("readwrite", (store) => store.put(own.record, `old ${own.tag}`));
    await stored("readwrite", (store) => store.put(next, OWN));
    return null;
  } catch {
    return "absent";
  }
}

/** A key and what can be done with it. */
class Identity {
  constructor(record) {
    this.record = record;
    this.key = record.key;
    this.tag = tagOf(idOf(record.key));
    /** The line that takes it elsewhere; null for a key of the other kind. */
    this.line = record.kind === "Ed25519" ? lineOf(record.secret.slice(-32)) : null;
  }

  /** What a session is told once a challenge is signed. */
  async answer(challenge) {
    return { kind: "signed", nonce: challenge.nonce, sig: await this.#sign(challenge) };
  }

  /** The signature, in digits. */
  async #sign(challenge) {
    const isUsual = this.record.kind === "Ed25519";
    const secret = await crypto.subtle.importKey(
      "pkcs8", this.record.secret, isUsual ? "Ed25519" : CURVE, false, ["sign"]);
    const text = proofText(challenge, this.key, `web:${location.origin}`);
    const how = isUsual ? "Ed25519" : { name: "ECDSA", hash: "SHA-256" };
    return hexOfBytes(new Uint8Array(await crypto.subtle.sign(how, secret, bytesOf(text))));
  }
}
