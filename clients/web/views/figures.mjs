// The sixteen figures of players, drawn: one path each, in a square of 24.

import { makeSVG, onChange } from "./dom.mjs";

const PATHS = {
  diamond: "M12 1 22 12 12 23 2 12Z",
  circle: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20Z",
  triangle: "M12 2 23 21.5H1Z",
  square: "M3 3h18v18H3Z",
  star: "m12 1.5 3.2 7 7.6.8-5.7 5.1 1.6 7.5L12 18.1l-6.7 3.8 1.6-7.5L1.2 9.3l7.6-.8Z",
  heart:
    "M12 22C5 16.4 1.5 12.6 1.5 8.2A5.6 5.6 0 0 1 12 5.6 5.6 5.6 0 0 1 22.5 8.2C22.5 12.6 19"
    + " 16.4 12 22Z",
  club:
    "M12 1.5a4.7 4.7 0 0 1 3.7 7.6 4.7 4.7 0 1 1-2.4 7.4l1.7 6H9l1.7-6a4.7 4.7 0 1 1-2.4-7.4"
    + "A4.7 4.7 0 0 1 12 1.5Z",
  spade:
    "M12 1.5C15 6 22 9.5 22 14.6a4.8 4.8 0 0 1-8.6 2.7l1.6 5.2H9l1.6-5.2A4.8 4.8 0 0 1 2"
    + " 14.6C2 9.5 9 6 12 1.5Z",
  sun:
    "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10ZM11 1h2v4h-2Zm0 18h2v4h-2ZM1 11h4v2H1Zm18 0h4v2h-4Z"
    + "M3.5 4.9 4.9 3.5l2.9 2.9-1.4 1.4Zm12.7 12.7 1.4-1.4 2.9 2.9-1.4 1.4ZM3.5 19.1l2.9-2.9"
    + " 1.4 1.4-2.9 2.9ZM16.2 6.4l2.9-2.9 1.4 1.4-2.9 2.9Z",
  moon: "M14.5 1.8A10.4 10.4 0 1 0 22.3 15 8.6 8.6 0 0 1 14.5 1.8Z",
  umbrella:
    "M12 2A10.6 10.6 0 0 1 22.6 13H13.2v6a3.1 3.1 0 0 1-6.2 0h2.4a.7.7 0 0 0 1.4 0v-6H1.4"
    + "A10.6 10.6 0 0 1 12 2Z",
  knight:
    "M7 22.5h12c.2-4 1-6.3 1-10C20 6.3 15.6 2.5 10.4 2.5L9.6 5 5.8 7.4 3 13l2.4 2.6 3.6-2"
    + " 2.6.4C10.2 17 7.2 18.5 7 22.5Z",
  flower:
    "M12 1.5a4 4 0 0 1 3.6 5.7 4 4 0 1 1 1.7 7.4 4 4 0 1 1-5.3 4.9 4 4 0 1 1-5.3-4.9 4 4 0 1"
    + " 1 1.7-7.4A4 4 0 0 1 12 1.5Zm0 8.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z",
  flag: "M4 1.5h2.4V3H21l-4 5.5 4 5.5H6.4v8.5H4Z",
  house: "M12 2 23 12h-3v10h-6v-6h-4v6H4V12H1Z",
  note: "M9 3.2 21 1v15.8a3.6 3.6 0 1 1-2.5-3.4V6.5l-7 1.3v11a3.6 3.6 0 1 1-2.5-3.4Z",
};

/** A figure that can be changed; `draw` takes its name. */
export function figure(name = null) {
  const path = makeSVG("path");
  const root = makeSVG("svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
  const draw = (shown) =>
    onChange(path, "figure", shown, () => path.setAttribute("d", PATHS[shown]));
  if (name) draw(name);
  return { root, draw };
}
