// What one color that was asked and the one that was made of it say about an eye: how far they are
// apart, and how much of that is lightness, chroma and hue. OKLab gives the direction and CIEDE2000
// the size. It knows no player and no round.
// Invariant: everything is a whole number of thousandths of ΔE, so sums are exact.

import { channelsOf, difference } from "../color/color.mjs";
import { encoded } from "../color/eyes.mjs";
import { oklab } from "../color/naming.mjs";

/** The sectors of OKLab's hue, 30° each, the first around 0°; grays are the last. */
export const SECTORS = [
  "pink", "red", "orange", "amber", "lime", "green", "teal", "cyan", "azure", "blue", "violet",
  "magenta", "gray",
];
export const GRAY = SECTORS.length - 1;
/** Below this chroma a target is a gray. */
const GRAY_BELOW = 0.03;

/** In which sector a color is. */
export function sectorOf(hex) {
  const { chroma, hue } = oklab(channelsOf(hex));
  return chroma < GRAY_BELOW ? GRAY : Math.floor(((hue + 15) % 360) / 30);
}

/** The color at coordinates of OKLab, each channel held within what a screen can show. */
export function colorOf({ lightness, a, b }) {
  const cubed = (root) => root * root * root;
  const l = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const m = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const s = cubed(lightness - 0.0894841775 * a - 1.291485548 * b);
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(encoded);
}

/**
 * What became of a color: how far `apart` it is, and the `parts` of that, signed: lighter,
 * stronger, and turned to the next sector.
 */
export function errorOf(asked, made) {
  const [target, guess] = [asked, made].map(channelsOf);
  const [one, other] = [oklab(target), oklab(guess)];
  // ΔH² = 2 (C₁C₂ − a₁a₂ − b₁b₂): what is left of the distance once chroma has had its share.
  const square = 2 * (one.chroma * other.chroma - one.a * other.a - one.b * other.b);
  const turn = one.a * other.b - one.b * other.a;
  const parts = [
    other.lightness - one.lightness, other.chroma - one.chroma,
    Math.sign(turn) * Math.sqrt(Math.max(0, square)),
  ];
  const length = Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0));
  const apart = difference(target, guess);
  return {
    apart, sector: sectorOf(asked), asked: one, made: other,
    parts: parts.map((part) => (length > 0 ? Math.floor((apart * part) / length + 0.5) : 0)),
  };
}
