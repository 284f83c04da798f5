// What a round answers: points and place for one's own lock, the line that goes, who rang the bell,
// who has locked where nobody sees the others, and what a first match teaches. It comes after the
// first frame, knows no rule and never lies over a color that is still judged.

import { lockOf } from "../../core/crowd/crowd.mjs";
import { modes } from "../../core/rules/modes.mjs";
import { isGone, pointsOf } from "../../core/rules/scoring.mjs";
import { ringerOf } from "../../core/session/ghosts.mjs";
import { isHidden, phaseOf, roundOf } from "../../core/session/model.mjs";
import { personOf } from "../../core/session/room.mjs";
import { lockOrder, ownApart } from "../../core/session/standings.mjs";
import { grouped, word } from "../../words.mjs";
import {
  make, makeSVG, rowsOf, setAttribute, setClass, setHidden, setStyle, setText,
} from "../dom.mjs";
import { alongPart } from "../crowd/along.mjs";
import { badge, nameTag } from "../parts.mjs";
import { sumsPart } from "../results/ghosts.mjs";
import { speakerPart } from "../speaker.mjs";
import { goneText, seamPart } from "../vanish.mjs";

/** How long points roll, in milliseconds. */
const ROLL = 600;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** What one's own lock is worth, and how it was: null until one has locked. */
function lockedOf(model, round, now) {
  const { room: { match }, sliders, me } = model;
  const t = round?.locks[me]?.t ?? lockOf(model, now);
  if (t === null || !sliders) return null;
  const mode = modes.get(match.settings.mode);
  const apart = ownApart(model);
  const length = mode.milliseconds(match.settings.time, round.round);
  return {
    apart, t, isGone: isGone(mode, apart),
    points: pointsOf(mode.accuracy(apart), t, length),
    place: match.players.length > 1 ? lockOrder(round).indexOf(me) + 1 : 0,
  };
}

/** The switch between sliders and the wheel, where there are both. */
function wheelSwitch() {
  let controls = null;
  const root = make(
    "button", {
      class: "turn", type: "button", role: "switch", "aria-label": word("race.wheel"),
      click: () => controls.swap(),
    },
    makeSVG(
      "svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" },
      makeSVG("path", { d: "M12 2a10 10 0 1 0 .01 0M2 12h20M12 2v20" })));
  return {
    root,
    draw(shown) {
      controls = shown;
      setHidden(root, typeof controls?.isWide !== "boolean");
      setAttribute(root, "aria-checked", String(controls?.isWide === true));
    },
  };
}

/** One's lock answered: points, and the place or what has become one. */
function answerPart() {
  const [points, about] = [make("b"), make("small")];
  const said = make("span", { class: "vh", role: "status" });
  const root = make("span", { class: "answer" }, points, about);
  let [key, since] = [null, 0];
  return {
    root, said,
    draw(locked, name, now) {
      // They roll from the lock on, not from when the round began.
      const answered = locked && name;
      if (answered !== key) [key, since] = [answered, now];
      setHidden(root, locked === null);
      const place = !locked || locked.place === 0 ? ""
        : locked.place === 1 ? word("race.first") : word("race.nth", { n: locked.place });
      const text = locked?.isGone ? goneText(locked.apart, locked.t) : place;
      setText(said, locked ? `${word("final.points", { n: locked.points })}. ${text}` : "");
      if (!locked) return;
      const share = calm.matches ? 1 : Math.min(1, (now - since) / ROLL);
      setText(points, `+${grouped(Math.round(locked.points * share))}`);
      setText(about, text);
    },
  };
}

/** Who rang the bell, large, while it rings; and their color around the window. */
function ringerPart() {
  const face = badge();
  const name = make("bdi");
  const root = make(
    "p", { class: "ringer" }, face.root, name, make("small", {}, word("race.rang")));
  const edge = make("div", { class: "edge", "aria-hidden": "true" });
  return {
    root, edge,
    draw(room, round) {
      const ringer = round?.hasRung ? personOf(room, ringerOf(room, lockOrder(round))) : null;
      for (const part of [root, edge]) setHidden(part, ringer === null);
      if (ringer === null) return;
      face.draw(ringer);
      setText(name, ringer.name);
      setStyle(edge, "--c", ringer.color);
    },
  };
}

/** One thing in each of the first rounds of one's first match: how to drag, to lock, the bell. */
function lessonOf({ profile, sliders }, mode, controls) {
  if (profile.level !== null || !sliders || mode.isDaily) return "";
  if (sliders.round === 3) return mode.ringsBell ? word("lesson.bell") : "";
  if (mode.hasTiles || sliders.round > 3) return "";
  return word(sliders.round === 2 ? "lesson.lock"
    : controls?.isWide ? "lesson.wheel" : "lesson.sliders");
}

/** Who plays, where nobody sees the others; and who has locked. */
function quietRow() {
  const list = make("ul", { class: "inks" });
  const draw = rowsOf(list, () => {
    const name = nameTag();
    const locked = make("b", { class: "live" }, word("race.in"));
    return { root: make("li", {}, name.root, locked), name, locked };
  });
  return {
    root: make("div", { class: "foot" }, list, make("p", {}, word("race.secret"))),
    draw({ room, me }, round) {
      draw(room.match.players, (who) => who, ({ root, name, locked }, who) => {
        name.draw(personOf(room, who));
        setHidden(locked, !(round && who in round.locks));
        setClass(root, "live", who === me);
      });
    },
  };
}

/** All of it, in its places on the screen. */
export function feelOf(act, { main, clock, pair, lock }) {
  const [speaker, answer, ringer] = [speakerPart(act), answerPart(), ringerPart()];
  const [quiet, seam, wheel] = [quietRow(), seamPart(pair), wheelSwitch()];
  const [along, sums] = [alongPart(), sumsPart()];
  clock.append(speaker.root, wheel.root, ringer.root);
  const lesson = make("p", { class: "remark", role: "status" });
  main.querySelector(".hands").after(lesson);
  main.querySelector(".lanes").before(sums.root);
  main.append(along.root, quiet.root, answer.said, ringer.edge);
  return (model, now, mode, controls) => {
    const { room } = model;
    const round = roundOf(model);
    const locked = lockedOf(model, round, now);
    const name = `${room.match.number} ${round?.round}`;
    speaker.draw(model);
    wheel.draw(model.sliders ? controls : null);
    setText(lesson, lessonOf(model, mode, controls));
    setHidden(lesson, lesson.textContent === "");
    setHidden(quiet.root, !mode.isSecret);
    if (mode.isSecret) quiet.draw(model, round);
    const place = mode.hasTiles ? quiet.root : lock;
    if (answer.root.parentNode !== place) place.append(answer.root);
    answer.draw(locked, name, now);
    sums.draw(room);
    setClass(lock, "answered", locked !== null);
    ringer.draw(room, round);
    along.draw(model, round !== null && phaseOf(model, now) !== "announced", now);
    seam.draw(locked?.isGone && !isHidden(model, now) ? name : null);
  };
}
