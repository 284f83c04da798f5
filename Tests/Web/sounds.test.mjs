// What is heard, and when: worked out from models before and after, and played into an audio
// context of the test's own.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Ears, SOUNDS } from "../../clients/web/browser/sound.mjs";
import { soundsBetween, toneOf } from "../../clients/web/core/sounds.mjs";
import { practiceOf } from "../../clients/web/core/rules/practice.mjs";
import { Client, PICTURE, PROFILE, racing, seated } from "./support/client.mjs";
import { namesIn, recording } from "./support/files.mjs";

// Node has none before version 21.
globalThis.navigator ??= {};

const LOUD = { profile: { ...PROFILE, sound: true } };

/** Writes down what somebody hears of a client from now on: each name with its moment. */
function heardBy(client) {
  let [before, ahead] = [null, []];
  const heard = [];
  const settle = () => {
    heard.push(...ahead.filter(({ at }) => at <= client.now));
    ahead = ahead.filter(({ at }) => at > client.now);
  };
  const look = () => {
    settle();
    const { begin, end } = soundsBetween(before, client.model, client.now);
    for (const id of end) {
      assert.ok(ahead.some((cue) => cue.id === id), `${id} does not lie ahead`);
      ahead = ahead.filter((cue) => cue.id !== id);
    }
    ahead.push(...begin);
    settle();
    before = client.model;
  };
  const take = client.take.bind(client);
  client.take = (news) => {
    const wishes = take(news);
    look();
    return wishes;
  };
  look();
  return {
    get names() {
      settle();
      return heard.map(({ name }) => name);
    },
    /** Names and moments, from a moment on. */
    since(start) {
      settle();
      return heard.map(({ name, at }) => [name, at - start]);
    },
  };
}

/** A room in which a match begins in 3 s, its first round with it. */
function counting(options = LOUD) {
  const client = seated(options);
  const heard = heardBy(client);
  const opens = client.now + 5000 + 3000;
  client.hear(`COUNTDOWN n=4 match=1 opens=${opens} players=p1,p2 nonces=-,-`);
  return { client, heard, opens };
}
/** Lines from a server to who comes back to a seat of a round in which both have locked. */
const back = (client, opens) => [
  `WELCOME v=1 me=p1 now=${client.now + 5003} resume=word2 app=test modes=rgb`,
  ...PICTURE.slice(0, -1).map((line) => line.replace("n=3", "n=8")),
  `COUNTDOWN match=1 opens=${opens} players=p1,p2 nonces=-,-`,
  round(0, opens).replace(" n=0", ""),
  "LOCKED who=p2 t=1400", "LOCKED who=p1 t=1450", `BELL closes=${opens + 20_000}`,
  "WATCHERS count=0",
];
const round = (n, opens, more = "") =>
  `ROUND n=${n} round=1 of=2 opens=${opens} closes=${opens + 30_000} target=#0bb16e start=#bcbcbc`
  + more;

test("a round that opens later than promised has one start, however late it is told", () => {
  for (const [announced, late] of [[2900, 500], [3050, 400]]) {
    const { client, heard, opens } = counting();
    const start = client.now;
    client.pass(announced);
    client.hear(round(5, opens + late, ` late=${late}`));
    client.pass(5000);
    const starts = heard.since(start).filter(([name]) => name === "start");
    assert.deepEqual(starts, [["start", announced < 3000 ? 3000 + late : 3000]]);
  }
});

test("a round is counted down and opens with a sound of its own, and is counted out", () => {
  const { client, heard, opens } = counting();
  const start = client.now;
  client.pass(500);
  client.hear(round(5, opens));
  client.pass(40_000);
  assert.deepEqual(heard.since(start), [
    ["tick", 1000], ["tick", 2000], ["start", 3000], ["last", 30_000], ["last", 31_000],
    ["last", 32_000],
  ]);
});

test("who wants no sound, or has the page hidden, hears nothing, nor what was missed later", () => {
  const { client, heard, opens } = counting({});
  client.hear(round(5, opens), "LOCKED n=6 who=p1 t=1000", "MOVE who=p2 near=3 color=#123456");
  client.pass(10_000);
  assert.deepEqual(heard.names, []);
  const other = counting();
  other.client.take({ kind: "visible", isVisible: false });
  other.client.hear(round(5, other.opens));
  other.client.pass(2500);
  other.client.hear("MOVE who=p2 near=3 color=#123456");
  other.client.pass(2500);
  other.client.hear("LOCKED n=6 who=p2 t=1900", `BELL n=7 closes=${other.opens + 4900}`);
  other.client.take({ kind: "visible", isVisible: true });
  assert.deepEqual(other.heard.names, []);
  other.client.pass(3000);
  assert.deepEqual(other.heard.names, ["last", "last"]);
});

test("a start that is called off is not counted further", () => {
  const { client, heard } = counting();
  client.pass(1500);
  client.act("home");
  client.hear("OUT room=WAVE why=left");
  client.pass(5000);
  assert.deepEqual(heard.names, ["tick"]);
});

test("somebody's bell, one's own lock, a lock that is too far off, and the end", () => {
  const client = racing(LOUD);
  client.pass(2000);
  const heard = heardBy(client);
  const opens = client.model.room.match.round.opens;
  client.hear("NO code=too-far verb=LOCK", "MISSED n=6 who=p1 t=1900");
  assert.deepEqual(heard.names, ["far"]);
  client.hear("LOCKED n=7 who=p2 t=1990", `BELL n=8 closes=${opens + 4990}`);
  assert.deepEqual(heard.names, ["far", "bell"]);
  client.pass(500);
  client.hear("LOCKED n=9 who=p1 t=2400");
  client.pass(2000);
  assert.deepEqual(heard.names, ["far", "bell", "lock"], "nobody who has locked is counted out");
  client.hear(
    `SHUT n=10 round=1 answer=11,177,110 next=${opens + 9000}`,
    "SCORE n=11 who=p1 v=11,177,110 de=0 t=2400 points=900 total=900",
    "SCORE n=12 who=p2 v=11,177,110 de=0 t=1990 points=900 total=900 first=1");
  client.pass(100);
  client.hear("OVER n=13");
  client.pass(20_000);
  assert.deepEqual(heard.names, ["far", "bell", "lock", "over"]);
});

test("a lock with which the round is over is heard, and no bell for nobody", () => {
  const client = racing(LOUD);
  client.pass(2000);
  const heard = heardBy(client);
  const opens = client.model.room.match.round.opens;
  client.hear(
    "LOCKED n=6 who=p2 t=1900", `BELL n=7 closes=${opens + 4900}`, "LOCKED n=8 who=p1 t=1950",
    "SHUT n=9 round=1 answer=11,177,110",
    "SCORE n=10 who=p1 v=11,177,110 de=0 t=1950 points=900 total=900",
    "SCORE n=11 who=p2 v=11,177,110 de=0 t=1900 points=900 total=900 first=1");
  assert.deepEqual(heard.names, ["gone"]);
});

test("a line that goes is heard once: when one locks on it, or the round ends so", () => {
  const client = racing(LOUD);
  client.pass(2000);
  const heard = heardBy(client);
  client.act("set", { guess: [11, 177, 110] });
  client.pass(500);
  assert.deepEqual(heard.names, [], "not before one locks");
  client.hear("LOCKED n=6 who=p1 t=2400");
  const score = "v=11,177,110 de=0.412 t=2400 points=900 total=900";
  client.hear("SHUT n=7 round=1 answer=11,177,110", `SCORE n=8 who=p1 ${score}`);
  assert.deepEqual(heard.names, ["gone"]);
  const late = racing(LOUD);
  const unlocked = heardBy(late);
  late.hear("SHUT n=6 round=1 answer=11,177,110",
    "SCORE n=7 who=p1 v=11,177,110 de=0.412 t=30000 points=450 total=450");
  assert.deepEqual(unlocked.names, ["gone"]);
});

test("practice is heard where its line goes, and is silent until it is touched", () => {
  const client = new Client(LOUD).welcomed();
  const page = ears(client);
  page.ears.hear(client.model);
  page.touch();
  assert.equal(page.made.length, 0);
  const heard = heardBy(client);
  const practice = practiceOf(0);
  client.act("practice", { practice });
  client.act("practice", { practice: { ...practice, guess: [198, 91, 60] } });
  client.act("practice", { practice: { ...practice, guess: [198, 91, 60] } });
  assert.deepEqual(heard.names, ["gone"]);
});

test("a player who comes back hears no sound twice, and none of what was over meanwhile", () => {
  const client = racing(LOUD);
  const heard = heardBy(client);
  const { opens } = client.model.room.match.round;
  client.pass(1500);
  client.hear("LOCKED n=6 who=p2 t=1400", `BELL n=7 closes=${opens + 20_000}`);
  client.hear("LOCKED n=8 who=p1 t=1450");
  assert.deepEqual(heard.names, ["bell", "lock"]);
  client.take({ kind: "closed" });
  client.pass(1000);
  client.take({ kind: "opened" });
  client.hear(...back(client, opens));
  assert.deepEqual(heard.names, ["bell", "lock"]);
  // A page that is loaded anew knows nothing of before.
  const anew = new Client({ ...LOUD, resume: "word2" });
  const again = heardBy(anew);
  anew.now = client.now;
  anew.act("begin");
  anew.take({ kind: "opened" });
  anew.hear(...back(anew, opens));
  anew.pass(100);
  assert.notEqual(anew.model.room.match.round, null);
  assert.deepEqual(again.names, []);
});

test("what happened while one was away is history", () => {
  const client = racing(LOUD);
  const heard = heardBy(client);
  const { opens } = client.model.room.match.round;
  client.pass(500);
  client.take({ kind: "closed" });
  client.pass(4000);
  client.take({ kind: "opened" });
  client.hear(...back(client, opens));
  assert.deepEqual(Object.keys(client.model.room.match.round.locks), ["p2", "p1"]);
  assert.deepEqual(heard.names, []);
});

test("what was heard before the clock moved is not heard again", () => {
  const { client, heard, opens } = counting();
  client.pass(1010);
  assert.deepEqual(heard.names, ["tick"]);
  // The first sample of a better round trip puts the server's clock 30 ms back.
  const { clock } = client.model;
  client.model = { ...client.model, clock: { ...clock, offset: clock.offset - 30 } };
  client.hear(round(5, opens));
  client.pass(4000);
  assert.deepEqual(heard.names, ["tick", "tick", "start"]);
});

const FOLDER = "Tests/RoomsTests/Golden";
for (const name of namesIn(FOLDER)) {
  test(`${name} is heard as it was told`, () => {
    for (const [who, lines] of Object.entries(recording(`${FOLDER}/${name}`))) {
      const client = new Client({ ...LOUD, want: { kind: "watch", code: "SFXK", pass: null } });
      const heard = heardBy(client);
      client.act("begin");
      client.take({ kind: "opened" });
      for (const { at, line } of lines) {
        client.now = 1000 + at;
        client.hear(line);
      }
      const told = (verb) => lines.filter(({ line }) => line.startsWith(`${verb} n=`)).length;
      const count = (sound) => heard.names.filter((item) => item === sound).length;
      assert.ok(count("bell") <= told("BELL"), `${who} heard ${count("bell")} bells`);
      if (client.model.room?.match) assert.equal(count("over"), told("OVER"), who);
      assert.ok(count("start") <= told("ROUND"), who);
    }
  });
}

test("the tones beat more slowly the nearer one is, and not at all where nobody can tell", () => {
  const client = racing(LOUD);
  assert.equal(toneOf(client.model), null, "a room without help tells nothing");
  const room = structuredClone(client.model.room);
  room.match.settings.assist = true;
  client.model = { ...client.model, room };
  client.pass(10);
  const beats = [[255, 0, 255], [120, 150, 120], [60, 177, 110], [11, 177, 110]].map((guess) => {
    client.act("set", { guess });
    return toneOf(client.model).beat;
  });
  assert.deepEqual(beats, beats.toSorted((one, other) => other - one));
  assert.equal(new Set(beats).size, beats.length);
  assert.ok(beats[0] <= 12);
  assert.equal(beats.at(-1), 0);
  const { from, until } = toneOf(client.model);
  assert.equal(until - from, 30_000);
  const hiding = structuredClone(client.model);
  hiding.room.match.round.hides = hiding.room.match.round.opens + 3000;
  assert.equal(toneOf(hiding).until - from, 3000, "no longer than the target is seen");
  client.act("lock");
  assert.equal(toneOf(client.model), null);
});

/** What stands in for a browser's audio: it writes down what was asked of it. */
class FakeContext extends EventTarget {
  state = "suspended";
  currentTime = 0;
  destination = { name: "destination" };
  oscillators = [];

  param = () => {
    const steps = [];
    const write = (kind) => (...values) => { steps.push([kind, ...values]); };
    return {
      value: 1, steps, setValueAtTime: write("set"), linearRampToValueAtTime: write("ramp"),
      setTargetAtTime: write("target"), cancelScheduledValues: write("cancel"),
    };
  };
  createGain() { return { gain: this.param(), connect: (to) => to }; }
  createOscillator() {
    const oscillator = Object.assign(new EventTarget(), {
      frequency: this.param(), isConnected: true, connect: (to) => {
        oscillator.gain = to.gain;
        return to;
      },
      start: (at) => { oscillator.startedAt = at; }, stop: (at) => { oscillator.stoppedAt = at; },
      disconnect: () => { oscillator.isConnected = false; },
    });
    this.oscillators.push(oscillator);
    return oscillator;
  }
  change(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
  resume() { this.change("running"); }
  suspend() { this.change("suspended"); }
}

/** Ears on a client's clock, on a page that a test can touch. */
function ears(client, context = FakeContext) {
  const listeners = [];
  globalThis.addEventListener = (kind, listen) => listeners.push(listen);
  const made = [];
  const make = () => {
    if (context) made.push(new FakeContext());
    return made.at(-1) ?? null;
  };
  const found = new Ears(() => client.now, make);
  delete globalThis.addEventListener;
  return { ears: found, made, touch: () => listeners.forEach((listen) => listen()) };
}

test("a page makes no sound before it was touched, or for a user who wants none", () => {
  const { client } = counting();
  const loud = ears(client);
  loud.ears.hear(client.model);
  assert.equal(loud.made.length, 0);
  loud.touch();
  assert.equal(loud.made.length, 1);
  assert.equal(loud.made[0].state, "running");
  assert.deepEqual(
    loud.made[0].oscillators.map(({ startedAt }) => Math.round(startedAt)), [1, 2, 3, 3],
    "ticks and the start with its two partials, when they are due");
  const quiet = ears(seated());
  quiet.ears.hear(seated().model);
  quiet.touch();
  assert.equal(quiet.made.length, 0);
  const deaf = ears(client, null);
  deaf.ears.hear(client.model);
  deaf.touch();
  deaf.ears.hear(client.model);
  assert.equal(deaf.made.length, 0);
});

/** Somebody who plays along on an open floor, in a round that opens in 3 s, and what they hear. */
function along() {
  const client = new Client(LOUD).welcomed();
  client.act("watch", { code: "WAVE" });
  client.hear(
    "IN room=WAVE role=watcher n=3",
    "ROOM name=Class mode=rgb rounds=2 time=30 level=normal seats=0 listed=1 present=1",
    `COMMIT match=1 hash=${"ab".repeat(32)}`, "HOSTED who=p9", "WATCHERS count=3");
  const heard = heardBy(client);
  const opens = client.now + 5000 + 3000;
  client.hear(`COUNTDOWN n=4 match=1 opens=${opens} players= nonces=`, round(5, opens));
  client.pass(4000);
  return { client, heard };
}
const TOLD = (de, t) => [
  "SHUT n=6 round=1 answer=11,177,110 next=99000",
  `YOURS round=1 v=11,177,110 de=${de} t=${t} points=750 total=750 place=1 of=2`];

test("who plays along hears a round open, their lock once it holds, and no last seconds", () => {
  const { client, heard } = along();
  client.act("set", { guess: [200, 0, 0] });
  client.act("lock");
  client.pass(200);
  client.hear("NO code=too-far verb=LOCK");
  client.pass(2000);
  assert.deepEqual(heard.names, ["tick", "tick", "start", "far"]);
  client.act("set", { guess: [20, 170, 110] });
  client.act("lock");
  client.pass(500);
  assert.equal(heard.names.includes("lock"), false);
  client.pass(30_000);
  assert.deepEqual(heard.names.slice(4), ["lock"]);
});

test("who plays along hears a line go: when they lock on it, or the round ends so", () => {
  const first = along();
  first.client.act("set", { guess: [11, 177, 110] });
  first.client.act("lock");
  first.client.pass(700);
  first.client.hear(...TOLD("0", 1000));
  assert.deepEqual(first.heard.names.slice(3), ["gone"]);
  const second = along();
  second.client.act("set", { guess: [11, 177, 110] });
  second.client.hear(...TOLD("0", 30_000));
  assert.deepEqual(second.heard.names.slice(3), ["gone"]);
  const third = along();
  third.client.hear(...TOLD("9", 30_000));
  assert.deepEqual(third.heard.names.slice(3), []);
});

test("what was called off ends, and what has its place can still be called off", () => {
  const { client } = counting();
  const { ears: found, made, touch } = ears(client);
  found.hear(client.model);
  touch();
  const [context] = made;
  const starts = () => context.oscillators.filter(
    ({ frequency, isConnected }) => frequency.value === 880 && isConnected).length;
  // The clock turns out to be wrong, again and again; what does not sound ends at its time.
  for (const by of [-700, 300, 200]) {
    const { clock } = client.model;
    client.model = { ...client.model, clock: { ...clock, offset: clock.offset + by } };
    found.hear(client.model);
    for (const oscillator of context.oscillators) {
      if (!oscillator.isConnected) oscillator.onended?.();
    }
    assert.equal(starts(), 1);
  }
});

test("a page that is hidden falls silent and rests, and what lay ahead is gone", async () => {
  const { client } = counting();
  const { ears: found, made, touch } = ears(client);
  found.hear(client.model);
  touch();
  const [context] = made;
  client.take({ kind: "visible", isVisible: false });
  found.hear(client.model);
  assert.ok(context.oscillators.every(({ isConnected }) => !isConnected));
  await new Promise((resolve) => {
    context.addEventListener("statechange", resolve);
    if (context.state === "suspended") resolve();
  });
  assert.equal(context.state, "suspended");
  client.take({ kind: "visible", isVisible: true });
  found.hear(client.model);
  assert.equal(context.state, "running");
  assert.equal(context.oscillators.filter(({ isConnected }) => isConnected).length, 4);
});

test("two tones sing while one moves in a room that helps, and fall silent with the lock", () => {
  const client = racing(LOUD);
  client.pass(10);
  const room = structuredClone(client.model.room);
  room.match.settings.assist = true;
  client.model = { ...client.model, room };
  const { ears: found, made, touch } = ears(client);
  found.hear(client.model);
  touch();
  const [context] = made;
  const tones = context.oscillators.filter(({ startedAt }) => startedAt === undefined);
  assert.deepEqual(tones.map(({ frequency }) => frequency.value), [220, 220]);
  const beatNow = () => tones[1].frequency.steps.at(-1)[1] - 220;
  const far = beatNow();
  client.act("set", { guess: [60, 177, 110] });
  found.hear(client.model);
  assert.ok(beatNow() < far && beatNow() > 0, `${beatNow()} after ${far}`);
  const steps = tones[1].frequency.steps.length;
  client.hear("MOVE who=p2 near=3 color=#123456");
  found.hear(client.model);
  assert.equal(tones[1].frequency.steps.length, steps, "others' moves change nothing");
  client.act("lock");
  found.hear(client.model);
  for (const { gain, stoppedAt } of tones) {
    assert.deepEqual(gain.steps.at(-1).slice(0, 2), ["target", 0]);
    assert.ok(stoppedAt > 0);
  }
});

test("every sound begins and ends softly, and is quiet", () => {
  for (const [name, partials] of Object.entries(SOUNDS)) {
    const loudest = partials.reduce((sum, [, , , peak]) => sum + peak, 0);
    assert.ok(loudest <= 0.2, `${name} has ${loudest}`);
    for (const [frequency, after, seconds] of partials) {
      assert.ok(frequency >= 100 && frequency <= 4000 && after >= 0 && seconds >= 0.1, name);
    }
  }
});
