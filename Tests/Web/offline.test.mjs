// What makes the page one that can be installed: the manifest and its icons, which are drawn here
// (CHROMATCH_GOLDEN=write writes them), and the service worker, run with a network that can fail.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { crc32, deflateSync, inflateSync } from "node:zlib";

import { keepOffline } from "../../clients/web/browser/offline.mjs";
import { textOf } from "./support/files.mjs";

const ROOT = "clients/web";
const fileAt = (path) => new URL(`../../${ROOT}/${path}`, import.meta.url);
const [GRAY, BLACK, WHITE] = [0x76, 0, 0xff];

/** The icons: each with its size, and how many 32nds of it are left free around the mark. */
const ICONS = {
  "icon-192.png": { size: 192, free: 6 },
  "icon-512.png": { size: 512, free: 6 },
  // Systems cut this one to a shape of theirs.
  "icon-maskable-512.png": { size: 512, free: 7 },
};

/** The mark of icon.svg in gray bytes, each row after its filter. */
function drawn({ size, free }) {
  const [low, middle, high] = [free, 16, 32 - free].map((place) => (place * size) / 32);
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

function png(icon) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(icon.size, 0);
  header.writeUInt32BE(icon.size, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", header),
    chunk("IDAT", deflateSync(drawn(icon), { level: 9 })), chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The gray bytes of an icon, each row after its filter. */
function bytesOf(file) {
  const length = file.readUInt32BE(33);
  return inflateSync(file.subarray(41, 41 + length));
}

test("the icons are the mark, and small", () => {
  for (const [name, icon] of Object.entries(ICONS)) {
    if (process.env.CHROMATCH_GOLDEN === "write") writeFileSync(fileAt(name), png(icon));
    const file = readFileSync(fileAt(name));
    assert.ok(file.length < 2048, `${file.length} bytes`);
    assert.ok(bytesOf(file).equals(drawn(icon)), name);
  }
});

const manifest = JSON.parse(textOf(`${ROOT}/app.webmanifest`));

test("the manifest is linked, and its icons are there in the sizes that it says", () => {
  assert.ok(textOf(`${ROOT}/index.html`).includes('rel="manifest" href="/app.webmanifest"'));
  assert.equal(manifest.display, "standalone");
  const isListed = ({ src, sizes, type }) => {
    const file = readFileSync(fileAt(src.slice(1)));
    if (type === "image/svg+xml") return sizes === "any" && file.includes('viewBox="0 0 32 32"');
    assert.equal(file.subarray(1, 4).toString("latin1"), "PNG", src);
    return sizes === `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
  };
  for (const icon of manifest.icons) assert.ok(isListed(icon), icon.src);
  const sizesFor = (purpose) =>
    manifest.icons.filter((icon) => (icon.purpose ?? "any") === purpose).map(({ sizes }) => sizes);
  assert.deepEqual(sizesFor("any"), ["any", "192x192", "512x512"]);
  assert.deepEqual(sizesFor("maskable"), ["512x512"]);
});

/** How far the corners of the mark are from the middle of an icon, as a share of its width. */
const reachOf = (name) => Math.SQRT2 * (16 - ICONS[name].free) / 32;

test("whatever shape the maskable icon is cut to, its mark stays whole", () => {
  const [icon] = manifest.icons.filter(({ purpose }) => purpose === "maskable");
  const reach = reachOf(icon.src.slice(1));
  assert.ok(reach > 0.3 && reach <= 0.4, `the mark reaches to ${reach}`);
  assert.ok(reachOf("icon-512.png") > 0.4, "the usual icon would be cut");
});

/** The worker with a network, which a test can cut, and what it keeps while there is room. */
function worker() {
  const [listeners, kept, keeping] = [{}, new Map(), []];
  const network = { isThere: true, asked: [] };
  const disk = { hasRoom: true };
  const origin = "https://chromatch.test";
  const cache = {
    put: async ({ url }, answer) => {
      if (!disk.hasRoom) throw new DOMException("no room", "QuotaExceededError");
      kept.set(url, answer);
    },
  };
  const match = async ({ url }, { cacheName }) => cacheName === "chromatch" && kept.get(url);
  runInNewContext(textOf(`${ROOT}/service-worker.js`), {
    URL, location: { origin }, skipWaiting() {}, clients: { claim() {} },
    addEventListener: (kind, listen) => { listeners[kind] = listen; },
    caches: { open: async () => cache, match }, Response: { error: () => "error" },
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
      waitUntil: (work) => { keeping.push(work); },
    });
    return answer;
  };
  return { ask, network, disk, kept, keeping };
}

test("the service worker is small, asks the network first and keeps what it said", async () => {
  assert.ok(Buffer.byteLength(textOf(`${ROOT}/service-worker.js`)) <= 1024);
  const { ask, network, kept, keeping } = worker();
  assert.equal((await ask("/")).text, "1");
  assert.equal((await ask("/")).text, "2");
  await ask("/none");
  await Promise.all(keeping);
  network.isThere = false;
  assert.equal((await ask("/")).text, "2");
  assert.equal(await ask("/none"), "error");
  assert.equal(kept.size, 1);
});

test("what cannot be kept is answered all the same", async () => {
  const { ask, disk, kept, keeping } = worker();
  disk.hasRoom = false;
  assert.equal((await ask("/")).text, "1");
  await Promise.all(keeping);
  assert.equal(kept.size, 0);
});

test("a page is kept once, and by its worker from then on", async (context) => {
  const origin = "https://chromatch.test";
  const said = ["/main.mjs", "/play", "/main.mjs"].map((path) => ({ name: `${origin}${path}` }));
  context.mock.method(performance, "getEntriesByType", () => said);
  const [registered, added] = [[], []];
  const serviceWorker = { controller: null, register: async (path) => { registered.push(path); } };
  const caches = { open: async () => ({ addAll: async (paths) => { added.push(paths); } }) };
  const known = { navigator: { serviceWorker }, location: { origin }, caches };
  const before = Object.keys(known).map((name) =>
    [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  for (const [name, value] of Object.entries(known)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  context.after(() => before.forEach(([name, descriptor]) =>
    (descriptor ? Object.defineProperty(globalThis, name, descriptor) : delete globalThis[name])));
  await keepOffline();
  assert.deepEqual(added, [["/", "/main.mjs"]]);
  serviceWorker.controller = {};
  await keepOffline();
  assert.deepEqual([registered.length, added.length], [2, 1]);
});

test("the service worker never touches the game's connection, nor others' servers", () => {
  const { ask } = worker();
  assert.equal(ask("/play"), null);
  assert.equal(ask("/", "POST"), null);
  assert.equal(ask("/", "GET", "https://elsewhere.test"), null);
});
