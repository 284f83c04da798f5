// The languages there are, each a table that is loaded only where it is read.

import { chosen, speak, word } from "./words.mjs";

const TABLES = {
  en: () => import("./words/en.mjs"),
  de: () => import("./words/de.mjs"),
};

/** Speaks the language that this browser's user would most like to read. */
export async function speakHere() {
  const language = chosen(navigator.languages, Object.keys(TABLES));
  speak(language, (await TABLES[language]()).default);
  document.documentElement.lang = language;
  document.documentElement.dir = word("app.direction");
}
