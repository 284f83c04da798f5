// Sliders, or the wheel where there is a hue, which move one's own half. They draw from a guess and
// tell a new one; gradients have two ends of them.

import { hexOf } from "../../core/color/color.mjs";
import { word } from "../../words.mjs";
import { brought, make, setAttribute, setHidden } from "../dom.mjs";
import { button } from "../parts.mjs";
import { channelsPart } from "./channels.mjs";

/** The buttons in the corners of a phone, which act on the channel in white. */
function nudges(active, lock) {
  const less = button("do nudge", "−", () => active().step(-1));
  const more = button("do nudge", "+", () => active().step(1));
  return {
    root: make("div", { class: "act" }, less, lock, more),
    draw() {
      setAttribute(less, "aria-label", word("set.less", { what: active().name }));
      setAttribute(more, "aria-label", word("set.more", { what: active().name }));
    },
  };
}

/** Whether the user has chosen the wheel or sliders; until then fingers have the wheel. */
let chosen = null;
const coarse = matchMedia("(pointer: coarse)");

/**
 * Sliders, or the wheel where there is a hue: a switch, `m` or a tap on a letter changes between
 * them.
 *
 * @param set is told the values, and whether a movement begins with them.
 * @param isHalf whether they are for a part of a guess, which begins with sliders.
 */
export function hueControls(channels, colorOf, set, lock, isHalf = false) {
  const sliders = channelsPart(channels, colorOf, set);
  let wheel = null;
  const active = () => (wheel && (chosen ?? (coarse.matches && !isHalf)) ? wheel : sliders);
  const corners = nudges(active, lock);
  const root = make("div", { class: "deck" }, sliders.root, corners.root);
  // Sliders do until it is there.
  if (channels.some(({ wraps }) => wraps)) {
    brought("race/wheel", () => import("./wheel.mjs")).then(({ wheelPart }) => {
      wheel = wheelPart(channels, colorOf, set);
      corners.root.before(wheel.root);
    });
  }
  const swap = () => {
    if (wheel) chosen = active() !== wheel;
  };
  root.addEventListener("click", ({ target }) => {
    if (target.classList.contains("letter")) swap();
  });
  return {
    root,
    swap,
    /** Whether the wheel is there; null where there is none. */
    get isWide() { return wheel && active() === wheel; },
    key(event) {
      if (event.key === "m" && wheel) {
        swap();
        return true;
      }
      return active().key(event) || (active() === wheel && sliders.key(event));
    },
    draw(values, target) {
      const isWheel = active() === wheel;
      setHidden(sliders.root, isWheel);
      sliders.draw(values);
      if (wheel) {
        setHidden(wheel.root, !isWheel);
        wheel.draw(values, target);
      }
      corners.draw();
    },
  };
}

/** A channel for each value of the guess. */
export function sliderControls(mode, act, lock) {
  const colorOf = (values) => hexOf(mode.model.mix(values));
  const set = (guess, isNew) => act("set", { guess, isNew });
  const controls = hueControls(mode.channels, colorOf, set, lock);
  return {
    root: controls.root, swap: controls.swap,
    get isWide() { return controls.isWide; },
    key: controls.key,
    draw: ({ guess, target }) => controls.draw(guess, target?.[0] ?? null),
  };
}
