// What a page asks of a server's archive: boards, to be forgotten, and a record, with what is found
// wrong with records that are none, or are another one than the server's log has.

import assert from "node:assert/strict";
import { createPublicKey, verify } from "node:crypto";
import { test } from "node:test";

import { checkpointOf } from "../../clients/web/core/crypto/merkle.mjs";
import { NOTHING } from "../../clients/web/core/proof/receipts.mjs";
import {
  faultOf, flawBehind, heard, placeOf, requestOf,
} from "../../clients/web/core/proof/records.mjs";
import { matchIn } from "../../clients/web/core/replay/kept.mjs";
import { BOARDS } from "../../clients/web/core/session/archive.mjs";
import { modelOf } from "../../clients/web/core/session/model.mjs";
import { update } from "../../clients/web/core/session/update.mjs";
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

test("of a file by itself, a name, the leaf and the signature are held to be true", () => {
  const flaw = (text) => {
    const place = placeOf(text);
    return flawBehind(text, place, place && isSigned(place));
  };
  assert.equal(flaw(RECORD), null);
  assert.equal(flaw(textOf("protocol/vectors/records/left.record")), null, "no log has it");
  assert.equal(flaw(RECORD.replace("name=Bea", "name=Eve")), "seal");
  assert.equal(flaw(RECORD.replace("total=1595", "total=1596")), "log");
  assert.equal(flaw(RECORD.replace("log=play", "log=other")), "log");
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

const NOW = 1_700_000_000_000;
const PROFILE = { name: "Ada", icon: "star", color: "#112233", depth: 24, sound: false };
const TOP = { said: "TOP", board: "daily", span: null, day: null, from: null };
const ROW =
  "TOPPED place=1 id=21fe31dfa154a261626bf854046fd227 tag=47Z3-3QX1 name=Ada icon=star "
  + "color=#ff8800 value=4711 match=7 colors=#112233,#ff8800";

/** Somebody on the first page. */
function visitor() {
  const online = { state: "online", lastHeard: NOW, nextList: NOW + 60_000, me: "p1" };
  return { ...modelOf({ profile: PROFILE, secret: "00".repeat(32) }), ...online };
}

const said = (todo) => todo.filter((wish) => wish.do === "send")
  .map(({ message }) => write("client", message)).filter((line) => !line.startsWith("PING"));
const hear = (model, ...lines) => update(model, { kind: "lines", text: lines.join("\n") }, NOW)[0];

test("a board is asked for once, and found once it is told to its end", () => {
  const [asking, todo] = update(visitor(), { kind: "lookUp", question: TOP }, NOW);
  assert.deepEqual(said(todo), ["TOP board=daily"]);
  assert.deepEqual(said(update(asking, { kind: "lookUp", question: TOP }, NOW + 1)[1]), []);
  const telling = hear(asking, ROW);
  assert.equal(telling.lookup ?? null, null);
  const { lookup } = hear(telling, "END of=TOP count=1");
  assert.deepEqual([lookup.question, lookup.refusal, lookup.rows.length], [TOP, null, 1]);
  assert.deepEqual(lookup.rows[0].colors, ["#112233", "#ff8800"]);
  // What nobody has asked for is nothing.
  assert.equal(hear(visitor(), ROW, "END of=TOP count=1").lookup ?? null, null);
});

test("an answer that does not come is asked for again, and a refusal is one", () => {
  const [asking] = update(visitor(), { kind: "lookUp", question: TOP }, NOW);
  assert.equal(said(update(asking, { kind: "lookUp", question: TOP }, NOW + 6_000)[1]).length, 1);
  const { lookup, notice } = hear(asking, "NO code=not-now verb=TOP");
  assert.equal(lookup.refusal, "not-now");
  assert.equal(notice, null, "the board says so itself");
});

test("nobody in a room asks, and every board can be asked for", () => {
  const inside = { ...visitor(), inside: "WAVE" };
  const [, wishes] = update(inside, { kind: "lookUp", question: TOP }, NOW);
  assert.ok(!said(wishes).some((line) => line.startsWith("TOP")));
  for (const board of BOARDS) {
    const [, todo] = update(visitor(), { kind: "lookUp", question: { ...TOP, board } }, NOW);
    assert.deepEqual(said(todo), [`TOP board=${board}`]);
  }
});

test("a server forgets on demand, and says so", () => {
  const [asking, todo] = update(visitor(), { kind: "forget" }, NOW);
  assert.deepEqual(said(todo), ["FORGET sure=1"]);
  assert.equal(asking.forgotten, false);
  assert.equal(hear(asking, "FORGOTTEN").forgotten, true);
  assert.equal(hear(asking, "NO code=not-now verb=FORGET").forgotten, "refused");
});

test("a rating is kept with the match that has changed it, and only one's own", () => {
  const room = { code: "WAVE", match: { number: 2 } };
  const model = { ...visitor(), room };
  const rated = (who, match) =>
    hear(model, `RATED match=${match} who=${who} rating=1105 delta=105 off=323 left=9`).room.rated;
  assert.equal(rated("p1", 2).rating, 1105);
  assert.equal(rated("p2", 2), undefined);
  assert.equal(rated("p1", 1), undefined);
});
