// The browser's hashes and draws against published values, node's own, and the challenges that the
// protocol gives.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";

import {
  bytesOf, bytesOfHex, hexOfBytes, hmac, sha256,
} from "../../clients/web/core/crypto/hashing.mjs";
import { challengeOf } from "../../clients/web/core/rules/draws.mjs";
import { modes } from "../../clients/web/core/rules/modes.mjs";
import { table } from "./support/files.mjs";

test("SHA-256 of what FIPS 180-4 publishes, and of every length around a block", () => {
  assert.equal(
    hexOfBytes(sha256(bytesOf("abc"))),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) & 255);
    assert.equal(hexOfBytes(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
  }
});

test("HMAC with keys shorter and longer than a block", () => {
  for (const length of [0, 1, 32, 63, 64, 65, 131]) {
    const key = new Uint8Array(length).fill(0xaa);
    const expected = createHmac("sha256", key).update("round 1 c0ffee -").digest("hex");
    assert.equal(hexOfBytes(hmac(key, bytesOf("round 1 c0ffee -"))), expected);
  }
});

test("every challenge of the protocol is drawn again", () => {
  const rows = table("protocol/vectors/challenges.tsv").filter((row) => modes.has(row.mode));
  assert.ok(rows.length > 40);
  for (const row of rows) {
    const course =
      { round: Number(row.round), level: row.level, streak: Number(row.streak) };
    const mode = modes.get(row.mode);
    const drawn = challengeOf(mode, bytesOfHex(row.seed), row.nonces.split(","), course);
    assert.equal(drawn.answer.join(","), row.answer, row.REASON);
    assert.deepEqual(drawn.target, [row.target, row.to].filter(Boolean), row.REASON);
    assert.equal(drawn.tiles.join(","), row.tiles, row.REASON);
  }
});
