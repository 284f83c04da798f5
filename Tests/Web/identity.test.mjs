// Keys and proofs of the browser client against the protocol's vectors, and when its session proves
// what.

import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { test } from "node:test";

import { tagOf } from "../../clients/web/core/crypto/crockford.mjs";
import { bytesOfHex, hexOfBytes } from "../../clients/web/core/crypto/hashing.mjs";
import {
  idOf, isKey, lineOf, proofText, readLine,
} from "../../clients/web/core/crypto/identity.mjs";
import { deadline } from "../../clients/web/core/session/update.mjs";
import { Client } from "./support/client.mjs";
import { table } from "./support/files.mjs";

const PKCS8 = "302e020100300506032b657004220420";

test("keys are read and written as the vectors say", () => {
  const rows = table("protocol/vectors/keys.tsv");
  for (const row of rows) {
    const { seed, flaw } = readLine(row.LINE);
    if (flaw) {
      assert.equal(flaw, row.OUTCOME, row.REASON);
      assert.equal(seed, null);
      continue;
    }
    assert.equal(hexOfBytes(seed), row.seed, row.REASON);
    assert.equal(lineOf(seed) === row.LINE ? "canonical" : "accepted", row.OUTCOME, row.REASON);
    assert.equal(idOf(row.key), row.id);
    assert.equal(tagOf(row.id), row.tag);
  }
  assert.ok(rows.length > 20);
});

test("proofs sign the text of the vectors", () => {
  const rows = table("protocol/vectors/identity.tsv");
  for (const row of rows) {
    assert.equal(proofText(row, row.key, row.bind), row.TEXT, row.REASON);
    if (row.key.length !== 64) continue;
    const key = createPublicKey({
      key: Buffer.from(`302a300506032b6570032100${row.key}`, "hex"), format: "der", type: "spki",
    });
    const isSigned = verify(null, Buffer.from(row.TEXT), key, Buffer.from(row.sig, "hex"));
    const isGood = isKey(row.key) && isSigned;
    assert.equal(isGood ? "good" : "bad", row.OUTCOME, row.REASON);
  }
});

test("whichever letter of a key is mistyped, it is refused", () => {
  const line = lineOf(Uint8Array.from({ length: 32 }, (_, at) => at));
  for (let at = 0; at < line.length; at++) {
    if (line[at] === "-") continue;
    const slip = line.slice(0, at) + (line[at] === "7" ? "8" : "7") + line.slice(at + 1);
    assert.equal(readLine(slip).flaw, "mistyped");
    assert.equal(readLine(line.slice(0, at)).flaw, "cut-off");
  }
});

const KEY = table("protocol/vectors/keys.tsv")[0].key;
const CHALLENGE = `CHALLENGE nonce=${"a".repeat(64)} server=${"b".repeat(64)} log=here`;

/** A client with a key that has been welcomed and wants a room. */
function welcomed() {
  const client = new Client();
  client.model = { ...client.model, identity: KEY };
  client.act("begin");
  client.take({ kind: "opened" });
  client.act("quick", {});
  client.hear(`WELCOME v=1 me=p1 now=${client.now} resume=w app=test modes=rgb`);
  assert.equal(client.said("IDENTIFY").at(-1).key, KEY);
  assert.equal(client.said("QUICK").length, 0);
  return client;
}

test("a proof comes before the way into a room, and signs what was asked", () => {
  const client = welcomed();
  client.hear(CHALLENGE);
  const wish = client.wishes.find((one) => one.do === "sign");
  assert.equal(wish.challenge.nonce, "a".repeat(64));
  assert.equal(client.said("PROVE").length, 0);
  client.take({ kind: "signed", nonce: "c".repeat(64), sig: "00".repeat(64) });
  assert.equal(client.said("PROVE").length, 0, "another question's answer");
  client.take({ kind: "signed", nonce: wish.challenge.nonce, sig: "11".repeat(64) });
  assert.deepEqual(client.said("PROVE").map(({ sig, bind }) => [sig, bind]), [
    ["11".repeat(64), "web"],
  ]);
  assert.equal(client.said("QUICK").length, 1);
  client.hear(`PROVED id=${idOf(KEY)} tag=${tagOf(idOf(KEY))}`);
  // Nobody signs what they did not ask for.
  const before = client.wishes.filter((one) => one.do === "sign").length;
  client.hear(CHALLENGE);
  assert.equal(client.wishes.filter((one) => one.do === "sign").length, before);
});

test("a server that knows no identities, or answers nothing, is played on all the same", () => {
  const old = welcomed();
  old.hear("NO code=unknown-verb verb=IDENTIFY");
  assert.equal(old.said("QUICK").length, 1);
  assert.equal(old.model.notice, null);
  const silent = welcomed();
  assert.ok(deadline(silent.model) <= silent.now + 3000);
  silent.pass(3000);
  assert.equal(silent.said("QUICK").length, 1);
  const wrong = welcomed();
  wrong.hear(CHALLENGE);
  wrong.take({ kind: "signed", nonce: "a".repeat(64), sig: "22".repeat(64) });
  wrong.hear("NO code=bad-signature verb=PROVE");
  assert.equal(wrong.model.notice.code, "bad-signature");
});

test("node's own Ed25519 signs what the vectors have", () => {
  const [row] = table("protocol/vectors/identity.tsv");
  const [{ seed }] = table("protocol/vectors/keys.tsv");
  const key = createPrivateKey({
    key: Buffer.from(PKCS8 + seed, "hex"), format: "der", type: "pkcs8",
  });
  assert.equal(hexOfBytes(sign(null, Buffer.from(row.TEXT), key)), row.sig);
  assert.equal(bytesOfHex(row.sig).length, 64);
});
