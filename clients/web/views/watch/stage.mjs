// One room for a hall full of people: all bars run into one field, readable at 8 m. A bar whose
// player locked at the target becomes one with it, under a headline with their name; after the bell
// the photo finish says who locked when, in hundredths.

import { nearness, swatchDifference, swatchOf } from "../../core/rules/modes.mjs";
import { GRACE, isGone } from "../../core/rules/scoring.mjs";
import { FRESH, isHidden, modeHere, roomTime, roundOf, screenOf }
  from "../../core/session/model.mjs";
import { isFloor } from "../../core/crowd/crowd.mjs";
import { amPresenting, personOf, targetOf } from "../../core/session/room.mjs";
import { lockOrder, standings, wasLocked } from "../../core/session/standings.mjs";
import { decimal, grouped, word } from "../../words.mjs";
import { countsOf, crowdPart } from "../crowd/stage.mjs";
import { setCounts } from "../crowd/counts.mjs";
import { endingPart } from "../crowd/ending.mjs";
import { keysPart } from "../crowd/keys.mjs";
import { countsText } from "../crowd/texts.mjs";
import { make, onChange, rowsOf, setClass, setHidden, setStyle, setText } from "../dom.mjs";
import { field } from "../field.mjs";
import { nameTag, stepper } from "../parts.mjs";
import { seriesText } from "../series.mjs";
import { roomTint, winnerTint } from "../tint.mjs";
import { goneText, seamPart } from "../vanish.mjs";
import { lobbyPart, podiumPart } from "./lobby.mjs";

/** A player's bar, and how near they are. */
function band() {
  const name = nameTag();
  const bar = field("bar", {}, "i");
  const end = field("end", {}, "i");
  const number = make("span", { class: "num" });
  const run = make("span", { class: "run" }, bar.root, end.root);
  const seam = seamPart(run);
  const root = make("li", {}, name.root, run, number);
  return {
    root,
    draw({ person, near, colors, target, isIn, points, from, gone }, turn) {
      seam.draw(gone?.key ?? null);
      name.draw(person);
      bar.draw(colors);
      end.draw(target);
      setStyle(root, "--n", isIn ? "1" : String(near / 100));
      setText(number, points ?? (isIn ? word("race.in") : colors ? String(near) : ""));
      // By how many rows it comes from where it was; the style sheet moves it.
      setStyle(root, "--from", String(from));
      setClass(root, "even", from !== 0 && turn % 2 === 0);
      setClass(root, "odd", from !== 0 && turn % 2 === 1);
      setClass(number, "flies", points?.startsWith("+") === true);
      setClass(root, "in", isIn);
    },
  };
}

/** Where somebody locked, after the first one. */
function flag() {
  const name = nameTag();
  const after = make("span");
  const hundredths = new Intl.NumberFormat(document.documentElement.lang, {
    minimumFractionDigits: 2, maximumFractionDigits: 2,
  });
  const root = make("span", { class: "flag" }, name.root, after);
  return {
    root,
    draw({ person, behind }) {
      name.draw(person);
      setText(after, `+${hundredths.format(behind / 1000)}`);
      setStyle(root, "--x", String(Math.min(1, behind / GRACE)));
    },
  };
}

/** The seconds after the bell. */
function photoPart() {
  const flags = make("div", { class: "flags" });
  const drawFlags = rowsOf(flags, flag);
  const line = make("i", { class: "nowline" });
  const ticks = [0, 1, 2, 3].map((second) => {
    const tick = make("span", { class: "tk" }, second === 0 ? word("race.bell")
      : `+${word("after.time", { seconds: second })}`);
    tick.style.setProperty("--x", String(second / 3));
    return tick;
  });
  const leaders = make("div", { class: "leaders" });
  const drawLeaders = rowsOf(leaders, () => {
    const name = make("b", { class: "live", dir: "auto" });
    const [place, total] = [make("span"), make("span")];
    return { root: make("span", {}, place, " ", name, " ", total), place, name, total };
  });
  const ruler = make("div", { class: "ruler" }, line, flags, ...ticks);
  const root = make(
    "footer", { class: "photo" }, make("h2", {}, word("stage.photo")), ruler, leaders);
  return {
    root,
    draw(model, now) {
      const { room } = model;
      const round = roundOf(model);
      const order = round ? lockOrder(round) : [];
      setClass(root, "quiet", !round?.hasRung);
      drawFlags(order, (who) => who, (part, who) => part.draw({
        person: personOf(room, who), behind: round.locks[who].t - round.locks[order[0]].t,
      }));
      const gone = round?.hasRung ? roomTime(model, now) - (round.closes - GRACE) : 0;
      setStyle(line, "--x", String(Math.min(1, Math.max(0, gone / GRACE))));
      drawLeaders(standings(room.match).slice(0, 3), ({ who }) => who, (part, standing) => {
        setText(part.place, String(standing.place));
        setText(part.name, personOf(room, standing.who)?.name ?? "");
        setText(part.total, grouped(standing.total));
      });
    },
  };
}

/** The last position of somebody who has locked follows within so many milliseconds. */
const SETTLED = 100;

/** Whose color has become the target's, as far as the hall may see: when, and by how much. */
function goneOf(model, who, target, colors, now) {
  const { match } = model.room;
  const { round } = match;
  const mode = modeHere(model);
  const result = match.results.at(-1);
  const lock = round?.locks[who];
  const of = (number, apart, time) => isGone(mode, apart)
    ? { key: `${match.number} ${number}`, text: goneText(apart, time) } : null;
  if (round) {
    const isSettled = lock && roomTime(model, now) >= round.opens + lock.t + SETTLED;
    return isSettled && target && colors
      ? of(round.round, swatchDifference(colors, target), lock.t) : null;
  }
  const score = result?.scores.find((item) => item.who === who);
  return score ? of(result.round, score.de, wasLocked(match, result, score) ? score.t : null)
    : null;
}

/** What is left of a round, or until the next one opens; with the bell, once it has rung. */
export function clockPart() {
  const [what, time] = [make("span"), make("b")];
  return {
    root: make("p", { class: "stage-clock live", role: "timer" }, what, time),
    draw(model, now) {
      const { match } = model.room;
      const round = roundOf(model);
      const moment = roomTime(model, now);
      const isOpen = round !== null && moment >= round.opens;
      const end = isOpen ? round.closes : round?.opens ?? match?.opens ?? moment;
      const left = Math.max(0, end - moment) / 1000;
      setText(time, isOpen ? decimal(left) : String(Math.ceil(left)));
      const isPause = !isOpen && match?.results.length > 0 && !match.isOver;
      setHidden(what, !round?.hasRung && !isPause);
      setText(what, word(isPause ? "stage.next" : "race.bell"));
    },
  };
}

/** Which round it is, of how many. */
export function roundText(model) {
  const { match } = model.room;
  const round = roundOf(model);
  const n = round?.round ?? Math.max(1, match.results.length);
  const of = round?.of ?? match.settings.rounds;
  return of === 0 ? word("race.endless", { n }) : word("race.round", { n, of });
}

/** The newest of those who are one with the target, for a while. */
function headlinePart(name, about) {
  const since = new Map();
  return {
    draw(bars, now, usual) {
      for (const { who, gone } of bars) {
        if (!gone) since.delete(who);
        else if (!since.has(who)) since.set(who, now);
      }
      const [newest] = bars.filter(({ who, gone }) => gone && now - since.get(who) < FRESH)
        .toSorted((one, other) => since.get(other.who) - since.get(one.who));
      setText(name, newest?.person?.name ?? usual[0]);
      setText(about, newest ? newest.gone.text : usual[1]);
      setClass(about, "told", newest !== undefined);
    },
  };
}

/** Everybody's bar in a round that is open, or as the last one ended. */
function standingsOf(model, isOpen, isSeen, isAdded, now) {
  const { room } = model;
  const { match } = room;
  const { round } = match;
  const mode = modeHere(model);
  const last = match.results.at(-1);
  const isOver = round === null && last !== undefined;
  const target = isSeen ? targetOf(round) : isOver ? last.target : null;
  const bars = match.players.map((who, seat) => {
    const score = isOver ? last.scores.find((item) => item.who === who) : null;
    const guess = score ? swatchOf(mode, score.v, last.tiles) : null;
    const move = isOpen ? round.moves[who] : null;
    const lock = round?.locks[who] ?? null;
    const colors = move?.colors ?? guess;
    return {
      who, person: personOf(room, who), target, seat, points: null, lockedAt: lock?.t ?? Infinity,
      colors, isIn: lock !== null, gone: goneOf(model, who, target, colors, now),
      near: move?.near ?? (guess && target ? nearness(mode, guess, target) : 0),
    };
  });
  if (!isOver) {
    return bars.sort((one, other) => one.lockedAt - other.lockedAt || one.seat - other.seat);
  }
  // First what the round gave, in the order of before; then everyone's points, in the new order.
  const given = (who) => last.scores.find((score) => score.who === who) ?? null;
  const worth = ({ who }) => {
    const score = given(who);
    return (score?.total ?? 0) - (isAdded ? 0 : score?.points ?? 0);
  };
  for (const bar of bars) {
    const score = given(bar.who);
    bar.points = isAdded ? grouped(score?.total ?? 0) : `+${score?.points ?? 0}`;
  }
  return bars.sort((one, other) => worth(other) - worth(one) || one.seat - other.seat);
}

/** How long the points of a round fly before the rows overtake, in milliseconds. */
const FLIGHT = 1500;
/** How long the podium and then the mosaic stand after a match, in milliseconds. */
const [PODIUM, MOSAIC] = [15_000, 30_000];

/** The whole screen. */
export function stageView(act) {
  const steps = stepper();
  const [name, about, code, crowd] =
    [make("h1"), make("p"), make("b", { class: "live" }), make("p")];
  const clock = clockPart();
  const list = make("ol", { class: "stage" });
  const drawBars = rowsOf(list, band);
  const photo = photoPart();
  const head = make(
    "header", { class: "stop" }, make("div", {}, name, about), clock.root,
    make("div", { class: "right" }, code, crowd));
  const [lobby, podium, headline] = [lobbyPart(), podiumPart(), headlinePart(name, about)];
  const arena = make("main", { class: "arena" }, list);
  const [hall, ending, keys] = [crowdPart(), endingPart(), keysPart(act)];
  const root = make("div", { class: "page staging" });
  const put = (...parts) => onChange(root, "part", parts.at(-1), () =>
    root.replaceChildren(...parts, ...keys.over, keys.root));
  let [places, turn, since] = [new Map(), 0, 0];
  return {
    root,
    tint(model, now) {
      const screen = screenOf(model, now);
      if (screen === "final") return winnerTint(model);
      return screen === "room" ? roomTint(model) : null;
    },
    key(event) {
      if (event.key === "f") document.documentElement.requestFullscreen();
      if (event.key === "d") document.documentElement.classList.toggle("dark");
      return keys.key(event);
    },
    /** Whether the stage, and not the mosaic, is what is to be seen; a presenter's is no stage. */
    shows({ finalAt, room }, name, now, isOnStage) {
      if (!isOnStage) {
        return room !== null && amPresenting(room) && ["race", "results", "final"].includes(name);
      }
      if (name === "final") {
        return isFloor(room.match) || now < finalAt + PODIUM || now > finalAt + PODIUM + MOSAIC;
      }
      return ["room", "race", "results"].includes(name);
    },
    draw(model, now) {
      keys.draw(model, now);
      const screen = screenOf(model, now);
      const isEnded = screen === "final";
      if (isEnded && isFloor(model.room.match)
        && (amPresenting(model.room) || now < model.finalAt + PODIUM + MOSAIC)) {
        put(steps.root, ending.root);
        steps.draw(model, now);
        ending.draw(model, now);
        return true;
      }
      const isEnding = isEnded && (amPresenting(model.room) || now < model.finalAt + PODIUM);
      if (isEnding) {
        put(podium.root);
        podium.draw(model, now);
        return true;
      }
      if (screen === "room" || screen === "final") {
        put(lobby.root);
        lobby.draw(model, now);
        return true;
      }
      const { room } = model;
      const isCrowded = hall.isFor(room);
      put(steps.root, head, ...isCrowded ? [hall.root] : [arena, photo.root]);
      const { match } = room;
      const round = roundOf(model);
      const moment = roomTime(model, now);
      const isOpen = round !== null && moment >= round.opens;
      steps.draw(model, now);
      setText(code, room.code);
      const later = room.settings.delay;
      const live = later > 0 ? word("stage.later", { n: later }) : word("stage.live");
      const counts = isCrowded ? countsOf(match) : null;
      setCounts(crowd, counts ? countsText(counts)
        : `${word("hall.watching", { n: room.watchers })}, ${live}`);
      clock.draw(model, now);
      const isSeen = isOpen && !isHidden(model, now);
      onChange(root, "results", match.results.length, () => { since = now; });
      const standing = standingsOf(model, isOpen, isSeen, now - since > FLIGHT, now);
      const facts = [seriesText(room), roundText(model), word(`mode.${match.settings.mode}`)];
      if (isCrowded) hall.draw(model, isOpen, isSeen, now);
      headline.draw(standing, now, [room.settings.name, facts.filter(Boolean).join(", ")]);
      const order = standing.map(({ who }) => who);
      onChange(root, "order", order.join(" "), () => {
        turn += 1;
        const was = places;
        places = new Map(order.map((who, at) =>
          [who, { at, from: (was.get(who)?.at ?? at) - at }]));
      });
      drawBars(standing, ({ seat }) => seat, (part, bar) =>
        part.draw({ ...bar, from: round ? 0 : places.get(bar.who).from }, turn));
      photo.draw(model, now);
      return true;
    },
  };
}
