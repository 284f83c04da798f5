// What a key means among tiles, in rows of so many: numbers in, numbers out.

const TILE_KEYS = "1234567890-=";

/** The number of the tile that a key stands for, from 1; null for none. */
export function tileOf(key, count) {
  const at = TILE_KEYS.indexOf(key);
  return key.length === 1 && at >= 0 && at < count ? at + 1 : null;
}
export const tileKey = (number) => TILE_KEYS[number - 1];

/** The tile that an arrow leads to, from 1, in so many columns. */
export function tileToward(number, key, count, columns) {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
  const next = number + (by ?? 0);
  return next >= 1 && next <= count ? next : number;
}
