// A switch: something that is on or off.

import { make, setAttribute, setHidden } from "./dom.mjs";

/** A switch with a text; `change` is told what it is to be. */
export function toggle(text, change) {
  let value = false;
  const root = make(
    "button", { class: "switch", type: "button", role: "switch", click: () => change(!value) },
    text);
  return {
    root,
    draw(isOn, isOff = false, isShown = true) {
      value = isOn;
      setHidden(root, !isShown);
      setAttribute(root, "aria-checked", String(isOn));
      setAttribute(root, "aria-disabled", isOff ? "true" : null);
    },
  };
}
