// A file that somebody saved: lines that a client received, a record, or a picture that holds one
// of them. It decides which files are read and why others are not, as the terminal's `SavedFile`
// does. It believes what it reads.
// Invariant: reading takes a bounded amount of memory, whatever the bytes.

import { Refusal } from "../wire.mjs";
import { matchIn } from "./kept.mjs";
import { isOtherPicture, isPicture, matchPart } from "./picture.mjs";
import { savedText } from "./saved.mjs";

/** The largest file that is read, and the most that a picture may hold, in bytes. */
export const FILE_MOST = 8 * 2 ** 20;

/**
 * Reads a file.
 *
 * @param inflate makes a zlib stream large again, in at most so many bytes; null where it is none.
 * @returns its `text`, the `match` in it, and the `changes` that were undone.
 * @throws Refusal with a code, and what it is about in its message: `empty`, `too-long`, `other`,
 *   `damaged`, `no-match`, `no-round`, `other-picture`, `broken`, `no-part` or `bad-part`.
 */
export async function readFile(bytes, inflate) {
  if (bytes.length === 0) throw new Refusal("empty", null, "");
  if (bytes.length > FILE_MOST) throw new Refusal("too-long", null, `${FILE_MOST / 2 ** 20}`);
  if (isOtherPicture(bytes)) throw new Refusal("other-picture", null, "");
  const isPart = isPicture(bytes);
  const content = isPart ? await inflate(matchPart(bytes), FILE_MOST) : bytes;
  const saved = savedText(content ?? new Uint8Array());
  if (saved.text === "") {
    throw isPart ? new Refusal("bad-part", null, "") : new Refusal("other", null, "1");
  }
  return { ...saved, match: matchIn(saved.text) };
}
