// The browser client's session when a server tells it what the hall told in golden recordings, and
// what every transcript of the protocol has a client hear.

import assert from "node:assert/strict";
import { test } from "node:test";

import { seatOf } from "../../clients/web/core/room.mjs";
import { standings } from "../../clients/web/core/standings.mjs";
import { Client } from "./client.mjs";
import { namesIn, recording } from "./files.mjs";
import { heardIn } from "./transcripts.mjs";

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
