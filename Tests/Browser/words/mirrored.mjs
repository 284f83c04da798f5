// A language that is read from right to left, in the place of German: English in Hebrew letters.

import english from "./en.mjs";

const LETTERS = [..."אבגדהוזחטיכלמנסעפצקרשתםןףץ"];
const FIRST = "a".charCodeAt(0);

const turned = (text) => text.replace(/\{[a-z]+\}|[a-z]/gi, (part) =>
  (part.length > 1 ? part : LETTERS[part.toLowerCase().charCodeAt(0) - FIRST]));
const changed = (value) => (typeof value === "string" ? turned(value)
  : Object.fromEntries(Object.entries(value).map(([form, text]) => [form, turned(text)])));

export default {
  ...Object.fromEntries(Object.entries(english).map(([key, value]) => [key, changed(value)])),
  "app.direction": "rtl",
};
