// A file that is dropped on the page of the game: `/replay/` shows the match in it, unless the user
// is in a room. Without this a browser leaves the page for the file, and a race with it.

import { FILE_MOST, readFile } from "../core/replay/file.mjs";
import { Refusal } from "../core/wire.mjs";
import { giveMatch } from "./handover.mjs";
import { inflated } from "./inflating.mjs";

/** @param refused is told when there is no match in a file. */
export async function showDropped(file, refused) {
  try {
    // A file that is too long is not read.
    const content = file.slice(0, FILE_MOST + 1);
    const { text } = await readFile(new Uint8Array(await content.arrayBuffer()), inflated);
    giveMatch(text);
    location.assign("/replay/");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refused();
  }
}
