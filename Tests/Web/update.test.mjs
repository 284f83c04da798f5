// The browser client's session: what it says and knows when a server tells it what the hall told in
// golden recordings, what every transcript of the protocol has a client hear, and what goes wrong.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sealOf } from "../../clients/web/core/hashing.mjs";
import { freezeLeft, modelOf, screenOf } from "../../clients/web/core/model.mjs";
import { seatOf, standings } from "../../clients/web/core/room.mjs";
import { deadline, update } from "../../clients/web/core/update.mjs";
import { namesIn, recording } from "./files.mjs";
import { heardIn } from "./transcripts.mjs";

const PROFILE = { name: "Ada", icon: "star", color: "#ff8800", depth: 24 };
const SECRET = "5a".repeat(32);

/** Nothing may change what a model was. */
function frozen(value) {
  if (value === null || typeof value !== "object" || Object.isFrozen(value)) return value;
  Object.freeze(value);
  Object.values(value).forEach(frozen);
  return value;
}

/** A client in the hands of a test: its model, and everything it wished for. */
class Client {
  now = 1000;
  wishes = [];

  constructor(options = {}) {
    this.model = frozen(modelOf({ profile: PROFILE, secret: SECRET, ...options }));
  }

  take(news) {
    const [model, wishes] = update(this.model, news, this.now);
    this.model = frozen(model);
    this.wishes.push(...wishes);
    return wishes;
  }

  act(kind, more = {}) { return this.take({ kind, ...more }); }
  hear(...lines) { return this.take({ kind: "lines", text: `${lines.join("\n")}\n` }); }
  pass(milliseconds) {
    const end = this.now + milliseconds;
    for (let steps = 0; steps < 1000; steps++) {
      const due = deadline(this.model);
      if (due === null || due > end) break;
      this.now = Math.max(this.now, due);
      this.take({ kind: "tick" });
    }
    this.now = end;
  }

  /** Connected and welcomed as p1, by a server whose clock is 5,000 ms ahead. */
  welcomed() {
    this.act("begin");
    this.take({ kind: "opened" });
    this.hear(`WELCOME v=1 me=p1 now=${this.now + 5000} resume=word1 app=test modes=rgb`);
    return this;
  }

  said(verb) {
    return this.wishes.filter(({ message }) => message?.said === verb)
      .map(({ message }) => message);
  }
}

const PICTURE = [
  "IN room=WAVE role=player n=3",
  "ROOM name=Here mode=rgb rounds=2 time=30 level=normal seats=4 listed=1",
  "SEAT who=p1 name=Ada icon=star color=#ff8800",
  "SEAT who=p2 name=Ben icon=moon color=#3366cc",
  `COMMIT match=1 hash=${"ab".repeat(32)}`, "HOSTED who=p1", "WATCHERS count=0",
];
const seated = () => {
  const client = new Client().welcomed();
  client.act("join", { code: "WAVE" });
  client.hear(...PICTURE);
  return client;
};
/** In a round that opened just now, with 30 s to go. */
const racing = () => {
  const client = seated();
  const opens = client.now + 5000;
  client.hear(
    `COUNTDOWN n=4 match=1 opens=${opens} players=p1,p2 nonces=-,-`,
    `ROUND n=5 round=1 of=2 opens=${opens} closes=${opens + 30_000} target=#0bb16e start=#bcbcbc`);
  return client;
};

// What others told.

const FOLDER = "Tests/RoomsTests/Golden";
for (const name of namesIn(FOLDER)) {
  test(`the room of ${name}, as everyone in it comes to know it`, () => {
    for (const [who, heard] of Object.entries(recording(`${FOLDER}/${name}`))) {
      const client = new Client({ want: { kind: "watch", code: "SFXK", pass: null } });
      client.act("begin");
      client.take({ kind: "opened" });
      for (const { at, line } of heard) {
        client.now = 1000 + at;
        client.hear(line);
      }
      const told = (pattern) => heard.findLast(({ line }) => pattern.test(line))?.line ?? null;
      const { room } = client.model;
      if (!room || !told(/^COUNTDOWN/)) continue;
      const seed = told(/^SEED/)?.match(/seed=(\S+)/)[1] ?? null;
      assert.equal(room.match.seed, seed, `${who} in ${name}`);
      const places = heard.filter(({ line }) => line.startsWith("PLACE"))
        .map(({ line }) => line.match(/who=(\S+) total=(\d+)/).slice(1).join(" "));
      if (seed) {
        assert.deepEqual(standings(room.match).map((item) => `${item.who} ${item.total}`), places);
        const proofs = client.wishes.filter((wish) => wish.do === "prove");
        assert.equal(proofs.length, 1);
      }
      const last = heard.findLast(({ line }) => / n=\d+/.test(line)).line;
      assert.equal(room.last, Number(last.match(/ n=(\d+)/)[1]));
    }
  });
}

for (const { name, clients } of heardIn("protocol/transcripts")) {
  test(`what ${name} has clients hear`, () => {
    for (const [who, steps] of Object.entries(clients)) {
      const client = new Client({ want: { kind: "watch", code: "WAVE", pass: null } });
      client.act("begin");
      client.take({ kind: "opened" });
      let inside = null;
      let isWhole = false;
      for (const step of steps) {
        client.now += 50;
        if (step.isGap) isWhole = false;
        if (step.isEnd) {
          client.take({ kind: "closed" });
          assert.notEqual(client.model.state, "online", `${who} in ${name}`);
          client.act("begin");
          client.take({ kind: "opened" });
          inside = null;
          continue;
        }
        // A step may pass over the welcome.
        if (client.model.state === "greeting" && !/^(WELCOME|NO)/.test(step.line)) {
          client.hear("WELCOME v=1 me=p1 now=5000 resume=word1 app=test modes=rgb");
        }
        client.hear(step.line);
        const [verb, ...fields] = step.line.split(" ");
        const value = (key) => fields.find((field) => field.startsWith(`${key}=`))?.split("=")[1];
        if (verb === "IN") {
          inside = value("room");
          isWhole = false;
        }
        // The room as it is begins with how it is set.
        if (verb === "ROOM" && value("n") === undefined) isWhole = true;
        if (verb === "OUT") inside = null;
        if (verb === "NO" && client.model.state !== "online") inside = null;
        if (!isWhole) continue;
        const place = `${who} in ${name}: ${step.line}`;
        assert.equal(client.model.inside, inside, place);
        if (verb === "SEAT") {
          const room = client.model.draft ?? client.model.room;
          assert.equal(seatOf(room, value("who")).color, value("color"), place);
        }
        if (verb === "ROUND" && !client.model.draft) {
          assert.equal(client.model.room.match.round.target, value("target"), place);
        }
        if (verb === "SHUT" && !client.model.draft) {
          assert.equal(client.model.room.match.round, null, place);
        }
      }
    }
  });
}

// Playing.

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
  assert.ok(client.model.room.isShareWrong);
});

// What goes wrong.

test("a lost connection keeps the round, comes back by its word and tells the newest guess", () => {
  const client = racing();
  client.act("set", { guess: [1, 2, 3] });
  client.take({ kind: "closed" });
  assert.equal(client.model.state, "lost");
  assert.equal(screenOf(client.model, client.now), "race");
  client.act("set", { guess: [4, 5, 6] });
  client.act("lock");
  assert.equal(client.said("LOCK").length, 0);
  client.pass(1000);
  assert.equal(client.wishes.at(-1).do, "connect");
  client.take({ kind: "opened" });
  assert.equal(client.said("HELLO").at(-1).resume, "word1");
  const opens = client.now + 4000;
  client.hear(
    `WELCOME v=1 me=p1 now=${client.now + 5000} resume=word2 app=test modes=rgb`,
    ...PICTURE.slice(0, -1).map((line) => line.replace("n=3", "n=9")),
    `COUNTDOWN match=1 opens=${opens} players=p1,p2 nonces=-,-`,
    `ROUND round=1 of=2 opens=${opens} closes=${opens + 30_000} target=#0bb16e start=#bcbcbc`,
    "WATCHERS count=0");
  client.pass(100);
  assert.deepEqual(client.said("SET").at(-1).v, [4, 5, 6]);
  assert.equal(client.wishes.filter((wish) => wish.do === "keep").at(-1).resume, "word2");
});

test("pauses between attempts grow to 8 s", () => {
  const client = new Client();
  client.act("begin");
  const pauses = [];
  for (let attempt = 0; attempt < 8; attempt++) {
    client.take({ kind: "closed" });
    pauses.push(client.model.retryAt - client.now);
    client.pass(client.model.retryAt - client.now);
  }
  assert.ok(pauses[0] >= 375 && pauses[0] <= 625, `${pauses}`);
  assert.ok(pauses.at(-1) >= 6000 && pauses.at(-1) <= 10_000, `${pauses}`);
  assert.equal(pauses.at(-1), pauses.at(-2));
});

test("a seat that is gone leads home, with a sentence", () => {
  const client = seated();
  client.take({ kind: "closed" });
  client.pass(1000);
  client.take({ kind: "opened" });
  client.hear("NO code=bad-token verb=HELLO");
  assert.equal(client.said("HELLO").at(-1).resume, null);
  client.hear(`WELCOME v=1 me=p9 now=${client.now} resume=word9 app=test modes=rgb`);
  assert.equal(screenOf(client.model, client.now), "home");
  assert.equal(client.model.notice.code, "bad-token");
});

test("another window takes over, and nothing is tried until this one is wanted again", () => {
  const client = seated();
  client.hear("NO code=replaced");
  assert.equal(client.model.state, "elsewhere");
  assert.equal(deadline(client.model), null);
  client.act("begin");
  assert.equal(client.wishes.at(-1).do, "connect");
});

test("a server that stops is tried again", () => {
  const client = seated();
  client.hear("NO code=shutting-down");
  assert.equal(client.model.state, "lost");
  assert.equal(client.model.why, "shutting-down");
  client.pass(1000);
  assert.equal(client.model.state, "connecting");
});

/** At home, with every question for the time answered. */
const atHome = () => {
  const client = new Client().welcomed();
  client.answer = () => {
    const ends = client.said("LIST").length > 0 ? ["END of=LIST count=0"] : [];
    client.hear(...client.said("PING").map(({ t }) => `PONG t=${t} now=${client.now}`), ...ends);
    client.wishes = [];
  };
  client.answer();
  return client;
};

test("a server that vanishes is noticed: said after 3 s, left after 10, tried anew", () => {
  const client = atHome();
  for (let time = 0; time < 12_000; time += 100) {
    client.pass(100);
    client.answer();
    assert.ok(!client.model.isWaiting && client.model.state === "online");
  }
  client.pass(3000 + 3000);
  assert.ok(client.model.isWaiting);
  client.hear("END of=LIST count=0");
  assert.ok(!client.model.isWaiting, "an answer that comes late is an answer");
  client.answer();
  client.pass(3000 + 3000);
  assert.ok(client.model.isWaiting);
  client.pass(7000);
  assert.ok(client.wishes.some((wish) => wish.do === "close"));
  client.pass(2000);
  assert.equal(client.model.state, "connecting");
  client.pass(10_000);
  assert.notEqual(client.model.state, "online", "nor is a connection waited for that is not made");
});

test("silence counts as a lost connection in a room, too", () => {
  const client = seated();
  client.pass(20_000);
  assert.notEqual(client.model.state, "online");
});

test("where nobody looks and nobody plays there is no connection", () => {
  const client = atHome();
  client.take({ kind: "visible", isVisible: false });
  assert.equal(client.wishes.at(-1).do, "close");
  assert.equal(deadline(client.model), null);
  client.take({ kind: "visible", isVisible: true });
  assert.equal(client.wishes.at(-1).do, "connect");
  const player = seated();
  player.take({ kind: "visible", isVisible: false });
  assert.equal(player.model.state, "online");
});

test("a password is asked for and said", () => {
  const client = new Client().welcomed();
  client.act("join", { code: "WAVE23" });
  client.hear("NO code=wrong-pass verb=JOIN");
  assert.deepEqual(client.model.door, { code: "WAVE23", isWrong: false });
  client.pass(5000);
  assert.equal(client.said("JOIN").length, 1);
  client.act("knock", { pass: "wrong" });
  client.hear("NO code=wrong-pass verb=JOIN");
  assert.deepEqual(client.model.door, { code: "WAVE23", isWrong: true });
  client.act("knock", { pass: "right" });
  assert.equal(client.said("JOIN").at(-1).pass, "right");
  client.hear(...PICTURE.map((line) => line.replace("WAVE", "WAVE23")));
  assert.equal(client.model.door, null);
  assert.equal(client.model.room.code, "WAVE23");
});

test("a full room is watched instead", () => {
  const client = new Client().welcomed();
  client.act("join", { code: "WAVE" });
  client.hear("NO code=room-full verb=JOIN");
  assert.equal(client.said("WATCH").at(-1).room, "WAVE");
  assert.equal(client.model.notice.code, "room-full");
});

test("no room of that code: home", () => {
  const client = new Client().welcomed();
  client.act("join", { code: "WAVE" });
  client.hear("NO code=no-room verb=JOIN");
  assert.equal(screenOf(client.model, client.now), "home");
  assert.equal(client.model.notice.code, "no-room");
});

test("whoever is put out is told so, and stays out", () => {
  const client = seated();
  client.hear("OUT room=WAVE why=kicked");
  assert.equal(client.model.notice.out, "kicked");
  client.pass(10_000);
  assert.equal(client.said("JOIN").length, 1);
});

test("leaving while the connection is lost is meant", () => {
  const client = seated();
  client.take({ kind: "closed" });
  client.act("home");
  client.pass(1000);
  client.take({ kind: "opened" });
  client.hear(
    `WELCOME v=1 me=p1 now=${client.now} resume=word2 app=test modes=rgb`, ...PICTURE);
  assert.equal(client.said("LEAVE").length, 1);
});

test("rooms are listed every 3 s at home", () => {
  const client = new Client().welcomed();
  assert.equal(client.said("LIST").length, 1);
  client.hear(
    "LISTED room=WAVE name=x mode=rgb seats=2 taken=1 watchers=0 state=waiting round=0 of=5 icons=",
    "END of=LIST count=1");
  assert.equal(client.model.listings.length, 1);
  client.pass(2900);
  assert.equal(client.said("LIST").length, 1);
  client.pass(200);
  assert.equal(client.said("LIST").length, 2);
  client.hear("END of=LIST count=0");
});

test("a server that asks to be left alone is", () => {
  const client = new Client().welcomed();
  client.act("quick", {});
  client.hear("NO code=too-fast verb=QUICK");
  assert.equal(client.said("QUICK").length, 1);
  client.pass(1100);
  assert.equal(client.said("QUICK").length, 2);
});

test("play now gets ready by itself, once", () => {
  const client = new Client().welcomed();
  client.act("quick", {});
  client.hear(...PICTURE);
  client.pass(100);
  assert.equal(client.said("READY").length, 1);
});

test("what only watchers hear later is seen later", () => {
  const client = new Client().welcomed();
  client.act("watch", { code: "WAVE" });
  const opens = client.now + 5000;
  client.hear(
    "IN room=WAVE role=watcher n=3", `${PICTURE[1]} delay=5`, ...PICTURE.slice(2),
    `COUNTDOWN n=4 match=1 opens=${opens} players=p1,p2 nonces=-,-`,
    `ROUND n=5 round=1 of=2 opens=${opens} closes=${opens + 30_000} target=#0bb16e start=#bcbcbc`);
  assert.equal(client.model.sliders, null);
  client.act("set", { guess: [1, 2, 3] });
  client.pass(200);
  assert.equal(client.said("SET").length, 0);
});

test("lines that nobody can read are passed over, and too long ones end the connection", () => {
  const client = seated();
  client.hear("MOVE who=p2", "NEWER thing=1", "WATCHERS count=7");
  assert.equal(client.model.room.watchers, 7);
  client.hear("x".repeat(5000));
  assert.equal(client.model.state, "lost");
});
