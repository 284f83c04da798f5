// A table as text that spreadsheets read: values in quotes where they have to be, and none that a
// spreadsheet would take for a formula.

const written = (value) => {
  if (typeof value === "number") return String(value);
  // What begins like a formula is a text after an apostrophe.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows of numbers and texts as lines, each ended as RFC 4180 has it. */
export const csvOf = (rows) => rows.map((row) => `${row.map(written).join(",")}\r\n`).join("");
