// The end of a match for those who play along: every round's field, what all of them made together
// on its target, and the best five.

import { swatchOf, tenths } from "../../core/rules/modes.mjs";
import { modeOf } from "../../core/session/room.mjs";
import { decimal, grouped, word } from "../../words.mjs";
import { make, rowsOf, setAttribute, setHidden, setText, sheet } from "../dom.mjs";
import { field } from "../field.mjs";
import { cellsPart } from "./plot.mjs";
import { everybody, nameOf } from "./texts.mjs";

/** The field of a round, and below it what all made together, on the target. */
function roundPart() {
  const picture = cellsPart();
  const [goal, guess] = [field("goal", {}, "i"), field("guess", {}, "i")];
  const pack = make("div", { class: "c" }, goal.root, guess.root);
  return {
    root: make("li", {}, picture.root, pack),
    draw(result, mode, now) {
      const { round, target, tiles, together, field: shown, locks } = result;
      const text = word("final.cell", {
        round, color: target?.join(" ") ?? "–",
        points: word("final.points", { n: together?.points ?? 0 }),
      });
      setHidden(picture.root, !shown);
      if (shown) {
        picture.draw({
          field: shown, marks: locks, target: target?.length === 1 ? target[0] : null, text,
          isStill: true,
        }, now);
      }
      goal.draw(target);
      guess.draw(together ? swatchOf(mode, together.v, tiles) : target);
      setAttribute(pack, "title", text);
    },
  };
}

/** Who is best, with all points. */
function bestPart() {
  const [place, name, total] =
    [make("span"), make("bdi", { class: "live b" }), make("b", { class: "total live" })];
  return {
    root: make("li", {}, place, name, total),
    draw(one, at) {
      setText(place, String(at + 1));
      setText(name, nameOf(one));
      setText(total, grouped(one.total));
    },
  };
}

/** The best of a match, the first first. */
export function bestOfMatch() {
  sheet("crowd/crowd");
  const root = make("ol", { class: "best", "aria-label": word("crowd.best") });
  const draw = rowsOf(root, bestPart);
  return {
    root,
    draw(best) {
      setHidden(root, best.length === 0);
      draw(best, ({ at }) => at, (part, one, at) => part.draw(one, at));
    },
  };
}

/** How many played along in a match at most. */
const mostOf = ({ results }) => Math.max(0, ...results.map(({ together }) => together?.of ?? 0));

/** The whole of it. */
export function endingPart() {
  const [title, count] = [make("h1", { class: "live" }), make("b", { class: "live" })];
  const [sample, average, apart] = [make("span"), make("span", { class: "live" }), make("span")];
  const list = make("ol", { class: "grids" });
  const drawRounds = rowsOf(list, roundPart);
  const best = bestOfMatch();
  return {
    root: make(
      "main", { class: "crowd ended" },
      make("div", { class: "headline" }, title, make("p", {}, count, " ", sample)),
      list, make("p", { class: "average" }, average, apart), best.root),
    draw({ room }, now) {
      const { match } = room;
      const [first] = match.best ?? [];
      const n = mostOf(match);
      setText(title, first ? word("final.wins", { name: nameOf(first) })
        : word("crowd.played", { n }));
      setText(count, first ? word("crowd.played", { n }) : "");
      const isSample = match.results.some(({ field: shown }) => shown?.step > 1);
      setText(sample, isSample ? word("crowd.sample") : "");
      drawRounds(match.results, ({ round }) => round, (part, result) =>
        part.draw(result, modeOf(room), now));
      const last = match.results.findLast(({ together }) => together)?.together;
      setText(average, last
        ? `${everybody().name}: ${word("crowd.average", { n: last.total })}` : "");
      const offs = match.results.map(({ together }) => together?.de ?? null)
        .map((de) => (de === null ? "–" : decimal(tenths(de))));
      setText(apart, last ? word("after.apart", { apart: offs.join(" ") }) : "");
      best.draw(match.best ?? []);
    },
  };
}
