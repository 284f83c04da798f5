// A stage as an overlay for somebody who streams, as its address says it:
// `#WAVE/stage?overlay=1&show=clock,field&size=150&colors=light`. It reads the address and writes
// it, and knows no page. Invariant: what is written reads as what it was written from.

/** What there is to show, in the order in which it is shown; the code only if it is asked for. */
export const SHOWN = ["clock", "target", "field", "lanes", "results", "code"];
/** What an overlay is like whose address says nothing else; its size is in percent. */
export const USUAL = {
  show: SHOWN.filter((name) => name !== "code"), size: 100, colors: "dark",
};
/** What it may lie over: a dark picture or a light one. */
export const COLORS = ["dark", "light"];
export const SIZE = { least: 25, most: 400 };
/** The most that is said again of a setting that is none, in characters. */
const SAID = 40;

/** By key: reads a text, null for one that is no value; and what values there are. */
const SETTINGS = {
  overlay: { read: (text) => (text === "1" ? true : null), values: "1" },
  show: {
    read(text) {
      const names = text.split(",");
      return names.every((name) => SHOWN.includes(name)) ? SHOWN.filter((name) =>
        names.includes(name)) : null;
    },
    values: SHOWN.join(", "),
  },
  size: {
    read(text) {
      const size = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
      return size >= SIZE.least && size <= SIZE.most ? size : null;
    },
    values: `${SIZE.least}–${SIZE.most}`,
  },
  colors: { read: (text) => (COLORS.includes(text) ? text : null), values: COLORS.join(", ") },
};

/**
 * What an address asks for.
 *
 * @returns what to `show`, the `size` and the `colors`; null where it asks for no overlay; or a
 *   `flaw`, the key of a text, and what that is about.
 */
export function overlayOf(hash) {
  const at = hash.indexOf("?");
  const given = new URLSearchParams(at < 0 ? "" : hash.slice(at + 1));
  if (!given.has("overlay")) return null;
  const found = { ...USUAL };
  for (const [key, text] of given) {
    const what = [...text].slice(0, SAID).join("");
    if (!Object.hasOwn(SETTINGS, key)) {
      const keys = Object.keys(SETTINGS).join(", ");
      return { flaw: "overlay.key", what: [...key].slice(0, SAID).join(""), keys };
    }
    if (given.getAll(key).length > 1) return { flaw: "overlay.twice", key };
    const { read, values } = SETTINGS[key];
    const value = read(text);
    if (value === null) return { flaw: "overlay.value", key, what, values };
    if (key !== "overlay") found[key] = value;
  }
  return found;
}

/** The hash of a room's overlay; what is usual is not said. */
export function hashOf(code, settings) {
  const said = Object.keys(USUAL).filter((key) => String(settings[key]) !== String(USUAL[key]))
    .map((key) => `&${key}=${settings[key]}`);
  return `#${code}/stage?overlay=1${said.join("")}`;
}
