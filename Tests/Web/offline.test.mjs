// What makes the page one that can be installed: the manifest and its icons, which are drawn here
// (CHROMATCH_GOLDEN=write writes them), and the service worker, run with a network that can fail.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { crc32, deflateSync, inflateSync } from "node:zlib";

import { textOf } from "./files.mjs";

const ROOT = "clients/web";
const fileAt = (path) => new URL(`../../${ROOT}/${path}`, import.meta.url);
const [GRAY, BLACK, WHITE] = [0x76, 0, 0xff];

/** The mark of icon.svg in gray bytes, each row after its filter. */
function drawn(size) {
  const [low, middle, high] = [6, 16, 26].map((place) => (place * size) / 32);
  return Buffer.concat(Array.from({ length: size }, (_, y) => {
    const row = Buffer.alloc(size + 1, GRAY);
    row[0] = 0;
    if (y < low || y >= high) return row;
    return row.fill(BLACK, low + 1, middle + 1).fill(WHITE, middle + 1, high + 1);
  }));
}

function chunk(kind, body) {
  const named = Buffer.concat([Buffer.from(kind), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

function png(size) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", header),
    chunk("IDAT", deflateSync(drawn(size), { level: 9 })), chunk("IEND", Buffer.alloc(0)),
  ]);
}

test("the icons are the mark, and small", () => {
  for (const size of [192, 512]) {
    const name = `icon-${size}.png`;
    if (process.env.CHROMATCH_GOLDEN === "write") writeFileSync(fileAt(name), png(size));
    const file = readFileSync(fileAt(name));
    assert.ok(file.length < 2048, `${file.length} bytes`);
    assert.equal(file.readUInt32BE(16), size);
    const length = file.readUInt32BE(33);
    assert.ok(inflateSync(file.subarray(41, 41 + length)).equals(drawn(size)), name);
  }
});

test("the manifest is linked, and all that it names is there", () => {
  assert.ok(textOf(`${ROOT}/index.html`).includes('rel="manifest" href="/app.webmanifest"'));
  const manifest = JSON.parse(textOf(`${ROOT}/app.webmanifest`));
  assert.equal(manifest.display, "standalone");
  for (const { src } of manifest.icons) assert.ok(readFileSync(fileAt(src.slice(1))).length > 0);
});

/** The worker with a network, which a test can cut, and what it keeps. */
function worker() {
  const [listeners, kept] = [{}, new Map()];
  const network = { isThere: true, asked: [] };
  const origin = "https://chromatch.test";
  const cache = {
    put: async ({ url }, answer) => { kept.set(url, answer); },
    match: async ({ url }) => kept.get(url),
  };
  runInNewContext(textOf(`${ROOT}/service-worker.js`), {
    URL, location: { origin }, skipWaiting() {}, clients: { claim() {} },
    addEventListener: (kind, listen) => { listeners[kind] = listen; },
    caches: { open: async () => cache }, Response: { error: () => "error" },
    fetch: async ({ url }) => {
      if (!network.isThere) throw new TypeError("no network");
      network.asked.push(url);
      const ok = !url.endsWith("/none");
      return { ok, text: `${network.asked.length}`, clone() { return this; } };
    },
  });
  const ask = (path, method = "GET", host = origin) => {
    let answer = null;
    listeners.fetch({
      request: { url: `${host}${path}`, method }, respondWith: (said) => { answer = said; },
    });
    return answer;
  };
  return { ask, network, kept };
}

test("the service worker is small, asks the network first and keeps what it said", async () => {
  assert.ok(Buffer.byteLength(textOf(`${ROOT}/service-worker.js`)) <= 1024);
  const { ask, network, kept } = worker();
  assert.equal((await ask("/")).text, "1");
  assert.equal((await ask("/")).text, "2");
  await ask("/none");
  network.isThere = false;
  assert.equal((await ask("/")).text, "2");
  assert.equal(await ask("/none"), "error");
  assert.equal(kept.size, 1);
});

test("the service worker never touches the game's connection, nor others' servers", () => {
  const { ask } = worker();
  assert.equal(ask("/play"), null);
  assert.equal(ask("/", "POST"), null);
  assert.equal(ask("/", "GET", "https://elsewhere.test"), null);
});
