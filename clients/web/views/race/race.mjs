// A round: the clock on the line, the pair, what moves one's own half, and everybody's lanes. Which
// controls there are follows from the mode; a target is in no element before its round opens.

import { guessOf, swatchOf } from "../../core/rules/modes.mjs";
import { canMove, freezeLeft, hasLocked, isHidden, modeHere, phaseOf, roomTime, roundOf }
  from "../../core/session/model.mjs";
import { livesOf, mayPlay, targetOf } from "../../core/session/room.mjs";
import { speakLater } from "../../languages.mjs";
import { decimal, word } from "../../words.mjs";
import { brought, make, onChange, setAttribute, setClass, setHidden, setStyle, setText }
  from "../dom.mjs";
import { lanes, pair, stepper } from "../parts.mjs";
import { sliderControls } from "./controls.mjs";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Seconds until a moment: tenths in a round, whole ones before it. */
function secondsText(left, isWhole) {
  const seconds = Math.max(0, left) / 1000;
  return isWhole || calm.matches ? String(Math.ceil(seconds)) : decimal(seconds);
}

/** The line over the pair: what the halves are, and the clock between. */
function clockPart() {
  const left = make("h2");
  const bell = make("small", {}, word("race.bell"));
  const time = make("span");
  const clock = make("p", { class: "clock", role: "timer" }, bell, time);
  const right = make("h2", { class: "live" });
  const said = make("p", { class: "vh", role: "status" });
  return {
    root: make("div", { class: "over" }, left, clock, right, said),
    draw(model, now, words) {
      const round = roundOf(model);
      const { match } = model.room;
      const moment = roomTime(model, now);
      const opens = round?.opens ?? match?.opens ?? moment;
      const isOpen = round !== null && moment >= opens;
      setText(left, words[0]);
      setText(right, words[1]);
      setText(time, secondsText((isOpen ? round.closes : opens) - moment, !isOpen));
      setHidden(bell, !round?.hasRung);
      const whole = Math.ceil(((round?.closes ?? 0) - moment) / 1000);
      const isTold = isOpen && (whole === 10 || whole === 5);
      setText(said, round?.hasRung ? word("race.bell") : isTold ? String(whole) : "");
    },
  };
}

/** The button that locks, with what is left of a freeze. */
function lockPart(act) {
  const text = make("span");
  const hint = make("small");
  const root = make("button", { class: "go lock", type: "button" }, text, hint);
  // The press itself counts, not when its handler ran.
  root.addEventListener("click", ({ timeStamp }) => act("lock", { at: timeStamp }));
  return {
    root,
    draw(model, now) {
      const frozen = freezeLeft(model, now);
      const isDone = hasLocked(model) || model.sliders?.isLocking === true;
      const isLost = model.state !== "online";
      setText(text, word(isDone ? "race.locked" : frozen > 0 ? "race.far" : "race.lock"));
      setText(hint, word(isLost ? "lost.when" : "race.key"));
      setHidden(hint, isDone || frozen > 0);
      setStyle(root, "--p", `${Math.round(frozen * 100)}%`);
      setClass(root, "draining", frozen > 0 && !isDone);
      const isOff = isDone || frozen > 0 || isLost || !canMove(model, now);
      setAttribute(root, "aria-disabled", isOff ? "true" : null);
    },
  };
}

/** What moves one's own half where that is no row of sliders; a race of sliders does without. */
const LATER = {
  gradient: () => brought("race/gradient", () => import("./gradient.mjs")),
  tiles: () => brought("race/tiles", () => import("./tiles.mjs")),
};

/** The whole screen. */
export function raceView(act) {
  const steps = stepper();
  const clock = clockPart();
  const colors = pair();
  const lock = lockPart(act);
  const race = lanes();
  let feel = null;
  const remark = make("p", { class: "remark", role: "status" });
  const order = make("p", { class: "vh", role: "status" });
  const stage = make("div", { class: "hands" });
  const main = make(
    "main", { class: "race" }, clock.root, colors.root, stage, remark, race.root, order);
  let controls = null;
  let leaving = -Infinity;
  let isLive = false;
  let told = { at: -Infinity, isNew: false };
  let newest = null;
  const place = (mode, create) => {
    controls = create(mode, act, lock.root);
    stage.replaceChildren(controls.root);
  };
  const build = (mode) => {
    controls = null;
    stage.replaceChildren();
    const kind = mode.hasTiles ? "tiles" : mode.name;
    if (!(kind in LATER)) return place(mode, sliderControls);
    LATER[kind]().then(({ controlsOf }) => {
      if (modeHere(newest.model) !== mode) return;
      place(mode, controlsOf);
      // A replay that stands asks for no frame by itself.
      view.draw(newest.model, newest.now);
    });
  };
  for (const bring of Object.values(LATER)) bring();
  brought("race/feel", () => import("./feel.mjs")).then(({ feelOf }) => {
    feel = feelOf(act, { main, clock: clock.root, pair: colors.root, lock: lock.root });
    if (newest) view.draw(newest.model, newest.now);
  });
  const view = {
    root: make("div", { class: "page" }, steps.root, main),
    draw(model, now) {
      newest = { model, now };
      const { room } = model;
      const { match } = room;
      const mode = modeHere(model);
      onChange(main, "mode", mode.name, () => build(mode));
      const round = roundOf(model);
      const phase = phaseOf(model, now);
      isLive = phase === "open" || phase === "closed";
      steps.draw(model, now);
      const target = round && isLive ? targetOf(round) : null;
      const isGone = isHidden(model, now);
      const isPlaying = model.sliders !== null;
      const seen = round?.moves[model.me]?.colors;
      const guess = model.sliders?.guess ?? guessOf(mode, seen);
      const own = !isLive ? null : isPlaying ? swatchOf(mode, guess, round.tiles) : seen ?? null;
      const isTiles = mode.hasTiles;
      const isMine = isPlaying || mayPlay(room);
      const right = isTiles ? "race.which" : isMine ? "race.yours" : "race.watch";
      clock.draw(model, now, [word("race.target"), word(right)]);
      setClass(colors.root, "rows", mode.name === "gradient");
      setClass(main, "picking", isTiles);
      colors.draw(target, isTiles ? null : own, isGone && isLive);
      setClass(colors.root, "alone", isTiles);
      setHidden(stage, !mayPlay(room) && !isTiles);
      controls?.draw({
        model, round: isLive ? round : null, guess, target: isGone ? null : target,
      });
      setClass(main, "wheelish", controls?.isWide === true);
      lock.draw(model, now);
      // Who plays along without a seat hears no seat move.
      setHidden(race.root, mode.isSecret || Boolean(room.cell));
      if (!mode.isSecret) race.draw(model, isLive);
      feel?.(model, now, mode, controls);
      const helped = isPlaying && isLive && !isGone && match.settings.assist;
      if (helped || told.isNew) fetchTexts();
      const help = helped && texts ? texts.helpText(mode, own, target) : "";
      const text = now - leaving < PATIENCE ? word("race.ask")
        : [livesText(model), help].filter(Boolean).join(" · ");
      setText(remark, text);
      setHidden(remark, text === "");
      // It is emptied again, so that the same order is read when it is asked for once more.
      if (told.isNew && texts) {
        setText(order, texts.orderText(model));
        told.isNew = false;
      } else if (now - told.at > PATIENCE) setText(order, "");
      return true;
    },
    key(event, now) {
      if (event.key === "Escape") {
        if (now - leaving < PATIENCE) act("home");
        leaving = now;
        return true;
      }
      if (event.key === "o") {
        told = { at: now, isNew: isLive };
        return true;
      }
      if (event.key === "u") {
        act("undo");
        return true;
      }
      if (controls?.key(event)) return true;
      if (event.key === "Enter" || event.key === " ") {
        act("lock", { at: event.timeStamp });
        return true;
      }
      return false;
    },
  };
  return view;
}

/** What only some rooms and some players read, once it is wanted. */
let texts = null;
const fetchTexts = async () => {
  await speakLater();
  texts ??= await import("./texts.mjs");
};

/** How long a second Escape still leaves, in milliseconds. */
const PATIENCE = 3000;

/** How many lives one has left, where anybody has any. */
function livesText(model) {
  const { match } = model.room;
  const lives = match && match.players.includes(model.me) ? livesOf(match, model.me) : null;
  if (lives === 0) return word("race.out");
  return lives === null ? "" : word("race.lives", { n: lives });
}
