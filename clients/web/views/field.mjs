// A field of color that is judged: exact to the bit. A single color is a background; a gradient is
// a row of pixels that is stretched, because style sheets dither theirs.

import { between, channelsOf } from "../core/color/color.mjs";
import { make, onChange, setClass, setStyle } from "./dom.mjs";

/** The same rounding as the rules', a pixel for each of the screen's. */
function paint(canvas, [from, to], width) {
  canvas.width = width;
  canvas.height = 1;
  const context = canvas.getContext("2d", { alpha: false, colorSpace: "srgb" });
  const image = context.createImageData(width, 1);
  const [first, last] = [channelsOf(from), channelsOf(to)];
  for (let x = 0; x < width; x++) {
    image.data.set([...between(first, last, x, Math.max(1, width - 1)), 255], 4 * x);
  }
  context.putImageData(image, 0, 0);
}

/**
 * A field; `draw` takes its colors, one or a gradient's two, or null for a field that is empty.
 *
 * @param tag the element, `div` unless said.
 */
export function field(name, attributes = {}, tag = "div") {
  const root = make(tag, { class: name, ...attributes });
  let canvas = null;
  let width = 0;
  let ends = null;
  const repaint = () => {
    if (ends && width > 0) paint(canvas, ends, width);
  };
  const observer = new ResizeObserver(([{ contentRect }]) => {
    width = Math.max(1, Math.round(contentRect.width * devicePixelRatio));
    repaint();
  });
  const draw = (colors) => {
    setClass(root, "hollow", colors === null);
    const isGradient = colors?.length === 2;
    setStyle(root, "--c", colors && !isGradient ? colors[0] : "transparent");
    if (isGradient && !canvas) {
      canvas = make("canvas", { class: "gradient" });
      root.prepend(canvas);
      observer.observe(root);
    }
    if (!canvas) return;
    canvas.hidden = !isGradient;
    ends = isGradient ? colors : null;
    onChange(root, "ends", ends?.join() ?? null, repaint);
  };
  return { root, draw };
}
