// Composes the wall: one session that lists the rooms, and one more in each of at most twelve, all
// of them dropped while nobody looks.

import { at, Session } from "./browser/session.mjs";
import { hexOfBytes } from "./core/crypto/hashing.mjs";
import { modelOf, NOWHERE } from "./core/session/model.mjs";
import { speakLater } from "./languages.mjs";
import { frames } from "./views/dom.mjs";
import { wallView } from "./views/watch/wall.mjs";
import { word } from "./words.mjs";

/** How many rooms are looked on in at once. */
const ROOMS = 12;

await speakLater();
document.title = `${word("home.wall")} – chromatch`;

const view = wallView();
document.getElementById("page").append(view.root);
document.documentElement.classList.add("big");

const sessions = new Map();

/** A session that goes to a room, or nowhere to list them. */
function begun(want, changed) {
  const profile = { name: null, icon: null, color: null, depth: null };
  const secret = hexOfBytes(crypto.getRandomValues(new Uint8Array(32)));
  const session = new Session(modelOf({ profile, secret, want }), { changed });
  session.take({ kind: "begin" });
  return session;
}

/**
 * The rooms most worth seeing: those that play, then those with the most people. Nobody looks on
 * where the day's colors are shown.
 */
const best = (listings) => listings.filter(({ pass, mode }) => !pass && mode !== "daily")
  .toSorted((one, other) => rank(other) - rank(one)).slice(0, ROOMS).map(({ room }) => room);
const rank = ({ state, taken }) => (state === "playing" ? 100 : 0) + taken;

/** Looks on in these rooms and no others. */
function want(codes) {
  for (const [code, session] of sessions) {
    if (codes.includes(code) && session.model.want.kind === "watch") continue;
    session.close();
    sessions.delete(code);
  }
  for (const code of codes) {
    if (!sessions.has(code)) {
      sessions.set(code, begun({ kind: "watch", code, pass: null }, () => ask()));
    }
  }
}

const ask = frames((stamp) => {
  const models = [...sessions.values()].map(({ model }) => model);
  view.draw(models, list.model.listings ?? [], location.host, at(stamp) + 8);
  return models.some(({ room }) => room?.match && !room.match.isOver);
});

const list = begun(NOWHERE, (model, before) => {
  if (model.listings !== before.listings) want(best(model.listings));
  if (model.state === "hidden") want([]);
  ask();
});

document.addEventListener("visibilitychange", () =>
  list.take({ kind: "visible", isVisible: !document.hidden }));
addEventListener("online", () => list.take({ kind: "online" }));
addEventListener("keydown", ({ key, repeat }) => {
  if (repeat) return;
  if (key === "f") document.documentElement.requestFullscreen();
  if (key === "d") document.documentElement.classList.toggle("dark");
});
