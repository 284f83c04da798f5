// The browser's codec against the contract that Swift's is held to: every vector. That its table is
// that of messages.tsv, CatalogTests say.

import assert from "node:assert/strict";
import { test } from "node:test";

import "../../clients/web/core/crypto/identity.mjs";
import "../../clients/web/core/crowd/crowd.mjs";
import "../../clients/web/core/session/archive.mjs";
import * as wire from "../../clients/web/core/wire.mjs";
import { namesIn, table, unescaped, wordsOf } from "./support/files.mjs";

/** What a line is to its reader: an outcome, the meaning, and how it is written. */
function judged(from, line) {
  try {
    const message = wire.read(from, line);
    return message ? { outcome: "read", message, canonical: wire.write(from, message) }
      : { outcome: "skipped" };
  } catch (refusal) {
    if (!(refusal instanceof wire.Refusal)) throw refusal;
    return { outcome: refusal.code, verb: refusal.verb };
  }
}

/** A value as the vectors write meanings. */
function meant(value) {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(",") : String(value);
}

function check(from, row, named) {
  const found = judged(from, unescaped(row.LINE).toString());
  const place = `${row.LINE}: ${row.REASON}`;
  if (!["canonical", "accepted"].includes(row.OUTCOME)) {
    assert.equal(found.outcome, row.OUTCOME, place);
    if (row.OUTCOME !== "skipped") assert.equal(found.verb ?? "", named, place);
    return;
  }
  assert.equal(found.outcome, "read", place);
  assert.equal(found.canonical, row.OUTCOME === "canonical" ? row.LINE : row.CANONICAL, place);
  for (const [key, value] of Object.entries(row)) {
    if (/^[a-z]/.test(key)) assert.equal(meant(found.message[key]), value, `${key} in ${place}`);
  }
}

/** Whether a case is of a mode that the specification has and the page does not know yet. */
const isNewer = ({ mode }) => wordsOf("mode").includes(mode) && !wire.MODES.includes(mode);

for (const from of ["client", "server"]) {
  const folder = `protocol/vectors/${from}`;
  test(`every verb of a ${from} has vectors, and no other`, () => {
    const files = namesIn(folder).map((name) => name.replace(".tsv", "").toUpperCase());
    assert.deepEqual(files, [...wire.MESSAGES[from].keys()].sort());
  });
  for (const name of namesIn(folder)) {
    test(`${from}/${name}`, () => {
      const rows = table(`${folder}/${name}`);
      const verb = name.replace(".tsv", "").toUpperCase();
      const keys = Object.keys(rows[0]).filter((key) => /^[a-z]/.test(key));
      assert.deepEqual(keys, wire.MESSAGES[from].get(verb).map((field) => field.key));
      for (const row of rows) if (!isNewer(row)) check(from, row, verb);
    });
  }
}

test("the grammar, whatever the verb", () => {
  for (const row of table("protocol/vectors/grammar.tsv")) check(row.FROM, row, row.NAMED);
});

test("words are those of the specification", () => {
  // A server may have newer modes, see "Versions" there; which the page knows, color.test.mjs says.
  assert.deepEqual(wire.MODES, wordsOf("mode").filter((mode) => wire.MODES.includes(mode)));
  assert.deepEqual(wire.LEVELS, wordsOf("level"));
  assert.deepEqual(wire.ICONS, wordsOf("icon"));
  assert.deepEqual(wire.REACTIONS, wordsOf("reaction"));
});

/** Bytes as framing.tsv writes them. */
const bytesOf = (written) =>
  Buffer.concat(written.split(" ").filter(Boolean).map((part) => {
    const [hex, times = "1"] = part.split("*");
    return Buffer.concat(Array(Number(times)).fill(Buffer.from(hex, "hex")));
  }));

// A browser hands over text: it has judged UTF-8 by then, and a message's end ends its last line.
test("framing, of whole messages of text", () => {
  const rows = table("protocol/vectors/framing.tsv").filter((row) => row.THEN !== "not-utf8");
  assert.ok(rows.length > 20);
  for (const { FROM, BYTES, LINES, THEN, REASON } of rows) {
    const bytes = bytesOf(BYTES);
    const end = THEN === "open" ? bytes.lastIndexOf(0x0a) + 1 : bytes.length;
    const found = wire.linesOf(FROM, bytes.subarray(0, end).toString());
    const expected = LINES.split(";").slice(0, -1).map((line) => bytesOf(line).toString());
    assert.deepEqual(found.lines, expected, REASON);
    assert.equal(found.broken ?? "open", THEN, REASON);
  }
  assert.deepEqual(wire.linesOf("server", "OVER"), { lines: ["OVER"], broken: null });
  assert.deepEqual(wire.linesOf("server", ""), { lines: [], broken: null });
});
