// A document for views that are drawn without a browser: elements with their attributes, children
// and texts, and nothing of how they look. Views are imported after it.

// Node has none before version 21.
globalThis.navigator ??= { languages: [] };
globalThis.ResizeObserver ??= class { observe() {} };

class Element {
  attributes = {};
  children = [];
  hidden = false;
  classList = { toggle() {} };
  style = { setProperty() {} };

  constructor(tag) { this.tag = tag; }

  get firstChild() { return this.children[0] ?? null; }
  get textContent() { return this.children.map((child) => child.textContent ?? child).join(""); }
  set textContent(text) { this.children = [text]; }
  setAttribute(name, value) { this.attributes[name] = value; }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  addEventListener() {}
}

const create = (tag) => new Element(tag);
globalThis.document = {
  head: create("head"), documentElement: create("html"),
  createElement: create, createElementNS: (_, tag) => create(tag),
};

/** The elements of a kind that are shown, of an element and all that it has. */
export function shownIn(element, tag) {
  if (!(element instanceof Element) || element.hidden) return [];
  const inside = element.children.flatMap((child) => shownIn(child, tag));
  return element.tag === tag ? [element, ...inside] : inside;
}
