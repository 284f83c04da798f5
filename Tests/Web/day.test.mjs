// Days: how many there were in a row, and what one came to, as text that spoils nothing.

import assert from "node:assert/strict";
import { test } from "node:test";

import { dateOf, dayOf, leftOf, letterOf, pasteOf } from "../../clients/web/core/day.mjs";

const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 10, 27, 23, 59, 30);
const TRY = { total: 3814, colors: ["#360d4b"], apart: [999, 1000, 3000, 6000, 0] };

/** The module that remembers, with a storage of its own. */
async function remembering(stored = {}) {
  globalThis.localStorage = {
    getItem: (key) => stored[key] ?? null, setItem: (key, value) => { stored[key] = value; },
  };
  return import(`../../clients/web/browser/day.mjs?${Math.random()}`);
}

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
  const { rememberDay, rememberedDay, streakAt } = await remembering(stored);
  assert.equal(streakAt(FIRST), 0);
  rememberDay(FIRST, TRY);
  rememberDay(FIRST, TRY);
  assert.equal(streakAt(FIRST), 1);
  assert.equal(rememberedDay(FIRST + DAY), null);
  assert.equal(streakAt(FIRST + DAY), 1, "until it is over, the next day can go on with it");
  rememberDay(FIRST + DAY, TRY);
  const again = await remembering(stored);
  assert.equal(again.streakAt(FIRST + 2 * DAY), 2);
  assert.equal(again.streakAt(FIRST + 3 * DAY), 0);
  again.rememberDay(FIRST + 3 * DAY, TRY);
  assert.equal(again.streakAt(FIRST + 3 * DAY), 1);
  assert.deepEqual(again.rememberedDay(FIRST + 3 * DAY).apart, TRY.apart);
});

test("what storage holds and is no day is of no day", async () => {
  for (const text of ["", "nonsense", "null", '{"day":"2026-11-27"}', '{"day":1e99}', "[]"]) {
    const { rememberedDay, streakAt } = await remembering({ "chromatch.day": text });
    assert.equal(rememberedDay(FIRST), null);
    assert.equal(streakAt(FIRST), 0);
  }
});
