// What can be seen to be wrong with a page's layout, whatever is on it: text that is cut, things
// that lie over each other, and targets that are too small. Selenium runs it as it stands.

const SLACK = 2;
const LEAST = 24;
const KNOWN = 60;
/** Rows of large type stand closer than their line boxes, which is no overlap of what is read. */
const DEPTH = 0.3;
const TARGETS = "a, button, select, input:not([type=range])";
const FIELDS = ".half, .track, .qr, .patches, .wheel, .run, .swatches, .tile i, .badge";

const isUnseen = (element) => !element.checkVisibility({ visibilityProperty: true })
  || element.closest(".vh") !== null;
const named = (element) => {
  const said = element.getAttribute("aria-label") ?? element.textContent;
  return `${element.localName}.${element.className} "${said.trim().slice(0, 40)}"`;
};

/** What is seen of a box of text: a long name may end in dots, if enough is left to know it by. */
function seenOf(element, box) {
  if (getComputedStyle(element).textOverflow !== "ellipsis") return box;
  const edge = windowOf(element);
  const left = Math.max(box.left, edge.left);
  const right = Math.min(box.right, edge.right);
  if (right - left < Math.min(box.width, KNOWN)) return box;
  return new DOMRect(left, box.top, right - left, box.height);
}

function textBoxes() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode;
    const isText = textContent.trim() !== "" && !element.closest("script, noscript, select");
    if (!isText || isUnseen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) {
      if (box.width > 0) found.push({ element, box: seenOf(element, box), isText: true });
    }
  }
  return found;
}

/** The window that an element is seen through, or null where nothing cuts it. */
function windowOf(element) {
  const edge = { left: 0, right: document.documentElement.clientWidth, top: -1e6, bottom: 1e6 };
  for (let at = element; at && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY, contain, position } = getComputedStyle(at);
    const box = at.getBoundingClientRect();
    const isBound = /strict|content|paint/.test(contain);
    if (overflowX !== "visible" || isBound) {
      edge.left = Math.max(edge.left, box.left);
      edge.right = Math.min(edge.right, box.right);
    }
    if (overflowY !== "visible" || isBound) {
      edge.top = Math.max(edge.top, box.top);
      edge.bottom = Math.min(edge.bottom, box.bottom);
    }
    if (position === "fixed") break;
  }
  return edge;
}

function cut({ element, box }) {
  const edge = windowOf(element);
  // What is above a letter in its line box may go.
  const deep = box.height * DEPTH;
  return box.left < edge.left - SLACK || box.right > edge.right + SLACK
    || box.top < edge.top - deep || box.bottom > edge.bottom + deep;
}

/** What moves apart from the page: bars that stay at an edge of the window. */
function layerOf(element) {
  for (let at = element; at; at = at.parentElement) {
    if (["fixed", "sticky"].includes(getComputedStyle(at).position)) return at;
  }
  return null;
}

function overlapped(one, other) {
  const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
  const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
  const least = Math.min(one.box.height, other.box.height);
  return wide > SLACK && high > SLACK && high > DEPTH * least;
}

const texts = textBoxes();
const boxesOf = (selector) => [...document.querySelectorAll(selector)]
  .filter((element) => !isUnseen(element))
  .map((element) => ({ element, box: element.getBoundingClientRect() }))
  .filter(({ box }) => box.width > 0);
const targets = boxesOf(TARGETS);
const all = [...texts, ...targets, ...boxesOf(FIELDS)]
  .map((item) => ({ ...item, layer: layerOf(item.element) }));
const overlaps = all.flatMap((one, at) => all.slice(at + 1)
  .filter((other) => one.layer === other.layer && one.element !== other.element
    && !one.element.contains(other.element) && !other.element.contains(one.element)
    && overlapped(one, other))
  .map((other) => `${named(one.element)} and ${named(other.element)} overlap`));
const small = targets.filter(({ box }) => Math.min(box.width, box.height) < LEAST - 0.5)
  .map(({ element }) => `${named(element)} is small`);
const { scrollWidth, clientWidth } = document.documentElement;
return [
  ...texts.filter(cut).map(({ element }) => `${named(element)} is cut`), ...overlaps, ...small,
  ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : []),
];
