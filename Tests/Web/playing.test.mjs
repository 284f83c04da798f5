// The browser client's session in a match: the clock, moves, locks and nonces; and in a series: its
// running table, and the clock that its host stops.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sealOf } from "../../clients/web/core/crypto/hashing.mjs";
import { freezeLeft, moveOf, roomTime } from "../../clients/web/core/session/model.mjs";
import { entered, folded } from "../../clients/web/core/session/room.mjs";
import { seriesOf } from "../../clients/web/core/session/standings.mjs";
import { Client, PICTURE, racing, seated } from "./support/client.mjs";

test("a question for the time goes out five times, then every 5 s", () => {
  const client = new Client().welcomed();
  client.hear("PONG t=1 now=6000");
  for (let count = 0; count < 5; count++) {
    client.pass(100);
    client.hear(...client.said("PING").map(({ t }) => `PONG t=${t} now=${client.now + 5000}`));
  }
  const asked = client.said("PING").length;
  assert.ok(asked >= 4 && asked <= 5, `${asked}`);
  client.pass(5000);
  assert.equal(client.said("PING").length, asked + 1);
  assert.equal(client.model.clock.offset, 5000);
});

test("the offset stays while a round is on", () => {
  const client = racing();
  client.hear(...client.said("PING").map(({ t }) => `PONG t=${t} now=${client.now + 9000}`));
  assert.equal(client.model.clock.offset, 5000);
});

test("a server's PING is answered at once", () => {
  const client = new Client().welcomed();
  const wishes = client.hear("PING nonce=abc");
  assert.deepEqual(wishes[0], { do: "send", message: { said: "PONG", nonce: "abc" } });
});

test("moves are told at most every 50 ms, the last one always", () => {
  const client = racing();
  for (let value = 0; value < 100; value++) {
    client.act("set", { guess: [value, 2, 3] });
    client.pass(5);
  }
  client.pass(100);
  const told = client.said("SET");
  assert.ok(told.length <= 11, `${told.length}`);
  assert.deepEqual(told.at(-1).v, [99, 2, 3]);
});

test("nothing moves before the opening, after the end, off the grid or after a lock", () => {
  const client = seated();
  const opens = client.now + 5000 + 800;
  client.hear(
    `COUNTDOWN n=4 match=1 opens=${opens} players=p1,p2 nonces=-,-`,
    `ROUND n=5 round=1 of=2 opens=${opens} closes=${opens + 30_000} target=#0bb16e start=#bcbcbc`);
  client.act("set", { guess: [1, 2, 3] });
  assert.deepEqual(client.model.sliders.guess, [188, 188, 188]);
  client.pass(801);
  client.act("set", { guess: [1, 2, 300] });
  assert.deepEqual(client.model.sliders.guess, [188, 188, 188]);
  client.act("set", { guess: [1, 2, 3] });
  assert.deepEqual(client.model.sliders.guess, [1, 2, 3]);
  client.act("lock");
  client.act("set", { guess: [4, 5, 6] });
  assert.deepEqual(client.model.sliders.guess, [1, 2, 3]);
  assert.equal(client.said("LOCK").length, 1);
});

test("a lock claims the moment of the press, not that of its handling", () => {
  const client = racing();
  client.pass(2000);
  client.act("lock", { at: client.now - 30 });
  assert.equal(client.said("LOCK")[0].t, 1970);
  client.hear("LOCKED n=6 who=p1 t=1970 lag=20", `BELL n=7 closes=${client.now + 8000}`);
  assert.ok(client.model.room.match.round.hasRung);
  assert.deepEqual(client.model.room.match.round.locks.p1, { t: 1970, lag: 20 });
});

test("a lock that was too far off drains for a second and a half", () => {
  const client = racing();
  client.pass(1000);
  client.act("lock");
  client.hear("MISSED n=6 who=p1 t=1000", "NO code=too-far verb=LOCK");
  assert.equal(client.model.notice.code, "too-far");
  assert.equal(freezeLeft(client.model, client.now), 1);
  assert.equal(freezeLeft(client.model, client.now + 750), 0.5);
  assert.equal(freezeLeft(client.model, client.now + 1500), 0);
  client.act("set", { guess: [1, 2, 3] });
  assert.deepEqual(client.model.sliders.guess, [1, 2, 3], "sliders go on meanwhile");
});

test("a movement is taken back as a whole", () => {
  const client = racing();
  client.act("set", { guess: [10, 188, 188], isNew: true });
  client.act("set", { guess: [20, 188, 188] });
  client.act("set", { guess: [20, 30, 188], isNew: true });
  client.act("undo");
  assert.deepEqual(client.model.sliders.guess, [20, 188, 188]);
  client.act("undo");
  assert.deepEqual(client.model.sliders.guess, [188, 188, 188]);
});

test("a nonce is sealed, opened when called for, and never given twice", () => {
  const client = seated();
  client.act("ready", { isReady: true });
  const [ready] = client.said("READY");
  client.hear(`READIED n=4 who=p1 on=1 seal=${ready.seal}`, "READIED n=5 who=p2 on=1");
  client.hear("REVEAL n=6 match=1 players=p1,p2");
  const [reveal] = client.said("REVEAL");
  assert.equal(sealOf(reveal.nonce), ready.seal);
  assert.notEqual(reveal.nonce, ready.nonce);
  client.hear("READIED n=7 who=p1 on=0", "READIED n=8 who=p2 on=0");
  client.act("ready", { isReady: true });
  assert.notEqual(client.said("READY").at(-1).seal, ready.seal);
  assert.equal(client.said("REVEAL").length, 1);
});

test("a share that the server tells otherwise is noticed", () => {
  const client = seated();
  client.act("ready", { isReady: true });
  client.hear(`READIED n=4 who=p1 on=1 seal=${"00".repeat(32)}`);
  assert.equal(client.model.room.wronged, 1);
});

test("a match stands still while its server was gone, and says so", () => {
  const client = racing();
  client.pass(2000);
  client.act("set", { guess: [1, 2, 3] });
  const { opens, closes } = client.model.room.match.round;
  const until = client.now + 5000 + 3000;
  client.hear(`HELD n=6 by=3000 until=${until}`);
  const { round } = client.model.room.match;
  assert.deepEqual(
    [round.opens, round.closes, round.late], [opens + 3000, closes + 3000, 3000]);
  assert.equal(client.model.notice.held, until);
  client.act("set", { guess: [4, 5, 6] });
  client.act("lock");
  assert.deepEqual(client.model.sliders.guess, [1, 2, 3]);
  assert.equal(client.said("LOCK").length, 0);
  assert.equal(roomTime(client.model, client.now), until);
  client.pass(3000);
  client.act("lock");
  assert.equal(client.said("LOCK")[0].t, 2000, "as much has passed as when it stood still");
});

test("the round to come is as much later when the server was gone before it", () => {
  const client = seated();
  const opens = client.now + 5000 + 3000;
  client.hear(
    `COUNTDOWN n=4 match=1 opens=${opens} players=p1,p2 nonces=-,-`,
    `HELD n=5 by=4000 until=${opens + 1000}`);
  assert.equal(client.model.room.match.opens, opens + 4000);
  client.hear(
    `ROUND n=6 round=1 of=2 opens=${opens + 4000} closes=${opens + 34_000} target=#0bb16e `
      + "start=#bcbcbc late=4000");
  assert.equal(client.model.room.match.opens, null);
});

test("nobody is told how near they are before they lock, unless the room helps", () => {
  const client = racing();
  client.hear("MOVE who=p2 near=84 color=#1fa768", "MOVE who=p1 near=50 color=#808080");
  client.act("set", { guess: [11, 177, 110] });
  assert.equal(moveOf(client.model, "p1"), null);
  assert.equal(moveOf(client.model, "p2").near, 84);
  client.hear("LOCKED n=6 who=p1 t=900");
  assert.deepEqual(moveOf(client.model, "p1").near, 100);
  const helped = seated();
  helped.hear(
    "ROOM n=4 name=Here mode=rgb rounds=2 time=30 level=normal seats=4 listed=1 assist=1",
    `COUNTDOWN n=5 match=1 opens=${helped.now + 5000} players=p1,p2 nonces=-,-`,
    `ROUND n=6 round=1 of=2 opens=${helped.now + 5000} closes=${helped.now + 35_000}`
    + " target=#0bb16e start=#bcbcbc");
  helped.act("set", { guess: [11, 177, 110] });
  assert.equal(moveOf(helped.model, "p1").near, 100);
});

/** What a page is told that comes to a round that is open: moves of it, and locks. */
const pictured = (client, mode, ...lines) => {
  const opens = client.now + 3000;
  client.hear(
    ...PICTURE.slice(0, -1).map((line) => line.replace("mode=rgb", `mode=${mode}`)),
    `COUNTDOWN match=1 opens=${opens} players=p1,p2 nonces=-,-`,
    `ROUND round=1 of=2 opens=${opens} closes=${opens + 30_000} target=#0bb16e start=#bcbcbc`,
    ...lines, "WATCHERS count=0");
};
/** The same of a page that was just loaded. */
const loadedAnew = (mode, ...lines) => {
  const client = new Client({ resume: "word0" }).welcomed();
  pictured(client, mode, ...lines);
  return client;
};

test("after a reload the sliders are where the player left them", () => {
  const client = loadedAnew("rgb", "MOVE who=p1 near=84 color=#1fa768");
  assert.deepEqual(client.model.sliders.guess, [31, 167, 104]);
  client.pass(1000);
  assert.deepEqual(client.said("SET"), []);
  const both = loadedAnew("gradient", "MOVE who=p1 near=9 color=#ff0000 to=#000000");
  assert.deepEqual(both.model.sliders.guess, [0, 100, 100, 0, 0, 0]);
  assert.deepEqual(loadedAnew("rgb").model.sliders.guess, [188, 188, 188]);
  assert.deepEqual(loadedAnew("memory").model.sliders.guess, [0, 0, 74]);
});

test("after a reload a lock has no sliders: where it is comes from the server alone", () => {
  const client =
    loadedAnew("rgb", "LOCKED who=p1 t=900 lag=20", "MOVE who=p1 near=84 color=#1fa768");
  assert.equal(client.model.sliders, null);
  assert.deepEqual(moveOf(client.model, "p1"), { near: 84, colors: ["#1fa768"] });
  assert.equal(loadedAnew("memory", "LOCKED who=p1 t=900 lag=20").model.sliders, null);
  const opens = client.now + 5000;
  client.hear(
    "SHUT n=4 round=1 answer=11,177,110",
    `ROUND n=5 round=2 of=2 opens=${opens} closes=${opens + 30_000} target=#0bb16e start=#bcbcbc`);
  assert.deepEqual(client.model.sliders.guess, [188, 188, 188]);
});

test("a page that plays here again forgets where its sliders were before another did", () => {
  const client = racing();
  client.act("set", { guess: [1, 2, 3] });
  client.hear("NO code=replaced");
  client.act("begin");
  client.take({ kind: "opened" });
  client.hear(`WELCOME v=1 me=p1 now=${client.now + 5000} resume=word2 app=test modes=rgb`);
  pictured(client, "rgb", "LOCKED who=p1 t=900 lag=20", "MOVE who=p1 near=84 color=#1fa768");
  assert.equal(client.model.sliders, null);
  assert.equal(moveOf(client.model, "p1").near, 84);
});

/** A room with a running table after folding more of what a server says. */
function inSeries(...messages) {
  const settings = { said: "ROOM", n: 1, mode: "rgb", series: 5 };
  const seats = ["p1", "p2", "p3"].map((who, at) => ({ said: "SEAT", n: at + 2, who, bot: false }));
  const table = (played, wins, points, more) => (
    { said: "SERIES", players: ["p1", "p2", "p3"], played, wins, points, stopped: false, ...more });
  let room = entered({ said: "IN", room: "WAVE", role: "player", n: 0 }, "p1", null);
  const all = [settings, ...seats, ...messages.map((message) =>
    (Array.isArray(message) ? table(...message) : message))];
  all.forEach((message, at) => { room = folded(room, { ...message, n: at + 1 }); });
  return room;
}
const COUNTED = { said: "COUNTDOWN", match: 2, opens: 0, players: ["p1", "p2", "p3"] };

test("a series is played until nobody can catch up, and its newest table counts", () => {
  assert.deepEqual(seriesOf(inSeries()), {
    of: 5, played: 0, rows: [], isStopped: false, isDecided: false, champions: [] });
  const rows = [
    [[2, [2, 0, 0], [9, 8, 7]], [1, 2, 3], []], [[3, [1, 1, 1], [9, 9, 7]], [1, 1, 3], []],
    [[4, [3, 1, 0], [9, 8, 7]], [1, 2, 3], ["p1"]],
    [[5, [2, 2, 1], [9, 9, 7]], [1, 1, 3], ["p1", "p2"]]];
  for (const [table, places, champions] of rows) {
    const series = seriesOf(inSeries([1, [0, 0, 1], [1, 1, 1]], table));
    assert.deepEqual(series.rows.map(({ place }) => place), places);
    assert.deepEqual(series.champions.map(({ who }) => who), champions);
    assert.equal(series.isDecided, champions.length > 0);
  }
  assert.equal(seriesOf(inSeries([2, [2, 0, 0], [9, 8, 7], { stopped: true }])).isStopped, true);
});

test("a table lasts until its series is over and the next begins, or is set otherwise", () => {
  const open = [2, [2, 0, 0], [9, 8, 7]];
  assert.equal(inSeries(open, COUNTED).series.played, 2);
  assert.equal(inSeries([3, [3, 0, 0], [9, 8, 7]], COUNTED).series, null);
  const set = (series) => ({ said: "ROOM", mode: "rgb", series });
  assert.equal(inSeries(open, set(5)).series.played, 2);
  assert.equal(inSeries(open, set(3)).series, null);
  assert.equal(seriesOf(inSeries(set(0))), null);
  const gone = (who) => ({ said: "GONE", who, why: "left" });
  assert.deepEqual(inSeries(open, gone("p1")).series.rows.map(({ who }) => who), ["p2", "p3"]);
  assert.equal(inSeries(open, ...["p1", "p2", "p3"].map(gone)).series, null);
});

test("a host stops the clock of a series with READY on=0, and stays where they look", () => {
  const client = new Client().welcomed();
  client.hear(...PICTURE);
  client.act("halt");
  assert.deepEqual(client.said("READY").map(({ on }) => on), [false]);
  assert.equal(client.model.hasSeenFinal, null);
});
