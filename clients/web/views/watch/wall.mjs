// Every room at once: a tile each, with its clock, its target and everybody's bar.

import { nearness, swatchOf } from "../../core/rules/modes.mjs";
import { isHidden, modeHere, roomTime, roundOf } from "../../core/session/model.mjs";
import { personOf, targetOf } from "../../core/session/room.mjs";
import { standings } from "../../core/session/standings.mjs";
import { decimal, grouped, word } from "../../words.mjs";
import { make, rowsOf, setAttribute, setClass, setHidden, setStyle, setText } from "../dom.mjs";
import { field } from "../field.mjs";
import { badge, figure, mark, stepper } from "../parts.mjs";

/** How many columns so many tiles stand in. */
const columnsOf = (count) => Math.min(4, Math.max(1, Math.ceil(Math.sqrt(count))));

/** A player's bar. */
function barPart() {
  const bar = field("bar", {}, "i");
  const root = make("li", { class: "run" }, bar.root);
  return {
    root,
    draw({ colors, near }) {
      bar.draw(colors);
      setStyle(root, "--n", String(near / 100));
    },
  };
}

/** A seat in a waiting room: a badge, edged in white once its player is ready, or a frame. */
function seatPart() {
  const face = badge();
  return {
    root: face.root,
    draw(seat) {
      if (seat) face.draw(seat);
      setClass(face.root, "hollow", seat === null);
      setClass(face.root, "ready", seat?.isReady ?? false);
    },
  };
}

/** One of the first three, below the bars. */
function firstPart() {
  const shape = figure();
  const text = make("span");
  const root = make("span", {}, shape.root, " ", text);
  return {
    root,
    draw({ person, note, isFirst }) {
      shape.draw(person?.icon ?? "diamond");
      setText(text, `\u2068${person?.name ?? ""}\u2069 ${note}`);
      setClass(root, "live", isFirst);
    },
  };
}

/** Everybody's bar as it stands: in the open round, or as the last one ended. Tiles are shown. */
function barsOf(model, isOpen) {
  const { match } = model.room;
  const mode = modeHere(model);
  if (isOpen && mode.hasTiles) {
    return match.round.tiles.map((color, at) => ({ who: at, colors: [color], near: 100 }));
  }
  const last = match.results.at(-1);
  return match.players.map((who) => {
    const move = isOpen ? match.round.moves[who] : null;
    if (isOpen) {
      const near = who in match.round.locks ? 100 : move?.near ?? 0;
      return { who, colors: move?.colors ?? null, near };
    }
    const score = last?.scores.find((item) => item.who === who);
    const colors = score ? swatchOf(mode, score.v, last.tiles) : null;
    return { who, colors, near: colors && last.target ? nearness(mode, colors, last.target) : 0 };
  });
}

/** Who is ahead: in the open round, or in the match; before one, the players on the seats. */
function bestOf({ room }, isOpen) {
  const { match } = room;
  if (!match) return room.seats.map(({ who }) => ({ who, note: "" }));
  if (!isOpen) return standings(match).map(({ who, total }) => ({ who, note: grouped(total) }));
  const { locks, moves } = match.round;
  const near = (who) => (who in locks ? 101 : moves[who]?.near ?? 0);
  const note = (who) => (who in locks ? word("race.in") : moves[who]?.near ?? "");
  return match.players.toSorted((one, other) => near(other) - near(one))
    .map((who) => ({ who, note: note(who) }));
}

/** A room's tile. */
export function tileView() {
  const [name, about] = [make("bdi", { class: "live" }), make("span")];
  const time = make("b", { class: "tick live" });
  const steps = stepper();
  const bars = make("ol", { class: "bars" });
  const drawBars = rowsOf(bars, barPart);
  const seats = make("div", { class: "waiting", role: "img" });
  const drawSeats = rowsOf(seats, seatPart);
  const target = field("goal", {}, "i");
  const firsts = make("span", { class: "three" });
  const drawFirsts = rowsOf(firsts, firstPart);
  const code = make("b");
  const root = make(
    "a", { class: "rm" }, make("h2", {}, name, about, time), steps.root,
    make("div", { class: "sight" }, bars, target.root, seats),
    make("span", { class: "firsts" }, firsts, code));
  return {
    root,
    draw(model, now) {
      const { room } = model;
      setHidden(root, room === null);
      if (!room) return;
      const { match, settings } = room;
      const round = roundOf(model);
      const moment = roomTime(model, now);
      const isOpen = round !== null && moment >= round.opens;
      setAttribute(root, "href", `/#${room.code}/stage`);
      setText(name, settings.name);
      setText(code, room.code);
      const n = round?.round ?? match?.results.length ?? 0;
      const of = match && (round?.of ?? match.settings.rounds);
      const stage = match === null ? word("room.waiting") : of ? `${n}/${of}` : n;
      setText(about, `${word(`mode.${settings.mode}`)} ${stage}`);
      steps.draw(model, now);
      const end = isOpen ? round.closes : round?.opens ?? match?.opens ?? moment;
      const left = Math.max(0, end - moment) / 1000;
      setText(time, left === 0 ? "" : isOpen ? decimal(left) : String(Math.ceil(left)));
      setClass(root, "stale", model.state !== "online");
      const isSeen = isOpen && !isHidden(model, now);
      const goal = isSeen ? targetOf(round) : match?.round ? null : match?.results.at(-1)?.target;
      target.draw(goal ?? null);
      const shown = match ? barsOf(model, isOpen) : [];
      const hasTiles = isOpen && modeHere(model).hasTiles;
      setClass(bars, "tiled", hasTiles);
      setStyle(bars, "--columns", String(columnsOf(shown.length)));
      drawBars(shown, ({ who }) => who, (part, bar) => part.draw(bar));
      setHidden(seats, match !== null);
      if (!match) {
        const taken = { n: room.seats.length, of: settings.seats };
        setAttribute(seats, "aria-label", word("room.taken", taken));
        drawSeats(Array.from({ length: settings.seats }, (_, at) => room.seats[at] ?? null),
          (_, at) => at, (part, seat) => part.draw(seat));
      }
      drawFirsts(bestOf(model, isOpen).slice(0, 3), ({ who }) => who, (part, { who, note }, at) =>
        part.draw({ person: personOf(room, who), note, isFirst: at === 0 }));
    },
  };
}

/** The whole screen; `draw` takes the rooms' models and those of the list. */
export function wallView() {
  const count = make("span", { class: "push" });
  const place = make("b", { class: "live" });
  const grid = make("main", { class: "wall" });
  const drawTiles = rowsOf(grid, tileView);
  const head = make(
    "header", { class: "wtop" },
    make("a", { class: "brand", href: "/" }, mark(), make("span", {}, "chromatch")), count, place);
  return {
    root: make("div", { class: "page staging" }, head, grid),
    draw(models, listings, address, now) {
      const sum = (key) => listings.reduce((total, room) => total + room[key], 0);
      const people = sum("taken") - sum("bots");
      const rooms = word("home.rooms", { n: listings.length });
      const crowd = people > 0 ? [word("home.count", { n: people })] : [];
      setText(count, listings.length > 0 ? [rooms, ...crowd].join(", ") : word("home.none"));
      setText(place, address);
      const shown = models.filter(({ room }) => room !== null);
      setStyle(grid, "--columns", String(columnsOf(shown.length)));
      drawTiles(shown, ({ room }) => room.code, (part, model) => part.draw(model, now));
    },
  };
}
