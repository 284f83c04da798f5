// Days: how many there were in a row and what a month was, out of what PAST tells and of what stays
// in the browser, as friends do; and what a day came to, as text that spoils nothing.

import assert from "node:assert/strict";
import { test } from "node:test";

import { dateOf, dayOf, leftOf, letterOf, pasteOf } from "../../clients/web/core/day.mjs";
import {
  bestOf, firstOf, monthLater, pointsOf, rowUntil, weeksOf,
} from "../../clients/web/core/past.mjs";

const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 10, 27, 23, 59, 30);
const TRY = { total: 3814, colors: ["#360d4b"], apart: [999, 1000, 3000, 6000, 0] };
const TODAY = dayOf(Date.UTC(2026, 10, 27));
const played = (ago, total, place = 1, mode = "daily", ghost = null) =>
  ({ mode, place, total, ghost, of: 1, at: (TODAY - ago) * DAY + 1000 });

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
    assert.equal(new Date(own[0] * DAY).getUTCDay(), (days.indexOf(own[0]) + 1) % 7);
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
    rememberDay((TODAY - ago) * DAY, { total, colors: [], apart: [] });
  }
  assert.deepEqual([...rememberedPoints()], [[TODAY - 3, 1], [TODAY - 1, 3], [TODAY, 4]]);
});

test("a day is one of UTC, whatever the year", () => {
  for (let day = -1000; day < 40_000; day += 37) {
    assert.equal(dateOf(day), new Date(day * DAY).toISOString().slice(0, 10));
  }
  assert.equal(dateOf(dayOf(FIRST)), "2026-11-27");
  assert.equal(leftOf(FIRST), 30_000);
});

test("a result has four lines, squares that are larger the nearer, and no color", () => {
  const text = pasteOf({ day: dayOf(FIRST), ...TRY }, "12 days in a row", "https://a.example/");
  assert.deepEqual(text.split("\n"), [
    "chromatch 2026-11-27", "⬜◻️◽▫️⬜ 3814", "12 days in a row", "https://a.example/",
  ]);
  assert.ok(!text.includes("#"));
  assert.equal(TRY.apart.map(letterOf).join(""), "ABCDA");
});

test("days in a row count up, a day counts once, and a missed one ends them", async () => {
  const stored = {};
  const { rememberDay, rememberedDay, streakAt } = await remembering("day", stored);
  assert.equal(streakAt(FIRST), 0);
  rememberDay(FIRST, TRY);
  rememberDay(FIRST, TRY);
  assert.equal(streakAt(FIRST), 1);
  assert.equal(rememberedDay(FIRST + DAY), null);
  assert.equal(streakAt(FIRST + DAY), 1, "until it is over, the next day can go on with it");
  rememberDay(FIRST + DAY, TRY);
  const again = await remembering("day", stored);
  assert.equal(again.streakAt(FIRST + 2 * DAY), 2);
  assert.equal(again.streakAt(FIRST + 3 * DAY), 0);
  again.rememberDay(FIRST + 3 * DAY, TRY);
  assert.equal(again.streakAt(FIRST + 3 * DAY), 1);
  assert.deepEqual(again.rememberedDay(FIRST + 3 * DAY).apart, TRY.apart);
});

test("what storage holds and is no day is of no day", async () => {
  for (const text of ["", "nonsense", "null", '{"day":"2026-11-27"}', '{"day":1e99}', "[]"]) {
    const { rememberedDay, streakAt } = await remembering("day", { "chromatch.day": text });
    assert.equal(rememberedDay(FIRST), null);
    assert.equal(streakAt(FIRST), 0);
  }
});
