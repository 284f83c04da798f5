// A stage before its match and after it, for a projector: a square that the last row can scan, the
// figures of those who have come, and who stands on the podium at the end.

import { roomTime } from "../../core/session/model.mjs";
import { personOf } from "../../core/session/room.mjs";
import { awaited, standings } from "../../core/session/standings.mjs";
import { word } from "../../words.mjs";
import { standingText } from "../crowd/texts.mjs";
import { brought, make, rowsOf, setClass, setHidden, setStyle, setText } from "../dom.mjs";
import { badge } from "../parts.mjs";
import { squarePart } from "../room/invite.mjs";
import { championText, seriesPart } from "../series.mjs";

/** Somebody who has come; it pops in, and has a frame once they are ready. */
function guestPart() {
  const face = badge();
  const name = make("bdi");
  return {
    root: make("li", {}, face.root, name),
    draw(seat) {
      face.draw(seat);
      setText(name, seat.name);
      setClass(face.root, "ready", seat.isReady);
    },
  };
}

/** Who is waited for, or when it begins. */
export function stateOf({ room }, moment) {
  const { host, startsAt } = room;
  if (startsAt != null) {
    return word("hall.starts", { n: Math.max(0, Math.ceil((startsAt - moment) / 1000)) });
  }
  const there = awaited(room);
  const ready = there.filter(({ isReady }) => isReady).length;
  const missing = there.filter(({ isReady }) => !isReady);
  const starter = missing.find(({ who }) => who === host);
  return missing.length === 1 && ready > 0 && starter
    ? word("stage.waits", { name: starter.name })
    : word("stage.ready", { n: ready, of: there.length });
}

/** For somebody who streams: the form of an overlay, once it is opened. */
function streamPart() {
  const root = make("details", { class: "stream" }, make("summary", {}, word("overlay.title")));
  let code = null;
  let form = null;
  root.addEventListener("toggle", async () => {
    if (!root.open) return;
    const { overlayForm } = await brought("watch/overlay", () => import("./overlay.mjs"));
    form?.remove();
    root.append(form = overlayForm(code));
  });
  return { root, draw: (room) => { ({ code } = room); } };
}

/** How one comes in, and who has come. */
export function lobbyPart() {
  const square = squarePart();
  const [code, place, name, state] =
    [make("p", { class: "code live" }), make("p"), make("h1"), make("p", { class: "live" })];
  const list = make("ul", { class: "guests" });
  const drawGuests = rowsOf(list, guestPart);
  const empty = make("p", { class: "first" }, word("stage.first"));
  const [series, stream] = [seriesPart(null), streamPart()];
  const here = make("b", { class: "live" });
  const floor = make("div", { class: "floor" }, here, make("p", {}, word("present.floor")));
  return {
    root: make(
      "main", { class: "lobby" },
      make("section", {}, square.root, code, place),
      make("section", {}, name, series.root, list, floor, empty, state, stream.root)),
    draw(model, now) {
      const { room } = model;
      square.draw(`${location.origin}/#${room.code}`);
      setText(code, room.code);
      setText(place, location.host);
      setText(name, room.settings.name);
      stream.draw(room);
      drawGuests(room.seats, ({ who }) => who, (part, seat) => part.draw(seat));
      const isFloor = room.settings.seats === 0;
      setHidden(empty, isFloor || room.seats.length > 0);
      setHidden(floor, !isFloor);
      // This screen looks on, too, and so does the presenter.
      setText(here, word("present.here", { n: Math.max(0, room.watchers - 2) }));
      const isTold = series.draw(model, now, false);
      setText(state, room.seats.length > 0 && !isTold ? stateOf(model, roomTime(model, now)) : "");
    },
  };
}

/** A step of the podium. */
function stepPart() {
  const face = badge();
  const [name, total, place] = [make("bdi", { class: "live" }), make("span"), make("b")];
  const root = make("li", {}, face.root, name, total, place);
  return {
    root,
    draw({ person, standing }) {
      if (person) face.draw(person);
      setText(name, person?.name ?? word("who.nobody"));
      setText(total, word("final.points", { n: standing.total }));
      setText(place, String(standing.place));
      setStyle(root, "--place", String(standing.place));
      setStyle(root, "--c", person?.color ?? "transparent");
    },
  };
}

/** The first three, the winner in the middle, and everybody else in a row below. */
export function podiumPart() {
  const [steps, others] = [make("ol", { class: "podium" }), make("p", { class: "others" })];
  const [champion, series] = [make("h1", { class: "champion live" }), seriesPart(null)];
  const drawSteps = rowsOf(steps, stepPart);
  return {
    root: make("main", { class: "ending" }, champion, steps, others, series.root),
    draw(model, now) {
      const { room } = model;
      const text = championText(room, null);
      setText(champion, text);
      setHidden(champion, text === "");
      series.draw(model, now, true);
      const all = standings(room.match)
        .map((standing) => ({ standing, person: personOf(room, standing.who) }));
      const [first, second, third] = all;
      drawSteps([second, first, third].filter(Boolean), ({ standing }) => standing.who,
        (part, item) => part.draw(item));
      setText(others, standingText(room, 3));
    },
  };
}
