// What one's past comes to: days in a row and a month out of what PAST tells, and friends, who stay
// in the browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { dateOf, dayOf } from "../../clients/web/core/day.mjs";
import {
  bestOf, firstOf, monthLater, pointsOf, rowUntil, weeksOf,
} from "../../clients/web/core/past.mjs";

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

test("a day counts by its first try, and a try that showed no color is none", () => {
  const rows = [
    played(0, 900), played(0, 300), played(1, 0, null), played(2, 70, null), played(3, 5, 1, "rgb"),
    // A day of before that is raced again.
    played(0, 800, 1, "daily", 7),
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

test("the best of a mode is of a match to its end", () => {
  const rows = [played(0, 500, 2, "rgb"), played(0, 900, null, "rgb"), played(1, 700, 1, "rgb"),
    played(0, 800, 1, "rgb", 7)];
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
