// The two ends of a gradient, of which one is set at a time.

import { hexOf } from "../../core/color/color.mjs";
import { word } from "../../words.mjs";
import { make, setAttribute, setStyle } from "../dom.mjs";
import { button } from "../parts.mjs";
import { hueControls } from "./controls.mjs";

/** The channels of one end of a gradient at a time. */
export function controlsOf(mode, act, lock) {
  const colorOf = (values) => hexOf(mode.model.mix(values));
  let [guess, end, target] = [mode.start, 0, null];
  const part = (at) => guess.slice(3 * at, 3 * at + 3);
  // It counts at once: another event may come before the next frame.
  const change = (both, isNew) => {
    guess = both;
    act("set", { guess, isNew });
  };
  const set = (values, isNew) =>
    change(end === 0 ? [...values, ...part(1)] : [...part(0), ...values], isNew);
  const controls = hueControls(mode.channels.slice(0, 3), colorOf, set, lock, true);
  const ends = ["race.left", "race.right"].map((key, at) => {
    const patch = make("i");
    const text = make("span", {}, word(key));
    const root = make(
      "button", { class: "endof", type: "button", role: "radio", click: () => turn(at) },
      ...(at === 0 ? [patch, text] : [text, patch]));
    return { root, patch };
  });
  const show = () => controls.draw(part(end), target?.[end] ?? null);
  const turn = (at) => {
    end = at;
    show();
  };
  const swap = button("txt", word("race.swap"), () => {
    change([...part(1), ...part(0)], true);
    show();
  });
  const group = make(
    "div", { class: "ends", role: "radiogroup", "aria-label": word("race.end") },
    ends[0].root, swap, ends[1].root);
  return {
    root: make("div", { class: "gradienting" }, group, controls.root), swap: controls.swap,
    get isWide() { return controls.isWide; },
    key(event) {
      if (event.key === "x") turn(1 - end);
      else if (event.key === "s") swap.click();
      else return controls.key(event);
      return true;
    },
    draw(shown) {
      ({ guess, target } = shown);
      show();
      ends.forEach(({ root, patch }, at) => {
        setStyle(patch, "--c", colorOf(part(at)));
        setAttribute(root, "aria-checked", String(at === end));
        setAttribute(root, "tabindex", at === end ? "0" : "-1");
      });
    },
  };
}
