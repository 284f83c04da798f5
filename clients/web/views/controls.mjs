// What moves one's own half: sliders, the two ends of a gradient, or tiles. All of them draw from a
// guess and tell a new one; which of them there are is the mode's.

import { hexOf } from "../core/color.mjs";
import { tileKey, tileOf, tileToward } from "../core/hand.mjs";
import { word } from "../words.mjs";
import { channelsPart } from "./channels.mjs";
import { make, rowsOf, setAttribute, setClass, setHidden, setStyle, setText } from "./dom.mjs";
import { button } from "./parts.mjs";

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

/** Whether hue and saturation are set on the wheel; it stays as it was from round to round. */
let isOnWheel = false;

/**
 * Sliders, or the wheel where there is a hue: `m` or a tap on a letter changes between them.
 *
 * @param set is told the values, and whether a movement begins with them.
 */
function hueControls(channels, colorOf, set, lock) {
  const sliders = channelsPart(channels, colorOf, set);
  let wheel = null;
  const active = () => (wheel && isOnWheel ? wheel : sliders);
  const corners = nudges(active, lock);
  const root = make("div", { class: "deck" }, sliders.root, corners.root);
  // Sliders do until it is there.
  if (channels.some(({ wraps }) => wraps)) {
    import("./wheel.mjs").then(({ wheelPart }) => {
      wheel = wheelPart(channels, colorOf, set);
      corners.root.before(wheel.root);
    });
  }
  const swap = () => {
    if (wheel) isOnWheel = !isOnWheel;
  };
  root.addEventListener("click", ({ target }) => {
    if (target.classList.contains("letter")) swap();
  });
  return {
    root,
    get isWide() { return active() === wheel; },
    key(event) {
      if (event.key === "m" && wheel) {
        swap();
        return true;
      }
      return active().key(event) || (wheel !== null && isOnWheel && sliders.key(event));
    },
    draw(values, target) {
      const isWheel = active() === wheel;
      setHidden(sliders.root, isWheel);
      setClass(root, "wheeling", isWheel);
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
    root: controls.root,
    get isWide() { return controls.isWide; },
    key: controls.key,
    draw: ({ guess, target }) => controls.draw(guess, target?.[0] ?? null),
  };
}

/** The channels of one end of a gradient at a time. */
export function gradientControls(mode, act, lock) {
  const colorOf = (values) => hexOf(mode.model.mix(values));
  let [guess, end] = [mode.start, 0];
  const part = (at) => guess.slice(3 * at, 3 * at + 3);
  const set = (values, isNew) => {
    const both = end === 0 ? [...values, ...part(1)] : [...part(0), ...values];
    act("set", { guess: both, isNew });
  };
  const controls = hueControls(mode.channels.slice(0, 3), colorOf, set, lock);
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
    root: make("div", { class: "gradienting" }, group, controls.root),
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

const columnsOf = (count) => (count === 4 ? 2 : count === 12 ? 4 : 3);

/** One tile; a wrong one becomes hollow, its key struck out. */
function tilePart(press) {
  const patch = make("i");
  const key = make("kbd");
  const root = make("button", { class: "tile", type: "button", role: "radio" }, patch, key);
  let number = 0;
  root.addEventListener("click", ({ timeStamp }) => press(number, timeStamp));
  return {
    root,
    draw(color, at, { isWrong, isChosen, isFirst }) {
      number = at + 1;
      setStyle(patch, "--c", color);
      setText(key, tileKey(number));
      setClass(root, "miss", isWrong);
      setAttribute(root, "aria-checked", String(isChosen));
      setAttribute(root, "tabindex", isFirst ? "0" : "-1");
      setAttribute(root, "aria-label", word(isWrong ? "race.miss" : "race.tile", { n: number }));
    },
  };
}

/** The tiles of a round; a press or a key locks, an arrow only leads there. */
export function tileControls(mode, act) {
  let [count, focused, wrong, round] = [0, 1, new Set(), null];
  let pressed = null;
  const press = (number, at) => {
    if (wrong.has(number)) return;
    pressed = number;
    act("tile", { number, at });
  };
  const root =
    make("div", { class: "tiles", role: "radiogroup", "aria-label": word("race.tiles") });
  const drawTiles = rowsOf(root, () => tilePart(press));
  return {
    root,
    key(event) {
      const number = tileOf(event.key, count);
      if (number !== null) press(number, event.timeStamp);
      else if (event.key === "Enter" || event.key === " ") press(focused, event.timeStamp);
      else if (event.key.startsWith("Arrow")) {
        focused = tileToward(focused, event.key, count, columnsOf(count));
        root.children[focused - 1]?.focus();
      } else return false;
      return true;
    },
    draw({ model, round: open }) {
      if (open?.round !== round) {
        [round, focused, wrong, pressed] = [open?.round ?? null, 1, new Set(), null];
      }
      const misses = open?.misses[model.me]?.count ?? 0;
      if (pressed !== null && misses > wrong.size) wrong.add(pressed);
      const tiles = open?.tiles ?? [];
      count = tiles.length;
      setStyle(root, "--columns", String(columnsOf(count)));
      setHidden(root, count === 0);
      const isDone = open !== null && model.me in open.locks;
      drawTiles(tiles, (_, at) => at, (part, color, at) => part.draw(color, at, {
        isWrong: wrong.has(at + 1), isChosen: isDone && model.sliders?.guess[0] === at + 1,
        isFirst: at + 1 === focused,
      }));
    },
  };
}
