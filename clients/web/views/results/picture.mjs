// The mosaic of a match as a picture to show to others: every round's target as a column, every
// guess on it in its own colors, to the bit. The picture holds the match, so it proves what it
// shows.

import { between, channelsOf, hexOf } from "../../core/color/color.mjs";
import { placeOf } from "../../core/proof/records.mjs";
import { grouped, word } from "../../words.mjs";
import { offered, pictureOf } from "../files.mjs";

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 48];
/** Where the mosaic begins and ends, between names and points. */
const [LEFT, RIGHT, TOP] = [300, 1000, 180];
const [GRAY, BLACK, WHITE] = ["#767676", "#000", "#fff"];
/** How much of a target stands out on each side of a guess. */
const INSET = 0.18;
/** How wide the frame of a ghost is at the most. */
const FRAME = 8;
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** A text, made narrower where it would be too wide. */
function written(context, text, { x, y, size, most, color, weight = 600, align = "left" }) {
  context.font = `${weight} ${size}px ${FONT}`;
  context.fillStyle = color;
  context.textAlign = align;
  context.fillText(text, x, y, most);
}

/** A field of one color, or of a gradient, a column of pixels after the other. */
function filled(context, colors, x, y, width, height) {
  const [first, last] = [colors[0], colors.at(-1)].map(channelsOf);
  const columns = colors.length === 1 ? 1 : width;
  for (let at = 0; at < columns; at++) {
    context.fillStyle = hexOf(between(first, last, at, Math.max(1, columns - 1)));
    context.fillRect(x + at, y, columns === 1 ? width : 1, height);
  }
}

/** Leaves nothing but a frame to be painted: a ghost is not here. */
function framed(context, [x, y, width, height]) {
  // Where there are many rounds a guess is narrow.
  const frame = Math.min(FRAME, Math.floor(Math.min(width, height) / 4));
  context.beginPath();
  context.rect(x, y, width, height);
  context.rect(x + frame, y + frame, width - 2 * frame, height - 2 * frame);
  context.clip("evenodd");
}

function painted(title, about, rows) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext("2d", { alpha: false, colorSpace: "srgb" });
  context.fillStyle = GRAY;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const most = WIDTH - 2 * EDGE;
  written(context, title, { x: EDGE, y: 104, size: 64, most, color: WHITE, weight: 700 });
  written(context, about, { x: EDGE, y: 150, size: 28, most, color: BLACK });
  const rounds = Math.max(1, rows[0]?.items.length ?? 1);
  const edge = (at) => LEFT + Math.round((at * (RIGHT - LEFT)) / rounds);
  const height = Math.min(120, Math.floor((HEIGHT - EDGE - TOP) / Math.max(1, rows.length)));
  rows.forEach(({ standing, person, items, isMe }, row) => {
    const y = TOP + row * height;
    const line = { y: y + height / 2 + 9, size: 26, color: isMe ? WHITE : BLACK };
    const name = `${standing.place}  ${person?.name ?? word("who.nobody")}`;
    written(context, name, { ...line, x: EDGE, most: LEFT - EDGE - 16 });
    const points = grouped(standing.total);
    written(context, points, { ...line, x: WIDTH - EDGE, most: 140, align: "right" });
    items.forEach(({ result, colors }, at) => {
      const [x, width] = [edge(at), edge(at + 1) - edge(at)];
      const [side, rise] = [Math.round(width * INSET), Math.round(height * INSET)];
      if (result.target) filled(context, result.target, x, y, width, height);
      if (colors) {
        const guess = [x + side, y + rise, width - 2 * side, height - 2 * rise];
        context.save();
        if (person?.ghost) framed(context, guess);
        filled(context, colors, ...guess);
        context.restore();
      }
    });
  });
  return canvas;
}

/** By what anybody finds the match on its server, once a chat has taken it out of the picture. */
const numberOf = ({ index, leaf }) => ` · #${index} · ${leaf.slice(0, 8)}`;

/**
 * Shows the mosaic to others where the browser can, and else saves it.
 *
 * @param rows of the mosaic, best first.
 * @param text the match as a file.
 * @param held puts the one into the other.
 */
export async function sharePicture(room, title, rows, text, held) {
  const { code, match } = room;
  const place = placeOf(text);
  const about = `chromatch · ${code} · ${word(`mode.${match.settings.mode}`)}`
    + (place ? numberOf(place) : "");
  const places = rows.map(({ standing, person }) =>
    `${standing.place}. ${person?.name ?? word("who.nobody")}, `
    + word("final.points", { n: standing.total }));
  const picture = await held(await pictureOf(painted(title, about, rows)), text);
  await offered(picture, `${code}-${match.number}.png`, [title, about, ...places].join("\n"));
}
