// Composes the replay: a match from a file, from the page that played it, or from the server's
// archive, by the number after `#`; the screens of the game, and a player for them. What it draws
// is a moment of the match.

import { fetchOriginal, fetchRecord, NoRecord } from "./browser/fetching.mjs";
import { takeMatch } from "./browser/handover.mjs";
import { held } from "./browser/holding.mjs";
import { inflated } from "./browser/inflating.mjs";
import { proveInSlices } from "./browser/proving.mjs";
import { flawOfFile } from "./browser/receipts.mjs";
import { actsOnce } from "./core/input/hand.mjs";
import { FILE_MOST, readFile } from "./core/replay/file.mjs";
import { EDITION, matchIn } from "./core/replay/kept.mjs";
import { ended, neighbor, neighborRound, opened, seenAt } from "./core/replay/replay.mjs";
import { screenOf } from "./core/session/model.mjs";
import { logOf } from "./core/session/room.mjs";
import { Refusal } from "./core/wire.mjs";
import { speakLater } from "./languages.mjs";
import { brought, frames, make } from "./views/dom.mjs";
import { raceView } from "./views/race/race.mjs";
import { finalView } from "./views/results/final.mjs";
import { resultsView } from "./views/results/results.mjs";
import { openerView, transport } from "./views/watch/replay.mjs";
import { stageView } from "./views/watch/stage.mjs";
import { word } from "./words.mjs";

await speakLater();
const TITLE = `${word("replay.title")} – chromatch`;
document.title = TITLE;

const nothing = () => {};
const page = document.getElementById("page");
const opener = openerView(open);
const screens = {
  race: raceView(nothing), results: resultsView(nothing),
  final: finalView(nothing, { matchOf: async () => source, held }, false),
  stage: stageView(),
};
const player = transport({
  toggle: () => move({ isPlaying: !isPlaying, ...(atEnd() ? { at: shown.match.begins } : {}) }),
  seek: (share) => move({ at: shown.match.begins + share * lengthOf(shown.match) }),
  step: (isForward) =>
    move({ at: neighbor(shown.match, at, isForward) ?? at, isPlaying: false }),
  round: (isForward) => move({ at: neighborRound(shown.match, at, isForward) }),
  speed: (value) => { speed = value; ask(); },
  look: (viewer) => show(shown.match, viewer),
  race, close,
});
/** On small screens it scrolls, for keys as well. */
const stageRoot = make(
  "div", {
    class: "replaying", tabindex: "0", role: "region", "aria-label": word("replay.title"),
  });

/**
 * What is shown, the file that it is from, its number in the server's log where it is from there,
 * and its moment; nothing before a match is opened.
 */
let shown = null;
let source = "";
let index = null;
let at = 0;
let isPlaying = false;
let speed = 1;
let drawnAt = 0;
let proof = null;
/** Done when the proof of what is shown has come to an end. */
let checked = null;
/** Whether what is shown is being raced. */
let isRaced = false;

const lengthOf = (match) => ended(match) - match.begins;
const atEnd = () => at >= ended(shown.match);

function move(change) {
  isPlaying = change.isPlaying ?? isPlaying;
  at = Math.min(ended(shown.match), Math.max(shown.match.begins, change.at ?? at));
  ask();
}

/** Shows a match, from where it is or from its beginning. */
function show(match, viewer, flaw = null) {
  if (shown?.match !== match) {
    player.tellChanges([]);
    at = match.begins;
    isPlaying = true;
    [proof, checked] = [null, null];
    const isForeign = match.rules !== null && match.rules !== EDITION;
    if (isForeign) proof = { flaw: null, isForeign };
    else checked = new Promise((resolve) => {
      proveInSlices(logOf(seenAt(opened(match, null), match.ends).model.room), (found) => {
        resolve();
        if (shown?.match !== match) return;
        proof = flaw ? { ...found, flaw: { what: flaw } } : found;
        ask();
      });
    });
  }
  shown = opened(match, viewer);
  ask();
}

function close() {
  shown = null;
  isPlaying = false;
  history.replaceState(null, "", location.pathname);
  ask();
}

/** What races the match of a file against its ghosts; it is there before it is wanted. */
const bringGhosts = () => brought(null, () => import("./ghosts.mjs"));

/** Races the match that is shown, without a server. */
async function race() {
  const { match } = shown;
  move({ isPlaying: false });
  const [{ ghostRace }] = await Promise.all([bringGhosts(), checked]);
  if (isRaced || shown?.match !== match) return;
  if (proof?.isForeign || proof?.flaw) {
    player.tellUnraced(word(proof.flaw ? "ghost.untrue" : "replay.foreign"));
    return;
  }
  try {
    ghostRace(page, match, () => {
      isRaced = false;
      document.title = TITLE;
      ask();
    });
    isRaced = true;
    document.documentElement.classList.remove("big");
    document.title = `${word("app.race")} – chromatch`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    player.tellUnraced(word(`ghost.${error.code}`));
  }
}

async function open(file) {
  try {
    // A file that is too long is not read.
    const content = file.slice(0, FILE_MOST + 1);
    const { match, text, changes } = await readFile(
      new Uint8Array(await content.arrayBuffer()), inflated);
    const flaw = await flawOfFile(text);
    [source, index] = [text, null];
    show(match, null, flaw);
    opener.say(null);
    player.tellChanges(changes);
    bringGhosts();
  } catch (error) {
    // Files come from anywhere, and may be anything.
    const { code, message: at } = error;
    opener.say(error instanceof Refusal ? word(`file.${code}`, { at }) : word("replay.wrong"));
  }
}

/** Shows the match of the server that the address names, if it names one. */
async function follow() {
  const [, at] = /^#(\d{1,15})$/.exec(location.hash) ?? [];
  if (at === undefined) return;
  shown = null;
  opener.say(word("fetch.waiting", { at }));
  ask();
  try {
    const text = await fetchRecord(Number(at));
    const original = await fetchOriginal(text);
    if (location.hash !== `#${at}`) return;
    show(matchIn(text, original), null);
    [source, index] = [text, Number(at)];
    opener.say(null);
  } catch (error) {
    opener.say(word(error instanceof NoRecord ? error.message : "replay.wrong", { at }));
  }
}
addEventListener("hashchange", follow);

/** The screen of a watcher, or of the player whose eyes it is. */
function screenNow(model) {
  const usual = screenOf(model, at);
  if (usual !== "race" && usual !== "results") return "final";
  return shown.viewer === null ? "stage" : usual;
}

function draw(stamp) {
  const passed = stamp - drawnAt;
  drawnAt = stamp;
  if (isRaced) return false;
  if (!shown) {
    document.documentElement.classList.remove("big");
    page.replaceChildren(opener.root);
    return false;
  }
  // A viewer who comes back to the page after a while goes on where they left.
  if (isPlaying) at = Math.min(ended(shown.match), at + Math.min(passed, 100) * speed);
  if (atEnd()) isPlaying = false;
  shown = seenAt(shown, at);
  const { model } = shown;
  const { room } = model;
  const seen = { ...model, room: { ...room, match: { ...room.match, proof } } };
  const name = screenNow(model);
  document.documentElement.classList.toggle("big", name === "stage");
  if (stageRoot.firstChild !== screens[name].root) stageRoot.replaceChildren(screens[name].root);
  // Controls show where they were, and cannot be moved.
  stageRoot.inert = name === "race";
  if (page.firstChild !== stageRoot) page.replaceChildren(stageRoot, player.root);
  screens[name].draw(seen, at);
  const { match, viewer } = shown;
  player.draw({ match, index, viewer, at, length: lengthOf(match), isPlaying, speed, proof });
  return isPlaying;
}
const ask = frames(draw);

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer.files[0];
  if (file && !isRaced) open(file);
});
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !shown || isRaced) return;
  if (event.repeat && actsOnce(event.key, false)) return event.preventDefault();
  if (event.target.matches?.("input, select, button, a, td") && event.key !== "Escape") return;
  if (player.key(event)) event.preventDefault();
});

const played = takeMatch();
if (played) {
  source = played;
  show(matchIn(played), null, await flawOfFile(played));
} else ask();
follow();
