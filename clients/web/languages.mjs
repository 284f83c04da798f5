// The languages there are, each two tables that are loaded only where they are read: what a race
// needs, and what comes later.

import { chosen, learn, speak, word } from "./words.mjs";

const TABLES = {
  en: [() => import("./words/en.mjs"), () => import("./words/en-later.mjs")],
  de: [() => import("./words/de.mjs"), () => import("./words/de-later.mjs")],
};
/** What this browser's user would most like to read. */
const LANGUAGE = chosen(navigator.languages, Object.keys(TABLES));
const [fetchFirst, fetchLater] = TABLES[LANGUAGE];

let spoken = null;
let all = null;

/** Speaks the user's language, as far as a race needs it. */
export const speakHere = () => (spoken ??= fetchFirst().then(({ default: words }) => {
  speak(LANGUAGE, words);
  document.documentElement.lang = LANGUAGE;
  document.documentElement.dir = word("app.direction");
}));

/** Speaks all of it. */
export const speakLater = () => (all ??= Promise.all([fetchLater(), speakHere()])
  .then(([{ default: words }]) => learn(words))
  .catch((error) => {
    all = null;
    throw error;
  }));
