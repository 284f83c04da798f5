// How views write to the page: elements made once, and only what differs from what was written
// before. Nothing is ever read back, and no text becomes markup.

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
    const rows = items.map((item, at) => {
      const name = key(item, at);
      const row = kept.get(name) ?? { key: name, part: create(item) };
      kept.delete(name);
      return row;
    });
    for (const { part } of kept.values()) part.root.remove();
    rows.forEach((row, at) => {
      if (parent.children[at] !== row.part.root) {
        parent.insertBefore(row.part.root, parent.children[at] ?? null);
      }
      draw(row.part, items[at], at);
    });
    shown = rows;
  };
}
