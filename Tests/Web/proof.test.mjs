// Hashes and draws against published values, node's own, and the challenges that the protocol
// gives; and whole matches, as the hall told them in the recordings of Tests/RoomsTests: each
// is proved, and no digit of what is promised can be changed without being found.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";

import {
  bytesOf, bytesOfHex, hexOfBytes, hmac, sealOf, sha256,
} from "../../clients/web/core/crypto/hashing.mjs";
import { verified } from "../../clients/web/core/proof/proof.mjs";
import { challengeOf } from "../../clients/web/core/rules/draws.mjs";
import { modes } from "../../clients/web/core/rules/modes.mjs";
import "../../clients/web/core/session/log.mjs";
import { entered, folded, logOf } from "../../clients/web/core/session/room.mjs";
import * as wire from "../../clients/web/core/wire.mjs";
import { verdictOf } from "../../clients/web/views/results/verdict.mjs";
import { speak } from "../../clients/web/words.mjs";
import english from "../../clients/web/words/en-later.mjs";
import { racing } from "./support/client.mjs";
import { namesIn, recording, table } from "./support/files.mjs";

const messagesOf = (lines) => {
  const messages = [];
  for (const line of lines) {
    try {
      const message = wire.read("server", line);
      if (message) messages.push(message);
    } catch {
      return null;
    }
  }
  return messages;
};
const isProved = (lines) => {
  const messages = messagesOf(lines);
  return messages !== null && verified(messages)?.isProved === true;
};
const upToSeed = (lines) => lines.slice(0, lines.findLastIndex((line) => /^SEED/.test(line)) + 1);

const FOLDER = "Tests/RoomsTests/Golden";
/** Everybody who heard a match from its countdown to its end, by recording and name. */
const listeners = namesIn(FOLDER).flatMap((name) =>
  Object.entries(recording(`${FOLDER}/${name}`))
    .filter(([, heard]) =>
      ["COUNTDOWN", "SEED"].every((verb) => heard.some(({ line }) => line.startsWith(verb))))
    .map(([who, heard]) => ({ name, who, lines: upToSeed(heard.map(({ line }) => line)) })));

test("there are recordings to prove", () => {
  assert.ok(listeners.length >= 5, `${listeners.length}`);
});

for (const { name, who, lines } of listeners) {
  test(`what ${who} heard in ${name} is proved`, () => {
    const found = verified(messagesOf(lines));
    assert.equal(found.flaw, null);
    assert.ok(found.isProved);
    assert.ok(found.targets > 0);
  });
}

/** The keys that promise nothing, as the specification's table has them. */
const FREE = {
  WELCOME: ["v", "me", "now", "resume", "app", "modes"], PING: ["nonce"], NO: ["code"],
  IN: ["room"], HOSTED: ["who"], WATCHERS: ["count"], PONG: ["t", "now"], OUT: ["room"],
  ROOM: ["seats", "listed", "name"], SEAT: ["who", "name", "color"], MISSED: ["t", "lag"],
  SCORE: ["v"], MOVE: ["who", "near", "color"], AWAY: ["who", "until"], BACK: ["who"],
  REACTED: ["who"],
};

function* alterations(line) {
  for (const field of line.matchAll(/ ([a-z]+)=(\S*)/g)) {
    const [, key, value] = field;
    const digits = /^(hash|seed|seal|nonces?|target|start|tiles|color)$/.test(key)
      ? "0123456789abcdef" : "0123456789";
    for (let at = 0; at < value.length; at++) {
      const digit = digits.indexOf(value[at]);
      if (digit < 0 || (key === "players" && value[at] === "p")) continue;
      const other = digits[(digit + 3) % digits.length];
      const place = field.index + key.length + 2 + at;
      yield { key, line: line.slice(0, place) + other + line.slice(place + 1) };
    }
  }
}

test("a digit that is changed is found, but for what promises nothing", () => {
  for (const recordingName of ["match.txt", "tiles.txt"]) {
    const { lines } = listeners.find(({ name }) => name === recordingName);
    let found = 0;
    lines.forEach((line, index) => {
      const verb = line.split(" ")[0];
      for (const altered of alterations(line)) {
        if (FREE[verb]?.includes(altered.key)) continue;
        // Who is ready without a nonce gives nothing; which color a digit lies in is no matter.
        if (verb === "READIED" && !/ (nonce|seal)=/.test(line)) continue;
        const copy = lines.with(index, altered.line);
        assert.ok(!isProved(copy), `${recordingName}: ${line} as ${altered.line}`);
        found++;
      }
    });
    assert.ok(found > 250, `${found} changes`);
  }
});

/** The same match to somebody who comes when its rounds are over: they are told without numbers. */
function toldLate(lines) {
  const over = lines.findIndex((line) => line.startsWith("OVER "));
  const last = / n=(\d+)/.exec(lines[over - 1])[1];
  const kept = /^(ROOM|SEAT|COMMIT|COUNTDOWN|ROUND|LOCKED|BELL|SHUT|SCORE|HOSTED) /;
  const picture = lines.slice(0, over).filter((line) => kept.test(line))
    .map((line) => line.replace(/ n=\d+/, ""));
  return [`IN room=SFXK role=watcher n=${last}`, ...picture, ...lines.slice(over)];
}

test("a latecomer knows and checks the tiles of rounds that are over", () => {
  const { lines } = listeners.find(({ name }) => name === "tiles.txt");
  const late = toldLate(lines);
  assert.ok(isProved(late));
  const round = late.findIndex((line) => line.startsWith("ROUND "));
  for (const altered of alterations(late[round])) {
    assert.ok(!isProved(late.with(round, altered.line)), altered.line);
  }
  const [told, ...rest] = messagesOf(late);
  const [result] = rest.reduce(folded, entered(told, "p9", null)).match.results;
  assert.equal(result.tiles.length, 4);
  assert.deepEqual(result.target, [result.tiles[result.answer[0] - 1]]);
});

test("a page that missed the countdown proves nothing", () => {
  const { lines } = listeners.find(({ name }) => name === "match.txt");
  const first = lines.findIndex((line) => line.startsWith("ROUND"));
  assert.equal(verified(messagesOf(lines.slice(first))), null);
});

test("a line that is left out is found", () => {
  const { lines } = listeners.find(({ name }) => name === "match.txt");
  for (const verb of ["COMMIT", "ROUND", "LOCKED", "SHUT", "SCORE", "PLACE", "OVER"]) {
    const index = lines.findIndex((line) => line.startsWith(`${verb} `));
    assert.ok(!isProved(lines.toSpliced(index, 1)), verb);
  }
});

/** What a page keeps of lines for their proof. */
const loggedOf = (lines) => {
  const [told, ...rest] = messagesOf(lines).filter(({ n }) => n !== undefined);
  return logOf(rest.reduce(folded, entered(told, "p1", null)));
};

test("a match is proved however often players were ready before it", () => {
  const { lines } = listeners.find(({ name, who }) => name === "match.txt" && who === "ada");
  const at = lines.findIndex((line) => line.startsWith("READIED "));
  const seal = sealOf("c0ffee");
  const sealed = [
    `READIED n=0 who=p1 on=1 seal=${seal}`, "SEAT n=0 who=p3 name=Eve icon=sun color=#4fa86a",
    "READIED n=0 who=p3 on=1 nonce=ab", "GONE n=0 who=p3 why=left"];
  const often = Array.from({ length: 1_250 }, (_, time) => [
    `READIED n=0 who=p2 on=1 nonce=${(time + 4096).toString(16)}`, "READIED n=0 who=p2 on=0",
  ]).flat();
  const called = [
    "READIED n=0 who=p2 on=1", "REVEAL n=0 match=1 players=p1,p2",
    `READIED n=0 who=p1 on=1 nonce=c0ffee seal=${seal}`];
  const ways = [[...sealed, ...often, ...called], [lines[at], ...often, lines[at + 1]]];
  for (const way of ways) {
    let n = 4;
    const told = [...lines.slice(0, at), ...[...way, ...lines.slice(at + 2)].map((line) =>
      line.replace(/ n=\d+/, () => ` n=${++n}`))];
    const log = loggedOf(told);
    assert.ok(log.length < 1_100, `${log.length} lines`);
    assert.equal(verified(log).flaw, null);
    assert.ok(verified(log).isProved);
    // What is left out otherwise is found.
    const share = log.findIndex(({ said, who }) => said === "READIED" && who === "p1");
    assert.equal(verified(log.toSpliced(share, 1)).flaw.what, "nonces");
  }
});

test("a match of more lines than a page keeps is too long to check", () => {
  speak("en", english);
  const client = racing();
  const { room } = client.model;
  const log = [...room.log, ...Array(20_000).fill(room.log.at(-1))].slice(0, 20_000);
  client.model = { ...client.model, room: { ...room, log } };
  client.hear("SHUT n=6 round=1 answer=11,177,110", "OVER n=7", `SEED n=8 seed=${"ab".repeat(32)}`);
  const { match, messages } = client.wishes.find((wish) => wish.do === "prove");
  const headOf = (proof) => verdictOf(proof?.flaw ?? null, proof).head;
  assert.equal(headOf(client.model.room.match.proof), "Checking the match …");
  client.take({ kind: "proved", match, proof: verified(messages) });
  assert.equal(headOf(client.model.room.match.proof), "This match is too long to check.");
});

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
