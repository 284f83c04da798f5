// Colors as the rules mean them: three 8-bit sRGB channels, written #rrggbb; the grids of HSB and
// CMYK; Lab under D65 and CIEDE2000. It knows no page: how a color is shown is not said here.
// Invariant: a difference is a whole number of thousandths, the same both ways round.

/** `#rrggbb` of three channels. */
export const hexOf = (channels) =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;

/** The three channels of `#rrggbb`. */
export const channelsOf = (hex) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** A quotient to the nearest whole number, halves up; neither number is negative. */
export const rounded = (dividend, divisor) =>
  Math.floor((2 * dividend + divisor) / (2 * divisor));

const clamped = (value, least, most) => Math.min(most, Math.max(least, value));

/** The color of hue 0–359, saturation and brightness 0–100, in whole numbers throughout. */
export function fromHSB([hue, saturation, brightness]) {
  // The channel that stands so many sixtieths of the way from the brightest to the grayest.
  const channel = (sixtieths) =>
    rounded(255 * brightness * (6000 - saturation * sixtieths), 600_000);
  const degrees = hue % 60;
  const [high, low, falling, rising] = [0, 60, degrees, 60 - degrees].map(channel);
  return [
    [high, rising, low], [falling, high, low], [low, high, rising],
    [low, falling, high], [rising, low, high], [high, low, falling],
  ][Math.floor(hue / 60)];
}

/** The value of the grid whose color is nearest; gray has neither hue nor saturation. */
export function toHSB(color) {
  const [red, green, blue] = color;
  const largest = Math.max(...color);
  const chroma = largest - Math.min(...color);
  const brightness = rounded(100 * largest, 255);
  if (chroma === 0) return [0, 0, brightness];
  const sixtieths = largest === red ? 360 * chroma + 60 * (green - blue)
    : largest === green ? 480 * chroma + 60 * (blue - red) : 600 * chroma + 60 * (red - green);
  const hue = rounded(sixtieths, chroma) % 360;
  const saturation = rounded(100 * chroma, largest);
  // Rounding alone can miss by one: in dark colors neighbors on the grid share channels.
  let best = null;
  let least = Infinity;
  for (const across of [0, -1, 1]) {
    for (const around of [0, -1, 1]) {
      const candidate =
        [(hue + around + 360) % 360, clamped(saturation + across, 0, 100), brightness];
      const distance = fromHSB(candidate)
        .reduce((sum, channel, at) => sum + (channel - color[at]) ** 2, 0);
      if (distance < least) [best, least] = [candidate, distance];
    }
  }
  return best;
}

/** The color of four inks, 0–100 each. */
export const fromCMYK = ([cyan, magenta, yellow, black]) =>
  [cyan, magenta, yellow].map((ink) => rounded(255 * (100 - ink) * (100 - black), 10_000));

/** The four inks that come nearest, with as much black as the color bears. */
export function toCMYK(color) {
  const [red, green, blue] = color;
  const black = rounded(100 * (255 - Math.max(...color)), 255);
  const isGray = red === green && green === blue;
  const paper = 255 * (100 - black);
  const inks = color.map((channel) => {
    const missing = paper - 100 * channel;
    return missing > 0 && !isGray ? rounded(100 * missing, paper) : 0;
  });
  return [...inks, black];
}

/** The color after so many of the even steps from one to another, straight in sRGB as displayed. */
export const between = (from, to, position, steps) =>
  from.map((channel, at) => rounded(channel * (steps - position) + to[at] * position, steps));

/** The light of each 8-bit channel. */
const LIGHT = Float64Array.from({ length: 256 }, (_, channel) => {
  const encoded = channel / 255;
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
});

/** The linear light of a color. */
export const lightOf = (color) => color.map((channel) => LIGHT[channel]);

// D65 by its chromaticity. The matrix is written around green, whose weight is what red and blue
// leave: so grays come out exactly neutral.
const WHITE = { x: 0.3127 / 0.329, z: (1 - 0.3127 - 0.329) / 0.329 };
const RED_AND_BLUE = [
  [506_752 / 1_228_815 / WHITE.x, 12_673 / 70_218 / WHITE.x],
  [87_098 / 409_605, 12_673 / 175_545],
  [7_918 / 409_605 / WHITE.z, 1_001_167 / 1_053_270 / WHITE.z],
];
const EPSILON = 216 / 24_389;
const KAPPA = 24_389 / 27;
const compressed = (ratio) => (ratio > EPSILON ? Math.cbrt(ratio) : (KAPPA * ratio + 16) / 116);

/** L*, a* and b* of a color. */
export function labOf(color) {
  const [red, green, blue] = lightOf(color);
  const [x, y, z] = RED_AND_BLUE.map(([ofRed, ofBlue]) =>
    compressed(green + ofRed * (red - green) + ofBlue * (blue - green)));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const radians = (degrees) => (degrees * Math.PI) / 180;
const cosine = (degrees) => Math.cos(radians(degrees));
const sine = (degrees) => Math.sin(radians(degrees));
const length = (a, b) => Math.sqrt(a * a + b * b);
/** √(C⁷ / (C⁷ + 25⁷)), which the formula uses twice. */
const seventh = (chroma) => {
  const power = chroma ** 7;
  return Math.sqrt(power / (power + 6_103_515_625));
};

/** CIEDE2000 of two colors in Lab, as Sharma, Wu and Dalal (2005) write it down; weights of 1. */
export function ciede2000(first, second) {
  const stretch =
    1 + (1 - seventh((length(first[1], first[2]) + length(second[1], second[2])) / 2)) / 2;
  const polar = ([, a, b]) => {
    const angle = (Math.atan2(b, stretch * a) * 180) / Math.PI;
    return [length(stretch * a, b), angle < 0 ? angle + 360 : angle];
  };
  const [[chroma1, hue1], [chroma2, hue2]] = [polar(first), polar(second)];
  const sum = hue1 + hue2;
  const hue = Math.abs(hue1 - hue2) <= 180 ? sum / 2 : (sum < 360 ? sum + 360 : sum - 360) / 2;
  let turn = hue2 - hue1;
  if (turn > 180) turn -= 360;
  else if (turn < -180) turn += 360;

  const offset = ((first[0] + second[0]) / 2 - 50) ** 2;
  const chroma = (chroma1 + chroma2) / 2;
  const hueTerm = 1 - 0.17 * cosine(hue - 30) + 0.24 * cosine(2 * hue)
    + 0.32 * cosine(3 * hue + 6) - 0.2 * cosine(4 * hue - 63);
  const rotation =
    -2 * seventh(chroma) * sine(60 * Math.exp(-(((hue - 275) / 25) ** 2)));

  const byLightness = (second[0] - first[0]) / (1 + (0.015 * offset) / Math.sqrt(20 + offset));
  const byChroma = (chroma2 - chroma1) / (1 + 0.045 * chroma);
  const byHue =
    (2 * Math.sqrt(chroma1 * chroma2) * sine(turn / 2)) / (1 + 0.015 * chroma * hueTerm);
  const square = byLightness ** 2 + byChroma ** 2 + byHue ** 2 + rotation * byChroma * byHue;
  return Math.sqrt(Math.max(0, square));
}

/** How far two colors are apart, in thousandths of ΔE. */
export const difference = (one, other) =>
  Math.floor(1000 * ciede2000(labOf(one), labOf(other)) + 0.5);

/** How far two gradients are apart, each two colors: the mean at five even stops. */
export function gradientDifference([from1, to1], [from2, to2]) {
  let sum = 0;
  for (let stop = 0; stop <= 4; stop++) {
    sum += difference(between(from1, to1, stop, 4), between(from2, to2, stop, 4));
  }
  return rounded(sum, 5);
}
