// A field of cells as a small picture, seven pixels a cell, that is enlarged without smoothing: so
// a thousand of them cost little, and each has its color to the bit. It knows no canvas.
// Invariant: what is nobody's is transparent, so that the page's surround shows there.

/** A cell's pixels along its shorter side, of which one at each end is the gap. */
const PIXELS = 7;

/** How large a picture is, and its cells, for as many columns and rows in a box. */
export function sizeOf({ columns, rows }, width, height) {
  const unit = Math.max(0.01, Math.min(width / columns, height / rows)) / PIXELS;
  const across = Math.max(PIXELS, Math.round(width / columns / unit));
  const down = Math.max(PIXELS, Math.round(height / rows / unit));
  return { across, down, width: columns * across, height: rows * down };
}

const isLittle = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
/** A pixel as a word of memory. */
const pixel = (red, green, blue) => (isLittle
  ? (255 << 24) | (blue << 16) | (green << 8) | red
  : (red << 24) | (green << 16) | (blue << 8) | 255) >>> 0;

/**
 * Paints all cells: each in a gap of the target's color, which it loses once it is locked.
 *
 * @param words the picture's pixels, a word each.
 * @param target three channels, or null where nobody may see it: then there are no gaps.
 */
export function paint(words, size, cells, target) {
  words.fill(0);
  const around = target && pixel(...target);
  for (let at = 0; at < cells.count; at++) {
    if (cells.isGone(at)) continue;
    const own = pixel(...cells.colors.subarray(3 * at, 3 * at + 3));
    const hasGap = around !== null && !cells.isIn(at);
    let start = Math.floor(at / cells.columns) * size.down * size.width
      + (at % cells.columns) * size.across;
    for (let row = 0; row < size.down; row++, start += size.width) {
      const isEdge = hasGap && (row === 0 || row === size.down - 1);
      words.fill(isEdge ? around : own, start, start + size.across);
      if (!hasGap) continue;
      words[start] = around;
      words[start + size.across - 1] = around;
    }
  }
}
