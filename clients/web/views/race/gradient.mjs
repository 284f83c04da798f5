// The two ends of a gradient, of which one is set at a time.

import { hexOf } from "../../core/color/color.mjs";
import { word } from "../../words.mjs";
import { make, setAttribute, setStyle } from "../dom.mjs";
import { button } from "../parts.mjs";
import { hueControls } from "./controls.mjs";

/** The channels of one end of a gradient at a time. */
export function controlsOf(mode, act, lock) {
  const colorOf = (values) => hexOf(mode.model.mix(values));
  let [guess, end] = [mode.start, 0];
  const part = (at) => guess.slice(3 * at, 3 * at + 3);
  const set = (values, isNew) => {
    const both = end === 0 ? [...values, ...part(1)] : [...part(0), ...values];
    act("set", { guess: both, isNew });
  };
  const controls = hueControls(mode.channels.slice(0, 3), colorOf, set, lock, true);
  const ends = ["race.left", "race.right"].map((key, at) => {
    const patch = make("i");
    const text = make("span", {}, word(key));
    const root = make(
      "button", { class: "endof", type: "button", role: "radio", click: () => { end = at; } },
      ...(at === 0 ? [patch, text] : [text, patch]));
    return { root, patch };
  });
  const swap = button("txt", word("race.swap"), () =>
    act("set", { guess: [...part(1), ...part(0)], isNew: true }));
  const group = make(
    "div", { class: "ends", role: "radiogroup", "aria-label": word("race.end") },
    ends[0].root, swap, ends[1].root);
  return {
    root: make("div", { class: "gradienting" }, group, controls.root), swap: controls.swap,
    get isWide() { return controls.isWide; },
    key(event) {
      if (event.key === "x") end = 1 - end;
      else if (event.key === "s") swap.click();
      else return controls.key(event);
      return true;
    },
    draw(shown) {
      ({ guess } = shown);
      controls.draw(part(end), shown.target?.[end] ?? null);
      ends.forEach(({ root, patch }, at) => {
        setStyle(patch, "--c", colorOf(part(at)));
        setAttribute(root, "aria-checked", String(at === end));
        setAttribute(root, "tabindex", at === end ? "0" : "-1");
      });
    },
  };
}
