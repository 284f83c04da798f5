// What color surrounds a screen on which nobody matches: that of the people in it, of the day, of a
// winner. It is as light as the gray of a race, so both inks can be read on it.
// Invariant: black and white have at least 4.5:1 on every tint, as WCAG measures it.

import { COLORS } from "../browser/memory.mjs";
import { channelsOf, hexOf } from "../core/color/color.mjs";
import { serverAt } from "../core/session/clock.mjs";
import { personOf } from "../core/session/room.mjs";
import { standings } from "../core/session/standings.mjs";

/** The luminance on which black and white are read equally well, and the shares of its channels. */
const LIGHT = 0.1791;
const SHARES = [0.2126, 0.7152, 0.0722];
/** Below so much luminance a color has no hue to speak of. */
const DARK = 0.001;
/** How much of a color there is in its tint, at the most. */
const STRENGTH = 0.55;
const DAY = 86_400_000;

const linear = (value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const coded = (light) =>
  Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));

/** The tint of some colors together. */
export function tintOf(colors) {
  const lights = colors.map((color) => channelsOf(color).map(linear));
  const mean = SHARES.map((_, at) =>
    lights.reduce((sum, light) => sum + light[at], 0) / lights.length);
  const luminance = SHARES.reduce((sum, share, at) => sum + share * mean[at], 0);
  // Scaled to the luminance, and as much of it as no channel has too much of.
  const scaled = mean.map((light) => (luminance > DARK ? (light * LIGHT) / luminance : LIGHT));
  const room = (1 - LIGHT) / Math.max(...scaled.map((light) => light - LIGHT), 0.001);
  const strength = Math.min(STRENGTH, room);
  return hexOf(scaled.map((light) => coded(LIGHT + strength * (light - LIGHT))));
}

/** Of the day, as the server's clock has it; nobody's target. */
export const dayTint = (model, now) =>
  tintOf([COLORS[Math.floor(serverAt(model.clock, now) / DAY) % COLORS.length]]);

/** Of the people in a room; of nobody's there is none. */
export function roomTint({ room }) {
  const people = room.seats.filter(({ bot }) => !bot);
  return people.length > 0 ? tintOf(people.map(({ color }) => color)) : null;
}

/** Of those who have won. */
export function winnerTint({ room }) {
  const colors = standings(room.match).filter(({ place }) => place === 1)
    .map(({ who }) => personOf(room, who)?.color).filter(Boolean);
  return colors.length > 0 ? tintOf(colors) : null;
}
