// The figures of players. Their drawings come after all that a race needs.

import { brought, makeSVG, onChange } from "./dom.mjs";

const drawings = brought(null, () => import("./drawings.mjs"));

/** A figure that can be changed; `draw` takes its name. */
export function figure(name = null) {
  const path = makeSVG("path");
  const root = makeSVG("svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
  const draw = (shown) =>
    onChange(path, "figure", shown, async () =>
      path.setAttribute("d", (await drawings).DRAWINGS[shown]));
  if (name) draw(name);
  return { root, draw };
}
