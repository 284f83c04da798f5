// What one's ranked or first try of a day came to, as this browser keeps it: points, targets, how
// far apart each guess was, on how many days in a row one has played, and the points of each day.
// Days are the server's, in UTC. Where a browser keeps nothing a day lasts as long as the page.

import { dayOf } from "../core/day.mjs";
import { stored } from "./stored.mjs";

const place = stored("chromatch.day");
/** The longest streak that is believed of storage, which may hold anything. */
const STREAK_MOST = 100_000;
/** Of so many days the points stay. */
const DAYS_MOST = 400;

const isCount = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;
/** What is kept, or null where it is of no day. */
function read() {
  const kept = place.value;
  const { day, total, colors } = kept;
  const isRight = isCount(day, 1e6) && isCount(total, 1e6) && Array.isArray(colors)
    && colors.every((color) => /^#[0-9a-f]{6}$/.test(color));
  if (!isRight) return null;
  const apart = Array.isArray(kept.apart) ? kept.apart.filter((one) => isCount(one, 1e6)) : [];
  return { day, total, colors, apart, streak: isCount(kept.streak, STREAK_MOST) ? kept.streak : 1 };
}

/** Points by day, the oldest first. */
export function rememberedPoints() {
  const found = read();
  if (!found) return new Map();
  const days = Array.isArray(place.value.days) ? place.value.days : [];
  const isRight = (one) => Array.isArray(one) && isCount(one[0], 1e6) && isCount(one[1], 1e6);
  return new Map([...days.filter(isRight).slice(-DAYS_MOST), [found.day, found.total]]);
}

/** Remembers a try of a moment's day. A day before it makes the streak longer, a missed one not. */
export function rememberDay(moment, { total, colors, apart }) {
  const [before, day] = [read(), dayOf(moment)];
  const streak = before?.day === day ? before.streak
    : before?.day === day - 1 ? Math.min(STREAK_MOST, before.streak + 1) : 1;
  const days = [...rememberedPoints()].filter(([one]) => one !== day).slice(-DAYS_MOST);
  place.value = { day, total, colors, apart, streak, days };
}

/** The try of a moment's day, or null. */
export function rememberedDay(moment) {
  const found = read();
  return found?.day === dayOf(moment) ? found : null;
}

/** On how many days in a row one has played, up to a moment's day or the one before. */
export function streakAt(moment) {
  const found = read();
  return found && dayOf(moment) - found.day <= 1 ? found.streak : 0;
}
