// The walls of the browser client: which module may import what, and what the pure ones may never
// touch. support/walls.tsv is the table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { namesIn, textOf } from "./support/files.mjs";

const ROOT = "clients/web";

/** Code without comments, and without the insides of strings but those of imports. */
const withoutComments = (text) =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
const withoutTexts = (code) =>
  code.replace(/"(?:[^"\\\n]|\\.)*"/g, '""').replace(/`(?:[^`\\$]|\\.|\$(?!\{))*`/g, "``");

/** Every module below a folder, by its path from the client's root. */
function modulesIn(folder = "") {
  return namesIn(`${ROOT}/${folder}`).flatMap((name) => {
    const path = folder ? `${folder}/${name}` : name;
    if (name.endsWith(".mjs")) return [path];
    return name.includes(".") ? [] : modulesIn(path);
  });
}

const rows = textOf("Tests/Web/support/walls.tsv").split("\n")
  .filter((line) => line && !line.startsWith("#")).slice(1)
  .map((line) => {
    const [module, kind, imports] = line.split("\t");
    return { module, kind, imports: imports === "-" ? [] : imports.split(" ") };
  });
const rowOf = (path) =>
  rows.find(({ module }) => module === path)
  ?? rows.find(({ module }) => module.endsWith("/") && path.startsWith(module));
const holds = (row, path) =>
  row.imports.some((allowed) =>
    (allowed.endsWith("/") ? path.startsWith(allowed) : path === allowed));

/** The modules that code imports, as paths from the client's root. */
function importsOf(path, code) {
  const said = /(?:\bfrom|\bimport)\s*\(?\s*"([^"]*)"/g;
  return Array.from(code.matchAll(said), ([, name]) =>
    new URL(name, `file:///${path}`).pathname.slice(1));
}

/** What a pure module may never touch. */
const EDGES = new RegExp(String.raw`\b(?:${[
  "document", "window", "globalThis", "self", "location", "navigator", "screen", "history",
  "Date", "performance", "setTimeout", "setInterval", "queueMicrotask", "requestAnimationFrame",
  "WebSocket", "fetch", "XMLHttpRequest", "BroadcastChannel", "MessageChannel", "Worker",
  "localStorage", "sessionStorage", "indexedDB", "crypto", "console", "process", "require",
].join("|")})\b|Math\s*\.\s*random|import\s*\(`);

/** Findings of one module. */
function findings(path, text) {
  const row = rowOf(path);
  if (!row) return [`${path} has no row in walls.tsv`];
  const code = withoutComments(text);
  const found = importsOf(path, code).filter((name) => !holds(row, name))
    .map((name) => `${path} may not import ${name}`);
  const touched = row.kind === "pure" ? EDGES.exec(withoutTexts(code)) : null;
  return touched ? [...found, `${path} is pure and touches ${touched[0]}`] : found;
}

test("every module keeps to its row", () => {
  const modules = modulesIn();
  assert.ok(modules.length >= 15);
  assert.deepEqual(modules.flatMap((path) => findings(path, textOf(`${ROOT}/${path}`))), []);
});

test("views open no socket, read no clock and remember nothing", () => {
  const views = modulesIn("views");
  assert.ok(views.length >= 10);
  for (const path of views) {
    const code = withoutTexts(withoutComments(textOf(`${ROOT}/${path}`)));
    const found = /\b(?:WebSocket|fetch|Date|performance|localStorage|sessionStorage)\b/.exec(code);
    assert.equal(found?.[0], undefined, path);
  }
});

test("every row is of something that is there, and its arrows point up", () => {
  const modules = modulesIn();
  const above = new Set();
  for (const { module, kind, imports } of rows) {
    if (module.endsWith("/")) above.add(module);
    assert.ok(["pure", "edge"].includes(kind), module);
    assert.ok(modules.some((path) => path === module || path.startsWith(module)), module);
    for (const name of imports) assert.ok(above.has(name), `${module} imports ${name}`);
    const impure = imports.filter((name) => rowOf(name)?.kind !== "pure");
    if (kind === "pure") assert.deepEqual(impure, [], module);
    above.add(module);
  }
});

test("each wall can be run into", () => {
  const bad = [
    'import { x } from "./room.mjs";', 'export * from "./update.mjs";', "const now = Date.now();",
    "const chance = Math.random();", "document.title = 1;", "const later = setTimeout;",
    'const more = await import("./color.mjs");', 'import "./wire.mjs";',
  ];
  for (const code of bad) assert.notDeepEqual(findings("core/color/color.mjs", code), [], code);
  assert.notDeepEqual(findings("core/unknown/other.mjs", ""), []);
  const good =
    ["// Date of a document", 'const word = "window";', "/* setTimeout */", "a.update();"];
  for (const code of good) assert.deepEqual(findings("core/color/color.mjs", code), [], code);
});
