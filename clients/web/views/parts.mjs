// Pieces that several screens share: the mark, the stepper of rounds with its clock, the pair,
// figures, badges, lanes, and the sentence that comes and goes.

import { between, channelsOf, hexOf, labOf } from "../core/color/color.mjs";
import { modes } from "../core/rules/modes.mjs";
import { moveOf, roomTime, roundOf } from "../core/session/model.mjs";
import { personOf, seatOf, targetOf } from "../core/session/room.mjs";
import { isWord, word } from "../words.mjs";
import {
  brought, make, makeSVG, onChange, rowsOf, setAttribute, setClass, setHidden, setStyle, setText,
} from "./dom.mjs";
import { field } from "./field.mjs";

const drawings = brought(null, () => import("./drawings.mjs"));

export const mark = () => make("span", { class: "mark", "aria-hidden": "true" });

/** A button; `kind` is `go` for white, `do` for black, `txt` for underlined. */
export const button = (kind, text, click, attributes = {}) =>
  make("button", { class: kind, type: "button", click, ...attributes }, text);

/** A figure that can be changed; `draw` takes its name. */
export function figure(name = null) {
  const path = makeSVG("path");
  const root = makeSVG("svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
  const draw = (shown) =>
    onChange(path, "figure", shown, async () =>
      path.setAttribute("d", (await drawings).DRAWINGS[shown]));
  if (name) draw(name);
  return { root, draw };
}

/** A player's figure on their color. */
export function badge() {
  const shape = figure();
  const root = make("span", { class: "badge" }, shape.root);
  const draw = ({ icon, color }) => {
    shape.draw(icon);
    setStyle(root, "--c", color);
    const isLight = labOf(channelsOf(color))[0] > 55;
    setClass(root, "k", isLight);
    setClass(root, "w", !isLight);
  };
  return { root, draw };
}

/** A player's figure and name, in ink; style sheets know a ghost by it. */
export function nameTag() {
  const shape = figure();
  const name = make("bdi");
  const bot = make("small");
  const root = make("span", { class: "who" }, shape.root, name, bot);
  const draw = (person) => {
    shape.draw(person?.icon ?? "diamond");
    setText(name, person?.name ?? word("who.nobody"));
    const isGhost = person?.ghost === true;
    setText(bot, word(isGhost ? "hall.ghost" : "hall.bot"));
    setHidden(bot, !person?.bot);
    setClass(root, "ghost", isGhost);
  };
  return { root, draw };
}

const middle = (one, other) => hexOf(between(channelsOf(one), channelsOf(other), 1, 2));

/** How many rounds the stepper shows of a match without a last one. */
const SHOWN = 10;

/** The targets of rounds that are over, run into each other; what is left of the present one. */
export function stepper() {
  const root = make("div", { class: "steps", role: "img" });
  const draw = rowsOf(root, () => ({ root: make("i") }));
  return {
    root,
    draw(model, now) {
      const { match, settings } = model.room;
      const results = match?.results ?? [];
      const isEndless = modes.get((match?.settings ?? settings).mode).lives !== null;
      const { rounds } = match?.settings ?? settings;
      const of = isEndless ? Math.max(SHOWN, results.length + 1) : rounds;
      const colors = results.map(({ target }) => target?.[0] ?? "#bcbcbc");
      const round = roundOf(model);
      const left = round ? share(roomTime(model, now), round) : null;
      draw(Array.from({ length: of }), (_, at) => at, ({ root: step }, _, at) => {
        const isDone = at < colors.length;
        const isNow = at === colors.length && left !== null;
        setAttribute(step, "class", isDone ? "done" : isNow ? "now" : "todo");
        if (isNow) setStyle(step, "--p", `${left}%`);
        if (!isDone) return;
        const color = colors[at];
        setStyle(step, "--a", at > 0 ? middle(colors[at - 1], color) : color);
        setStyle(step, "--c", color);
        setStyle(step, "--z", at + 1 < colors.length ? middle(color, colors[at + 1]) : color);
      });
      const n = Math.min(colors.length + (round ? 1 : 0), of);
      const text = isEndless ? word("race.endless", { n }) : word("race.round", { n, of });
      setAttribute(root, "aria-label", text);
    },
  };
}

/** What is left of a round, in tenths of a percent. */
const share = (moment, { opens, closes }) =>
  Math.round(1000 * Math.min(1, Math.max(0, (closes - moment) / (closes - opens)))) / 10;

/** The two halves that touch, the target's and one's own. */
export function pair() {
  const hidden = make("p", {}, word("race.memory"));
  const target = field("half", { role: "img" });
  const yours = field("half", { role: "img", "aria-label": word("race.yours") });
  target.root.append(hidden);
  const root = make("div", { class: "pair" }, target.root, yours.root);
  return {
    root,
    draw(colors, own, isHidden = false) {
      target.draw(isHidden ? null : colors);
      yours.draw(own);
      setHidden(hidden, !isHidden);
      setAttribute(target.root, "aria-label", word(isHidden ? "race.hidden" : "race.target"));
    },
  };
}

/** Somebody's lane: as long as they are near, as colored as their guess, ending at the target. */
export function lane() {
  const name = nameTag();
  const bar = field("bar", {}, "i");
  const end = field("end", {}, "i");
  const near = make("span", { class: "near" });
  const run = make("span", { class: "run" }, bar.root, end.root);
  const root = make("li", { class: "lane" }, name.root, run, near);
  return {
    root,
    draw({ person, move, target, isMe, isIn, isOut, said }) {
      name.draw(person);
      bar.draw(move?.colors ?? null);
      end.draw(target);
      setStyle(root, "--n", isIn ? "1" : String((move?.near ?? 0) / 100));
      const how = isIn ? word("race.in") : isOut ? word("race.out") : String(move?.near ?? "");
      setText(near, said ?? how);
      setClass(root, "me", isMe);
    },
  };
}

/** Everybody's lanes in seat order. */
export function lanes() {
  const root = make("ol", { class: "lanes", "aria-label": word("race.lanes") });
  const draw = rowsOf(root, lane);
  return {
    root,
    draw(model, isOpen) {
      const { room } = model;
      const { match } = room;
      const { round } = match;
      setClass(root, "stale", model.state !== "online");
      draw(match.players, (who) => who, (part, who) => {
        part.draw({
          person: personOf(room, who), target: round && isOpen ? targetOf(round) : null,
          isMe: who === model.me, move: isOpen ? moveOf(model, who) : null,
          isIn: round !== null && who in round.locks,
          isOut: who in match.gone || !seatOf(room, who),
        });
      });
    },
  };
}

/**
 * What the user should read, for a few seconds or until a press: refusals, why one is out of a
 * room, and what a server's log lacks. Its drawing says whether it goes by itself.
 */
export function notice() {
  const root = make("p", { class: "notice", role: "status" });
  let read = 0;
  return {
    root,
    draw({ notice: news }, now) {
      const isFresh = news !== null && now < news.until && news.number !== read;
      setHidden(root, !isFresh);
      if (!isFresh) return false;
      const key = news.why ?? (news.held ? "held" : news.out ? `out.${news.out}`
        : `no.${news.code}`);
      setText(root, word(isWord(key) ? key : "no.other", news));
      onChange(root, "number", news.number, () => {
        // A page that nobody has touched may not vibrate.
        if (news.code && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
        if (news.until < Infinity) return;
        const press = () => {
          read = news.number;
          setHidden(root, true);
        };
        for (const kind of ["click", "keydown"]) addEventListener(kind, press, { once: true });
      });
      return news.until < Infinity;
    },
  };
}
