// What a round and a match came to for those who play along: one's place and points, and how all
// together did; beside it the best of them.

import { ahead, cellOf, follows, hasCrowd, placeOf } from "../../core/crowd/crowd.mjs";
import { isRunning, modeOf } from "../../core/session/room.mjs";
import { grouped, word } from "../../words.mjs";
import { make, setHidden, setText, sheet } from "../dom.mjs";
import { bestOfMatch } from "./ending.mjs";
import { bestList } from "./stage.mjs";
import { countsText } from "./texts.mjs";

/** By how much one beat all together, or they one. */
function beatText(result) {
  const by = ahead(result);
  if (by === null) return "";
  if (by === 0) return word("crowd.even");
  return by > 0 ? word("crowd.beat", { n: by }) : word("crowd.beaten", { n: -by });
}

/** One's place among those who play along, in words; empty where one has none. */
export function placeText({ match }) {
  const yours = placeOf(match);
  return yours ? word("crowd.place", { n: grouped(yours.place), of: grouped(yours.of) }) : "";
}

/** After a round. */
export function roundPart() {
  sheet("crowd/along");
  const [place, counts, about] =
    [make("b", { class: "live", role: "status" }), make("span"), make("p")];
  const best = bestList();
  const root = make(
    "section", { class: "along" }, make("p", {}, place, " ", counts), about, best.root);
  return {
    root,
    draw({ room }) {
      const { match } = room;
      const result = match.results.at(-1);
      const { yours, together } = result;
      setHidden(root, !together && !cellOf(room));
      const cell = cellOf(room);
      const facts = [
        cell && word("crowd.cell", { n: cell.at }), yours && placeText(room),
        yours && word("crowd.total", { n: yours.total }),
        cell && !yours && word("crowd.missed"),
      ];
      setText(place, facts.filter(Boolean).map((fact) => fact.replace(/[^.]$/, "$&.")).join(" "));
      setText(counts, together ? countsText(together) : "");
      const flaw = yours && !follows(match, result, yours) ? word("crowd.sum") : "";
      setText(about, [beatText(result), flaw].filter(Boolean).join(" "));
      setHidden(about, about.textContent === "");
      best.draw(modeOf(room), result);
    },
  };
}

/** After a match: the best, and how all together did. */
export function matchPart() {
  sheet("crowd/along");
  const [place, average] = [make("b", { class: "live" }), make("span")];
  const best = bestOfMatch();
  const root = make("section", { class: "along" }, make("p", {}, place, " ", average), best.root);
  return {
    root,
    draw({ room }) {
      const { match } = room;
      setHidden(root, isRunning(room) || !hasCrowd(match));
      const last = match.results.findLast(({ together }) => together)?.together;
      const yours = placeOf(match);
      setText(place, yours && match.players.length > 0
        ? `${placeText(room)}, ${word("crowd.total", { n: yours.total })}` : "");
      setText(average, last ? `${word("crowd.name")}: ${word("crowd.average", { n: last.total })}`
        : "");
      best.draw(match.best ?? []);
    },
  };
}
