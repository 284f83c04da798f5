// The field of those who play along, drawn: a small picture that the browser enlarges, and numbers
// at its edges by which everybody finds their cell. It draws what it is given, and knows no room.

import { channelsOf } from "../../core/color/color.mjs";
import { columnLabels, fieldOf, rowLabels } from "../../core/crowd/cells.mjs";
import { paint, sizeOf } from "../../core/crowd/paint.mjs";
import { make, onChange, rowsOf, setAttribute, setStyle, setText } from "../dom.mjs";

/** For people who want little motion a field changes only so often, in milliseconds. */
const CALM = 2000;
/** How often readers may be told something else, in milliseconds. */
const TOLD = 10_000;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function drawn(canvas, cells, box, target) {
  const size = sizeOf(cells, box.width, box.height);
  const context = canvas.getContext("2d", { colorSpace: "srgb" });
  if (canvas.width !== size.width || canvas.height !== size.height) {
    Object.assign(canvas, { width: size.width, height: size.height });
  }
  const image = context.createImageData(size.width, size.height);
  paint(new Uint32Array(image.data.buffer), size, cells, target);
  context.putImageData(image, 0, 0);
}

const label = () => {
  const root = make("span");
  return { root };
};

/** The picture alone; `draw` takes the field, its marks, the target's color or null, and a text. */
export function cellsPart() {
  const root = make("canvas", { class: "cells", role: "img" });
  let [shown, box, since, told] = [null, null, -Infinity, -Infinity];
  const repaint = () => {
    if (shown && box?.width > 0 && box.height > 0) {
      drawn(root, shown.cells, box, shown.target && channelsOf(shown.target));
    }
  };
  new ResizeObserver(([{ contentRect: { width, height } }]) => {
    box = { width: width * devicePixelRatio, height: height * devicePixelRatio };
    repaint();
  }).observe(root);
  return {
    root,
    /** @returns the cells as they are drawn. */
    draw({ field, marks, target, text, isStill = false }, now) {
      const key = `${target} ${field.round} ${field.at} ${field.cells} ${marks?.in} ${marks?.gone}`;
      const isNew = shown === null || shown.round !== field.round;
      if (isNew || isStill || !calm.matches || now - since >= CALM) {
        onChange(root, "cells", key, () => {
          since = now;
          shown = { cells: fieldOf(field, marks), target, round: field.round };
          repaint();
        });
      }
      if (isNew || isStill || now - told >= TOLD) {
        told = now;
        setAttribute(root, "aria-label", text);
      }
      return shown.cells;
    },
  };
}

/** The picture with numbers at its edges. */
export function plotPart() {
  const picture = cellsPart();
  const [columns, rows] = ["cols", "rows"].map((name) =>
    make("div", { class: name, "aria-hidden": "true" }));
  const [drawColumns, drawRows] = [rowsOf(columns, label), rowsOf(rows, label)];
  return {
    root: make("div", { class: "plot" }, columns, rows, picture.root),
    draw(what, now) {
      const cells = picture.draw(what, now);
      const { step } = what.field;
      const labels = columnLabels({ columns: cells.columns, step });
      drawColumns(labels, ({ text }) => text, ({ root }, { place, text }) => {
        setText(root, String(text));
        setStyle(root, "--at", String((place + 0.5) / cells.columns));
      });
      drawRows(rowLabels(what.field, cells), (_, at) => at, ({ root }, text, at) => {
        setText(root, String(text));
        setStyle(root, "--at", String((at + 0.5) / cells.rows));
      });
    },
  };
}
