// Values that a browser keeps for good at a place of their own. It comes later than a race.

import { attempt } from "./memory.mjs";

/** What storage has at a place, which another tab may change meanwhile; without any, this tab. */
export function stored(place) {
  let known = null;
  globalThis.addEventListener?.("storage", ({ key }) => {
    if (key === place || key === null) known = null;
  });
  return {
    get value() {
      known ??= attempt(() => JSON.parse(localStorage.getItem(place))) ?? {};
      return known;
    },
    set value(value) {
      known = value;
      attempt(() => localStorage.setItem(place, JSON.stringify(value)));
    },
  };
}
