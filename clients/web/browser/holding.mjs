// What a picture of a match holds: the record that the server keeps, or else what the page has
// heard.

import { withMatch } from "../core/replay/picture.mjs";
import { fetchRecord, NoRecord } from "./fetching.mjs";
import { deflated } from "./inflating.mjs";

/** A browser lets a page share only shortly after a press, in milliseconds. */
const PATIENCE = 2000;

/**
 * The match as a file.
 *
 * @param index its number in the server's log; null where that is not known.
 * @param told what the page has heard.
 */
export async function matchOf(index, told) {
  if (index === null) return told;
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE, told); });
  try {
    return await Promise.race([fetchRecord(index), late]);
  } catch (error) {
    if (error instanceof NoRecord) return told;
    throw error;
  }
}

/** A picture that holds a text; without it where the browser cannot make it small. */
export async function held(picture, text) {
  const small = await deflated(new TextEncoder().encode(text));
  if (!small) return picture;
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return new Blob([withMatch(bytes, small)], { type: picture.type });
}
