// Promises of a server: proofs of trees against the protocol's vectors, and what a page asks,
// believes, remembers and says when a promise is broken. The log is a real one, with a real key.

import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { afterEach, test } from "node:test";

import { Receipts } from "../../clients/web/browser/receipts.mjs";
import { bytesOfHex, hexOfBytes, sha256 } from "../../clients/web/core/crypto/hashing.mjs";
import {
  checkpointOf, isConsistent, isIncluded, leafOf,
} from "../../clients/web/core/crypto/merkle.mjs";
import { HEADS, MATCHES, readReceipts } from "../../clients/web/core/proof/receipts.mjs";
import { read, write } from "../../clients/web/core/wire.mjs";
import { PICTURE, seated } from "./support/client.mjs";
import { table, textOf } from "./support/files.mjs";

const RECORDS = "protocol/vectors/records";

// Proofs.

test("every proof of the vectors holds, and no other one", () => {
  const rows = table(`${RECORDS}/tree.tsv`).map((row) => ({
    ...row, from: Number(row.FROM), size: Number(row.SIZE),
    hashes: row.HASHES ? row.HASHES.split(",") : [],
  }));
  const of = (what) => rows.filter(({ WHAT }) => WHAT === what);
  const leaves = of("leaf").map(({ ENTRY, HASHES }) => {
    const bytes = String.fromCharCode(...bytesOfHex(ENTRY));
    if (/^[\x00-\x7f]*$/.test(bytes)) assert.equal(leafOf(bytes), HASHES);
    return HASHES;
  });
  const root = new Map(of("root").map(({ size, hashes }) => [size, hashes[0]]));
  const wrong = "00".repeat(32);
  for (const { from: index, size, hashes: path } of of("path")) {
    const proof = { leaf: leaves[index], index, path, size, root: root.get(size) };
    assert.ok(isIncluded(proof));
    const forgeries = [
      { leaf: wrong }, { index: index + 1 }, { index: size }, { root: wrong }, { size: size * 2 },
      { path: [...path, wrong] }, { path: [...path.slice(1), wrong] }];
    for (const forged of forgeries) {
      assert.ok(!isIncluded({ ...proof, ...forged }), JSON.stringify(forged));
    }
  }
  for (const { from, size, hashes: path } of of("consistency")) {
    const [old, now] = [{ size: from, root: root.get(from) }, { size, root: root.get(size), path }];
    assert.ok(isConsistent(old, now));
    const forgeries = [
      { root: wrong }, { path: [] }, { path: path.slice(1) }, { path: [...path, wrong] },
      { path: path.with(0, wrong) }, { size: from - 1 }];
    for (const forged of forgeries) {
      assert.ok(!isConsistent(old, { ...now, ...forged }), JSON.stringify(forged));
    }
    assert.ok(!isConsistent({ ...old, root: wrong }, now));
  }
  assert.ok(of("path").length > 30 && of("consistency").length > 20);
  // As many levels as numbers are exact for.
  assert.ok(!isIncluded({ leaf: wrong, index: 0, path: [], size: 2 ** 53, root: wrong }));
});

/** The example's receipt: what stands behind the match. */
function receiptOf(text) {
  const lines = text.trimEnd().split("\n");
  const found = (verb) => Object.fromEntries(
    lines.find((line) => line.startsWith(`${verb} `)).split(" ").slice(1)
      .map((field) => field.split("=")));
  const end = lines.findIndex((line) => line.startsWith("SEED "));
  const [leaf, path, tree] = ["LEAF", "PATH", "TREE"].map(found);
  return {
    body: lines.slice(0, end + 1).map((line) => `${line}\n`).join(""), log: found("RECORD").log,
    leaf: leaf.hash, index: Number(leaf.index), path: path.hashes.split(","),
    size: Number(tree.size), root: tree.root, sig: tree.sig, key: tree.key,
  };
}

test("the example is in its log, whose checkpoint is signed", () => {
  const example = receiptOf(textOf(`${RECORDS}/match.record`));
  assert.equal(leafOf(example.body), example.leaf);
  assert.ok(isIncluded(example));
  const text = checkpointOf(example.log, example);
  assert.ok(textOf(`${RECORDS}/checkpoint.txt`).startsWith(`${text}\n`));
  assert.ok(!isIncluded({ ...example, leaf: leafOf(example.body.replace("841", "842")) }));
});

// A log that may lie.

const PKCS8 = "302e020100300506032b657004220420";
const hash = (text) => hexOfBytes(sha256(new TextEncoder().encode(text)));
const node = (left, right) =>
  hexOfBytes(sha256(Uint8Array.from([1, ...bytesOfHex(left), ...bytesOfHex(right)])));

/** The largest power of two below a number. */
const split = (size) => 2 ** Math.floor(Math.log2(size - 1));
function rootOf(leaves) {
  if (leaves.length === 1) return leaves[0];
  const middle = split(leaves.length);
  return node(rootOf(leaves.slice(0, middle)), rootOf(leaves.slice(middle)));
}
function pathOf(index, leaves) {
  if (leaves.length === 1) return [];
  const middle = split(leaves.length);
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return index < middle ? [...pathOf(index, left), rootOf(right)]
    : [...pathOf(index - middle, right), rootOf(left)];
}
function consistency(old, leaves, isRoot = true) {
  if (old === leaves.length) return isRoot ? [] : [rootOf(leaves)];
  const middle = split(leaves.length);
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return old <= middle ? [...consistency(old, left, isRoot), rootOf(right)]
    : [...consistency(old - middle, right, false), rootOf(left)];
}

class Log {
  /** A log of so many matches; the hash of each follows from its number and a word. */
  constructor(size, { word = "match", name = "chromatch/test", secret = "a log's key" } = {}) {
    this.name = name;
    this.leaves = Array.from({ length: size }, (_, at) => hash(`${word} ${at}`));
    this.secret = createPrivateKey({
      key: Buffer.from(PKCS8 + hash(secret), "hex"), format: "der", type: "pkcs8",
    });
  }

  get #head() {
    const size = this.leaves.length;
    const root = size === 0 ? hash("") : rootOf(this.leaves);
    const text = Buffer.from(checkpointOf(this.name, { size, root }));
    return { size, root, sig: hexOfBytes(sign(null, text, this.secret)) };
  }

  tree(since) {
    const key = createPublicKey(this.secret).export({ format: "jwk" }).x;
    const isProved = since > 0 && since < this.leaves.length;
    return {
      said: "TREE", log: this.name, key: Buffer.from(key, "base64url").toString("hex"),
      ...this.#head, since: since ?? 0, path: isProved ? consistency(since, this.leaves) : [],
    };
  }

  kept(index) {
    const path = pathOf(index, this.leaves);
    return { said: "KEPT", match: 1, index, leaf: this.leaves[index], ...this.#head, path };
  }
}

/** What browsers keep for a page. */
let stored = new Map();
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => { stored.set(key, text); },
};
const remembered = () => readReceipts([...stored.values()].join(""));
const genuine = Object.getOwnPropertyDescriptor(globalThis, "crypto");
const withCrypto = (value) =>
  Object.defineProperty(globalThis, "crypto", { value, configurable: true });
afterEach(() => {
  stored = new Map();
  Object.defineProperty(globalThis, "crypto", genuine);
});

/** A page in a room, as far as the server's log goes. */
class Page {
  constructor() {
    this.client = seated();
    this.receipts = new Receipts(this);
    this.receipts.hear(this.model);
  }

  get model() { return this.client.model; }
  get asked() { return this.client.said("TREE").map(({ since }) => since); }

  take(news) {
    this.client.take(news);
    this.receipts.hear(this.model);
  }

  /** Hears something of a log, as a line. */
  async hear(message) {
    const [wish] = this.client.hear(write("server", message));
    await this.receipts.take(wish.message);
  }

  /** Has a log answer everything that is asked. */
  async ask(log) {
    for (let at = this.answered ?? 0; at < this.asked.length; at++) {
      this.answered = at + 1;
      await this.hear(log.tree(this.asked[at]));
    }
  }

  /** Loses the connection, and comes back. */
  anew() {
    this.client.take({ kind: "closed" });
    this.client.pass(1000);
    this.take({ kind: "opened" });
    this.client.hear(`WELCOME v=1 me=p1 now=${this.client.now} resume=w app=test modes=rgb`);
    this.receipts.hear(this.model);
    this.client.hear(...PICTURE);
  }
}

const heads = () => remembered().heads.map(({ size }) => size);

test("the first time it learns which log there is, and asks no more", async () => {
  const page = new Page();
  await page.ask(new Log(5));
  assert.deepEqual(page.asked, [null]);
  assert.equal(remembered().log, "chromatch/test");
  assert.deepEqual(heads(), [5]);
  assert.deepEqual([page.model.notice, page.model.distrust], [null, null]);
});

test("a match that is kept is told, and the log has to prove that it has grown", async () => {
  const page = new Page();
  await page.ask(new Log(3));
  await page.hear(new Log(4).kept(3));
  assert.deepEqual(
    page.model.kept, { room: "WAVE", match: 1, index: 3, isFirst: false, isSigned: true });
  await page.ask(new Log(4));
  assert.deepEqual(page.asked, [null, 3, 4]);
  assert.deepEqual(heads(), [4]);
  await page.hear(new Log(9).kept(8));
  await page.ask(new Log(9));
  assert.deepEqual([heads(), remembered().matches.map(({ index }) => index)], [[9], [3, 8]]);
  // Loaded anew, and connected anew, it asks again.
  const next = new Page();
  await next.ask(new Log(9));
  next.anew();
  await next.ask(new Log(12));
  assert.deepEqual([next.asked, heads()], [[9, 9], [12]]);
  assert.equal(next.model.notice, null);
});

/** What a server comes back with that had five matches, and what is said of it. */
const changed = (log, change) => ({ ...log.tree(5), ...change(log.tree(5)) });
const flipped = (digits) => (digits[0] === "0" ? "1" : "0") + digits.slice(1);
const LIES = {
  fewer: [new Log(4).tree(5), "forgotten"],
  none: [new Log(0).tree(5), "forgotten"],
  others: [new Log(5, { word: "another" }).tree(5), "rewritten"],
  "others, and more": [new Log(9, { word: "another" }).tree(5), "rewritten"],
  "no proof": [changed(new Log(9), () => ({ path: [] })), "rewritten"],
  "another key": [new Log(9, { secret: "another" }).tree(5), "another"],
  "another name": [new Log(9, { name: "chromatch/other" }).tree(5), "another"],
  "no signature": [changed(new Log(9), ({ sig }) => ({ sig: flipped(sig) })), "unproved"],
};

for (const [name, [lie, fault]] of Object.entries(LIES)) {
  test(`a server that had five matches and comes back with ${name} is found out`, async () => {
    const first = new Page();
    await first.ask(new Log(5));
    const before = remembered();
    for (let visit = 0; visit < 2; visit++) {
      const page = new Page();
      assert.deepEqual(page.asked, [5]);
      await page.hear(lie);
      assert.equal(page.model.notice.why, `log.${fault}`);
      assert.equal(page.model.distrust, `log.${fault}`);
      assert.deepEqual(remembered(), before);
      // It is said once; then nothing of this log is believed.
      await page.hear(new Log(6).kept(5));
      assert.deepEqual([page.model.noticesMade, page.model.kept], [1, null]);
    }
  });
}

test("a log whose key signs anything with one signature promises nothing", async () => {
  const key = `01${"00".repeat(31)}`;
  for (const crypto of [genuine.value ?? globalThis.crypto, {}]) {
    withCrypto(crypto);
    const page = new Page();
    await page.hear({ ...new Log(3).tree(0), key, sig: key + "00".repeat(32) });
    assert.equal(page.model.distrust, "log.unproved");
    assert.equal(remembered().log, null);
  }
});

test("a server that does not say how its log stands is told to its players", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const stranger = new Page();
  t.mock.timers.tick(10_000);
  assert.equal(stranger.model.distrust, null);
  await stranger.ask(new Log(5));
  t.mock.timers.tick(10_000);
  assert.equal(stranger.model.distrust, null);
  for (let visit = 0; visit < 2; visit++) {
    const page = new Page();
    if (visit === 1) page.client.hear("NO code=not-now verb=TREE");
    t.mock.timers.tick(9_999);
    assert.equal(page.model.distrust, null);
    t.mock.timers.tick(1);
    assert.equal(page.model.distrust, "log.silent");
    assert.deepEqual(heads(), [5]);
  }
});

const FORGERIES = [
  ({ leaf }) => ({ leaf: flipped(leaf) }), () => ({ index: 2 }),
  ({ path }) => ({ path: path.slice(0, -1) }), ({ root }) => ({ root: flipped(root) }),
  () => ({ size: 6 }), ({ sig }) => ({ sig: flipped(sig) }),
];

for (const forge of FORGERIES) {
  test(`a forged receipt is refused: ${forge}`, async () => {
    const page = new Page();
    await page.ask(new Log(3));
    const [before, genuineOne] = [remembered(), new Log(5).kept(4)];
    await page.hear({ ...genuineOne, ...forge(genuineOne) });
    assert.equal(page.model.distrust, "log.unproved");
    assert.equal(page.model.kept, null);
    assert.deepEqual(remembered(), before);
  });
}

for (const [name, subtle] of [
  ["that is in no secure context", undefined],
  ["that knows no Ed25519", {
    importKey: () => Promise.reject(new DOMException("no such key", "NotSupportedError")),
  }],
]) {
  test(`a page ${name} compares roots, and does not say more`, async () => {
    withCrypto({ subtle });
    const page = new Page();
    await page.ask(new Log(3));
    await page.hear(new Log(4).kept(3));
    assert.deepEqual(
      page.model.kept, { room: "WAVE", match: 1, index: 3, isFirst: false, isSigned: false });
    await page.ask(new Log(4));
    const { root } = new Log(4).kept(3);
    await page.hear({ ...new Log(5).kept(4), root: flipped(root) });
    assert.equal(page.model.distrust, "log.unproved");
    const next = new Page();
    await next.hear(new Log(9, { word: "another" }).tree(4));
    assert.equal(next.model.distrust, "log.rewritten");
  });
}

test("a key that is none has signed nothing", async () => {
  const page = new Page();
  withCrypto({
    subtle: { importKey: () => Promise.reject(new DOMException("no point", "DataError")) },
  });
  await page.hear(new Log(3).tree(null));
  assert.equal(page.model.distrust, "log.unproved");
});

test("a server without a log, or one that knows no such question, is played on", async () => {
  for (const code of ["not-now", "unknown-verb"]) {
    const page = new Page();
    page.client.hear(`NO code=${code} verb=TREE`);
    await page.hear(new Log(1).kept(0));
    assert.deepEqual([page.model.notice, page.model.kept, stored.size], [null, null, 0]);
  }
});

test("what is remembered is bounded, and storage may hold anything", async () => {
  const page = new Page();
  await page.hear(new Log(1).tree(null));
  for (let index = 1; index <= MATCHES + 1; index++) {
    await page.hear(new Log(index + 1).kept(index));
  }
  const memory = remembered();
  assert.deepEqual([memory.heads.length, memory.matches.length], [HEADS, MATCHES]);
  assert.equal(memory.matches.at(-1).index, MATCHES + 1);
  assert.deepEqual(readReceipts("KEPT\nTREE since=1\n\u0000"), readReceipts(""));
  const kept = write("server", new Log(1).kept(0));
  assert.equal(readReceipts(kept).matches.length, 0, "a match of no log");
  assert.equal(read("server", kept).index, 0);
});

test("a browser that remembers nothing compares for as long as the page lasts", async () => {
  const before = globalThis.localStorage;
  globalThis.localStorage = undefined;
  try {
    const page = new Page();
    await page.ask(new Log(5));
    page.anew();
    await page.ask(new Log(4));
    assert.equal(page.model.distrust, "log.forgotten");
  } finally {
    globalThis.localStorage = before;
  }
});
