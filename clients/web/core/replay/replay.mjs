// A kept match as somebody saw it, at any of its moments: the model of a browser that heard its
// lines then. Its local clock is the match's own, so views draw it as if it were now. It reads no
// clock. Invariant: the same match, viewer and moment give the same model, whatever came before.

import { modes, nearness, swatchOf } from "../rules/modes.mjs";
import { LAST_LOOK } from "../session/hearing.mjs";
import { modelOf } from "../session/model.mjs";
import { isRacing, targetOf } from "../session/room.mjs";
import { update } from "../session/update.mjs";
import { write } from "../wire.mjs";

const NOBODY = { name: null, icon: null, color: null, depth: null };

/**
 * What is seen before anything has happened.
 *
 * @param viewer whose eyes it is seen with, or null for somebody who looks on.
 */
export function opened(match, viewer) {
  const role = viewer ? "player" : "watcher";
  const model = {
    ...modelOf({ profile: NOBODY, secret: "00", want: { kind: "home" } }),
    state: "online", me: viewer, inside: match.code,
    want: { kind: viewer ? "join" : "watch", code: match.code },
  };
  const lines = [`IN room=${match.code} role=${role} n=${match.first - 1}`, ...match.picture];
  return { match, viewer, next: 0, model: told(model, lines.join("\n"), match.begins) };
}

/** What is seen at a moment, of what was seen at another. */
export function seenAt(shown, at) {
  const { match, viewer } = shown;
  const isBack = shown.next > 0 && match.beats[shown.next - 1].at > at;
  let { model, next } = isBack ? opened(match, viewer) : shown;
  for (; next < match.beats.length && match.beats[next].at <= at; next++) {
    model = happened(model, match.beats[next], viewer);
  }
  return { ...shown, model, next };
}

/** When there is nothing more to see: the last result has been looked at, and the whole match. */
export const ended = ({ ends }) => ends + LAST_LOOK + 1000;

/** The moment of the next beat, or of the one before, seen from a moment; null without one. */
export function neighbor({ beats }, at, isForward) {
  const found = isForward ? beats.find((beat) => beat.at > at)
    : beats.findLast((beat) => beat.at < at);
  return found?.at ?? null;
}

/** When the next round opened, or the one before, seen from a moment; else an end of the match. */
export function neighborRound({ rounds, begins, ends }, at, isForward) {
  if (isForward) return rounds.find((opens) => opens > at) ?? ends;
  return rounds.findLast((opens) => opens < at) ?? begins;
}

/** Nothing that a model wishes is fulfilled: there is no server. */
const told = (model, text, now) => update(model, { kind: "lines", text }, now)[0];

function happened(model, { at, line, deed }, viewer) {
  if (line !== null) return told(model, line, at);
  const isOwn = deed.by === viewer && model.sliders !== null;
  const next = isOwn ? { ...model, sliders: { ...model.sliders, guess: deed.v } } : model;
  const move = moveOf(model.room, deed);
  return move ? told(next, write("server", move), at) : next;
}

/** What others saw of it, where they saw anything: as the server tells it. */
function moveOf(room, { by, v }) {
  const match = room?.match;
  if (!match) return null;
  const mode = modes.get(match.settings.mode);
  if (mode.isSecret || !match.round || !isRacing(match, by)) return null;
  const colors = swatchOf(mode, v, match.round.tiles);
  if (!colors) return null;
  const near = nearness(mode, colors, targetOf(match.round));
  return { said: "MOVE", who: by, near, color: colors[0], to: colors[1] };
}
