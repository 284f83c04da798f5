// What one's past comes to: days in a row and a month out of what PAST tells, and friends, who stay
// in the browser; and a match of it raced again: the link to that, oneself against the best ghost,
// who rang, and what a record says of ghosts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { dateOf, dayOf } from "../../clients/web/core/day.mjs";
import { wishOf } from "../../clients/web/core/invitation.mjs";
import {
  bestOf, firstOf, monthLater, pointsOf, rowUntil, weeksOf,
} from "../../clients/web/core/past.mjs";
import { matchIn } from "../../clients/web/core/replay/kept.mjs";
import { copiedIn } from "../../clients/web/core/replay/record.mjs";
import { duelOf, ghostsOf, racing, ringerOf } from "../../clients/web/core/session/ghosts.mjs";
import { entered, folded } from "../../clients/web/core/session/room.mjs";
import { suitedLevel } from "../../clients/web/core/session/standings.mjs";
import { read } from "../../clients/web/core/wire.mjs";
import { RECORD } from "./support/kept.mjs";

const TODAY = dayOf(Date.UTC(2026, 10, 27));
const played = (ago, total, place = 1, mode = "daily", ghost = null) =>
  ({ mode, place, total, ghost, of: 1, at: (TODAY - ago) * 86_400_000 + 1000 });

/** A module of the browser's memory, with a storage of its own. */
async function remembering(name, stored = {}) {
  globalThis.localStorage = {
    getItem: (key) => stored[key] ?? null, setItem: (key, value) => { stored[key] = value; },
  };
  return import(`../../clients/web/browser/${name}.mjs?${Math.random()}`);
}

test("a day counts by its first try, which showed a color and raced no ghosts", () => {
  const rows = [
    played(4, 800, 1, "daily", 7),
    played(0, 900), played(0, 300), played(1, 0, null), played(2, 70, null), played(3, 5, 1, "rgb"),
  ];
  assert.deepEqual([...pointsOf(rows)], [[TODAY, 300], [TODAY - 2, 70]]);
});

test("days in a row end with today or yesterday, and with a missed one", () => {
  const of = (...ago) => rowUntil(pointsOf(ago.map((one) => played(one, 9))), TODAY);
  assert.deepEqual([of(), of(0), of(1, 2), of(0, 1, 3), of(2)], [0, 1, 2, 2, 0]);
});

test("a month is weeks from Monday, with each of its days once", () => {
  for (let first = firstOf(TODAY), count = 0; count < 30; count += 1) {
    const days = weeksOf(first).flat();
    const own = days.filter((day) => day !== null);
    assert.equal(days.length % 7, 0);
    assert.equal(new Date(own[0] * 86_400_000).getUTCDay(), (days.indexOf(own[0]) + 1) % 7);
    assert.ok(own.every((day, at) => Number(dateOf(day).slice(-2)) === at + 1));
    assert.equal(monthLater(monthLater(first, 1), -1), first);
    first = monthLater(first, -1);
  }
});

test("the best of a mode is of a match to its end, and of no ghost race", () => {
  const rows = [
    played(0, 500, 2, "rgb"), played(0, 900, null, "rgb"), played(1, 700, 1, "rgb"),
    played(1, 999, 1, "rgb", 7),
  ];
  assert.equal(bestOf(rows, "rgb").total, 700);
  assert.equal(bestOf(rows, "hsb"), null);
});

test("two tabs add to what the other has kept", async () => {
  const [stored, tabs] = [{}, []];
  globalThis.addEventListener = (_, hear) => tabs.push(hear);
  const one = await remembering("friends", stored);
  const other = await remembering("friends", stored);
  delete globalThis.addEventListener;
  one.befriend("47Z3-3QX1", "Ada");
  for (const hear of tabs) hear({ key: "chromatch.friends" });
  other.befriend("ZT0J-R4QK", "Bea");
  for (const hear of tabs) hear({ key: "chromatch.friends" });
  assert.equal(one.friends().size, 2);
});

test("friends are kept, go again, and are never more than a hundred", async () => {
  const stored = {};
  const { befriend, friends } = await remembering("friends", stored);
  befriend("47Z3-3QX1", "Ada");
  befriend("ZT0J-R4QK", "Bea");
  befriend("47Z3-3QX1", "Ada");
  const again = await remembering("friends", stored);
  assert.deepEqual([...again.friends()], [["ZT0J-R4QK", "Bea"]]);
  for (let number = 0; number < 150; number += 1) {
    befriend(`AAAA-${String(number).padStart(4, "0")}`, "x");
  }
  assert.equal(friends().size, 100);
  for (const text of ["", "nonsense", "[]", "null", '{"<b>":"x"}', '{"47Z3-3QX1":7}']) {
    const { friends: none } = await remembering("friends", { "chromatch.friends": text });
    assert.equal(none().size, 0, text);
  }
});

test("what was said of a rating stays by family, and nonsense is none", async () => {
  const stored = {};
  const { rememberRating } = await remembering("ratings", stored);
  rememberRating("sliders", { rating: 1034, delta: 34, off: 331, left: null, match: 1 });
  const { ratingOf } = await remembering("ratings", stored);
  assert.deepEqual(ratingOf("sliders"), { rating: 1034, delta: 34, off: 331, left: 0 });
  assert.equal(ratingOf("constructor"), null);
  const { ratingOf: none } = await remembering("ratings", { "chromatch.ratings": '{"a":7}' });
  assert.equal(none("a"), null);
});

test("this browser's own days stay, each once", async () => {
  const stored = {};
  const { rememberDay, rememberedPoints } = await remembering("day", stored);
  for (const [ago, total] of [[3, 1], [1, 2], [1, 3], [0, 4]]) {
    rememberDay((TODAY - ago) * 86_400_000, { total, colors: [], apart: [] });
  }
  assert.deepEqual([...rememberedPoints()], [[TODAY - 3, 1], [TODAY - 1, 3], [TODAY, 4]]);
});

const HERE = { hostname: "play.example", port: "7313" };

/** A room of somebody against the ghosts of two others, after two rounds. */
function raced(me = "p9") {
  const lines = `ROOM name=x mode=rgb rounds=2 time=30 level=normal seats=8 listed=1
SEAT who=p9 name=Ben icon=moon color=#3c5fb5
SEAT who=p7 name=Ada icon=star color=#f2b134 bot=1 ghost=1
SEAT who=p8 name=Cal icon=heart color=#e0779d bot=1 ghost=1
COUNTDOWN match=1 opens=1000 players=p9,p7,p8 nonces=-,-,- ghosts=p7,p8 drawn=-,- last=2
ROUND round=1 of=2 opens=1000 closes=31000 target=#0bb16e start=#bcbcbc
SHUT round=1 answer=1,2,3 next=9000
SCORE who=p9 v=1,2,3 de=1 t=900 points=300 total=300
SCORE who=p7 v=1,2,3 de=1 t=900 points=331 total=331
SCORE who=p8 v=1,2,3 de=1 t=900 points=10 total=10
ROUND round=2 of=2 opens=9000 closes=39000 target=#0bb16e start=#bcbcbc
SHUT round=2 answer=1,2,3
SCORE who=p9 v=1,2,3 de=1 t=900 points=112 total=412
SCORE who=p7 v=1,2,3 de=1 t=900 points=67 total=398
SCORE who=p8 v=1,2,3 de=1 t=900 points=10 total=20`;
  const start = entered(read("server", "IN room=WAVE role=player n=0"), me, null);
  return lines.split("\n").reduce((room, line) => folded(room, read("server", line)), start);
}

test("a link to a race opens a room that races the match, and no other link does", () => {
  assert.deepEqual(wishOf("#race=7", HERE), { kind: "create", code: null, ...racing(7) });
  for (const hash of ["#race=x", "#race=7x", "#race=1234567890123456", "#RACE=7"]) {
    assert.equal(wishOf(hash, HERE).kind, "nowhere", hash);
  }
});

test("one's duel is against the best ghost, and its leads add up", () => {
  const duel = duelOf(raced());
  assert.deepEqual(duel, { who: "p9", rival: "p7", leads: [-31, 45], totals: [412, 398] });
  assert.equal(duel.leads.reduce((sum, lead) => sum + lead), 412 - 398);
  // Somebody who looks on sees the best of those who race.
  assert.equal(duelOf(raced("p3")).who, "p9");
  const room = raced();
  const nobody = room.seats.map((seat) => ({ ...seat, ghost: false }));
  assert.equal(duelOf({ ...room, seats: nobody }), null);
});

test("a ghost rings the bell, and a faster player does not", () => {
  const room = raced();
  assert.deepEqual(ghostsOf(room), ["p7", "p8"]);
  assert.equal(ringerOf(room, ["p9", "p8", "p7"]), "p8");
  const live = room.seats.map((seat) => ({ ...seat, ghost: false }));
  assert.equal(ringerOf({ ...room, seats: live }, ["p9", "p8"]), "p9");
});

test("ghosts do not change which bot suits one", () => {
  const { seats } = raced();
  const match = { places: [{ who: "p9", place: 1 }, { who: "p7", place: 2 }] };
  assert.equal(suitedLevel({ match, seats, me: "p9" }, 2), 2);
  const bots = seats.map((seat) => ({ ...seat, ghost: false }));
  assert.equal(suitedLevel({ match, seats: bots, me: "p9" }, 2), 3);
});

const LEAF = "ab".repeat(32);
/** The same match as a race against the ghosts of another one, in which Ada was better. */
const COPY = RECORD.replace(/(RECORD .*)/, `$1 ghost=7 leaf=${LEAF}`)
  .replace(/(COUNTDOWN .*)/, "$1 ghosts=p1 drawn=c0ffee,- last=2")
  .replace(/(SEAT who=p1 .*?) rtt=41 seal=.*/, "$1 bot=1 ghost=1 rtt=41")
  .replace(/PERSON who=p1 .*\n/, "");

test("the record of a ghost race is read, and the one that it copies names its ghosts", () => {
  assert.deepEqual(copiedIn(COPY), { index: 7, leaf: LEAF });
  assert.equal(copiedIn(RECORD), null);
  const namesOf = (match) => match.people.map(({ name, ghost }) => `${name} ${ghost}`);
  assert.deepEqual(namesOf(matchIn(COPY)), ["- true", "Bea false"]);
  assert.deepEqual(namesOf(matchIn(COPY, RECORD)), ["Ada true", "Bea false"]);
  // A ghost that looks like nobody of then keeps the name that it has.
  const other = RECORD.replace("icon=star", "icon=heart");
  assert.deepEqual(namesOf(matchIn(COPY, other)), ["- true", "Bea false"]);
  const named = COPY.replace("who=p1 name=-", "who=p1 name=Eve");
  assert.throws(() => matchIn(named), { code: "damaged" });
});
