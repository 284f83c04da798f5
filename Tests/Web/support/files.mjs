// The files that both implementations are held to, as this suite reads them.

import { readFileSync, readdirSync } from "node:fs";

const root = new URL("../../../", import.meta.url);

/** The bytes of a file of the tree. */
export const bytesOf = (path) => readFileSync(new URL(path, root));

/** The text of a file of the tree. */
export const textOf = (path) => readFileSync(new URL(path, root), "utf8");

/** The names in a folder of the tree. */
export const namesIn = (path) => readdirSync(new URL(path, root)).sort();

/** The cases of a table, each by the names of its columns. */
export function table(path) {
  const [names, ...rows] = textOf(path).split("\n").slice(0, -1).map((row) => row.split("\t"));
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]])));
}

/** The words of a type, as the specification lists them. */
export const wordsOf = (type) => new RegExp(`^\\| \`${type}\` \\| (.*?) \\|`, "m")
  .exec(textOf("protocol/README.md"))[1].match(/`([a-z]+)`/g).map((word) => word.slice(1, -1));

/** Text in which `\xHH` stands for one byte. */
export function unescaped(text) {
  const bytes = Buffer.from(text).toString("latin1")
    .replace(/\\x([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}

/** What each client of a golden recording heard: moment and line, by the client's name. */
export function recording(path) {
  const heard = {};
  for (const step of textOf(path).split("\n")) {
    const found = /^(\d+) ([a-z]+)< (.*)$/.exec(step);
    if (found) (heard[found[2]] ??= []).push({ at: Number(found[1]), line: found[3] });
  }
  return heard;
}
