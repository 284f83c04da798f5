// A language that nobody speaks, in the place of German: English in Hebrew letters, from right to
// left, with marks at both ends of every text and two fifths more letters, so that a cut is seen,
// and so is a text from no table.

import english from "./en.mjs";

const LETTERS = [..."אבגדהוזחטיכלמנסעפצקרשתםןףץ"];
const FIRST = "a".charCodeAt(0);

function changedText(text) {
  const turned = text.replace(/\{[a-z]+\}|[a-z]/gi, (part) =>
    (part.length > 1 ? part : LETTERS[part.toLowerCase().charCodeAt(0) - FIRST]));
  const more = Math.ceil(0.4 * text.replace(/\{[a-z]+\}/g, "").length);
  // A text of several words gets more words, and a word more letters.
  const letters = "ו".repeat(more).replace(/ו{5}(?=ו)/g, text.includes(" ") ? "וווו " : "$&");
  return `[${turned}${text.includes(" ") ? " " : ""}${letters}]`;
}
const changed = (value) => (typeof value === "string" ? changedText(value)
  : Object.fromEntries(Object.entries(value).map(([form, text]) => [form, changedText(text)])));

/** A table of English texts in that language. */
export const mirrored = (texts) =>
  Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, changed(value)]));

export default { ...mirrored(english), "app.direction": "rtl" };
