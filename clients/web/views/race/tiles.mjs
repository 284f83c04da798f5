// Tiles, of which one is the target: to press one is to lock it.

import { tileKey, tileOf, tileToward } from "../../core/input/tiles.mjs";
import { word } from "../../words.mjs";
import { make, rowsOf, setAttribute, setClass, setHidden, setStyle, setText } from "../dom.mjs";

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
export function controlsOf(mode, act) {
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
      if (number !== null) {
        if (!event.repeat) press(number, event.timeStamp);
      } else if (event.key === "Enter" || event.key === " ") press(focused, event.timeStamp);
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
