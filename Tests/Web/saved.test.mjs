// Saved files after editors, shells and mails, against the vectors that Swift's reader is held to;
// and that a match stays proved whatever they did.

import assert from "node:assert/strict";
import { test } from "node:test";

import { matchIn } from "../../clients/web/core/kept.mjs";
import { verifying } from "../../clients/web/core/proof.mjs";
import { opened, seenAt } from "../../clients/web/core/replay.mjs";
import { logOf } from "../../clients/web/core/room.mjs";
import { savedText } from "../../clients/web/core/saved.mjs";
import { Refusal } from "../../clients/web/core/wire.mjs";
import { table, unescaped } from "./files.mjs";
import { RECORD, SAVED } from "./kept.mjs";

test("a saved file is read as the vectors say, and what was done to it is named", () => {
  const rows = table("protocol/vectors/saved.tsv");
  for (const row of rows) {
    const { text, changes } = savedText(new Uint8Array(unescaped(row.BYTES)));
    assert.equal(text, unescaped(row.READ).toString(), row.REASON);
    assert.equal(changes.join(","), row.CHANGES, row.REASON);
    const again = savedText(new TextEncoder().encode(text));
    assert.deepEqual(again, { text, changes: [] }, row.REASON);
  }
  assert.ok(rows.length > 20);
});

const inLatin = (text, encoding) => new Uint8Array(Buffer.from(text, encoding));
/** What editors, shells and mails make of a text. */
const WAYS = {
  "as it was": (text) => inLatin(text),
  "with a byte-order mark": (text) => inLatin(`\ufeff${text}`),
  "in UTF-16, low byte first": (text) => inLatin(`\ufeff${text}`, "utf16le"),
  "in UTF-16, high byte first": (text) =>
    new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le").swap16()),
  "in UTF-16 without a mark": (text) => inLatin(text, "utf16le"),
  "as a shell writes it": (text) => inLatin(`\ufeff${text.replaceAll("\n", "\r\n")}`, "utf16le"),
  "with CR LF": (text) => inLatin(text.replaceAll("\n", "\r\n")),
  "with CR": (text) => inLatin(text.replaceAll("\n", "\r")),
  "with newlines at the end": (text) => inLatin(`${text}\n\r\n`),
  "with every line twice apart": (text) => inLatin(text.replaceAll("\n", "\n\n")),
  "indented": (text) => inLatin(text.replace(/^/gm, "    ")),
  "with spaces behind lines": (text) => inLatin(text.replace(/$/gm, "\t ")),
};
const WITHOUT_END = (text) => inLatin(text.trimEnd());

test("whatever editors did, a match is proved", () => {
  const ways = [...Object.entries(WAYS), ["without its last newline", WITHOUT_END]];
  for (const [way, change] of ways) {
    for (const whole of [SAVED, RECORD]) {
      const match = matchIn(savedText(change(whole)).text);
      const seen = seenAt(opened(match, null), match.ends);
      const steps = verifying(logOf(seen.model.room));
      let step = steps.next();
      while (!step.done) step = steps.next();
      assert.equal(step.value.flaw, null, way);
    }
  }
});

test("a line that is none stays none", () => {
  for (const bytes of [inLatin("IN room=\xff\n", "latin1"), new Uint8Array([0xff, 0xfe, 0x49])]) {
    assert.throws(() => matchIn(savedText(bytes).text), Refusal);
  }
});
