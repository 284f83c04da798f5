// After a round: one's own pair in every model, the sum in a sentence, and how everyone saw it.

import { channelsOf, labOf, toCMYK, toHSB } from "../../core/color/color.mjs";
import { hint } from "../../core/color/naming.mjs";
import { cellOf } from "../../core/crowd/crowd.mjs";
import { modes, swatchOf, tenths } from "../../core/rules/modes.mjs";
import { isGone } from "../../core/rules/scoring.mjs";
import { FRESH, modeHere, roomTime, roundOf } from "../../core/session/model.mjs";
import { personOf } from "../../core/session/room.mjs";
import { wasLocked } from "../../core/session/standings.mjs";
import { REACTIONS } from "../../core/wire.mjs";
import { decimal, grouped, word } from "../../words.mjs";
import { make, rowsOf, setClass, setHidden, setStyle, setText } from "../dom.mjs";
import { field } from "../field.mjs";
import { button, nameTag, pair, stepper } from "../parts.mjs";
import { roundPart } from "../crowd/results.mjs";
import { everybody } from "../crowd/texts.mjs";
import { speakerPart } from "../speaker.mjs";
import { goneText, seamPart } from "../vanish.mjs";

const seconds = (t) => decimal(tenths(t));

const MODELS = [
  ["hex", (color) => color],
  ["rgb", (color) => channelsOf(color).join(" ")],
  ["hsb", (color) => {
    const [hue, saturation, brightness] = toHSB(channelsOf(color));
    return `${hue}° ${saturation}% ${brightness}%`;
  }],
  ["cmyk", (color) => toCMYK(channelsOf(color)).join(" ")],
  ["lab", (color) => labOf(channelsOf(color)).map(Math.round).join(" ").replace(/-/g, "−")],
];

/** Target and yours in every model. */
function modelsTable() {
  const rows = MODELS.map(([name, write]) => {
    const [target, yours] = [make("td"), make("td", { class: "live" })];
    const root = make("tr", {}, target, make("th", { scope: "row" }, name), yours);
    return { write, target, yours, root };
  });
  const head = ["race.target", "after.model", "race.yours"].map((key) => make("th", {}, word(key)));
  const root = make(
    "table", { class: "models" }, make("thead", { class: "vh" }, make("tr", {}, ...head)),
    make("tbody", {}, ...rows.map((row) => row.root)));
  return {
    root,
    draw(target, own) {
      setHidden(root, target?.length !== 1);
      for (const row of target?.length === 1 ? rows : []) {
        setText(row.target, row.write(target[0]));
        setText(row.yours, own ? row.write(own[0]) : "");
      }
    },
  };
}

/** What somebody's score says beside the points. */
function notesOf(score, isLocked) {
  const notes = [
    word("after.apart", { apart: seconds(score.de) }),
    isLocked ? word("after.time", { seconds: seconds(score.t) }) : word("after.unlocked"),
  ];
  if (score.first) notes.push(word("after.first"));
  if (score.lag > 0) notes.push(word("after.lag", { n: score.lag }));
  if (score.assist) notes.push(word("after.help"));
  if (score.lives !== null) notes.push(word("race.lives", { n: score.lives }));
  return notes.join(", ");
}

/** Somebody's row: their color beside the target, points and total. */
function sawRow() {
  const name = nameTag();
  const notes = make("small");
  const feels = make("b", { class: "live" });
  name.root.append(feels);
  const guess = field("guess", {}, "i");
  const target = field("goal", {}, "i");
  const [points, total] = [make("td"), make("td", { class: "live b" })];
  const root = make(
    "tr", {}, make("th", { scope: "row" }, name.root, notes),
    make("td", { class: "sw" }, make("div", { class: "swatches" }, guess.root, target.root)),
    points, total);
  return {
    root,
    draw({ person, score, colors, goal, isMe, isLocked, reaction }) {
      name.draw(person);
      setText(feels, reaction);
      setText(notes, notesOf(score, isLocked));
      guess.draw(colors);
      target.draw(goal);
      setText(points, `+${grouped(score.points)}`);
      setText(total, grouped(score.total));
      setClass(root, "me", isMe);
      setClass(root, "everybody", score.who === null);
    },
  };
}

/** How somebody has just shown that they feel, for a few seconds; else nothing. */
export function reactionOf(room, who, now) {
  const shown = room.reactions[who];
  return shown && now - shown.at < FRESH ? word(`react.${shown.id}`) : "";
}

/** The whole screen. */
export function resultsView(act) {
  const steps = stepper();
  const points = make("p", { class: "clock" });
  const unit = make("small");
  const number = make("span");
  points.append(number, " ", unit);
  const colors = pair();
  const [seam, speaker] = [seamPart(colors.root), speakerPart(act)];
  const gone = make("p", { class: "gone-line live", role: "status" });
  const models = modelsTable();
  const [apart, sum] = [make("b", { class: "live" }), make("span")];
  const next = make("h2", { role: "timer" });
  const body = make("tbody");
  const drawRows = rowsOf(body, sawRow);
  const head = ["after.player", "after.guess", "after.points", "after.all"]
    .map((key) => make("th", {}, word(key, { n: 2 })));
  const says = make(
    "div", { class: "says" }, make("span", { class: "live b" }, word("say.say")),
    ...REACTIONS.map((id) => button("txt", word(`react.${id}`), () => act("react", { id }))));
  const mine = make(
    "section", { class: "mineis", "aria-label": word("race.yours") },
    make(
      "div", { class: "over" }, make("h2", {}, word("race.target")), points,
      make("h2", { class: "live" }, word("race.yours"))),
    colors.root, gone, models.root, make("p", { class: "sum", role: "status" }, apart, " ", sum));
  const all = make(
    "section", { class: "all", "aria-labelledby": "saw" },
    make(
      "div", { class: "over" }, make("h2", { id: "saw" }, word("after.saw")), next, speaker.root),
    make(
      "table", { class: "saw" }, make("thead", { class: "vh" }, make("tr", {}, ...head)), body));
  const along = roundPart();
  all.append(along.root, says);
  return {
    root: make("div", { class: "page" }, steps.root, make("main", { class: "after" }, mine, all)),
    draw(model, now) {
      const { room } = model;
      const { match } = room;
      const mode = modeHere(model);
      const result = match.results.at(-1);
      steps.draw(model, now);
      const own = result.scores.find(({ who }) => who === model.me) ?? result.yours ?? null;
      const colorsOf = (score) => swatchOf(mode, score.v, result.tiles);
      setClass(mine, "looking", own === null);
      setClass(colors.root, "rows", result.target?.length === 2);
      colors.draw(result.target, own ? colorsOf(own) : null);
      const isOne = own !== null && isGone(mode, own.de);
      seam.draw(isOne ? `${match.number} ${result.round}` : null);
      setHidden(gone, !isOne);
      if (isOne) setText(gone, goneText(own.de, wasLocked(match, result, own) ? own.t : null));
      speaker.draw(model);
      setText(number, own ? grouped(own.points) : "");
      setText(unit, own ? word("after.points", { n: own.points }) : "");
      models.draw(own ? result.target : null, own ? colorsOf(own) : null);
      setText(apart, own ? word("after.off", { n: seconds(own.de) }) : "");
      setText(sum, own ? sumOf(match, result, own, colorsOf(own)) : "");
      // All who play along are one more player.
      const crowd = result.together ? [{ ...result.together, who: null, lag: 0, lives: null }] : [];
      const ranked = [...result.scores, ...crowd]
        .toSorted((one, other) => other.points - one.points);
      setStyle(body, "--rows", String(ranked.length));
      drawRows(ranked, ({ who }) => who, (part, score) => part.draw({
        person: score.who === null ? everybody() : personOf(room, score.who), score,
        isMe: score.who === model.me,
        isLocked: wasLocked(match, result, score),
        colors: colorsOf(score), goal: result.target,
        reaction: reactionOf(room, score.who, now),
      }));
      const opens = roundOf(model)?.opens ?? match.opens;
      const left = opens === null ? 0 : Math.max(0, opens - roomTime(model, now));
      setText(next, opens === null ? "" : word("after.next", { n: Math.ceil(left / 1000) }));
      setHidden(says, room.role !== "player" && !cellOf(room));
      along.draw(model);
      return true;
    },
  };
}

/** How points came about: accuracy, less what the time took; and what would have been nearer. */
function sumOf(match, result, score, colors) {
  const accuracy = modes.get(match.settings.mode).accuracy(score.de);
  const text = word(wasLocked(match, result, score) ? "after.sum" : "after.open", {
    accuracy, speed: accuracy - score.points, seconds: seconds(score.t),
  });
  const isOne = result.target?.length === 1 && colors?.length === 1;
  if (!isOne || score.de < 1000) return text;
  const lacks = hint(...[colors[0], result.target[0]].map(channelsOf), word);
  return `${text} ${word("after.hint", { hint: lacks[0].toUpperCase() + lacks.slice(1) })}`;
}
