// A saved match or record as it was before editors, shells and mails had it. None of what they do
// can make one match of another, so it is undone and named; a line that may be cut stays none.

/** What may have been done to a file, in the order in which it is named. */
const CHANGES =
  ["byte-order-mark", "utf-16", "line-ends", "margins", "blank-lines", "last-line-end"];

const textIn = (label, bytes) => {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** Which UTF-16 it is, if any: every line begins with a letter of ASCII. */
function utf16Of([first, second]) {
  const isLetter = (byte) => byte > 0 && byte < 0x80;
  if ((first === 0xff && second === 0xfe) || (isLetter(first) && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && isLetter(second))) return "utf-16be";
  return null;
}

const isBlank = (text, at) => text[at] === " " || text[at] === "\t";

/** A line without blanks at its ends; an expression would take a square of the blanks within. */
function trimmed(line) {
  let [start, end] = [0, line.length];
  while (start < end && isBlank(line, start)) start += 1;
  while (end > start && isBlank(line, end - 1)) end -= 1;
  return line.slice(start, end);
}

/**
 * Reads a saved file.
 *
 * @param bytes all of it.
 * @returns its `text`, with lines that end in LF, and the `changes` that were undone.
 */
export function savedText(bytes) {
  const found = new Set();
  const label = utf16Of(bytes);
  let text = label && textIn(label, bytes);
  if (text !== null) found.add("utf-16");
  // A control makes a line of what is no text.
  text ??= textIn("utf-8", bytes) ?? new TextDecoder().decode(bytes).replaceAll("\ufffd", "\0");
  if (text.startsWith("\ufeff")) found.add("byte-order-mark");
  text = text.replace(/^\ufeff/, "");
  if (text.includes("\r")) found.add("line-ends");
  const pieces = text.split(/\r\n|\r|\n/);
  const last = pieces.pop();
  const lines = [];
  const keep = (piece) => {
    const line = trimmed(piece);
    if (line !== piece) found.add("margins");
    lines.push(`${line}\n`);
  };
  for (const piece of pieces) {
    if (trimmed(piece) === "") found.add("blank-lines");
    else keep(piece);
  }
  // The last lines of a match and of a record end in 64 digits, so these are whole.
  if (/^[ \t]*(?:SEED |TREE size=).*=[0-9a-f]{64}[ \t]*$/.test(last)) {
    found.add("last-line-end");
    keep(last);
  }
  return { text: lines.join(""), changes: CHANGES.filter((change) => found.has(change)) };
}
