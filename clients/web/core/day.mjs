// Days of UTC, which are the server's, and what a day came to as text that spoils nothing: no color
// is in it, and no hue says good or bad. It reads no clock. Invariant: the text has four lines.

const LENGTH = 86_400_000;

/** The day of a moment, counted from 1970. */
export const dayOf = (moment) => Math.floor(moment / LENGTH);
/** How long a moment's day still lasts, in milliseconds. */
export const leftOf = (moment) => LENGTH - (moment - dayOf(moment) * LENGTH);

/** A day in the calendar, such as 2026-11-23 (Hinnant 2013: an era of 400 years from 1 March). */
export function dateOf(day) {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const year = Math.floor((ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524)
    - Math.floor(ofEra / 146_096)) / 365);
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * ofYear + 2) / 153);
  const number = month < 10 ? month + 3 : month - 9;
  const parts = [ofYear - Math.floor((153 * month + 2) / 5) + 1, number,
    year + era * 400 + (number <= 2 ? 1 : 0)];
  return parts.map((part, at) => String(part).padStart(at === 2 ? 4 : 2, "0")).reverse().join("-");
}

/** Squares that are the larger the nearer a guess was, and letters, below these thousandths. */
const SQUARES = [[1000, "⬜", "A"], [3000, "◻️", "B"], [6000, "◽", "C"], [Infinity, "▫️", "D"]];
const rowOf = (apart) => SQUARES.find(([below]) => apart < below);
const squareOf = (apart) => rowOf(apart)[1];
/** The letter that stands for a square where there are no such squares to be seen. */
export const letterOf = (apart) => rowOf(apart)[2];

/** A result to paste: date, squares and points, the streak in words, the link. */
export const pasteOf = ({ day, apart, total }, streak, link) => [
  `chromatch ${dateOf(day)}`, `${apart.map(squareOf).join("")} ${total}`, streak, link,
].join("\n");
