// A drill: the pair, its sliders, and what became of the last color. There is no clock, and nothing
// says how near one is before one has taken a color.

import { channelsOf, difference, hexOf } from "../../core/color/color.mjs";
import { START_COLOR } from "../../core/rules/modes.mjs";
import { PRACTICE_MODE } from "../../core/rules/practice.mjs";
import { word } from "../../words.mjs";
import { make, setText } from "../dom.mjs";
import { button, pair } from "../parts.mjs";
import { channelsPart } from "../race/channels.mjs";
import { hueOf, size, titleOf, towardOf } from "./words.mjs";

/** What became of a drill, beside what was before. */
export function outcomeOf({ color, part, before }, now) {
  const name = titleOf(color);
  const [apart, then] = [size(now), size(before)];
  if (!part) return word("drill.apart", { color: name, apart, before: then });
  const [toward, was] = [now, before].map((bias) => towardOf(color, part, bias));
  return word("drill.now", { color: name, apart, toward, before: then, was });
}

/**
 * @param take is told the color that was made of the present one; `leave` that the user is through.
 */
export function drillPart(take, leave) {
  const colors = pair();
  let guess = channelsOf(START_COLOR);
  let drill = null;
  const colorOf = (values) => PRACTICE_MODE.swatch(values)[0];
  const channels = channelsPart(PRACTICE_MODE.channels, colorOf, (values) => {
    guess = values;
    show();
  });
  const [title, place, said] = [make("h1", { class: "live" }), make("span"), make("p", {
    class: "say", role: "status",
  })];
  const lock = () => {
    const made = hexOf(guess);
    guess = channelsOf(START_COLOR);
    take(made);
  };
  const show = () => {
    const { targets, made } = drill;
    if (made.length === targets.length) return;
    colors.draw([targets[made.length]], [hexOf(guess)]);
    channels.draw(guess);
    setText(title, word("drill.title", { color: hueOf(drill.color) }));
    setText(place, word("drill.of", { n: made.length + 1, of: targets.length }));
    const last = made.length - 1;
    setText(said, last < 0 ? word("drill.how") : word("drill.last", {
      apart: size(difference(channelsOf(made[last]), channelsOf(targets[last]))),
    }));
  };
  const root = make(
    "main", { class: "drill" },
    make("div", { class: "heading" }, title, place, button("txt", word("boards.back"), leave)),
    colors.root, channels.root, said, button("go", word("drill.next"), lock));
  return {
    root,
    draw(shown) {
      drill = shown;
      show();
    },
    key(event) {
      if (event.key === "Escape") return leave() ?? true;
      if (channels.key(event)) return true;
      if (event.key !== "Enter") return false;
      lock();
      return true;
    },
  };
}
