// The browser client's session on its way in and out: what goes wrong with connections, doors that
// do not open, and the list of rooms.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FRESH, isLost, screenOf, waitingSince } from "../../clients/web/core/session/model.mjs";
import { isDeserted, suitedLevel, wasLocked }
  from "../../clients/web/core/session/standings.mjs";
import { deadline } from "../../clients/web/core/session/update.mjs";
import { Client, PICTURE, racing, seated } from "./support/client.mjs";

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
  assert.ok(pauses[0] >= 187 && pauses[0] <= 313, `${pauses}`);
  assert.ok(pauses.at(-1) >= 6000 && pauses.at(-1) <= 10_000, `${pauses}`);
  assert.equal(pauses.at(-1), pauses.at(-2));
});

test("without a network a wish waits or is taken back, and each attempt counts as offline", () => {
  const client = new Client();
  client.act("begin");
  assert.ok(!isLost(client.model), "nothing has failed yet");
  client.take({ kind: "closed" });
  client.act("quick");
  for (const state of ["lost", "connecting", "lost"]) {
    assert.equal(client.model.state, state);
    assert.ok(isLost(client.model), state);
    if (state === "lost") client.pass(10_000);
    else client.take({ kind: "closed" });
  }
  client.act("home");
  client.take({ kind: "opened" });
  client.hear(`WELCOME v=1 me=p1 now=${client.now} resume=word1 app=test modes=rgb`);
  client.pass(1000);
  assert.deepEqual(client.said("QUICK"), []);
  assert.ok(!isLost(client.model));
  // A page that comes back into sight connects anew, and that has not failed.
  for (const isVisible of [false, true]) client.take({ kind: "visible", isVisible });
  assert.deepEqual([client.model.state, isLost(client.model)], ["connecting", false]);
});

test("a page in a room tries again sooner than a match goes on", () => {
  const client = seated();
  for (let attempt = 0; attempt < 8; attempt++) {
    client.take({ kind: "closed" });
    const pause = client.model.retryAt - client.now;
    assert.ok(pause <= 2500, `${pause}`);
    client.pass(pause);
  }
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

test("a word that was refused leaves no question open: in a quiet room nothing is missed", () => {
  const client = new Client({ resume: "word0" }).welcomed("NO code=bad-token verb=HELLO");
  client.act("join", { code: "WAVE" });
  client.hear("END of=LIST count=0", ...PICTURE);
  for (let time = 0; time < 1000; time += 100) {
    client.pass(100);
    client.hear(...client.said("PING").map(({ t }) => `PONG t=${t} now=${client.now + 5000}`));
  }
  assert.equal(waitingSince(client.model), null);
  client.pass(3500);
  assert.ok(!client.model.isWaiting);
});

test("the operator's ban ends a session, and a host's leaves the server open", () => {
  const client = seated();
  client.hear("NO code=banned verb=WATCH");
  assert.equal(client.model.state, "online");
  client.hear("NO code=banned");
  assert.deepEqual([client.model.state, client.model.why], ["refused", "banned"]);
  assert.equal(deadline(client.model), null);
});

test("another window takes over, and nothing is tried until this one is wanted again", () => {
  const client = seated();
  client.hear("NO code=replaced");
  assert.equal(client.model.state, "elsewhere");
  assert.equal(deadline(client.model), null);
  client.act("begin");
  assert.equal(client.wishes.at(-1).do, "connect");
});

test("a server that is about to stop says so, and again to who wants to begin something", () => {
  const client = seated();
  client.hear("STOPPING until=1767225600000");
  assert.equal(client.model.notice.why, "stopping");
  const { number } = client.model.notice;
  client.hear("STOPPING until=1767225600001");
  assert.equal(client.model.notice.number, number);
  client.hear("NO code=not-now verb=READY text=x");
  assert.deepEqual(
    [client.model.notice.why, client.model.notice.number], ["stopping", number + 1]);
  client.hear("NO code=not-now verb=BOT");
  assert.equal(client.model.notice.code, "not-now");
  client.hear("NO code=shutting-down");
  client.pass(3000);
  client.take({ kind: "opened" });
  client.hear("WELCOME v=1 me=p1 now=9000 resume=word1 app=test modes=rgb");
  assert.equal(client.model.stopsAt, null);
});

test("a room that has moved is looked for by connecting again", () => {
  const client = seated();
  client.hear("NO code=moved text=the%20room%20goes%20on%20elsewhere");
  assert.equal(client.model.state, "lost");
  assert.equal(client.model.why, "moved");
});

test("a server that stops is tried again", () => {
  const client = seated();
  client.hear("NO code=shutting-down");
  assert.equal(client.model.state, "lost");
  assert.equal(client.model.why, "shutting-down");
  // An attempt that fails says nothing new.
  client.pass(1000);
  client.take({ kind: "closed" });
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

test("a server that vanishes is noticed: said after 3 s, left after 5, tried anew", () => {
  const client = atHome();
  for (let time = 0; time < 12_000; time += 100) {
    client.pass(100);
    client.answer();
    assert.ok(!client.model.isWaiting && client.model.state === "online");
  }
  const begins = () => {
    for (let time = 0; time < 3000 + 3000 && !client.model.isWaiting; time += 100) client.pass(100);
    assert.ok(client.model.isWaiting && client.model.state === "online");
  };
  begins();
  client.hear("END of=LIST count=0");
  assert.ok(!client.model.isWaiting, "an answer that comes late is an answer");
  client.answer();
  begins();
  client.pass(1900);
  assert.equal(client.model.state, "online");
  client.pass(100);
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
  client.pass(4000);
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

test("no room of that code: home, with a sentence that names it and does not go by itself", () => {
  const client = new Client().welcomed();
  client.act("join", { code: "WAVE" });
  client.hear("NO code=no-room verb=JOIN");
  assert.equal(screenOf(client.model, client.now), "home");
  const { code, what, until } = client.model.notice;
  assert.deepEqual([code, what, until], ["no-room", "WAVE", Infinity]);
  client.hear("NO code=too-fast verb=LIST");
  assert.equal(client.model.notice.until, client.now + FRESH);
});

test("a player who is put out is told so, and stays out", () => {
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

test("play now asks for the bot that suits one, the easiest before a first match", () => {
  for (const [level, bot] of [[null, 1], [3, 3]]) {
    const client = new Client().welcomed();
    client.act("profile", { profile: { level } });
    client.act("quick", {});
    assert.equal(client.said("QUICK").at(-1).bot, bot);
  }
});

test("a bot plays better once it has lost, and less well once it has won", () => {
  const seats = (...bots) => ["me", "p2", "p3"].map((who, at) => ({ who, bot: bots[at] }));
  const room = (place, ofPlayers, bots = [false, true, true]) => ({
    me: "me", seats: seats(...bots).slice(0, ofPlayers),
    match: {
      places: Array.from({ length: ofPlayers }, (_, at) =>
        ({ place: at + 1, who: at + 1 === place ? "me" : `p${at + 2}` })),
    },
  });
  const rows = [
    [room(1, 2), null, 2], [room(2, 2), null, 1], [room(1, 2), 4, 4], [room(2, 2), 3, 2],
    [room(2, 3), 3, 3], [room(3, 3), 3, 2],
    // Alone, or against people.
    [room(1, 1), null, 2], [room(1, 3, [false, false, true]), null, 2],
    [room(3, 3, [false, false, true]), 4, 4]];
  for (const [known, level, next] of rows) assert.equal(suitedLevel(known, level), next);
});

test("play now goes to a mode, and a host says what a room is for", () => {
  const client = new Client().welcomed();
  client.act("quick", { mode: "tiles" });
  assert.equal(client.said("QUICK").at(-1).mode, "tiles");
  client.hear(...PICTURE);
  client.act("config", { settings: { rated: true, exact: true } });
  const { rated, exact } = client.said("CONFIG").at(-1);
  assert.deepEqual([rated, exact], [true, true]);
  client.hear(`${PICTURE[1].replace("ROOM", "ROOM n=4")} rated=1 exact=1`);
  assert.deepEqual(
    [client.model.room.settings.rated, client.model.room.settings.exact], [true, true]);
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

test("a score tells a player who did not lock from one who locked late", () => {
  const match = { settings: { mode: "rgb", time: 30 } };
  assert.equal(wasLocked(match, { round: 1 }, { t: 29_999 }), true);
  assert.equal(wasLocked(match, { round: 1 }, { t: 30_000 }), false);
  const arcade = { settings: { mode: "arcade", time: 40 } };
  assert.equal(wasLocked(arcade, { round: 2 }, { t: 36_799 }), true);
  assert.equal(wasLocked(arcade, { round: 2 }, { t: 36_800 }), false);
});

test("a user is renamed where the server is told, and only of what is new", () => {
  const client = seated();
  client.act("profile", { profile: { ...client.model.profile, sound: true } });
  assert.equal(client.said("NAME").length, 0);
  client.act("profile", { profile: { name: "Bea", icon: "sun" } });
  assert.deepEqual(
    client.said("NAME").map(({ name, icon }) => [name, icon]), [["Bea", "sun"]]);
  const before = client.model.room.seats[0];
  client.hear(`SEAT n=4 who=${before.who} name=Bea icon=sun color=${before.color}`);
  const { seats } = client.model.room;
  assert.deepEqual([seats[0].name, seats[0].isReady], ["Bea", before.isReady]);
  assert.equal(client.model.profile.name, "Bea");
});

test("a room tells of its clock, of idle seats, and that everyone left", () => {
  const client = seated();
  const [one] = client.model.room.seats;
  client.hear(`STARTS n=4 at=${client.now + 12_000}`, `IDLE n=5 who=${one.who} on=1`);
  assert.equal(client.model.room.startsAt, client.now + 12_000);
  assert.equal(client.model.room.seats[0].isIdle, true);
  client.hear(`AWAY n=6 who=${one.who} until=${client.now}`, "STARTS n=7");
  assert.equal(client.model.room.startsAt, null);
  assert.equal(client.model.room.seats[0].isIdle, false);
  const { room } = racing().model;
  assert.equal(isDeserted(room), false);
  const bots = room.seats.map((seat) => ({ ...seat, bot: true }));
  assert.deepEqual([isDeserted({ ...room, seats: bots }), isDeserted({ ...room, seats: [] })],
    [true, true]);
});

test("a player of a match that was asked for at once gets ready and sees no room before", () => {
  const client = new Client().welcomed();
  client.act("quick", {});
  client.hear(...PICTURE.filter((line) => !line.includes("who=p2")));
  assert.equal(client.said("READY").length, 1);
  assert.equal(screenOf(client.model, client.now), "home");
  client.pass(2000);
  assert.equal(screenOf(client.model, client.now), "room", "it has not begun in time");
});

test("a room in which somebody is still to get ready is shown at once", () => {
  const client = new Client().welcomed();
  client.act("quick", {});
  client.hear(...PICTURE);
  assert.equal(screenOf(client.model, client.now), "room");
});

test("today's five begin with the press that opens their room", () => {
  const client = new Client().welcomed();
  client.act("create", { settings: { mode: "daily", listed: false }, isAtOnce: true });
  client.hear(
    PICTURE[0], "ROOM name=Here mode=daily rounds=5 time=30 level=normal seats=1 listed=0",
    PICTURE[2], ...PICTURE.slice(4));
  assert.equal(client.said("BOT").length, 0);
  assert.deepEqual(client.said("READY").map(({ on, seal }) => [on, seal]), [[true, undefined]]);
});
