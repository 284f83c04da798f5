// What a hand means: a drag or a key on a channel, digits that are typed. It knows no element, no
// event and no clock: numbers in, numbers out.
// Invariant: what comes out is on the channel's grid.

/** A press this near to the knob takes hold of it; anywhere else the knob comes to the press. */
export const GRIP = 22;

export const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

/** How far a drag reaches: pull away from the track, or hold Shift, and it gears down. */
export const gear = (away, isFine) =>
  Math.min(isFine ? 1 / 4 : 1, away < 40 ? 1 : away < 104 ? 1 / 4 : 1 / 16);

/**
 * A drag that begins at `x` on a track so wide, whose knob stops so far inside of its ends.
 *
 * @returns the drag; `value` is what it says now.
 */
export function grab({ x, width, inset, value, channel }) {
  const span = Math.max(1, width - 2 * inset);
  const size = channel.most - channel.least;
  const at = inset + ((value - channel.least) / size) * span;
  const pressed = channel.least + ((x - inset) / span) * size;
  const exact = Math.abs(x - at) <= GRIP ? value : clamp(pressed, channel.least, channel.most);
  // `exact` keeps what rounding would lose.
  return { x, exact, span, channel, value: Math.round(exact) };
}

/** The drag after the pointer has come to `x`, so far away from the track. */
export function pull(drag, x, away, isFine) {
  const { channel, span } = drag;
  const step = ((x - drag.x) / span) * (channel.most - channel.least) * gear(away, isFine);
  const exact = clamp(drag.exact + step, channel.least, channel.most);
  return { ...drag, x, exact, value: Math.round(exact) };
}

/** A value moved by so much: hue goes round, everything else stops. */
export function stepped(channel, value, by) {
  const size = channel.most - channel.least + 1;
  if (!channel.wraps) return clamp(value + by, channel.least, channel.most);
  return ((((value - channel.least + by) % size) + size) % size) + channel.least;
}

const STEPS = { ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10 };

/** What a key does to a channel's value; null for a key that means nothing here. */
export function keyed(channel, value, { key, isShift }) {
  if (key === "Home") return channel.least;
  if (key === "End") return channel.most;
  if (!(key in STEPS)) return null;
  const isFast = isShift && Math.abs(STEPS[key]) === 1;
  return stepped(channel, value, STEPS[key] * (isFast ? 10 : 1));
}

/** Whether a key acts once, however long it is held. */
export const actsOnce = (key, isTyping) =>
  key === "Enter" || key === "Escape" || (!isTyping && " dfmosx".includes(key));

/** The value after the mouse's wheel turned so far; each notch is one, whatever its size. */
export const scrolled = (channel, value, deltaY) =>
  (deltaY === 0 ? value : stepped(channel, value, deltaY < 0 ? 1 : -1));

/** The channel that the arrows up and down lead to. */
export const neighbor = (count, index, key) =>
  (index + (key === "ArrowDown" ? 1 : count - 1)) % count;

/** Digits that are typed, one after another; those of a number that is too large begin anew. */
export function typed(channel, digits, key) {
  if (key === "Backspace") return digits.slice(0, -1);
  const longer = (digits + key).replace(/^0+(?=\d)/, "");
  return Number(longer) <= (channel.wraps ? 999 : channel.most) ? longer : key;
}

/** The value that typed digits mean. */
export const entered = (channel, digits) => stepped(channel, Number(digits), 0);

/** Where a channel stands for the track of another one that it would make flat. */
const LIVELY = { saturation: 70, brightness: 80, black: 40 };

/**
 * The values by which a channel's track is painted: where it would be of one color all along, as
 * of a hue without saturation or of an ink under black, what makes it so stands elsewhere.
 */
export function painted(channels, values, at) {
  const isHue = channels[at].word === "hue";
  return values.map((value, other) => {
    const { word } = channels[other];
    const isFlat = word === "black" ? value > 85
      : value < 15 && (isHue || (word === "brightness" && channels[at].word === "saturation"));
    return other !== at && isFlat && LIVELY[word] ? LIVELY[word] : value;
  });
}
