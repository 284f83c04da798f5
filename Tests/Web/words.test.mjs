// The browser's texts beside the terminal's: what is the same in English is the same in every
// other language that both speak.

import assert from "node:assert/strict";
import { test } from "node:test";

import german from "../../clients/web/words/de.mjs";
import germanLater from "../../clients/web/words/de-later.mjs";
import english from "../../clients/web/words/en.mjs";
import englishLater from "../../clients/web/words/en-later.mjs";
import { textOf } from "./files.mjs";

/** The terminal's texts by their English. */
const terminal = new Map(
  textOf("clients/terminal/Core/Words/german.tsv").split("\n")
    .filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t")));

/** What is the same in English by chance: more of a setting and more people, to go in and a key. */
const HOMONYMS = new Set(["set.more", "door.enter"]);

/** Texts with their places numbered in the order of the first: `{n}` is `{1}`. */
function numbered(first, second) {
  const names = [...new Set(Array.from(first.matchAll(/\{([a-z]+)\}/g), ([, name]) => name))];
  return [first, second].map((text) =>
    text.replace(/\{([a-z]+)\}/g, (_, name) => `{${names.indexOf(name) + 1}}`));
}

test("the same English is the same German in the browser and in the terminal", () => {
  const translated = { ...german, ...germanLater };
  let shared = 0;
  for (const [key, value] of Object.entries({ ...english, ...englishLater })) {
    const forms = typeof value === "string" ? [[value, translated[key]]]
      : Object.keys(value).map((form) => [value[form], translated[key][form]]);
    for (const pair of forms) {
      const [text, translation] = numbered(...pair);
      if (!terminal.has(text)) continue;
      if (HOMONYMS.has(key)) continue;
      assert.equal(terminal.get(text), translation, key);
      shared++;
    }
  }
  assert.ok(shared > 60, `${shared}`);
});
