// What is asked of a server's archive, and what becomes of the model by its answers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { BOARDS } from "../../clients/web/core/session/archive.mjs";
import { modelOf } from "../../clients/web/core/session/model.mjs";
import { update } from "../../clients/web/core/session/update.mjs";
import { write } from "../../clients/web/core/wire.mjs";

const NOW = 1_700_000_000_000;
const PROFILE = { name: "Ada", icon: "star", color: "#112233", depth: 24, sound: false };
const TOP = { said: "TOP", board: "daily", span: null, day: null, from: null };
const ROW =
  "TOPPED place=1 id=21fe31dfa154a261626bf854046fd227 tag=47Z3-3QX1 name=Ada icon=star "
  + "color=#ff8800 value=4711 match=7 colors=#112233,#ff8800";

/** Somebody on the first page. */
function visitor() {
  const online = { state: "online", lastHeard: NOW, nextList: NOW + 60_000, me: "p1" };
  return { ...modelOf({ profile: PROFILE, secret: "00".repeat(32) }), ...online };
}

const said = (todo) => todo.filter((wish) => wish.do === "send")
  .map(({ message }) => write("client", message)).filter((line) => !line.startsWith("PING"));
const hear = (model, ...lines) => update(model, { kind: "lines", text: lines.join("\n") }, NOW)[0];

test("a board is asked for once, and found once it is told to its end", () => {
  const [asking, todo] = update(visitor(), { kind: "lookUp", question: TOP }, NOW);
  assert.deepEqual(said(todo), ["TOP board=daily"]);
  assert.deepEqual(said(update(asking, { kind: "lookUp", question: TOP }, NOW + 1)[1]), []);
  const telling = hear(asking, ROW);
  assert.equal(telling.lookup ?? null, null);
  const { lookup } = hear(telling, "END of=TOP count=1");
  assert.deepEqual([lookup.question, lookup.refusal, lookup.rows.length], [TOP, null, 1]);
  assert.deepEqual(lookup.rows[0].colors, ["#112233", "#ff8800"]);
  // What nobody has asked for is nothing.
  assert.equal(hear(visitor(), ROW, "END of=TOP count=1").lookup ?? null, null);
});

test("an answer that does not come is asked for again, and a refusal is one", () => {
  const [asking] = update(visitor(), { kind: "lookUp", question: TOP }, NOW);
  assert.equal(said(update(asking, { kind: "lookUp", question: TOP }, NOW + 6_000)[1]).length, 1);
  const { lookup, notice } = hear(asking, "NO code=not-now verb=TOP");
  assert.equal(lookup.refusal, "not-now");
  assert.equal(notice, null, "the board says so itself");
});

test("nobody in a room asks, and every board can be asked for", () => {
  const inside = { ...visitor(), inside: "WAVE" };
  const [, wishes] = update(inside, { kind: "lookUp", question: TOP }, NOW);
  assert.ok(!said(wishes).some((line) => line.startsWith("TOP")));
  for (const board of BOARDS) {
    const [, todo] = update(visitor(), { kind: "lookUp", question: { ...TOP, board } }, NOW);
    assert.deepEqual(said(todo), [`TOP board=${board}`]);
  }
});

test("a server forgets on demand, and says so", () => {
  const [asking, todo] = update(visitor(), { kind: "forget" }, NOW);
  assert.deepEqual(said(todo), ["FORGET sure=1"]);
  assert.equal(asking.forgotten, false);
  assert.equal(hear(asking, "FORGOTTEN").forgotten, true);
  assert.equal(hear(asking, "NO code=not-now verb=FORGET").forgotten, "refused");
});

test("a rating is kept with the match that has changed it, and only one's own", () => {
  const room = { code: "WAVE", match: { number: 2 } };
  const model = { ...visitor(), room };
  const rated = (who, match) =>
    hear(model, `RATED match=${match} who=${who} rating=1105 delta=105 off=323 left=9`).room.rated;
  assert.equal(rated("p1", 2).rating, 1105);
  assert.equal(rated("p2", 2), undefined);
  assert.equal(rated("p1", 1), undefined);
});
