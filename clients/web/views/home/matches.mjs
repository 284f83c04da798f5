// A row of one's own past matches, which can be raced again.

import { dateOf, dayOf } from "../../core/day.mjs";
import { racing } from "../../core/session/ghosts.mjs";
import { grouped, isWord, word } from "../../words.mjs";
import { make, setAttribute, setHidden, setText } from "../dom.mjs";
import { button } from "../parts.mjs";

/** A newer server may have modes that there is no word for. */
export const modeName = (mode) => (isWord(`mode.${mode}`) ? word(`mode.${mode}`) : mode);

/** What is said of how it went: the mode, whose ghosts, the place. */
function textOf({ mode, place, of, ghost, first }) {
  const ending = place === null ? word("boards.left")
    : of > 1 ? word("boards.place", { n: place, of }) : "";
  const ghosts = ghost === null ? []
    : [word("ghost.of", { at: `${ghost}` }), word(first ? "try.first" : "try.later")];
  return [modeName(mode), ...ghosts, ending].filter(Boolean).join(" · ");
}

/**
 * The row.
 *
 * @param when writes a day as a date.
 */
export function matchRow(act, when) {
  let shown = null;
  const [day, what] = [make("td"), make("th", { scope: "row" })];
  const value = make("td", { class: "value live" });
  const race = button("txt", word("ghost.race"), () => act("create", racing(shown.index)));
  return {
    root: make("tr", {}, what, day, value, make("td", {}, race)),
    /** @param today the day that nobody may race yet. */
    draw(row, today) {
      shown = row;
      const { index, mode, at, total, ghost } = row;
      setText(what, textOf(row));
      setText(day, when(dateOf(dayOf(at))));
      setText(value, grouped(total));
      setAttribute(race, "aria-label", word("ghost.match", { at: `${index}` }));
      setHidden(race, mode === "daily" && ghost === null && dayOf(at) >= today);
    },
  };
}
