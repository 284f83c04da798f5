// The game's one gesture: where two colors have become one, the line between them lights up and
// dissolves from its middle to its ends. It judges nothing. Invariant: it is there for 600 ms, and
// only where nobody's color is judged any more.

import { tenths } from "../core/rules/modes.mjs";
import { decimal, word } from "../words.mjs";
import { make, onChange, sheet } from "./dom.mjs";

const styled = sheet("race/feel");

/**
 * What is said of it.
 *
 * @param apart thousandths; `time` is milliseconds, null where nobody locked.
 */
export function goneText(apart, time) {
  const n = decimal(tenths(apart));
  return time === null ? word("gone.apart", { n })
    : word("gone.in", { n, seconds: decimal(tenths(time)) });
}

/** The line of a pair; `draw` has it go once for each new key, and takes null while it stands. */
export function seamPart(root) {
  let line = null;
  const go = async (key) => {
    line?.remove();
    line = null;
    if (key === null) return;
    const mine = make("span", { class: "seam", "aria-hidden": "true" });
    line = mine;
    mine.addEventListener("animationend", ({ animationName }) => {
      if (animationName === "vanish") mine.remove();
    });
    // A page that nobody has touched may not vibrate.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(30);
    await styled;
    if (line === mine) root.append(mine);
  };
  return { draw(key) { onChange(root, "seam", key, () => go(key)); } };
}
