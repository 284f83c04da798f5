// A kept match, seen again: when each line was told, and what anybody saw at any moment; saved
// files after editors, shells and mails, against the vectors that Swift's reader is held to; and
// that a match stays proved whatever they did.

import assert from "node:assert/strict";
import { test } from "node:test";

import { verified } from "../../clients/web/core/proof/proof.mjs";
import { deflated, inflated } from "../../clients/web/browser/inflating.mjs";
import { FILE_MOST, readFile } from "../../clients/web/core/replay/file.mjs";
import { matchIn } from "../../clients/web/core/replay/kept.mjs";
import { matchPart, withMatch } from "../../clients/web/core/replay/picture.mjs";
import {
  ended, neighbor, neighborRound, opened, seenAt,
} from "../../clients/web/core/replay/replay.mjs";
import { savedText } from "../../clients/web/core/replay/saved.mjs";
import { phaseOf, screenOf } from "../../clients/web/core/session/model.mjs";
import { textOf as textOfLog } from "../../clients/web/core/session/log.mjs";
import { entered, folded, logOf } from "../../clients/web/core/session/room.mjs";
import { read, Refusal } from "../../clients/web/core/wire.mjs";
import { isWord, learn } from "../../clients/web/words.mjs";
import english from "../../clients/web/words/en-later.mjs";
import { bytesOf, namesIn, table, textOf, unescaped } from "./support/files.mjs";
import { RECORD, SAVED } from "./support/kept.mjs";

learn(english);
const recorded = matchIn(RECORD);
const saved = matchIn(SAVED);
/** The match begins with its countdown. */
const BEGAN = 1767225600500;
const modelAt = (match, viewer, at) => seenAt(opened(match, viewer), BEGAN + at).model;
const movesAt = (at) => modelAt(recorded, null, at).room.match.round.moves;

test("a file of either kind has the room, the people and the rounds", () => {
  for (const match of [recorded, saved]) {
    assert.equal(match.code, "NEU9");
    assert.deepEqual(match.people.map(({ name }) => name), ["Ada", "Bea"]);
    assert.equal(match.begins, BEGAN);
    assert.deepEqual(match.rounds.map((opens) => opens - BEGAN), [3000, 12100]);
    assert.equal(match.ends - BEGAN, 16200);
  }
  assert.ok(recorded.hasMoves && !saved.hasMoves);
});

test("in saved lines the moments follow from the rules", () => {
  const at = (verb, number = 0) => {
    const beats = saved.beats.filter(({ line }) => line.startsWith(`${verb} `));
    return beats[number].at - BEGAN;
  };
  // A lock counts without the lag that was deducted: that is when it came.
  assert.deepEqual([0, 1, 2, 3].map((lock) => at("LOCKED", lock)), [6200, 7100, 15300, 16200]);
  assert.equal(at("MISSED"), 3950);
  assert.deepEqual([at("BELL"), at("BELL", 1)], [6200, 15300]);
  // Everybody had locked; five seconds later the next round opened.
  assert.deepEqual([at("SHUT"), at("SCORE"), at("SHUT", 1)], [7100, 7100, 16200]);
});

test("a round that nobody ended is over when its time is", () => {
  const slow = SAVED.replace("LOCKED n=20 who=p2 t=4059 lag=41\n", "");
  const shut = matchIn(slow).beats.filter(({ line }) => line.startsWith("SHUT ")).at(-1);
  assert.equal(shut.at, 1767225618800);
});

test("a match that stood still goes on as much later", () => {
  const at = 1767225607000;
  const held = SAVED.replace(
    "BELL n=11 closes=1767225609700\n",
    `BELL n=11 closes=1767225609700\nHELD n=12 by=60000 until=${at + 60_000}\n`)
    .replace("LOCKED n=12 who=p2", "LOCKED n=13 who=p2").replace(" next=1767225612600", "");
  const [pause, lock] = ["HELD", "LOCKED n=13"].map((said) =>
    matchIn(held).beats.find(({ line }) => line.startsWith(`${said} `)).at);
  assert.equal(pause, at + 57_000);
  assert.equal(lock, BEGAN + 7_100 + 60_000);
});

test("moves are seen when they were made, and stay", () => {
  assert.deepEqual(movesAt(3500).p1, { near: 11, colors: ["#bcbcbc"] });
  assert.deepEqual(movesAt(4300).p1, { near: 75, colors: ["#3f733c"] });
  assert.deepEqual(movesAt(6000).p2.colors, ["#21551e"]);
  assert.equal(movesAt(4700).p2.colors[0], "#000000", "a lock that missed was a guess");
});

test("a replay shows its viewer their own sliders, and the others as they saw them", () => {
  assert.deepEqual(modelAt(recorded, "p1", 5000).sliders.guess, [63, 115, 60]);
  assert.deepEqual(modelAt(recorded, "p2", 5000).sliders.guess, [53, 105, 50]);
  assert.deepEqual(modelAt(recorded, "p2", 12500).sliders.guess, [188, 188, 188]);
  assert.equal(modelAt(recorded, null, 5000).sliders, null);
  const { model } = seenAt(opened(recorded, "p1"), BEGAN + 5000);
  assert.deepEqual(model.room.match.round.moves.p2.colors, ["#356932"]);
});

test("screens follow one another as they did", () => {
  const screenAt = (at) => screenOf(modelAt(recorded, "p1", at), BEGAN + at);
  assert.deepEqual(
    [0, 5000, 8000, 13000, 17000].map(screenAt), ["race", "race", "results", "race", "results"]);
  assert.equal(screenOf(modelAt(recorded, null, ended(recorded)), ended(recorded)), "final");
});

test("a moment is the same, wherever one comes from", () => {
  for (const viewer of [null, "p1", "p2"]) {
    let shown = opened(recorded, viewer);
    for (const at of [16000, 3000, 7100, 7099, 0, 9000, 16200, 4000]) {
      shown = seenAt(shown, BEGAN + at);
      assert.deepEqual(shown.model, modelAt(recorded, viewer, at), `${at} of ${viewer}`);
    }
  }
});

test("steps lead to what happened next or before, rounds to where they opened", () => {
  const step = (at, isForward) => neighbor(recorded, BEGAN + at, isForward) - BEGAN;
  assert.deepEqual([step(0, true), step(3600, true), step(4000, false)], [2841, 4000, 3600]);
  assert.equal(neighbor(recorded, recorded.ends, true), null);
  assert.equal(neighbor(recorded, recorded.begins, false), null);
  const round = (isForward) => (at) => neighborRound(recorded, BEGAN + at, isForward) - BEGAN;
  assert.deepEqual([0, 3000, 13000].map(round(true)), [3000, 12100, 16200]);
  assert.deepEqual([16000, 12100, 3000].map(round(false)), [12100, 3000, 0]);
});

test("what is shown is what is proved", () => {
  const examples = ["match", "left"]
    .map((name) => matchIn(textOf(`protocol/vectors/records/${name}.record`)));
  for (const match of [recorded, saved, ...examples]) {
    const found = verified(logOf(seenAt(opened(match, null), match.ends).model.room));
    assert.ok(found.isProved, JSON.stringify(found));
  }
});

test("the next match of a room is saved as the first was", () => {
  const [told, ...first] = SAVED.trimEnd().split("\n").map((line) => read("server", line));
  const from = first.findIndex(({ said }) => said === "COMMIT");
  const next = first.slice(from).map((message, at) =>
    ({ ...message, n: 28 + at, ..."match" in message ? { match: 2 } : {} }));
  const room = [...first, ...next].reduce(folded, entered(told, null, null));
  const again = matchIn(textOfLog(room));
  assert.deepEqual([again.code, again.people], [saved.code, saved.people]);
  assert.equal(again.beats.length, saved.beats.length);
  assert.ok(verified(logOf(seenAt(opened(again, null), again.ends).model.room)).isProved);
});

const codeOf = (act) => {
  try {
    act();
    return null;
  } catch (refusal) {
    assert.ok(refusal instanceof Refusal, `${refusal}`);
    return refusal.code;
  }
};

test("saved lines that were cut are shown as far as they go, and a record is whole or none", () => {
  const code = (text) => codeOf(() => {
    const match = matchIn(text);
    seenAt(opened(match, "p1"), match.ends);
  });
  const places = (text, begin) => text.split("\n").findIndex((line) => line.startsWith(begin));
  const [countdown, opens] = ["COUNTDOWN ", "ROUND "].map((begin) => places(SAVED, begin));
  const cut = (text, at) => text.split("\n").slice(0, at).map((line) => `${line}\n`).join("");
  const seed = places(RECORD, "SEED ");
  SAVED.trimEnd().split("\n").forEach((_, at) => {
    const told = at <= countdown ? "no-match" : at <= opens ? "no-round" : null;
    assert.equal(code(cut(SAVED, at)), told);
  });
  RECORD.trimEnd().split("\n").forEach((_, at) => {
    if (at > 0) assert.equal(code(cut(RECORD, at)), at <= seed ? "damaged" : null);
  });
  // Without any one of its lines a match is shown or refused, and nothing else.
  for (const text of [SAVED, RECORD]) {
    text.split("\n").forEach((_, at) => code(text.split("\n").toSpliced(at, 1).join("\n")));
  }
});

test("files that people saved are read or refused, as the table says", async () => {
  const folder = "protocol/vectors/files";
  const rows = table(`${folder}/files.tsv`);
  const read = (bytes) => readFile(bytes, inflated).then(
    ({ match }) => ({ outcome: match.rounds.length > 0 ? "read" : "nothing", at: "" }),
    (error) => {
      assert.ok(error instanceof Refusal, `${error}`);
      return { outcome: error.code, at: /^\d+$/.exec(error.message)?.[0] ?? "" };
    });
  for (const { FILE, OUTCOME, AT, REASON } of rows) {
    const found = await read(new Uint8Array(bytesOf(`${folder}/${FILE}`)));
    assert.deepEqual(found, { outcome: OUTCOME, at: AT }, `${FILE}: ${REASON}`);
    if (OUTCOME !== "read") assert.ok(isWord(`file.${OUTCOME}`));
  }
  const long = await read(new Uint8Array(FILE_MOST + 1));
  assert.deepEqual(long, { outcome: "too-long", at: "8" });
  assert.ok(isWord("file.too-long"));
  const listed = rows.map(({ FILE }) => FILE).filter((name) => !name.includes("/"));
  const apart = ["README.md", "files.tsv", "make.py"];
  assert.deepEqual(namesIn(folder).filter((name) => !apart.includes(name)), listed.sort());
});

test("a picture with a match in it has every byte of both", async () => {
  const picture = new Uint8Array(bytesOf("protocol/vectors/files/empty.png"));
  const held = withMatch(picture, await deflated(new TextEncoder().encode(RECORD)));
  const { text, changes } = await readFile(held, inflated);
  assert.deepEqual([text, changes], [RECORD, []]);
  const python = bytesOf("protocol/vectors/files/match.png");
  const small = matchPart(new Uint8Array(python));
  assert.deepEqual(Buffer.from(withMatch(picture, small)), python);
});

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
      assert.equal(verified(logOf(seen.model.room)).flaw, null, way);
    }
  }
});

test("a line that is none stays none", () => {
  for (const bytes of [inLatin("IN room=\xff\n", "latin1"), new Uint8Array([0xff, 0xfe, 0x49])]) {
    assert.throws(() => matchIn(savedText(bytes).text), Refusal);
  }
});

test("a match is shown when what was saved goes on behind it", () => {
  const left = matchIn(`${SAVED}OUT room=NEU9 why=left\nNO code=idle\n`);
  assert.deepEqual(left.beats, saved.beats);
});

test("a replay is not late where watchers were", () => {
  const match = matchIn(SAVED.replace(/^(ROOM .*)$/m, "$1 delay=30"));
  const phases = [match, saved].map((one) => phaseOf(modelAt(one, null, 5000), BEGAN + 5000));
  assert.deepEqual(phases, ["open", "open"]);
});

test("lines of nobody, and again and again the same, are passed over", () => {
  const locks = (who) => `LOCKED n=12 who=${who} t=1 lag=0\n`;
  const ring = SAVED.indexOf("BELL ");
  const crowd = Array.from({ length: 300 }, (_, number) => locks(`p${number + 9}`)).join("");
  const flooded = matchIn(SAVED.slice(0, ring) + crowd + locks("p1").repeat(300)
    + SAVED.slice(ring));
  assert.equal(flooded.beats.length, saved.beats.length);
});

test("blanks within a line are passed once: in a square of them this would not end", () => {
  const line = `x${" ".repeat(4_000_000)}x\n`;
  assert.equal(savedText(new TextEncoder().encode(` ${line}`)).text, line);
});
