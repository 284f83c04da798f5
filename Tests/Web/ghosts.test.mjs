// Ghost races: the link to one, oneself against the best ghost, who rang, what a record says of
// ghosts. And a saved match raced without a server: ghosts do what they did, when they did it, in
// every mode; scores and places are those that a server gives; and what no server races is refused.

import assert from "node:assert/strict";
import { test } from "node:test";

import { originalOf } from "../../clients/web/core/ghosts/original.mjs";
import { GhostRoom } from "../../clients/web/core/ghosts/room.mjs";
import { wishOf } from "../../clients/web/core/invitation.mjs";
import { verified } from "../../clients/web/core/proof/proof.mjs";
import { matchIn } from "../../clients/web/core/replay/kept.mjs";
import { copiedIn } from "../../clients/web/core/replay/record.mjs";
import { modes } from "../../clients/web/core/rules/modes.mjs";
import { duelOf, ghostsOf, racing, ringerOf } from "../../clients/web/core/session/ghosts.mjs";
import { modelOf, screenOf } from "../../clients/web/core/session/model.mjs";
import { entered, folded } from "../../clients/web/core/session/room.mjs";
import { suitedLevel } from "../../clients/web/core/session/standings.mjs";
import { deadline, update } from "../../clients/web/core/session/update.mjs";
import { read, Refusal, write } from "../../clients/web/core/wire.mjs";
import { PROFILE } from "./support/client.mjs";
import { textOf } from "./support/files.mjs";
import { RECORD, SAVED } from "./support/kept.mjs";
import { BEGAN, recordOf } from "./support/replays.mjs";

const DAY = 86_400_000;
const raced = (text, now = BEGAN + DAY) =>
  new GhostRoom(originalOf(matchIn(text), now), PROFILE);

/** A room under a virtual clock, and all that it told, each message with its moment in `at`. */
class Race {
  now = 1_000_000;
  told = [];

  constructor(text) {
    this.room = raced(text);
    this.hear(this.room.open(this.now));
  }

  hear(lines) {
    for (const line of lines) this.told.push({ moment: this.now, ...read("server", line) });
  }

  /** Goes on to a moment, as a timer does. */
  until(moment) {
    for (let due = this.room.deadline; due !== null && due <= moment; due = this.room.deadline) {
      this.now = Math.max(this.now, due);
      this.hear(this.room.advance(this.now));
    }
    this.now = Math.max(this.now, Math.min(moment, Number.MAX_SAFE_INTEGER));
  }

  say(message) { this.hear(this.room.take(message, this.now)); }

  of(...verbs) { return this.told.filter(({ said }) => verbs.includes(said)); }

  /** When the newest round opens. */
  get opens() { return this.of("ROUND").at(-1).opens; }
}

/** What a match told of those who are in a list, without numbers and moments. */
const scoresOf = (text, who) => text.split("\n").filter((line) => line.startsWith("SCORE "))
  .map((line) => read("server", line)).filter((score) => who.includes(score.who))
  .map(({ n, first, ...score }) => score);

test("in every mode ghosts get what their players got, and all of it follows from the seed", () => {
  for (const name of modes.keys()) {
    const record = recordOf(name);
    const race = new Race(record);
    race.until(Infinity);
    const { me } = race.room;
    const told = race.of("SCORE").filter(({ who }) => who !== me)
      .map(({ moment, n, first, ...score }) => score);
    assert.ok(told.length > 0);
    const ghosts = race.of("COUNTDOWN")[0].ghosts;
    const then = scoresOf(record, ghosts);
    // They come in the order of seats, which are by place here.
    const sorted = (scores) => scores.map((score) => JSON.stringify(score)).sort();
    assert.deepEqual(sorted(told), sorted(then), name);
    const proof = verified(race.told.map(({ moment, ...message }) => message));
    assert.deepEqual([proof.flaw, proof.isProved], [null, true], name);
    assert.equal(race.of("PLACE").length, ghosts.length + 1);
    // Where a guess would give the answer away, nothing of a ghost is seen but its lock.
    assert.equal(race.of("MOVE").length === 0, modes.get(name).isSecret, name);
    assert.ok(race.of("LOCKED").length > 0);
  }
});

test("ghosts move, miss, lock and ring at the millisecond when their players did", () => {
  const race = new Race(RECORD);
  race.until(Infinity);
  const [first] = race.of("ROUND");
  const after = (verb, who) => race.of(verb)
    .filter((message) => message.moment < first.opens + 9000 && (message.who ?? who) === who)
    .map(({ moment }) => moment - first.opens);
  // The record has these 3,000 ms later: its moments count from the countdown.
  assert.deepEqual(after("MOVE", "p1"), [1200, 2400, 3200]);
  assert.deepEqual(after("MOVE", "p2"), [600, 1000, 1800, 3000, 4100]);
  assert.deepEqual(after("MISSED", "p2"), [1000]);
  assert.deepEqual(after("LOCKED", "p1"), [3200]);
  assert.deepEqual(race.of("BELL").map(({ moment, closes }) => [moment, closes - moment]),
    race.of("LOCKED").filter(({ who }) => who === "p1").map(({ moment }) => [moment, 3000]));
  assert.equal(race.of("MOVE").find(({ who }) => who === "p2").color, "#497d46");
});

/** A server's ghost race without its player: the match that it copies. */
function copiedBy(record) {
  const places = { "place=2": "place=1", "place=3": "place=2" };
  return record.split("\n").filter((line) => !/\b(?:who|by)=p1\b|^(?:LEAF|PATH|TREE)/.test(line))
    .map((line) => line.replace(/ (?:ghost|leaf|ghosts|drawn|last)=\S+/g, "")
      .replace("players=p5,p7,p1 nonces=-,-,-", "players=p5,p7 nonces=-,-")
      .replace(/(SCORE .*who=p5 .*)$/, "$1 first=1")
      .replace(/place=[23]/, (place) => places[place])).join("\n");
}

test("a race goes here as it went on a server, to its table", () => {
  const record = textOf("protocol/vectors/records/ghost.record");
  const race = new Race(copiedBy(record));
  race.until(race.now + 3000);
  assert.equal(race.room.me, "p1");
  // The moment at which Ada locked then.
  race.until(race.opens + 2849);
  race.say({ said: "LOCK", v: [8, 20, 177], t: 2849 });
  race.until(Infinity);
  const verbs = ["ROUND", "LOCKED", "BELL", "SHUT", "SCORE", "OVER", "PLACE", "SEED"];
  /** Moments counted from the opening. */
  const shape = (messages) => {
    const { opens } = messages.find(({ said }) => said === "ROUND");
    return messages.filter(({ said }) => verbs.includes(said)).map(({ moment, n, ...rest }) =>
      Object.fromEntries(Object.entries(rest).map(([key, value]) =>
        [key, ["opens", "closes"].includes(key) ? value - opens : value])));
  };
  const then = record.split("\n").filter((line) => verbs.includes(line.split(" ")[0]))
    .map((line) => read("server", line));
  assert.deepEqual(shape(race.told), shape(then));
});

test("a player is judged as by a server, and rings for nobody", () => {
  const race = new Race(RECORD);
  const no = () => race.told.at(-1).code ?? null;
  const lock = (v) => {
    race.say({ said: "LOCK", v, t: 0 });
    return no();
  };
  race.until(race.now + 2900);
  assert.equal(lock([43, 95, 40]), "not-now", "it is announced, and not open");
  race.until(race.opens + 500);
  assert.equal(lock([43, 95, 400]), "off-grid");
  assert.equal(lock([0, 0, 0]), "too-far");
  assert.equal(race.of("MISSED").at(-1).who, "p3");
  race.until(race.opens + 1999);
  assert.equal(lock([43, 95, 40]), "frozen");
  race.until(race.opens + 2000);
  assert.equal(lock([43, 95, 40]), null);
  assert.deepEqual(race.of("BELL"), []);
  assert.equal(lock([43, 95, 40]), "not-now");
  race.until(Infinity);
  const [score] = race.of("SCORE").filter(({ who }) => who === "p3");
  const { points, t, missed, first } = score;
  assert.deepEqual([points, t, missed, first], [900, 2000, 1, true]);
});

test("a late timer leaves nothing out, and the match still adds up", () => {
  const race = new Race(RECORD);
  race.until(race.now + 2650);
  const { opens } = race;
  race.now = opens + 60_000;
  race.hear(race.room.advance(race.now));
  const [shut] = race.of("SHUT");
  assert.equal(shut.next, race.of("BELL")[0].closes + 5000);
  const round = race.of("ROUND").at(-1);
  assert.deepEqual([round.opens, round.late], [race.now + 100, race.now + 100 - shut.next]);
  race.until(Infinity);
  const proof = verified(race.told.map(({ moment, ...message }) => message));
  assert.deepEqual([proof.flaw, proof.isProved], [null, true]);
});

test("a match that a client saved has no moves: its ghosts jump, and get the same", () => {
  const race = new Race(SAVED);
  race.until(Infinity);
  const totals = race.of("PLACE").map(({ who, total }) => [who, total]);
  assert.deepEqual(totals.slice(0, 2), [["p1", 1682], ["p2", 1595]]);
  for (const name of ["tiles", "arcade", "gradient"]) {
    const moves = /^(?:SET|LOCK|TICK|RECORD) /;
    const lines = recordOf(name).split("\n").filter((line) => !moves.test(line));
    const saved = new Race(["IN room=WAVE role=watcher n=6", ...lines].join("\n"));
    saved.until(Infinity);
    const ghosts = saved.of("COUNTDOWN")[0].ghosts;
    const last = scoresOf(lines.join("\n"), ghosts).findLast(({ who }) => who === ghosts[0]);
    assert.equal(saved.of("PLACE").find(({ who }) => who === ghosts[0]).total, last.total, name);
  }
});

test("a match that no server races is not raced here", () => {
  const code = (text, now) => {
    try {
      raced(text, now);
      return null;
    } catch (refusal) {
      assert.ok(refusal instanceof Refusal, `${refusal}`);
      return refusal.code;
    }
  };
  assert.equal(code(recordOf("daily"), BEGAN + 3000), "today");
  assert.equal(code(recordOf("daily")), null);
  assert.equal(code(SAVED.slice(0, SAVED.indexOf("SEED "))), "unfinished");
  assert.equal(code(SAVED.replace(/^PLACE .*\n/gm, "")), "nobody");
  const left = textOf("protocol/vectors/records/left.record");
  assert.deepEqual(new Race(left).of("COUNTDOWN")[0].ghosts, ["p9", "p7"], "p12 was put out");
  // Neither a proof from told lines nor a look at the table sees this.
  assert.equal(code(RECORD.replace("LOCK v=40,92,37", "LOCK v=40,92,38")), "untrue");
  assert.equal(code(RECORD.replace("LOCK v=40,92,37", "LOCK v=40,92,999")), "untrue");
  assert.equal(code(RECORD.replace("by=p2 at=7100", "by=p2 at=2100")), "untrue");
});

test("a page plays it as it plays with a server, and once more", () => {
  const room = raced(RECORD);
  let now = 1_000_000;
  let model = {
    ...modelOf({ profile: PROFILE, secret: "00", want: { kind: "join", code: "NEU9" } }),
    state: "online", me: room.me, inside: "NEU9",
  };
  const sent = [];
  const take = (news) => {
    const [next, wishes] = update(model, news, now);
    model = next;
    for (const { message } of wishes.filter((wish) => wish.do === "send")) {
      sent.push(write("client", message));
      hear(room.take(read("client", sent.at(-1)), now));
    }
  };
  const hear = (lines) => {
    if (lines.length > 0) take({ kind: "lines", text: lines.join("\n") });
  };
  const pass = (until) => {
    for (;;) {
      const dues = [room.deadline, deadline(model)].filter((due) => due !== null && due <= until);
      if (dues.length === 0) break;
      now = Math.max(now, Math.min(...dues));
      hear(room.advance(now));
      take({ kind: "tick" });
    }
    now = until;
  };
  const screens = [];
  const see = () => screens.push(screenOf(model, now));
  hear(room.open(now));
  see();
  pass(model.room.match.opens + 1000);
  take({ kind: "set", guess: [43, 95, 40] });
  take({ kind: "lock", at: now });
  assert.equal(model.room.match.round.locks[room.me].t, 1000);
  pass(now + 3200);
  see();
  pass(now + 8000);
  see();
  pass(now + 20_000);
  see();
  assert.deepEqual(screens, ["race", "results", "race", "final"]);
  assert.deepEqual(sent, ["SET v=43,95,40", "LOCK v=43,95,40 t=1000"]);
  const { who, rival, leads } = duelOf(model.room);
  assert.deepEqual([who, rival, leads], [room.me, "p1", [950 - 841, 102 - 841]]);
  take({ kind: "ready", isReady: true });
  assert.deepEqual([model.room.match.number, screenOf(model, now)], [2, "race"]);
  take({ kind: "react", id: "wave" });
  assert.equal(model.room.reactions[room.me].id, "wave");
});

const HERE = { hostname: "play.example", port: "7313" };

/** A room of somebody against the ghosts of two others, after two rounds. */
function duelling(me = "p9") {
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
  const links = ["#race=7", "#race=7.", "#race=7)", "#/race=7/", "#race=7?fbclid=1", "#Race=7",
    "#race=7&utm_source=x", "#race=7.?fbclid=1", "#race%3D7%20"];
  for (const hash of links) {
    assert.deepEqual(wishOf(hash, HERE), { kind: "create", code: null, ...racing(7) }, hash);
  }
  const others = ["#race=x", "#race=7x", "#race=7.5", "#race=-7", "#grace=7",
    "#race=1234567890123456"];
  for (const hash of others) {
    assert.equal(wishOf(hash, HERE).kind, "nowhere", hash);
  }
});

test("one's duel is against the best ghost, and its leads add up", () => {
  const duel = duelOf(duelling());
  assert.deepEqual(duel, { who: "p9", rival: "p7", leads: [-31, 45], totals: [412, 398] });
  assert.equal(duel.leads.reduce((sum, lead) => sum + lead), 412 - 398);
  // Somebody who looks on sees the best of those who race.
  assert.equal(duelOf(duelling("p3")).who, "p9");
  const room = duelling();
  const nobody = room.seats.map((seat) => ({ ...seat, ghost: false }));
  assert.equal(duelOf({ ...room, seats: nobody }), null);
});

test("a ghost rings the bell, and a faster player does not", () => {
  const room = duelling();
  assert.deepEqual(ghostsOf(room), ["p7", "p8"]);
  assert.equal(ringerOf(room, ["p9", "p8", "p7"]), "p8");
  const live = room.seats.map((seat) => ({ ...seat, ghost: false }));
  assert.equal(ringerOf({ ...room, seats: live }, ["p9", "p8"]), "p9");
});

test("ghosts do not change which bot suits one", () => {
  const { seats } = duelling();
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
