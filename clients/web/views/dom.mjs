// How views write to the page: elements made once, and at a frame only what differs from what was
// written before; and what comes later. Nothing is ever read back, and no text becomes markup.

import { speakLater } from "../languages.mjs";

const written = new WeakMap();

/** Whether a value is another than the one last written under a name. */
function differs(node, name, value) {
  let values = written.get(node);
  if (!values) written.set(node, (values = new Map()));
  if (values.get(name) === value) return false;
  values.set(name, value);
  return true;
}

const fill = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
};

/** A new element; functions among the attributes listen to the event of that name. */
export const make = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

const SVG = "http://www.w3.org/2000/svg";
/** A new element of a picture. */
export const makeSVG = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** Writes a text, an attribute, a class or a custom property, if it differs. */
export const setText = (node, text) => {
  if (differs(node, "text", text)) node.textContent = text;
};
export const setAttribute = (node, name, value) => {
  if (!differs(node, `@${name}`, value)) return;
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
};
export const setClass = (node, name, isOn) => {
  if (differs(node, `.${name}`, isOn)) node.classList.toggle(name, isOn);
};
export const setStyle = (node, name, value) => {
  if (differs(node, `:${name}`, value)) node.style.setProperty(name, value);
};
export const setHidden = (node, isHidden) => {
  if (differs(node, "hidden", isHidden)) node.hidden = isHidden;
};
/** Does something once for each new value of a node's own. */
export const onChange = (node, name, value, change) => {
  if (differs(node, `=${name}`, value)) change();
};

/**
 * Keeps a row of children as long as a list: makes what is missing, removes what is too much.
 *
 * @param key what a child stays the same by.
 * @returns draws the children.
 */
export function rowsOf(parent, create) {
  let shown = [];
  return (items, key, draw) => {
    const kept = new Map(shown.map((row) => [row.key, row]));
    // Two that have one key, as nobody should send, are two children and go as well.
    const rest = new Set(shown);
    const rows = items.map((item, at) => {
      const name = key(item, at);
      const row = kept.get(name) ?? { key: name, part: create(item) };
      kept.delete(name);
      rest.delete(row);
      return row;
    });
    for (const { part } of rest) part.root.remove();
    rows.forEach((row, at) => {
      if (parent.children[at] !== row.part.root) {
        parent.insertBefore(row.part.root, parent.children[at] ?? null);
      }
      draw(row.part, items[at], at);
    });
    shown = rows;
  };
}

/**
 * One frame, one drawing: whatever happened since the last, the newest state is drawn.
 *
 * @param draw draws at a frame's time stamp, and says whether something moves by itself.
 * @returns asks for a frame.
 */
export function frames(draw) {
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame((stamp) => {
      isAsked = false;
      if (draw(stamp)) ask();
    });
  };
  return ask;
}

const sheets = new Map();

const added = (name) => new Promise((resolve) => {
  const link = make("link", { rel: "stylesheet", href: `/styles/${name}.css` });
  link.addEventListener("load", resolve);
  link.addEventListener("error", resolve);
  document.head.append(link);
});

/** Adds a style sheet, once, behind those there are; resolves when it counts, or never will. */
export function sheet(name) {
  if (!sheets.has(name)) sheets.set(name, added(name));
  return sheets.get(name);
}

/** From one attempt to the next, in milliseconds. */
const AGAIN = 1000;
/**
 * What comes later: a module, once its style sheet, if it has one, and all texts are there. It is
 * tried until it is there: the server may be gone for a while.
 */
export const brought = (name, load) => Promise.all([load(), name && sheet(name), speakLater()])
  .then(([module]) => module, () =>
    new Promise((resolve) => setTimeout(resolve, AGAIN)).then(() => brought(name, load)));
