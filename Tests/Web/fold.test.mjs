// How lines become the room that a page shows: each line counts once, and none undoes another.

import assert from "node:assert/strict";
import { test } from "node:test";

import { racing, seated } from "./client.mjs";

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
