// What a day came to, to paste where others are: text of four lines that spoils nothing, how many
// days in a row one has played, and when the next day begins.

import { rememberedDay, streakAt } from "../../browser/day.mjs";
import { leftOf, letterOf, pasteOf } from "../../core/day.mjs";
import { serverAt } from "../../core/session/clock.mjs";
import { tenths } from "../../core/rules/modes.mjs";
import { decimal, word } from "../../words.mjs";
import { make, onChange, setAttribute, setHidden, setText, sheet } from "../dom.mjs";
import { sharingPart } from "../sharing.mjs";

sheet("results/day");

/**
 * How many days in a row, and how long until the next five; without a streak the latter alone.
 *
 * @param known how many days in a row there were, where the server has told; else it is what this
 *   browser remembers, and the line says so.
 */
export function dayLine(moment, known = null) {
  const minutes = Math.ceil(leftOf(moment) / 60_000);
  const next = word("day.next", { h: Math.floor(minutes / 60), min: minutes % 60 });
  const streak = known ?? streakAt(moment);
  const row = word("day.row", { n: streak });
  return streak === 0 ? next
    : `${known === null ? word("day.here", { row }) : row} · ${next}`;
}

/** The text, and what can be done with it. */
export function dayPart() {
  const text = make("textarea", { readonly: "", rows: 4, spellcheck: "false" });
  const { share, copy, copied, draw } =
    sharingPart("do small", word("day.copy"), () => text.select());
  const [letters, about] = [make("p", { "aria-hidden": "true" }), make("p")];
  const root = make(
    "section", { class: "day", "aria-label": word("home.daily") }, text,
    make("div", {}, letters, about, make("div", { class: "row" }, share, copy, copied)));
  return {
    root,
    draw(model, now, isDaily) {
      const moment = serverAt(model.clock, now);
      const today = isDaily ? rememberedDay(moment) : null;
      setHidden(root, !today || today.apart.length === 0);
      if (root.hidden) return;
      const { streak, apart } = today;
      const paste = pasteOf(today, word("day.row", { n: streak }), `${location.origin}/`);
      draw({ text: paste });
      onChange(text, "paste", paste, () => { text.value = paste; });
      const said = apart.map((one) => decimal(tenths(one)));
      setAttribute(text, "aria-label", word("day.label", { apart: said.join(", ") }));
      setText(letters, said.map((one, at) => `${letterOf(apart[at])} ${one}`).join(" · "));
      setText(about, dayLine(moment));
    },
  };
}
