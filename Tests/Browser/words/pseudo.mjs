// A language that nobody speaks, in the place of German: English with marks at both ends of every
// text and two fifths more letters, so that a cut is seen, and so is a text from no table.

import english from "./en.mjs";

const ACCENTS = { a: "á", e: "ê", i: "î", o: "ö", u: "ü", c: "ç", n: "ñ", y: "ÿ" };

function long(text) {
  const accented = text.replace(/\{[a-z]+\}|./gs, (part) => ACCENTS[part] ?? part);
  const more = Math.ceil(0.4 * text.replace(/\{[a-z]+\}/g, "").length);
  // A text of several words gets more words, and a word more letters.
  const letters = "é".repeat(more).replace(/é{5}(?=é)/g, text.includes(" ") ? "éééé " : "$&");
  return `[${accented}${text.includes(" ") ? " " : ""}${letters}]`;
}
const changed = (value) => (typeof value === "string" ? long(value)
  : Object.fromEntries(Object.entries(value).map(([form, text]) => [form, long(text)])));

export default {
  ...Object.fromEntries(Object.entries(english).map(([key, value]) => [key, changed(value)])),
  "app.direction": "ltr",
};
