// One's eye as a picture to show to others: the two rings alone and the sentence, without a number
// that two people could be compared by.

import { word } from "../../words.mjs";
import { offered, pictureOf } from "../files.mjs";
import { RINGS } from "./disk.mjs";
import { titleOf, towardOf } from "./words.mjs";

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 48];
const [GRAY, BLACK, WHITE] = ["#767676", "#000", "#fff"];
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
/** How much smaller the disk is, and where its middle is. */
const [SHARE, X] = [0.86, 320];

function ring(context, color, index, outer, inner) {
  const [start, end] = [index * 30 + 15.2, index * 30 - 15.2].map((at) => (-at * Math.PI) / 180);
  context.beginPath();
  context.arc(X, HEIGHT / 2, SHARE * outer, start, end);
  context.arc(X, HEIGHT / 2, SHARE * inner, end, start, true);
  context.closePath();
  context.fillStyle = color;
  context.fill();
}

/** Words a line, as many as fit. */
function lines(context, text, most) {
  const found = [""];
  for (const part of text.split(" ")) {
    const longer = `${found.at(-1)} ${part}`.trim();
    if (context.measureText(longer).width <= most) found[found.length - 1] = longer;
    else found.push(part);
  }
  return found;
}

/** The sentence without its number. */
function sentenceOf({ weakness }) {
  if (!weakness) return word("eye.none");
  const { color, part, bias } = weakness;
  return word("eye.short", { color: titleOf(color), toward: towardOf(color, part, bias) });
}

/** Shows the picture to others where the browser can, and else saves it. */
export async function shareEye(report) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext("2d", { alpha: false, colorSpace: "srgb" });
  context.fillStyle = GRAY;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  report.sectors.forEach((sector, index) => {
    if (!("median" in sector) || sector.color === "gray") return;
    ring(context, sector.asked, index, RINGS.outer, RINGS.inner);
    ring(context, sector.made, index, RINGS.middle, RINGS.inner - 2);
  });
  const sentence = sentenceOf(report);
  context.font = `700 60px ${FONT}`;
  context.fillStyle = WHITE;
  const left = X + SHARE * RINGS.outer + EDGE;
  const rows = lines(context, sentence, WIDTH - EDGE - left);
  const top = HEIGHT / 2 - (rows.length - 1) * 34;
  rows.forEach((row, at) => context.fillText(row, left, top + at * 68, WIDTH - EDGE - left));
  context.font = `500 28px ${FONT}`;
  context.fillStyle = BLACK;
  context.fillText(`chromatch · ${word("eye.title")}`, left, HEIGHT - EDGE, WIDTH - EDGE - left);
  await offered(await pictureOf(canvas), "eye.png", `${sentence}\nchromatch`);
}
