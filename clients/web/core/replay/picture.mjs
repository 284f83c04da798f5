// The parts of a PNG (ISO 15948), as far as a picture needs them that holds a match: one part more,
// `chRm`, which is the match as a file, in a zlib stream. It draws nothing and inflates nothing.
// Invariant: what a length claims is not believed.

import { Refusal } from "../wire.mjs";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const NAME = "chRm";
/** A part's length, name and sum, in bytes. */
const FRAME = 12;

const isAt = (bytes, start, wanted) => wanted.every((byte, at) => bytes[start + at] === byte);
const codesOf = (text) => Array.from(text, (letter) => letter.charCodeAt(0));

/** Whether bytes claim to be a PNG. */
export const isPicture = (bytes) => isAt(bytes, 0, SIGNATURE);

/** Whether bytes claim to be a JPEG, a GIF, a WebP or an AVIF: that is what chats make of a PNG. */
export const isOtherPicture = (bytes) => isAt(bytes, 0, [0xff, 0xd8, 0xff])
  || isAt(bytes, 0, codesOf("GIF8")) || isAt(bytes, 4, codesOf("ftypavif"))
  || (isAt(bytes, 0, codesOf("RIFF")) && isAt(bytes, 8, codesOf("WEBP")));

const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  return rest;
});

/** CRC-32, as zlib has it. */
function sumOf(bytes) {
  let rest = -1;
  for (const byte of bytes) rest = (rest >>> 8) ^ REMAINDERS[(rest ^ byte) & 255];
  return ~rest >>> 0;
}

/** The part that begins at a byte; null where it is not whole, or not what it was. */
function partAt(bytes, start) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length - start < FRAME) return null;
  const length = view.getUint32(start);
  if (length > bytes.length - start - FRAME) return null;
  const end = start + 8 + length;
  if (sumOf(bytes.subarray(start + 4, end)) !== view.getUint32(end)) return null;
  const name = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
  return { name, data: bytes.subarray(start + 8, end), next: end + 4 };
}

/**
 * What a picture holds, still small. What follows its last part is not looked at.
 *
 * @throws Refusal `broken`, with the number of a part, or `no-part`.
 */
export function matchPart(bytes) {
  let found = null;
  for (let number = 1, start = SIGNATURE.length; ; number++) {
    const part = partAt(bytes, start);
    const isFirst = part?.name === "IHDR";
    if (!part || isFirst !== (number === 1) || (part.name === NAME && found)) {
      throw new Refusal("broken", null, `${number}`);
    }
    if (part.name === NAME) found = part.data;
    if (part.name === "IEND") break;
    start = part.next;
  }
  if (!found) throw new Refusal("no-part", null, "there is no match");
  return found;
}

/** A picture with one more part before its last. */
export function withMatch(picture, small) {
  const named = new Uint8Array([...codesOf(NAME), ...small]);
  const part = new Uint8Array(named.length + 8);
  const view = new DataView(part.buffer);
  view.setUint32(0, small.length);
  part.set(named, 4);
  view.setUint32(named.length + 4, sumOf(named));
  const end = picture.length - FRAME;
  const result = new Uint8Array(picture.length + part.length);
  result.set(picture.subarray(0, end));
  result.set(part, end);
  result.set(picture.subarray(end), end + part.length);
  return result;
}
