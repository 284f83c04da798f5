// Composes a race against the ghosts of a saved match, on this device alone: a session whose other
// side is a room here instead of a server, and the screens of the game. It comes when somebody
// wants to race, so no page waits for it.

import { rememberedProfile } from "./browser/memory.mjs";
import { at, now, Session } from "./browser/session.mjs";
import { originalOf } from "./core/ghosts/original.mjs";
import { GhostRoom } from "./core/ghosts/room.mjs";
import { actsOnce } from "./core/input/hand.mjs";
import { modelOf, screenOf } from "./core/session/model.mjs";
import { brought, frames, setStyle } from "./views/dom.mjs";
import { leavePart } from "./views/leave.mjs";
import { notice } from "./views/parts.mjs";
import { raceView } from "./views/race/race.mjs";
import { finalView } from "./views/results/final.mjs";
import { resultsView } from "./views/results/results.mjs";
import { word } from "./words.mjs";

/** A room counts whole milliseconds. */
const clock = () => Math.floor(now());

/** The way to a room on this device, as a session has one to a server. */
class Here {
  #room;
  #tell;
  #timer = 0;

  constructor(room, tell) {
    [this.#room, this.#tell] = [room, tell];
  }

  open() { this.#say(this.#room.open(clock())); }

  close() { clearTimeout(this.#timer); }

  /** Takes a message, as a way to a server does; nothing has to wait. */
  send(message) {
    this.#say(this.#room.take(message, clock()));
    return true;
  }

  /** Tells what comes of it, after what comes before it, and waits for what comes by itself. */
  #say(lines) {
    clearTimeout(this.#timer);
    if (lines.length > 0) {
      queueMicrotask(() => this.#tell({ kind: "lines", text: lines.join("\n") }));
    }
    const { deadline } = this.#room;
    if (deadline === null) return;
    const wait = Math.max(0, deadline - now());
    this.#timer = setTimeout(() => this.#say(this.#room.advance(clock())), wait);
  }
}

/** A session of the user's in a room with the ghosts of a match; `changed` is told its models. */
function sessionWith(original, changed) {
  const known = rememberedProfile(crypto.getRandomValues(new Uint8Array(1))[0]);
  const profile = { ...known, name: known.name ?? word("ghost.you"), depth: null };
  const room = new GhostRoom(original, profile);
  const { code } = original;
  return new Session({
    ...modelOf({ profile, secret: "00", want: { kind: "join", code } }),
    state: "online", me: room.me, inside: code,
  }, { changed }, (tell) => new Here(room, tell));
}

/**
 * Begins a race.
 *
 * @param page is where it is seen.
 * @param match as `kept.mjs` reads it, of which the proof has found no flaw.
 * @param left is told when the user has enough of it; nothing of it is there any more.
 * @throws Refusal why that match is not raced: `unfinished`, `today`, `nobody` or `untrue`.
 */
export function ghostRace(page, match, left) {
  const original = originalOf(match, now());
  let [ears, shown, isOver] = [null, null, false];
  const session = sessionWith(original, (model) => {
    ears?.hear(model);
    ask();
  });
  const act = (kind, fields = {}) => {
    if (kind === "home") return close();
    return session.take("at" in fields ? { kind, ...fields, at: at(fields.at) }
      : { kind, ...fields });
  };
  const note = [word("ghost.alone"), original.hasMoves ? "" : word("ghost.jumps")].join(" ").trim();
  const views = {
    race: raceView(act), results: resultsView(act), final: finalView(act, { note }),
  };
  const [news, leave] = [notice(), leavePart(act)];
  const ask = frames((stamp) => {
    const { model } = session;
    if (isOver || !model.room) return false;
    // What is drawn now is seen half a frame later.
    const moment = at(stamp) + 8;
    const name = screenOf(model, moment);
    if (name in views && name !== shown) {
      shown = name;
      page.replaceChildren(views[name].root, news.root, leave.root);
    }
    const isMoving = views[shown].draw(model, moment);
    setStyle(document.documentElement, "--tint", views[shown].tint?.(model, moment) ?? "#767676");
    leave.draw(model);
    return news.draw(model, moment) || isMoving;
  });
  const pressed = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.repeat && actsOnce(event.key, false)) return event.preventDefault();
    if (event.target.matches?.("button, a") && [" ", "Enter"].includes(event.key)) return;
    if (views[shown]?.key?.(event, at(event.timeStamp))) {
      event.preventDefault();
      ask();
    }
  };
  const seen = () =>
    session.model.room && session.take({ kind: "visible", isVisible: !document.hidden });
  const close = () => {
    isOver = true;
    removeEventListener("keydown", pressed);
    document.removeEventListener("visibilitychange", seen);
    session.close();
    // Nothing is heard of a race that was left.
    ears?.hear({ ...session.model, room: null });
    setStyle(document.documentElement, "--tint", "#767676");
    left();
  };
  addEventListener("keydown", pressed);
  document.addEventListener("visibilitychange", seen);
  if (session.model.profile.sound) {
    brought(null, () => import("./browser/sound.mjs")).then(({ Ears }) => {
      ears = isOver ? null : new Ears(now);
      ears?.hear(session.model);
    });
  }
  session.open();
}
