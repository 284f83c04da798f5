// The page as a whole, without a browser: what it loads is there and small, every text is used, and
// no text stands outside of words.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { isWord, keys, word } from "../../clients/web/words.mjs";
import { namesIn, textOf } from "./files.mjs";

const ROOT = "clients/web";
/** All that a race needs, in bytes. */
const BUDGET = { raw: 200_000, gzip: 60_000 };

/** Every file of the client, by its path. */
function filesIn(folder = ROOT) {
  return namesIn(folder).flatMap((name) =>
    (name.includes(".") ? [`${folder}/${name}`] : filesIn(`${folder}/${name}`)));
}
const files = filesIn();
const modules = files.filter((path) => path.endsWith(".mjs"));
const code = modules.filter((path) => !path.endsWith("words.mjs")).map(textOf).join("\n");

/** The modules that are reached from main.mjs, with those that are loaded later or without. */
function reached(isLaterToo) {
  const found = new Set();
  const pending = [`${ROOT}/main.mjs`, ...(isLaterToo ? [`${ROOT}/wall.mjs`] : [])];
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

test("a race takes no more than its budget", () => {
  const later = /(?:after|self|stage|wall)\.css$/;
  const sheets = files.filter((path) => path.endsWith(".css") && !later.test(path));
  const text = [`${ROOT}/index.html`, ...sheets, ...reached(false)].map(textOf).join("");
  const sizes = { raw: Buffer.byteLength(text), gzip: gzipSync(text, { level: 9 }).length };
  for (const kind of ["raw", "gzip"]) {
    assert.ok(sizes[kind] <= BUDGET[kind], `${sizes[kind]} bytes ${kind}`);
  }
});

test("every module that is imported is there, and every module is reached from a page", () => {
  assert.deepEqual(reached(true), modules.sort());
});

test("every style sheet is loaded by a page", () => {
  const page = textOf(`${ROOT}/index.html`) + textOf(`${ROOT}/wall/index.html`);
  const sheets = files.filter((path) => path.endsWith(".css"));
  assert.ok(sheets.length > 0);
  for (const path of sheets) assert.ok(page.includes(path.slice(ROOT.length)), path);
});

test("every text is used, and every text that is used is there", () => {
  const families = Array.from(code.matchAll(/[`"]([a-z]+)\.\$\{/g), ([, family]) => family);
  for (const key of keys) {
    const isUsed = code.includes(`"${key}"`) || families.includes(key.split(".")[0]);
    assert.ok(isUsed, `${key} is not used`);
    assert.ok(word(key, { n: 2 }).length > 0);
  }
  for (const [, key] of code.matchAll(/\bword\("([^"]+)"/g)) assert.ok(isWord(key), key);
  for (const [, key] of code.matchAll(/\bword\([^"()]*\? "([^"]+)"/g)) assert.ok(isWord(key), key);
});

test("plurals follow the number", () => {
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
