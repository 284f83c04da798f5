// What one's own answers say about one's eye, against the shared vectors; and what a device keeps.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  answersInRecord, answersOf, gathered, lineOf, matchOf, MATCHES_MOST,
} from "../../clients/web/core/eye/answers.mjs";
import { asked, askingOf } from "../../clients/web/core/eye/asking.mjs";
import { DRILLED, drilledNow, drillOf } from "../../clients/web/core/eye/drill.mjs";
import { sectorOf, SECTORS } from "../../clients/web/core/eye/errors.mjs";
import { jsonOf, reportOf } from "../../clients/web/core/eye/report.mjs";
import { headlineOf } from "../../clients/web/views/eye/words.mjs";
import { learn, speak } from "../../clients/web/words.mjs";
import englishLater from "../../clients/web/words/en-later.mjs";
import english from "../../clients/web/words/en.mjs";
import { shownIn } from "./support/elements.mjs";
import { table, textOf } from "./support/files.mjs";

for (const { REASON, MATCHES, REPORT } of table("protocol/vectors/eye.tsv")) {
  test(`the report of a vector: ${REASON}`, () => {
    const matches = MATCHES.split("|").map(matchOf);
    assert.deepEqual(matches.map(lineOf), MATCHES.split("|"));
    assert.equal(jsonOf(reportOf(matches)), REPORT);
  });
}

test("a line that would not be written just so is no match", () => {
  const right = "1767225600500 rgb c65b3c/c05a40/6120 idle";
  assert.equal(lineOf(matchOf(right)), right);
  const wrong = [
    "", "1767225600500 rgb", "0 rgb idle", "1767225600500 tiles idle", "1767225600500 arcade idle",
    "1767225600500 rgb c65b3c/c05a40/06120", "1767225600500 rgb C65B3C/c05a40/1", `${right} `,
    "1767225600500 rgb c65b3c/c05a40/1000000", "1767225600500 rgb c65b3c/c05a40/c05a40/1",
    `1767225600500 rgb${" idle".repeat(21)}`, "1767225600500  rgb idle", "nonsense",
  ];
  for (const line of wrong) assert.equal(matchOf(line), null, line);
});

test("a match is kept once, and only the newest are kept", () => {
  const many = Array.from({ length: MATCHES_MOST + 5 }, (_, at) => matchOf(`${at + 1} rgb idle`));
  const kept = gathered([...many.toReversed(), ...many]);
  assert.equal(kept.length, MATCHES_MOST);
  assert.deepEqual([kept[0].began, kept.at(-1).began], [6, MATCHES_MOST + 5]);
});

const RECORD = textOf("protocol/vectors/records/match.record");
const ADA = "21fe31dfa154a261626bf854046fd227";
const ADAS = "1767225600500 rgb 2b5f28/2b5f28/3185 30b645/30b645/3185";

test("a record says what each player made of each color, and when that was locked", () => {
  assert.equal(lineOf(answersInRecord(RECORD, ADA)), ADAS);
  assert.equal(answersInRecord(RECORD, "0".repeat(32)), null);
  assert.equal(answersInRecord("RECORD v=1\nSHUT n=1\n", ADA), null);
});

/** Tells some lines, and gives what was asked for and what came of it. */
function told(lines, known = []) {
  let asking = askingOf({ key: "k", id: ADA }, known);
  const steps = [];
  for (const line of lines) {
    const [next, step] = asked(asking, line);
    asking = next;
    if (step) steps.push(step.message?.said ?? step.do);
  }
  return { steps, found: asking.found.map(lineOf), asking };
}
const WELCOME = "WELCOME v=1 me=p1 now=1 resume=w app=test modes=rgb";
const PROVED = `PROVED id=${ADA} tag=47Z3-3QX1`;
const ROW = "PLAYED index=7 mode=rgb place=1 of=2 total=9 at=1767225600500";
const END = "END of=PAST count=1";

test("of what one has played a browser asks for what it has not, and keeps the answers", () => {
  const lines = RECORD.trimEnd().split("\n");
  const { steps, found } = told([
    WELCOME, PROVED, "PLAYED index=9 mode=tiles of=1 total=0 at=5", ROW, END,
    `REPLAYED index=7 lines=${lines.length}`, ...lines.slice(0, 9), "END of=REPLAY count=9",
    `REPLAYED index=7 lines=${lines.length} from=9`, ...lines.slice(9), "END of=REPLAY count=9",
  ]);
  assert.deepEqual(steps, ["IDENTIFY", "PAST", "REPLAY", "REPLAY", "done"]);
  assert.deepEqual(found, [ADAS]);
});

test("what a browser has, and what a server does not tell, is not asked for again", () => {
  assert.deepEqual(
    told([WELCOME, PROVED, ROW, END], [1767225600500]).steps, ["IDENTIFY", "PAST", "done"]);
  const refused = told([WELCOME, PROVED, ROW, END, "NO code=not-now verb=REPLAY"]);
  assert.deepEqual(refused.steps, ["IDENTIFY", "PAST", "REPLAY", "done"]);
  assert.deepEqual(
    told([WELCOME, "NO code=unproved verb=PAST"]).steps, ["IDENTIFY", "failed"]);
  const wrong = told([WELCOME, PROVED, ROW, END, "REPLAYED index=8 lines=3"]);
  assert.deepEqual(wrong.steps.at(-1), "done");
});

test("a server with a hundred rows is asked for older ones, and not for ever", () => {
  const rows = (from) => Array.from({ length: 100 }, (_, at) =>
    `PLAYED index=${from - at} mode=tiles of=1 total=0 at=${from - at}`);
  const pages = Array.from({ length: 9 }, (_, at) => [...rows(9000 - 100 * at), END]).flat();
  const { steps } = told([WELCOME, PROVED, ...pages]);
  assert.deepEqual(steps.slice(0, 7), ["IDENTIFY", ...Array(5).fill("PAST"), "done"]);
});

test("a drill has twenty colors of the weakest hue, and says how it was before", () => {
  const [row] = table("protocol/vectors/eye.tsv").filter(({ REASON }) => REASON.includes("teal"));
  const report = reportOf(row.MATCHES.split("|").map(matchOf));
  const drill = drillOf(report, 1);
  assert.deepEqual([drill.color, drill.part, drill.before], ["teal", "hue", -4355]);
  assert.equal(drill.targets.length, DRILLED);
  assert.ok(drill.targets.every((hex) => SECTORS[sectorOf(hex)] === "teal"));
  assert.notDeepEqual(drillOf(report, 3).targets, drill.targets);
  assert.equal(drilledNow(drill), null);
  assert.equal(drilledNow({ ...drill, made: drill.targets }), 0);
  assert.equal(drillOf(reportOf([]), 1), null);
});

test("of a match that one has played the answers stay, and why a round says nothing", () => {
  const settings = { mode: "rgb", time: 30 };
  const round = (number, ...scores) => ({ round: number, target: ["#c65b3c"], scores });
  const own = { who: "p1", v: [192, 90, 64], t: 6120, assist: false };
  const results = [
    round(1, { ...own, who: "p2" }, own), round(2, { ...own, v: [188, 188, 188], t: 30_000 }),
    round(3, { ...own, t: 30_000 }), round(4, { ...own, assist: true }), round(5),
  ];
  const match = answersOf({ settings, results }, "p1", 1_767_225_603_500);
  const line = "1767225600500 rgb c65b3c/c05a40/6120 idle open helped forfeit";
  assert.equal(lineOf(match), line);
  for (const mode of ["tiles", "arcade"]) {
    assert.equal(answersOf({ settings: { mode, time: 30 }, results }, "p1", 5000), null);
  }
});

test("an eye without matches leads to one, and its page home", async () => {
  const { eyeView } = await import("../../clients/web/views/eye/eye.mjs");
  speak("en", english);
  learn(englishLater);
  /** The links of the page with this report, each as its text and its address. */
  const linksOf = (report) => {
    const view = eyeView({ begin() {}, take() {}, leave() {} });
    view.draw({ report, drill: null, outcome: null, drilled: null, fetched: 0 });
    return shownIn(view.root, "a").map((link) => [link.textContent, link.attributes.href]);
  };
  assert.deepEqual(linksOf(reportOf([])), [["chromatch", "/"], ["Play now", "/"]]);
  const { MATCHES } = table("protocol/vectors/eye.tsv").find(({ REASON }) => /teal/.test(REASON));
  const known = reportOf(MATCHES.split("|").map(matchOf));
  assert.deepEqual(linksOf(known), [["chromatch", "/"]]);
  const [none, one] = [[], [matchOf("1 rgb c65b3c/c05a40/6120")]].map((matches) =>
    headlineOf(reportOf(matches)));
  assert.equal(none, "Your eye shows after 60 rounds; so far there are 0.");
  assert.equal(one, "Your eye shows after 60 rounds; so far there is 1.");
});
