// A series in the browser client's session: its running table, and the clock that its host stops.

import assert from "node:assert/strict";
import { test } from "node:test";

import { entered, folded } from "../../clients/web/core/session/room.mjs";
import { seriesOf } from "../../clients/web/core/session/standings.mjs";
import { Client, PICTURE } from "./support/client.mjs";

/** A room with a running table after folding more of what a server says. */
function inSeries(...messages) {
  const settings = { said: "ROOM", n: 1, mode: "rgb", series: 5 };
  const seats = ["p1", "p2", "p3"].map((who, at) => ({ said: "SEAT", n: at + 2, who, bot: false }));
  const table = (played, wins, points, more) => (
    { said: "SERIES", players: ["p1", "p2", "p3"], played, wins, points, stopped: false, ...more });
  let room = entered({ said: "IN", room: "WAVE", role: "player", n: 0 }, "p1", null);
  const all = [settings, ...seats, ...messages.map((message) =>
    (Array.isArray(message) ? table(...message) : message))];
  all.forEach((message, at) => { room = folded(room, { ...message, n: at + 1 }); });
  return room;
}
const COUNTED = { said: "COUNTDOWN", match: 2, opens: 0, players: ["p1", "p2", "p3"] };

test("a series is played until nobody can catch up, and its newest table counts", () => {
  assert.deepEqual(seriesOf(inSeries()), {
    of: 5, played: 0, rows: [], isStopped: false, isDecided: false, champions: [] });
  const rows = [
    [[2, [2, 0, 0], [9, 8, 7]], [1, 2, 3], []], [[3, [1, 1, 1], [9, 9, 7]], [1, 1, 3], []],
    [[4, [3, 1, 0], [9, 8, 7]], [1, 2, 3], ["p1"]],
    [[5, [2, 2, 1], [9, 9, 7]], [1, 1, 3], ["p1", "p2"]]];
  for (const [table, places, champions] of rows) {
    const series = seriesOf(inSeries([1, [0, 0, 1], [1, 1, 1]], table));
    assert.deepEqual(series.rows.map(({ place }) => place), places);
    assert.deepEqual(series.champions.map(({ who }) => who), champions);
    assert.equal(series.isDecided, champions.length > 0);
  }
  assert.equal(seriesOf(inSeries([2, [2, 0, 0], [9, 8, 7], { stopped: true }])).isStopped, true);
});

test("a table lasts until its series is over and the next begins, or is set otherwise", () => {
  const open = [2, [2, 0, 0], [9, 8, 7]];
  assert.equal(inSeries(open, COUNTED).series.played, 2);
  assert.equal(inSeries([3, [3, 0, 0], [9, 8, 7]], COUNTED).series, null);
  const set = (series) => ({ said: "ROOM", mode: "rgb", series });
  assert.equal(inSeries(open, set(5)).series.played, 2);
  assert.equal(inSeries(open, set(3)).series, null);
  assert.equal(seriesOf(inSeries(set(0))), null);
  const gone = (who) => ({ said: "GONE", who, why: "left" });
  assert.deepEqual(inSeries(open, gone("p1")).series.rows.map(({ who }) => who), ["p2", "p3"]);
  assert.equal(inSeries(open, ...["p1", "p2", "p3"].map(gone)).series, null);
});

test("a host stops the clock of a series with READY on=0, and stays where they look", () => {
  const client = new Client().welcomed();
  client.hear(...PICTURE);
  client.act("halt");
  assert.deepEqual(client.said("READY").map(({ on }) => on), [false]);
  assert.equal(client.model.hasSeenFinal, null);
});
