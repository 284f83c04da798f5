// The browser client's session when a server tells it what the hall told in golden recordings, and
// what every transcript of the protocol has a client hear: each line counts once, and none undoes
// another.

import assert from "node:assert/strict";
import { test } from "node:test";

import { seatOf } from "../../clients/web/core/session/room.mjs";
import { standings } from "../../clients/web/core/session/standings.mjs";
import { Client, racing, seated } from "./support/client.mjs";
import { namesIn, recording } from "./support/files.mjs";
import { heardIn } from "./support/transcripts.mjs";

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

const roundOf = (client) => client.model.room.match.round;

test("a numbered line that was heard already changes nothing", () => {
  const client = racing();
  client.hear("MISSED n=6 who=p2 t=900 color=#102030");
  const { room } = client.model;
  client.hear("MISSED n=6 who=p2 t=950 color=#102030", "MISSED n=5 who=p2 t=950 color=#102030");
  assert.deepEqual(client.model.room, room);
});

test("locks and misses of a round add up", () => {
  const client = racing();
  client.hear(
    "MISSED n=6 who=p2 t=900 color=#102030", "LOCKED n=7 who=p1 t=1000",
    "MISSED n=8 who=p2 t=1100 color=#102030", "LOCKED n=9 who=p2 t=1200");
  assert.deepEqual(Object.keys(roundOf(client).locks), ["p1", "p2"]);
  assert.equal(roundOf(client).misses.p2.count, 2);
});

test("a round that shuts says when the next one opens", () => {
  const client = racing();
  client.hear("SHUT n=6 round=1 answer=11,177,110 next=99000");
  assert.equal(client.model.room.match.opens, 99_000);
});

test("a host who goes is no host any more", () => {
  const client = seated();
  client.hear("HOSTED n=4 who=p2", "GONE n=5 who=p2 why=left");
  assert.equal(client.model.room.host, null);
});

test("somebody who is no longer ready ends the call for seals", () => {
  const client = seated();
  client.hear("REVEAL n=4 match=1 players=p1,p2");
  assert.deepEqual(client.model.room.called, ["p1", "p2"]);
  client.hear("READIED n=5 who=p2 on=0");
  assert.equal(client.model.room.called, null);
});

test("a word to resume by that was refused is not said again", () => {
  const client = seated();
  client.take({ kind: "closed" });
  client.pass(client.model.retryAt - client.now);
  client.take({ kind: "opened" });
  assert.equal(client.said("HELLO").at(-1).resume, "word1");
  client.hear("NO code=bad-token");
  assert.equal(client.said("HELLO").at(-1).resume, null);
});
