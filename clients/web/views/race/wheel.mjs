// The wheel: hue by angle and saturation by distance, brightness on a track. The loupe carries the
// line: its left half is the target, its right half one's own color; by touch it stands above the
// finger.

import { ABOVE_FINGER, onWheel, placeOf, wheelKeyed } from "../../core/input/wheel.mjs";
import { word } from "../../words.mjs";
import { make, onChange, setHidden, setStyle } from "../dom.mjs";
import { channelsPart } from "./channels.mjs";

/** A native range control that only readers meet. */
function unseen(channel, at, turn) {
  const input = make("input", {
    class: "vh", type: "range", min: channel.least, max: channel.most,
    "aria-label": word(`channel.${channel.word}`),
  });
  input.addEventListener("input", () => turn(at, Number(input.value)));
  return input;
}

/**
 * A wheel and its track.
 *
 * @param channels hue, saturation and brightness.
 * @param set is told a whole guess, and whether a movement begins with it.
 */
export function wheelPart(channels, colorOf, set) {
  let [values, box, held] = [channels.map(({ least }) => least), null, null];
  // What is set counts at once: another event may come before the next frame.
  const change = (next, isNew) => {
    values = next;
    set(next, isNew);
  };
  const turn = (at, value) => change(values.with(at, value), true);
  const inputs = [0, 1].map((at) => unseen(channels[at], at, turn));
  const shade = make("div", { class: "shade" });
  const [target, own] = [make("i"), make("i")];
  const loupe = make("span", { class: "loupe" }, target, own);
  const disk = make(
    "div", {
      class: "wheel", role: "group",
      "aria-label": `${word("channel.hue")}, ${word("channel.saturation")}`,
    }, ...inputs, shade, loupe);
  const brightness = channelsPart([channels[2]], ([value]) => colorOf(values.with(2, value)),
    ([value], isNew) => change(values.with(2, value), isNew));
  const root =
    make("div", { class: "wheelbox" }, make("div", { class: "disk" }, disk), brightness.root);

  const follow = (event, isNew) => {
    const x = (2 * (event.clientX - box.left)) / box.width - 1;
    const y = 1 - (2 * (event.clientY - box.top)) / box.height;
    const [hue, saturation] = onWheel(x, y);
    change([saturation === 0 ? values[0] : hue, saturation, values[2]], isNew);
  };
  disk.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    disk.setPointerCapture(event.pointerId);
    box = disk.getBoundingClientRect();
    held = event.pointerType;
    inputs[0].focus({ preventScroll: true });
    event.preventDefault();
    follow(event, true);
  });
  disk.addEventListener("pointermove", (event) => {
    if (box) follow(event, false);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    disk.addEventListener(end, () => {
      [box, held] = [null, null];
    });
  }
  return {
    root,
    get name() { return brightness.name; },
    step: brightness.step,
    key(event) {
      const keyed = { key: event.key, isShift: event.shiftKey };
      const next = wheelKeyed(channels, values, keyed, (disk.clientWidth || 400) / 2);
      if (!next) return false;
      change(next, true);
      return true;
    },
    draw(shown, color) {
      values = shown;
      const [hue, saturation, light] = values;
      const [x, y] = placeOf(hue, saturation);
      const above = held === "touch" ? ABOVE_FINGER : 0;
      setStyle(loupe, "left", `${50 + 50 * x}%`);
      setStyle(loupe, "top", `calc(${50 - 50 * y}% - ${above}px)`);
      setStyle(shade, "opacity", String(1 - light / 100));
      setStyle(target, "--c", color ?? colorOf(values));
      setStyle(own, "--c", colorOf(values));
      setHidden(target, color === null);
      // What a place would make depends on the wheel's hue and saturation.
      onChange(root, "turn", `${hue},${saturation}`, () => brightness.redraw());
      brightness.draw([light]);
      inputs.forEach((input, at) =>
        onChange(input, "value", values[at], () => { input.value = values[at]; }));
    },
  };
}
