// The disk of hues, as one picture in vectors: the outer ring is what was asked, the inner ring
// what was made of it. Inside, an arrow leads from the target to where answers lie, out for
// stronger and along for another hue, and a ring shows how far they spread. Bars outside are too
// light or too dark. Sectors that say nothing are gaps.

import { makeSVG } from "../dom.mjs";
import { hueOf, size, sureBias } from "./words.mjs";
import { word } from "../../words.mjs";

/** The radii of the rings, and where the arrows begin. */
export const RINGS = { outer: 300, middle: 244, inner: 190 };
const ARROWS = 134;
/** The most units of a ΔE, and how far an arrow and its ring may reach. */
const [UNIT, REACH] = [16, 52];

const turned = (radius, degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return [radius * Math.cos(angle), -radius * Math.sin(angle)];
};
const written = (...numbers) => numbers.map((number) => number.toFixed(2)).join(" ");

/** A part of a ring; it reaches a little under its neighbors, so that no seam shows. */
function wedge(from, to, index, color) {
  const [start, end] = [index * 30 - 15.2, index * 30 + 15.2];
  const path = `M${written(...turned(from, start))}A${from} ${from} 0 0 0 `
    + `${written(...turned(from, end))}L${written(...turned(to, end))}`
    + `A${to} ${to} 0 0 1 ${written(...turned(to, start))}Z`;
  return makeSVG("path", { d: path, fill: color });
}

/** How many units a ΔE has, so that the longest arrow and the widest ring fit. */
function unitOf(sectors) {
  const reaches = sectors.map(({ chroma, hue }) =>
    Math.hypot(chroma.bias, hue.bias) + Math.max(chroma.spread, hue.spread));
  return Math.min(UNIT, (1000 * REACH) / Math.max(1, ...reaches)) / 1000;
}

/** The arrow and the ring of a sector, turned to where they belong: right is outwards. */
function arrow({ chroma, hue }, index, unit) {
  const [x, y] = [unit * chroma.bias, -unit * hue.bias];
  const long = Math.hypot(x, y);
  const isSure = sureBias(chroma) !== 0 || sureBias(hue) !== 0;
  const ring = makeSVG("ellipse", {
    class: "ik", cx: x.toFixed(2), cy: y.toFixed(2), rx: (unit * chroma.spread).toFixed(2),
    ry: (unit * hue.spread).toFixed(2),
  });
  const dot = makeSVG("circle", { class: isSure ? "lv" : "ik", r: 4 });
  const [left, top] = turned(ARROWS, index * 30);
  const place = `translate(${written(left, top)}) rotate(${-index * 30})`;
  if (!isSure) return makeSVG("g", { transform: place }, ring, dot);
  const [ux, uy] = [x / long, y / long];
  const head = Math.min(9, long * 0.6);
  const wing = head * 0.78;
  const [hx, hy] = [x - ux * head, y - uy * head];
  const line = makeSVG("line", { class: "ls", x2: hx.toFixed(2), y2: hy.toFixed(2) });
  const tip = makeSVG("path", {
    class: "lv",
    d: `M${written(x, y)}L${written(hx - uy * wing, hy + ux * wing)}`
      + `L${written(hx + uy * wing, hy - ux * wing)}Z`,
  });
  return makeSVG("g", { transform: place }, ring, dot, line, tip);
}

function bar({ lightness }, index) {
  const bias = sureBias(lightness);
  if (bias === 0) return null;
  const width = Math.max(2, Math.min(30, Math.abs(bias) * 0.012));
  return makeSVG("rect", {
    class: bias > 0 ? "lt" : "dk", x: RINGS.outer + 3, y: -6, width: width.toFixed(2), height: 12,
    transform: `rotate(${-index * 30})`,
  });
}

function label({ color }, index, isNamed) {
  const [x, y] = turned(RINGS.outer + 38, index * 30);
  const side = Math.cos((index * Math.PI) / 6);
  const anchor = side > 0.3 ? "start" : side < -0.3 ? "end" : "middle";
  return makeSVG("text", {
    x: x.toFixed(2), y: (y + 5).toFixed(2), "text-anchor": anchor, class: isNamed ? "named" : "",
  }, hueOf(color));
}

/** The picture of a report that says something; `headline` is its text. */
export function diskOf({ sectors, weakness, median }, headline) {
  const hues = sectors.filter(({ color }) => color !== "gray");
  const told = hues.filter((sector) => "median" in sector);
  const unit = unitOf(told);
  const each = (draw) => told.map((sector) => draw(sector, hues.indexOf(sector)));
  return makeSVG(
    "svg", { class: "disk", viewBox: "-420 -356 840 712", role: "img", "aria-label": headline },
    ...each(({ asked }, index) => wedge(RINGS.outer, RINGS.inner, index, asked)),
    ...each(({ made }, index) => wedge(RINGS.middle, RINGS.inner - 2, index, made)),
    ...each(bar), ...each((sector, index) => arrow(sector, index, unit)),
    ...hues.map((sector, index) => label(sector, index, sector.color === weakness?.color)),
    makeSVG("text", { class: "mid", y: 10, "text-anchor": "middle" }, size(median)),
    makeSVG("text", { y: 44, "text-anchor": "middle" }, word("eye.apart")));
}
