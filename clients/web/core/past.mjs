// What one's past matches come to: days in a row, a month as weeks, the best and the last of them.
// It reads no clock and no storage. Invariant: a day counts once, by its first try, and a try that
// showed no color is none.

import { dateOf, dayOf } from "./day.mjs";

/** How many days a week has. */
const LENGTH = 7;
/** 1 January 1970 was a Thursday, and weeks begin on Monday. */
const weekdayOf = (day) => (((day + 3) % LENGTH) + LENGTH) % LENGTH;
/** The first day of the month that a day is in. */
export const firstOf = (day) => day - Number(dateOf(day).slice(-2)) + 1;
/** The first day of a month that is so many later than that of a first day. */
export const monthLater = (first, by) =>
  (by > 0 ? monthLater(firstOf(first + 31), by - 1)
    : by < 0 ? monthLater(firstOf(first - 1), by + 1) : first);

/** Points by day, out of what PAST tells, the newest first. */
export const pointsOf = (rows) => new Map(rows
  .filter(({ mode, place, total, ghost }) =>
    mode === "daily" && ghost === null && (place !== null || total > 0))
  .map(({ at, total }) => [dayOf(at), total]));

/** How many days there were in a row up to a day, which is not over, or to the one before. */
export function rowUntil(points, today) {
  let day = points.has(today) ? today : today - 1;
  let count = 0;
  while (points.has(day)) [day, count] = [day - 1, count + 1];
  return count;
}

/** The weeks of a month: arrays of seven days, null outside of it. */
export function weeksOf(first) {
  const next = monthLater(first, 1);
  const weeks = [];
  for (let start = first - weekdayOf(first); start < next; start += LENGTH) {
    weeks.push(Array.from({ length: LENGTH }, (_, at) => start + at)
      .map((day) => (day >= first && day < next ? day : null)));
  }
  return weeks;
}

/** The match with the most points of a mode, but for ghost races; null without one to its end. */
export const bestOf = (rows, mode) => rows
  .filter((row) => row.mode === mode && row.place !== null && row.ghost === null)
  .reduce((best, row) => (row.total > (best?.total ?? 0) ? row : best), null);
