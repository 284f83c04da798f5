// Those who look on and play along, in the browser: what a field is drawn from, what one is told of
// oneself and of all, what a presenter does, and how a stream's overlay is asked for.

import assert from "node:assert/strict";
import { test } from "node:test";

import { columnLabels, columnsOf, fieldOf, rowLabels }
  from "../../clients/web/core/crowd/cells.mjs";
import { ahead, cellOf, follows, hasCrowd, lockOf, placeOf }
  from "../../clients/web/core/crowd/crowd.mjs";
import { paint, sizeOf } from "../../clients/web/core/crowd/paint.mjs";
import { pointsOf } from "../../clients/web/core/crowd/points.mjs";
import { bytesOfHex, hexOfBytes, sha256 } from "../../clients/web/core/crypto/hashing.mjs";
import { csvOf } from "../../clients/web/core/csv.mjs";
import { wishOf } from "../../clients/web/core/invitation.mjs";
import { hashOf, overlayOf, SHOWN, USUAL } from "../../clients/web/core/overlay.mjs";
import { verified } from "../../clients/web/core/proof/proof.mjs";
import { challengeOf } from "../../clients/web/core/rules/draws.mjs";
import { modes } from "../../clients/web/core/rules/modes.mjs";
import { canMove, freezeLeft } from "../../clients/web/core/session/model.mjs";
import { amPresenting, mayPlay } from "../../clients/web/core/session/room.mjs";
import { write } from "../../clients/web/core/wire.mjs";
import { Client } from "./support/client.mjs";
import { heardIn } from "./support/transcripts.mjs";

const base64 = (bytes) => Buffer.from(bytes).toString("base64");
const FIELD = {
  round: 1, at: 1, step: 1, of: 3, cells: base64([255, 0, 0, 1, 2, 3, 188, 188, 188]),
};
const MARKS = { at: 1, step: 1, of: 3, in: base64([0b01000000]), gone: base64([0b00100000]) };

test("a field has a cell for each three bytes, and marks of the same cells count", () => {
  const cells = fieldOf(FIELD, MARKS);
  assert.deepEqual([cells.count, cells.columns, cells.rows], [3, 5, 1]);
  assert.deepEqual([0, 1, 2].map(cells.isIn), [false, true, false]);
  assert.deepEqual([0, 1, 2].map(cells.isGone), [false, false, true]);
  const other = fieldOf(FIELD, { ...MARKS, step: 2 });
  assert.deepEqual([0, 1, 2].map(other.isIn), [false, false, false]);
  assert.equal(fieldOf({ ...FIELD, cells: base64([1, 2, 3, 4]) }, null).count, 1);
  assert.equal(fieldOf({ ...FIELD, cells: "" }, null).rows, 0);
});

test("a cell is found by the number of its row and of its column", () => {
  assert.deepEqual([1, 10, 11, 40, 160, 320, 600, 1000].map(columnsOf),
    [5, 5, 10, 10, 20, 25, 40, 50]);
  assert.deepEqual(rowLabels({ at: 1, step: 1 }, { rows: 3, columns: 10 }), [1, 11, 21]);
  // Of 3,000 the second round shows 2, 5, 8 …
  assert.deepEqual(rowLabels({ at: 2, step: 3 }, { rows: 2, columns: 50 }), [2, 152]);
  const texts = (field) => columnLabels(field).map(({ text }) => text);
  assert.deepEqual(texts({ columns: 5, step: 1 }), [1, 2, 3, 4, 5]);
  assert.deepEqual(texts({ columns: 25, step: 1 }), [1, 10, 20, 25]);
  assert.deepEqual(texts({ columns: 50, step: 3 }), []);
});

test("a cell is its color to the bit, loses its gap when locked, and is a hole when gone", () => {
  const cells = fieldOf(FIELD, MARKS);
  const size = sizeOf(cells, 500, 100);
  assert.deepEqual(size, { across: 7, down: 7, width: 35, height: 7 });
  const words = new Uint32Array(size.width * size.height);
  paint(words, size, cells, [9, 8, 7]);
  const bytes = new Uint8Array(words.buffer);
  const at = (x, y) => Array.from(bytes.subarray(4 * (y * 35 + x), 4 * (y * 35 + x) + 4));
  assert.deepEqual([at(0, 3), at(3, 0), at(6, 6)], Array(3).fill([9, 8, 7, 255]));
  assert.deepEqual(at(3, 3), [255, 0, 0, 255]);
  assert.deepEqual([at(7, 0), at(10, 3), at(13, 6)], Array(3).fill([1, 2, 3, 255]));
  assert.deepEqual([at(17, 3), at(30, 3)], [[0, 0, 0, 0], [0, 0, 0, 0]]);
  paint(words, size, cells, null);
  assert.deepEqual(at(0, 3), [255, 0, 0, 255]);
});

test("no value of a table is a formula or breaks its row", () => {
  assert.equal(csvOf([["=1+1", 'a "b", c', -3], ["-x", "é", ""]]),
    "'=1+1,\"a \"\"b\"\", c\",-3\r\n'-x,é,\r\n");
});

test("an overlay's address says what it shows, and reads as it was written", () => {
  assert.equal(overlayOf("#WAVE/stage"), null);
  assert.equal(overlayOf("#WAVE/stage?show=field"), null);
  assert.deepEqual(overlayOf("#WAVE/stage?overlay=1"), USUAL);
  assert.equal(USUAL.show.includes("code"), false);
  for (const settings of [
    USUAL, { show: ["clock", "code"], size: 25, colors: "light" },
    { show: SHOWN, size: 400, colors: "dark" },
  ]) {
    const hash = hashOf("WAVE", settings);
    assert.deepEqual(overlayOf(hash), settings);
    assert.deepEqual(wishOf(hash, { hostname: "a", port: "" }), { kind: "watch", code: "WAVE" });
  }
  // In the order of the screen, whatever that of the address is.
  assert.deepEqual(overlayOf("#WAVE/stage?overlay=1&show=field,clock").show, ["clock", "field"]);
});

test("a setting that is none is named, and nothing is shown instead", () => {
  for (const [query, flaw, what] of [
    ["overlay=0", "overlay.value", "0"], ["overlay=1&show=", "overlay.value", ""],
    ["overlay=1&show=field,dance", "overlay.value", "field,dance"],
    ["overlay=1&size=24", "overlay.value", "24"], ["overlay=1&size=401", "overlay.value", "401"],
    ["overlay=1&size=1e2", "overlay.value", "1e2"],
    ["overlay=1&colors=red", "overlay.value", "red"],
    ["overlay=1&constructor=1", "overlay.key", "constructor"],
    ["overlay=1&size=100&size=200", "overlay.twice", undefined],
    [`overlay=1&${"x".repeat(99)}=1`, "overlay.key", "x".repeat(40)],
  ]) {
    const found = overlayOf(`#WAVE/stage?${query}`);
    assert.deepEqual([found.flaw, found.what], [flaw, what], query);
  }
});

// Sessions.

const FLOOR = (host, more = "present=1") => [
  "IN room=WAVE role=watcher n=3",
  `ROOM name=Class mode=rgb rounds=2 time=30 level=normal seats=0 listed=1 ${more}`,
  `COMMIT match=1 hash=${"ab".repeat(32)}`, `HOSTED who=${host}`, "WATCHERS count=3",
];

/** A client on an open floor, in a round that has just opened. */
function onFloor(host = "p9", more) {
  const client = new Client().welcomed();
  client.act("join", { code: "WAVE" });
  client.hear("NO code=room-full verb=JOIN");
  client.hear(...FLOOR(host, more));
  const opens = client.now + 5000;
  client.hear(
    `COUNTDOWN n=4 match=1 opens=${opens} players= nonces=`,
    `ROUND n=5 round=1 of=2 opens=${opens} closes=${opens + 30_000} target=#0bb16e start=#bcbcbc`);
  return client;
}
const SHUT = [
  "SHUT n=6 round=1 answer=11,177,110 next=99000",
  "TOGETHER n=7 round=1 of=412 in=390 v=11,177,110 de=0 t=4000 points=900 total=900",
  "BEST n=8 round=1 at=3 name=Ada v=11,177,110 t=3000 points=950 total=950",
  "YOURS round=1 v=11,177,110 de=0 t=15000 points=750 total=750 place=12 of=412",
];

test("a guest of an open floor looks on, reads nothing of seats, and plays along", () => {
  const client = onFloor();
  assert.deepEqual(client.said("WATCH").map(({ room, field }) => [room, field]), [["WAVE", false]]);
  assert.equal(client.model.notice, null);
  client.act("set", { guess: [9, 8, 7] });
  client.act("set", { guess: [9, 8, 6] });
  assert.deepEqual(client.said("SET").map(({ v }) => v), [[9, 8, 7]]);
  client.pass(400);
  assert.equal(client.said("SET").length, 1);
  client.pass(100);
  assert.deepEqual(client.said("SET").at(-1).v, [9, 8, 6]);
  assert.equal(cellOf(client.model.room), null);
  client.hear("CELL at=212 name=Ada");
  assert.equal(cellOf(client.model.room).at, 212);
});

test("a cell's lock counts unless it is refused, and one too far off freezes the next", () => {
  const client = onFloor();
  client.now += 2000;
  client.act("set", { guess: [11, 177, 110] });
  client.act("lock");
  assert.equal(lockOf(client.model, client.now + 100), null);
  client.hear("NO code=too-far verb=LOCK");
  assert.equal(lockOf(client.model, client.now + 1000), null);
  assert.ok(freezeLeft(client.model, client.now) > 0.9);
  client.now += 1600;
  assert.equal(freezeLeft(client.model, client.now), 0);
  client.act("lock");
  assert.equal(canMove(client.model, client.now), false);
  assert.equal(lockOf(client.model, client.now + 1000), client.said("LOCK").at(-1).t);
});

test("after a round one knows one's place, and that the sum is right", () => {
  const client = onFloor();
  client.hear("CELL at=212", "CROWD of=412 in=16 color=#0bb16e near=95");
  assert.equal(client.model.room.match.round.crowd.of, 412);
  client.hear(...SHUT);
  const { match } = client.model.room;
  const [result] = match.results;
  assert.equal(ahead(result), -150);
  assert.equal(placeOf(match).place, 12);
  assert.equal(follows(match, result, result.yours), true);
  assert.equal(follows(match, result, { ...result.yours, points: 751 }), false);
  assert.equal(follows(match, result, { ...result.yours, de: 1 }), false);
  client.hear("BEST n=9 round=0 at=3 name=Ada total=950", "OVER n=10",
    "YOURS round=0 total=750 place=13 of=400");
  assert.equal(placeOf(client.model.room.match).place, 13);
  assert.deepEqual(pointsOf(client.model.room, ["head"], "The crowd"), [
    ["head"], [1, "", "", "The crowd", 900, 900], [1, 1, 3, "Ada", 950, 950],
    ["", 1, 3, "Ada", "", 950],
  ]);
});

test("what comes before the module that understands it is heard with it", () => {
  const client = onFloor();
  const { cell: _, ...room } = client.model.room;
  const unheard = { CELL: { said: "CELL", at: 7, name: null } };
  client.model = { ...client.model, room: { ...room, unheard } };
  client.act("catchUp");
  assert.equal(cellOf(client.model.room).at, 7);
  assert.deepEqual(client.model.room.unheard, {});
});

test("a field belongs to its round, and to its result once that is over", () => {
  const client = onFloor();
  client.hear(`FIELD round=1 at=1 step=1 of=3 cells=${FIELD.cells}`);
  assert.equal(hasCrowd(client.model.room.match), true);
  client.hear(...SHUT, `FIELD round=1 at=1 step=1 of=1 cells=${base64([1, 2, 3])}`,
    "LOCKS at=1 step=1 of=1 in=gA== gone=AA==");
  const [result] = client.model.room.match.results;
  assert.equal(result.field.of, 1);
  assert.equal(result.locks.in, "gA==");
});

test("reactions of those who play along add up after a round", () => {
  const client = onFloor();
  client.hear(
    ...SHUT, "CROWD of=412 in=390 reacts=0,3", "CROWD of=412 in=390 reacts=1,2,0",
    "CROWD of=412 in=390");
  assert.deepEqual(client.model.room.match.results[0].reacts, [1, 5, 0]);
});

test("nobody plays along who presents, nor where watchers are late, nor where it counts", () => {
  for (const [host, more] of [["p1", "present=1"], ["p9", "delay=5"], ["p9", "rated=1"]]) {
    const client = onFloor(host, more);
    client.now += 6000;
    assert.equal(canMove(client.model, client.now), false, more);
  }
  assert.equal(canMove(onFloor().model, 7000), true);
});

test("nobody plays along with what is seen again", () => {
  const client = onFloor();
  const { room } = client.model;
  assert.equal(mayPlay(room), true);
  assert.equal(mayPlay({ ...room, me: null }), false);
});

test("a presenter opens a room without seats, paces it, and comes back to it", () => {
  const client = new Client().welcomed();
  client.act("create", { settings: { present: true, seats: 0 } });
  const [created] = client.said("CREATE");
  assert.deepEqual([created.present, created.seats], [true, 0]);
  client.hear(...FLOOR("p1"));
  assert.equal(amPresenting(client.model.room), true);
  assert.equal(client.model.want.kind, "watch");
  for (const act of ["start", "next", "end"]) client.act(act);
  assert.deepEqual(["START", "NEXT", "END"].map((verb) => client.said(verb).length), [1, 1, 1]);
});

test("a host puts out whose cell a number is, and nobody does without a connection", () => {
  const client = onFloor("p1");
  client.act("putOut", { verb: "KICK", cell: 212 });
  client.act("putOut", { verb: "BAN", cell: 7 });
  assert.deepEqual(["KICK", "BAN"].flatMap((verb) => client.said(verb))
    .map((message) => write("client", message)), ["KICK at=212", "BAN at=7"]);
  client.take({ kind: "closed" });
  client.act("putOut", { verb: "KICK", cell: 3 });
  assert.equal(client.said("KICK").length, 1);
});

/** A line that was lost is there again, and tells all of the room. */
function comeBack(client) {
  const { opens, closes } = client.model.room.match.round;
  client.take({ kind: "opened" });
  client.hear(`WELCOME v=1 me=p1 now=${client.now + 5000} resume=word1 app=test modes=rgb`);
  client.hear(
    ...FLOOR("p9").slice(0, -1), `COUNTDOWN match=1 opens=${opens} players= nonces=`,
    `ROUND round=1 of=2 opens=${opens} closes=${closes} target=#0bb16e start=#bcbcbc`,
    "WATCHERS count=3");
  client.pass(2000);
}

test("who only looks on says no position when a line is back", () => {
  const client = onFloor();
  client.take({ kind: "closed" });
  client.pass(5000);
  comeBack(client);
  assert.deepEqual(client.said("SET"), []);
});

test("who plays along says the newest position when a line is back", () => {
  const client = onFloor();
  client.act("set", { guess: [9, 8, 7] });
  client.hear("CELL at=212");
  client.take({ kind: "closed" });
  client.pass(5000);
  comeBack(client);
  assert.deepEqual(client.said("SET").map(({ v }) => v), [[9, 8, 7], [9, 8, 7]]);
});

for (const { name, clients } of heardIn("protocol/transcripts")) {
  if (!["crowd.txt", "open-floor.txt"].includes(name)) continue;
  test(`what ${name} tells somebody who plays along`, () => {
    const client = new Client({ want: { kind: "watch", code: "WAVE", pass: null } });
    client.act("begin");
    client.take({ kind: "opened" });
    client.hear("WELCOME v=1 me=p7 now=5000 resume=word1 app=test modes=rgb", ...FLOOR("p9"));
    client.hear(`COUNTDOWN n=4 match=1 opens=9000 players= nonces=`);
    const told = clients.cal.filter(({ line }) =>
      /^(ROUND|CELL|CROWD|YOURS|FIELD|LOCKS|SHUT|TOGETHER|BEST)/.test(line ?? ""));
    // Numbers differ from those of the room that stands here for it.
    told.forEach(({ line }, at) => client.hear(line.replace(/ n=\d+/, ` n=${at + 5}`)));
    const { room } = client.model;
    assert.equal(cellOf(room).at, 1);
    assert.ok(told.some(({ line }) => line.startsWith("YOURS")));
    assert.ok(room.match.standing ?? placeOf(room.match));
  });
}

test("an open floor is proved whenever its presenter has ended rounds, and a wrong target is not",
  () => {
    const seed = "5a".repeat(32);
    const settings = { mode: "rgb", rounds: 3, time: 30, level: "normal", assist: false };
    const challenge = (round) =>
      challengeOf(modes.get("rgb"), bytesOfHex(seed), [], { round, level: "normal", streak: 0 });
    const round = (number, n, opens) => {
      const { target, answer } = challenge(number);
      return [
        {
          said: "ROUND", n, round: number, of: 3, opens, closes: opens + 30_000, target: target[0],
          start: "#bcbcbc", to: null, tiles: [], hides: null, within: null, late: 0,
        },
        { said: "SHUT", n: n + 1, round: number, answer, next: opens + 9000 },
      ];
    };
    const lines = [
      { said: "IN", room: "WAVE", role: "watcher", n: 0 },
      { said: "ROOM", n: 1, ...settings },
      { said: "COMMIT", n: 2, match: 1, hash: hexOfBytes(sha256(bytesOfHex(seed))) },
      { said: "COUNTDOWN", n: 3, match: 1, opens: 3000, players: [], nonces: [] },
      ...round(1, 4, 3000), ...round(2, 6, 8000),
      { said: "OVER", n: 8 }, { said: "SEED", n: 9, seed },
    ];
    assert.deepEqual([verified(lines).flaw, verified(lines).isProved], [null, true]);
    const forged = lines.map((line) =>
      (line.n === 6 ? { ...line, target: "#000000" } : line));
    assert.equal(verified(forged).flaw.what, "target");
  });
