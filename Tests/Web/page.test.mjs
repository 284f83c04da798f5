// The page as a whole, without a browser: what it loads is there and small, every text is used,
// every language has them all, and what is the same in English is so where the terminal says it.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { chosen, decimal, isWord, learn, speak, word } from "../../clients/web/words.mjs";
import germanLater from "../../clients/web/words/de-later.mjs";
import german from "../../clients/web/words/de.mjs";
import englishLater from "../../clients/web/words/en-later.mjs";
import english from "../../clients/web/words/en.mjs";
import { namesIn, textOf } from "./support/files.mjs";

const ROOT = "clients/web";
/** The texts of each language that a race needs, and all of them. */
const FIRST = { en: english, de: german };
const TABLES = { en: { ...english, ...englishLater }, de: { ...german, ...germanLater } };
/** The most that a race of sliders may need, in bytes: as it stands, and as the server sends it. */
const BUDGET = { raw: 200 * 1024, sent: 60 * 1024 };
/** What typefaces may need besides, in bytes. */
const FONTS = 30 * 1024;
/** What a race that is none of sliders needs besides, in bytes as the server sends it. */
const MORE = { gradient: 1_500, tiles: 2_200 };
/** What a link to a room needs besides, in bytes as the server sends it. */
const LINK = 3_400;

/** What composes the other pages. */
const OTHERS = ["eye", "wall", "replay"].map((name) => `${ROOT}/${name}.mjs`);

/** Every file of the client, by its path. */
function filesIn(folder = ROOT) {
  return namesIn(folder).flatMap((name) =>
    (name.includes(".") ? [`${folder}/${name}`] : filesIn(`${folder}/${name}`)));
}
const files = filesIn();
const modules = files.filter((path) => path.endsWith(".mjs"));
const code = modules.filter((path) => !path.includes("/words/")).map(textOf).join("\n");

/** The modules that are reached from main.mjs, with those that are loaded later or without. */
function reached(isLaterToo) {
  const found = new Set();
  const pending = [`${ROOT}/main.mjs`, ...(isLaterToo ? OTHERS : [])];
  const said = isLaterToo ? /\b(?:from|import\()\s*"(\.[^"]*)"/g : /\bfrom "(\.[^"]*)"/g;
  while (pending.length > 0) {
    const path = pending.pop();
    if (found.has(path)) continue;
    found.add(path);
    for (const [, name] of textOf(path).matchAll(said)) {
      pending.push(new URL(name, `file:///${path}`).pathname.slice(1));
    }
  }
  return [...found].sort();
}

/** The bytes of files, each as one gzip member. */
const sent = (texts) =>
  texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);

test("a race takes no more than its budget", () => {
  const page = `${ROOT}/index.html`;
  const sheets = Array.from(textOf(page).matchAll(/href="(.*\.css)"/g), ([, name]) => ROOT + name);
  const tables = Object.keys(TABLES).map((language) => `${ROOT}/words/${language}.mjs`);
  const largest = tables.toSorted((one, other) => textOf(other).length - textOf(one).length)[0];
  const texts = [page, ...sheets, ...reached(false), largest].map(textOf);
  const raw = Buffer.byteLength(texts.join(""));
  assert.ok(raw <= BUDGET.raw, `${raw} bytes`);
  assert.ok(sent(texts) <= BUDGET.sent, `${sent(texts)} bytes sent`);
  const fonts = namesIn(`${ROOT}/fonts`).filter((name) => name.endsWith(".woff2"))
    .reduce((sum, name) => sum + statSync(`${ROOT}/fonts/${name}`).size, 0);
  assert.ok(fonts <= FONTS, `${fonts} bytes of typefaces`);
  // So that what became smaller stays so.
  assert.ok(sent(texts) > 0.9 * BUDGET.sent, `only ${sent(texts)} bytes sent: lower the budget`);
  const link = sent([textOf(`${ROOT}/core/invitation.mjs`)]);
  assert.ok(link <= LINK, `${link} bytes more for a link`);
  for (const [kind, most] of Object.entries(MORE)) {
    const core = files.filter((path) => path === `${ROOT}/core/input/${kind}.mjs`);
    const more = [`${ROOT}/views/race/${kind}.mjs`, `${ROOT}/styles/race/${kind}.css`, ...core]
      .map(textOf);
    assert.ok(sent(more) <= most, `${sent(more)} bytes more for ${kind}`);
  }
});

test("the pages begin alike", () => {
  /** What a page's head has but for its own title, description, sheets and script. */
  const headOf = (path) => textOf(path).split("</head>")[0].split("\n").filter((line) =>
    !/<title|name="description"|rel="(?:stylesheet|manifest)"|<script/.test(line));
  const [first, ...others] = ["", "eye/", "replay/", "wall/"].map((folder) =>
    headOf(`${ROOT}/${folder}index.html`));
  for (const head of others) assert.deepEqual(head, first);
});

test("every module that is imported is there, and every module is reached from a page", () => {
  assert.deepEqual(reached(true), modules.sort());
});

test("every style sheet is loaded, by a page or with a screen", () => {
  const pages = files.filter((path) => path.endsWith(".html")).map(textOf).join("");
  const served = textOf("Sources/Server/Pages/PageDocument.swift");
  const loaded = [
    ...Array.from((pages + served).matchAll(/href="\/styles\/(.*)\.css"/g), ([, name]) => name),
    ...Array.from(code.matchAll(/\b(?:sheet|brought)\("(.*?)"/g), ([, name]) => name)];
  const sheets = files.filter((path) => path.endsWith(".css"))
    .map((path) => path.slice(`${ROOT}/styles/`.length, -".css".length));
  assert.deepEqual([...new Set(loaded)].sort(), sheets.sort());
});

test("every text is used, and every text that is used is there", () => {
  const families = Array.from(code.matchAll(/[`"]([a-z]+)\.\$\{/g), ([, family]) => family);
  speak("en", english);
  learn(englishLater);
  for (const key of Object.keys(TABLES.en)) {
    const isUsed = code.includes(`"${key}"`) || families.includes(key.split(".")[0]);
    assert.ok(isUsed, `${key} is not used`);
    assert.ok(word(key, { n: 2 }).length > 0);
  }
  for (const [, key] of code.matchAll(/\bword\("([^"]+)"/g)) assert.ok(isWord(key), key);
  for (const [, key] of code.matchAll(/\bword\([^"()]*\? "([^"]+)"/g)) assert.ok(isWord(key), key);
});

test("the texts of the first load are those that a race needs, and no others", () => {
  const views = Object.keys(MORE).map((kind) => `${ROOT}/views/race/${kind}.mjs`);
  const needs = [...reached(false), ...views].map(textOf).join("\n");
  const families = Array.from(needs.matchAll(/[`"]([a-z]+)\.\$\{/g), ([, family]) => family);
  const isNeeded = (key) =>
    needs.includes(`"${key}"`) || families.includes(key.split(".")[0]);
  for (const [language, texts] of Object.entries(TABLES)) {
    assert.deepEqual(
      Object.keys(FIRST[language]).sort(), Object.keys(texts).filter(isNeeded).sort(), language);
  }
});

test("no table says a text twice", () => {
  for (const name of namesIn(`${ROOT}/words`)) {
    const keys = Array.from(
      textOf(`${ROOT}/words/${name}`).matchAll(/(?:^|,) *"([^"]+)":/gm), ([, key]) => key);
    assert.ok(keys.length > 50, `${keys.length} in ${name}`);
    assert.deepEqual(keys.filter((key, at) => keys.indexOf(key) < at), [], name);
  }
});

/** The places of a text, and the plural forms that it has. */
const placesOf = (text) => new Set(JSON.stringify(text).match(/\{[a-z]+\}/g) ?? []);
const formsOf = (text) => (typeof text === "string" ? null : Object.keys(text).sort());

test("every language has every text, with the same places and all its plurals", () => {
  const names = namesIn(`${ROOT}/words`).map((name) => name.replace(".mjs", "")).sort();
  assert.deepEqual(Object.keys(TABLES).flatMap((name) => [name, `${name}-later`]).sort(), names);
  for (const [language, texts] of Object.entries(TABLES)) {
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(TABLES.en).sort(), language);
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, text] of Object.entries(texts)) {
      assert.deepEqual(placesOf(text), placesOf(TABLES.en[key]), `${key} in ${language}`);
      const forms = formsOf(text);
      if (forms) assert.deepEqual(forms, pluralCategories.toSorted(), `${key} in ${language}`);
    }
  }
});

/** Code of the same length, in which no text has a letter. */
const mute = (text) => text.replace(
  /"(?:[^"\\\n]|\\.)*"/g, (said) => `"${"_".repeat(said.length - 2)}"`);

/** The parts of a list that begins behind an opening bracket, up to the one that closes it. */
function partsOf(text, from) {
  const parts = [];
  let [depth, start] = [1, from];
  for (let at = from; depth > 0; at++) {
    assert.ok(at < text.length, "a bracket that is never closed");
    if ("([{".includes(text[at])) depth++;
    if (")]}".includes(text[at])) depth--;
    if (depth > 0 && (depth > 1 || text[at] !== ",")) continue;
    if (text.slice(start, at).trim()) parts.push({ start, end: at });
    start = at + 1;
  }
  return parts;
}

/** Every call for texts by their keys, and the names of what it gives them, where both are said. */
function* calls() {
  const muted = mute(code);
  for (const { index, 0: { length } } of muted.matchAll(/\bword\(/g)) {
    const [first, second] = partsOf(muted, index + length);
    const keys = Array.from(
      code.slice(first.start, first.end).matchAll(/"([^"]+)"/g), ([, key]) => key)
      .filter((key) => key in TABLES.en);
    const given = second ? muted.slice(second.start, second.end).trimStart() : "{}";
    if (!given.startsWith("{")) continue;
    const names = partsOf(given, 1).map(({ start, end }) =>
      given.slice(start, end).split(":")[0].trim());
    if (!names.some((name) => name.startsWith("..."))) yield* keys.map((key) => ({ key, names }));
  }
}

test("a text that is named is given what stands in its places", () => {
  let places = 0;
  for (const { key, names } of calls()) {
    for (const [language, texts] of Object.entries(TABLES)) {
      const needed = [...placesOf(texts[key])].map((place) => place.slice(1, -1));
      if (formsOf(texts[key])) needed.push("n");
      assert.deepEqual(
        needed.filter((name) => !names.includes(name)), [], `${key} in ${language}: ${names}`);
      places += needed.length;
    }
  }
  assert.ok(places > 200, `${places} places`);
});

test("the language is the first that the user reads and that there is", () => {
  assert.equal(chosen(["fr-CA", "de-AT", "en"], ["en", "de"]), "de");
  assert.equal(chosen(["EN-us", "de"], ["en", "de"]), "en");
  assert.equal(chosen(["fr"], ["en", "de"]), "en");
  assert.equal(chosen([], ["en", "de"]), "en");
});

test("numbers are written as their language writes them", () => {
  speak("de", TABLES.de);
  assert.equal(decimal(12345.67), "12345,7");
  assert.equal(word("final.alone", { n: 1234 }), "1\u202f234 Punkte.");
  speak("en", TABLES.en);
  assert.equal(decimal(3), "3.0");
});

test("plurals follow the number", () => {
  speak("en", TABLES.en);
  assert.equal(word("home.rooms", { n: 1 }), "1 room");
  assert.equal(word("home.rooms", { n: 5 }), "5 rooms");
  assert.throws(() => word("no such key"));
});

test("no style sheet gives a hue to anything but fields of color", () => {
  for (const path of files.filter((name) => name.endsWith(".css"))) {
    for (const [color] of textOf(path).matchAll(/#[0-9a-f]{3,6}\b/g)) {
      const digits = color.slice(1);
      const parts = digits.length === 3 ? [...digits] : digits.match(/../g);
      const isGray = parts.every((part) => part === parts[0]);
      // The patch that shows whether a screen is good differs by 1 in blue.
      assert.ok(isGray || color === "#767677", `${color} in ${path}`);
    }
  }
});

test("README's pictures of a browser are there, and small", () => {
  const shown = Array.from(
    textOf("README.md").matchAll(/clients\/terminal\/Pictures\/browser-[a-z]+\.png/g),
    ([path]) => path);
  assert.equal(new Set(shown).size, 4);
  for (const path of shown) {
    const { size } = statSync(new URL(`../../${path}`, import.meta.url));
    assert.ok(size > 1000 && size <= 60_000, `${path} has ${size} bytes`);
  }
});

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
