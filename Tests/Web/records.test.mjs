// A record that is fetched from a server: what a page says for it, what it takes, and what it finds
// wrong with records that are none, or are another one than the server's log has.

import assert from "node:assert/strict";
import { createPublicKey, verify } from "node:crypto";
import { test } from "node:test";

import { checkpointOf } from "../../clients/web/core/crypto/merkle.mjs";
import { NOTHING } from "../../clients/web/core/proof/receipts.mjs";
import { faultOf, heard, placeOf, requestOf } from "../../clients/web/core/proof/records.mjs";
import { matchIn } from "../../clients/web/core/replay/kept.mjs";
import { write } from "../../clients/web/core/wire.mjs";
import { table, textOf } from "./support/files.mjs";

const RECORD = textOf("protocol/vectors/records/match.record");
const LINES = RECORD.trimEnd().split("\n");
const WELCOME = "WELCOME v=1 me=p1 now=1 resume=w app=test modes=rgb";
const KEY = "ab".repeat(32);

/** A page that asks for the example, and a server that tells so many lines at once. */
function told({ key = null, atOnce = LINES.length, index = 7 } = {}) {
  const said = [];
  let request = requestOf(index, key);
  let end = null;
  const take = (...lines) => {
    const [next, todo] = heard(request, lines);
    request = next;
    for (const step of todo) {
      if (step.message) said.push(write("client", step.message));
      else end = step;
    }
  };
  const piece = (from) => take(
    `REPLAYED index=7 lines=${LINES.length}${from ? ` from=${from}` : ""}`,
    ...LINES.slice(from, from + atOnce), `END of=REPLAY count=${atOnce}`);
  return { said, take, piece, end: () => end, request: () => request };
}

test("a record is asked for piece by piece, and is the file that it is", () => {
  for (const atOnce of [LINES.length, 20, 1]) {
    const { said, take, piece, end } = told({ atOnce });
    take(WELCOME);
    for (let from = 0; from < LINES.length; from += atOnce) {
      assert.equal(said.at(-1), `REPLAY index=7${from ? ` from=${from}` : ""}`);
      assert.equal(end(), null);
      piece(from);
    }
    assert.deepEqual(end(), { do: "whole", text: RECORD });
    assert.equal(said.length, Math.ceil(LINES.length / atOnce));
  }
  assert.equal(matchIn(RECORD).code, "NEU9");
});

test("a page with a key proves it first, once, and asks for the record even if that fails", () => {
  const { said, take } = told({ key: KEY });
  take(WELCOME);
  assert.deepEqual(said, [`IDENTIFY key=${KEY}`]);
  const challenge = `CHALLENGE nonce=${"a".repeat(64)} server=${"b".repeat(64)} log=here`;
  const [, todo] = heard({ ...requestOf(7, KEY), isProving: true }, [challenge]);
  assert.equal(todo[0].do, "sign");
  assert.equal(todo[0].challenge.nonce, "a".repeat(64));
  assert.deepEqual(heard(requestOf(7, null), [challenge])[1], [], "nobody asked for that");
  for (const line of [
    `PROVED id=${"0".repeat(32)} tag=0000-0000`, "NO code=unknown-verb verb=IDENTIFY",
    "NO code=bad-signature verb=PROVE"]) {
    const other = told({ key: KEY });
    other.take(line);
    assert.deepEqual(other.said, ["REPLAY index=7"]);
  }
});

test("other lines mean what they mean, and inside a record nothing else", () => {
  const { said, take, end } = told();
  take("PING nonce=a", "WATCHERS", "NEWER thing=1", WELCOME);
  assert.deepEqual(said, ["PONG nonce=a", "REPLAY index=7"]);
  take("REPLAYED index=7 lines=3", "PING nonce=b", "NO code=idle");
  take("TREE size=1", "END of=REPLAY count=3");
  assert.equal(said.length, 2);
  assert.equal(end().text, "PING nonce=b\nNO code=idle\nTREE size=1\n");
});

test("what makes no record is refused, and so is a server that never ends", () => {
  for (const lines of [
    ["REPLAYED index=8 lines=3"], ["REPLAYED index=7 lines=3 from=1"],
    ["REPLAYED index=7 lines=0"],
    ["REPLAYED index=7 lines=1", "one", "two"],
    ["REPLAYED index=7 lines=2", "one", "END of=REPLAY count=1", "REPLAYED index=7 lines=3 from=1"],
  ]) {
    const { take, end } = told();
    take(...lines);
    assert.deepEqual(end(), { do: "failed", why: "nonsense" }, lines.join("; "));
  }
  const endless = told();
  endless.take("REPLAYED index=7 lines=9007199254740992");
  for (let count = 0; count < 600 && !endless.end(); count++) endless.take("x".repeat(4096));
  assert.equal(endless.end().why, "nonsense");
  for (const code of ["no-match", "not-now", "server-full"]) {
    const { take, end } = told();
    take(`NO code=${code} verb=REPLAY`);
    assert.deepEqual(end(), { do: "failed", why: code });
  }
});

/** Whether the head of a record is signed by the key that it names. */
function isSigned(place) {
  const key = createPublicKey({
    key: Buffer.from(`302a300506032b6570032100${place.key}`, "hex"), format: "der", type: "spki",
  });
  return verify(
    null, Buffer.from(checkpointOf(place.log, place)), key, Buffer.from(place.sig, "hex"));
}
const fault = (text, memory = NOTHING, index = 7) => {
  const place = placeOf(text);
  return faultOf(place, index, memory, place && isSigned(place));
};

test("the example is what it says; a forgery is not, nor is another number", () => {
  assert.equal(fault(RECORD), null);
  assert.equal(fault(RECORD, NOTHING, 8), "unproved");
  assert.equal(fault(LINES.slice(0, -1).join("\n")), "unproved");
  const forged = table("protocol/vectors/records/forged.tsv")
    .filter(({ ANEW, FAILS }) => ANEW === "no" && FAILS !== "seals");
  for (const { REPLACED, BY, REASON } of forged) {
    assert.ok(RECORD.includes(REPLACED));
    assert.equal(fault(RECORD.replace(REPLACED, BY)), "unproved", REASON);
  }
  assert.ok(forged.length > 5);
});

test("names are not in the leaf: without them it is the same match", () => {
  const nameless = LINES.filter((line) => !line.startsWith("PERSON ")).join("\n");
  assert.equal(fault(nameless), null);
});

test("a record is held against what the server has said of its log", () => {
  const { log, key, leaf, size, root } = placeOf(RECORD);
  const known = {
    ...NOTHING, log, key, heads: [{ size, root, sig: "" }], matches: [{ index: 7, leaf }],
  };
  const other = "00".repeat(32);
  assert.equal(fault(RECORD, known), null);
  assert.equal(fault(RECORD, { ...known, log: "another" }), "another");
  assert.equal(fault(RECORD, { ...known, key: other }), "another");
  assert.equal(fault(RECORD, { ...known, matches: [{ index: 7, leaf: other }] }), "rewritten");
  assert.equal(fault(RECORD, { ...known, heads: [{ size, root: other }] }), "rewritten");
  assert.equal(fault(RECORD, { ...known, matches: [{ index: 6, leaf: other }] }), null);
});
