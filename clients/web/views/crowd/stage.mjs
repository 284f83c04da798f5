// A round with those who play along, for a hall: their field, what all of them make together, and
// the seats; once it is over the best of them.

import { crowdColors, hasCrowd } from "../../core/crowd/crowd.mjs";
import { nearness, swatchOf } from "../../core/rules/modes.mjs";
import { modeHere } from "../../core/session/model.mjs";
import { targetOf } from "../../core/session/room.mjs";
import { grouped, word } from "../../words.mjs";
import { make, rowsOf, setHidden, setText, sheet } from "../dom.mjs";
import { field } from "../field.mjs";
import { lane, lanes } from "../parts.mjs";
import { plotPart } from "./plot.mjs";
import { countsText, everybody, nameOf, reactsText, scoreText, standingText }
  from "./texts.mjs";

/** One of the best five: who, how, and their color beside the target. */
function bestPart() {
  const [place, name, how] =
    [make("span", { class: "b" }), make("bdi", { class: "live b" }), make("small")];
  const [guess, goal] = [field("guess", {}, "i"), field("goal", {}, "i")];
  const swatches = make("div", { class: "swatches" }, guess.root, goal.root);
  return {
    root: make("li", {}, make("p", {}, place, " ", name), how, swatches),
    draw(one, at, { mode, result }) {
      setText(place, String(at + 1));
      setText(name, nameOf(one));
      setText(how, scoreText(mode, result, one));
      guess.draw(one.v ? swatchOf(mode, one.v, result.tiles) : null);
      goal.draw(result.target);
    },
  };
}

/** The best of a round, the first first. */
export function bestList() {
  sheet("crowd/crowd");
  const root = make("ol", { class: "tops", "aria-label": word("crowd.best") });
  const draw = rowsOf(root, bestPart);
  return {
    root,
    draw(mode, result) {
      const best = result?.best ?? [];
      setHidden(root, best.length === 0);
      draw(best, ({ at }) => at, (part, one, at) => part.draw(one, at, { mode, result }));
    },
  };
}

/** How all of them stand: in the round that is open, or as the last one ended. */
function togetherOf(mode, round, result) {
  if (round?.crowd) {
    const colors = crowdColors(round.crowd);
    return { move: colors && { colors, near: round.crowd.near ?? 0 } };
  }
  const together = round ? null : result?.together;
  if (!together) return { move: null };
  const colors = swatchOf(mode, together.v, result.tiles);
  const near = colors && result.target ? nearness(mode, colors, result.target) : 0;
  return { move: { colors, near }, said: `+${grouped(together.points)}` };
}

/** How many play, and how many of them have locked; null before anybody has said it. */
export function countsOf({ round, results }) {
  if (round) return round.crowd ?? null;
  return results.at(-1)?.together ?? null;
}

/** The whole of it but for the head of the screen. */
export function crowdPart() {
  const [plot, together, best, seats] = [plotPart(), lane(), bestList(), lanes()];
  /** What stands where there is no field: before the first move, and where guesses are secret. */
  const first = make("p", { class: "first" });
  const table = make("p", { class: "others" });
  const run = make("ol", { class: "together" }, together.root);
  return {
    root: make("main", { class: "crowd" }, first, plot.root, run, seats.root, best.root, table),
    /** By what an overlay may leave out. */
    parts: { field: [first, plot.root], lanes: [run, seats.root], results: [best.root, table] },
    /** Whether it is to be shown. */
    isFor: ({ match }) => hasCrowd(match),
    draw(model, isOpen, isSeen, now) {
      const { match } = model.room;
      const { round, field: newest } = match;
      const mode = modeHere(model);
      const result = round ? null : match.results.at(-1);
      const shown = round ? newest?.round === round.round && newest : result?.field ?? newest;
      const target = round ? (isSeen ? targetOf(round) : null) : result?.target ?? null;
      const isThere = Boolean(shown) && shown.cells !== "";
      setHidden(plot.root, !isThere);
      const counts = countsOf(match);
      setHidden(first, isThere);
      setText(first, counts ? countsText(counts) : word("crowd.play"));
      if (isThere) {
        const text = [word("crowd.name"), counts && countsText(counts)].filter(Boolean).join(": ");
        const marks = round ? match.locks : result?.locks ?? match.locks;
        const isOne = target?.length === 1;
        plot.draw({ field: shown, marks, target: isOne ? target[0] : null, text }, now);
      }
      const { move, said } = togetherOf(mode, round, result);
      setHidden(run, counts === null);
      together.draw({ person: everybody(), move, target, isMe: true, said });
      setHidden(seats.root, !round || match.players.length === 0 || mode.isSecret);
      if (!seats.root.hidden) seats.draw(model, isOpen);
      best.draw(mode, result);
      const seated = match.players.length > 0 ? standingText(model.room) : "";
      setText(table, result ? [seated, reactsText(result)].filter(Boolean).join("   ") : "");
      setHidden(table, table.textContent === "");
    },
  };
}
