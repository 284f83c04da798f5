// The field of those who play along, as FIELD and LOCKS tell it: which cells are shown, where each
// is, and what color it has. It knows no page and no session.
// Invariant: whatever was told, there are as many cells as there are whole colors, and no more.

/** How many columns a field has, by how many cells are shown. */
export const columnsOf = (count) => (count <= 10 ? 5 : count <= 40 ? 10 : count <= 160 ? 20
  : count <= 320 ? 25 : count <= 600 ? 40 : 50);

/** The bytes that a text in Base64 stands for. */
export const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const bit = (bytes, at) => ((bytes[at >> 3] ?? 0) & (128 >> (at & 7))) !== 0;
const isSame = (one, other) =>
  one !== null && other !== null && one.at === other.at && one.step === other.step;

/**
 * The field, in one form for drawing it.
 *
 * @param marks the newest LOCKS, or null; of other cells than those of the field they say nothing.
 * @returns its `columns` and `rows`, the `colors` of its `count` cells, three bytes each, whose is
 *   locked, `isIn`, and which nobody has, `isGone`.
 */
export function fieldOf(field, marks) {
  const colors = bytesOf(field.cells);
  const count = Math.floor(colors.length / 3);
  const columns = columnsOf(count);
  const [locked, gone] = isSame(field, marks) ? [marks.in, marks.gone].map(bytesOf) : [[], []];
  return {
    count, columns, rows: Math.ceil(count / columns), colors,
    isIn: (at) => bit(locked, at), isGone: (at) => bit(gone, at),
  };
}

/** The number of a cell that is shown, by where it is. */
export const numberAt = ({ at, step }, index) => at + step * index;

/** What stands over columns, as their places from the left and a text; none where cells are few. */
export function columnLabels({ columns, step }) {
  if (step > 1) return [];
  const every = columns <= 10 ? 1 : 10;
  const shown = Array.from({ length: columns }, (_, at) => at + 1);
  return shown.filter((column) => column === 1 || column % every === 0
    || (column === columns && every > 1)).map((column) => ({ place: column - 1, text: column }));
}

/** The number of the first cell of each row. */
export const rowLabels = (field, { rows, columns }) =>
  Array.from({ length: rows }, (_, row) => numberAt(field, row * columns));
