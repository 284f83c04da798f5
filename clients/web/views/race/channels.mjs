// Channels: a track each that shows what every place on it would make, a knob, a number, and a
// native range control unseen above it for keyboards and readers.

import { entered, grab, keyed, neighbor, painted, pull, scrolled, typed }
  from "../../core/input/hand.mjs";
import { word } from "../../words.mjs";
import { make, onChange, setClass, setStyle, setText } from "../dom.mjs";

/** How far inside of a track's ends its knob stops, in CSS pixels. */
const INSET = 12;
/** How long a hand has to rest until native controls hear of it: readers are not flooded. */
const REST = 120;

/** The colors along a channel's track: hue has one each 60 degrees, all others run straight. */
function stopsOf(channel, values, at, colorOf) {
  const places = channel.wraps ? [0, 60, 120, 180, 240, 300, 0] : [channel.least, channel.most];
  return places.map((value) => colorOf(values.with(at, value)));
}

/** One channel; `hold` is called with a new value while it is held, and `isNew` at its begin. */
function channelPart(channels, at, { set, focus }) {
  const channel = channels[at];
  const name = word(`channel.${channel.word}`);
  const input = make("input", {
    type: "range", min: channel.least, max: channel.most, "aria-label": name,
  });
  const label =
    make("span", { class: "letter", title: name, "aria-hidden": "true" }, channel.letter);
  const track = make("div", { class: "track" }, input, make("span", { class: "knob" }));
  const output = make("output", { "aria-hidden": "true" });
  const root = make("div", { class: "ch" }, label, track, output);
  let [drag, box, value] = [null, null, 0];

  track.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    track.setPointerCapture(event.pointerId);
    box = track.getBoundingClientRect();
    const x = event.clientX - box.left;
    drag = grab({ x, width: box.width, inset: INSET, value, channel });
    input.focus({ preventScroll: true });
    event.preventDefault();
    set(at, drag.value, true);
  });
  track.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const { clientY } = event;
    const away = Math.max(0, box.top - clientY, clientY - box.bottom);
    drag = pull(drag, event.clientX - box.left, away, event.shiftKey);
    set(at, drag.value, false);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    track.addEventListener(end, () => { drag = null; });
  }
  track.addEventListener("wheel", (event) => {
    event.preventDefault();
    set(at, scrolled(channel, value, event.deltaY), true);
  }, { passive: false });
  // Readers turn the native control by themselves.
  input.addEventListener("input", () => set(at, Number(input.value), true));
  input.addEventListener("focus", () => focus(at));

  let resting = 0;
  const draw = (values, colorOf, isOn, digits, version) => {
    value = values[at];
    setClass(root, "on", isOn);
    const others = `${version} ${values.map((other, index) => (index === at ? "" : other))}`;
    onChange(root, "others", others, () => {
      const stops = stopsOf(channel, painted(channels, values, at), at, colorOf);
      setStyle(root, "--g", `linear-gradient(90deg, ${stops.join(", ")})`);
    });
    const share = (value - channel.least) / (channel.most - channel.least);
    setStyle(root, "--x", share.toFixed(4));
    setText(output, isOn && digits ? digits : value + (channel.unit === "°" ? "°" : ""));
    onChange(input, "value", value, () => {
      clearTimeout(resting);
      resting = setTimeout(() => { input.value = value; }, REST);
    });
  };
  return { root, input, draw, name };
}

/**
 * The channels of a mode, and the keys that act on them.
 *
 * @param set is told a whole guess, and whether a movement begins with it.
 * @param colorOf the color that values make.
 */
export function channelsPart(channels, colorOf, set) {
  let [values, on, digits, version] = [channels.map(({ least }) => least), 0, "", 0];
  const change = (at, value, isNew) => {
    on = at;
    digits = "";
    // It counts at once: another event may come before the next frame.
    values = values.with(at, value);
    set(values, isNew);
  };
  // Nobody asks for a frame when the focus moves, but it has to be seen where it is.
  const focus = (at) => {
    on = at;
    digits = "";
    show();
  };
  const show = () => parts.forEach((part, at) =>
    part.draw(values, colorOf, at === on, digits, version));
  const parts = channels.map((_, at) => channelPart(channels, at, { set: change, focus }));
  const root = make("div", { class: "channels" }, ...parts.map((part) => part.root));
  return {
    root,
    draw(shown) {
      values = shown;
      show();
    },
    /** What values make has changed by something that is no channel here. */
    redraw() { version++; },
    /** The name of the channel in white, and a step of it, for the buttons in the corners. */
    get name() { return parts[on].name; },
    step(by) { change(on, keyStep(channels[on], values[on], by), true); },
    /** What a key does; false for one that means nothing here. */
    key(event) {
      const { key } = event;
      if (key === "ArrowUp" || key === "ArrowDown") {
        parts[neighbor(parts.length, on, key)].input.focus({ preventScroll: true });
        return true;
      }
      if (/^[0-9]$/.test(key) || (key === "Backspace" && digits)) {
        digits = typed(channels[on], digits, key);
        return true;
      }
      if (key === "Enter" && digits) {
        change(on, entered(channels[on], digits), true);
        return true;
      }
      const value = keyed(channels[on], values[on], { key, isShift: event.shiftKey });
      if (value === null) return false;
      change(on, value, true);
      return true;
    },
  };
}
const keyStep = (channel, value, by) =>
  keyed(channel, value, { key: by < 0 ? "ArrowLeft" : "ArrowRight", isShift: false });

