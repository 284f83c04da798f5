// Files that the page makes and gives to the user. No request is made for them, so no content
// policy is asked.

import { make } from "./dom.mjs";

/** How long a browser has to begin with a file, in milliseconds. */
const PATIENCE = 1000;

/** Has the browser save a file. */
export function saved(file) {
  const address = URL.createObjectURL(file);
  make("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), PATIENCE);
}
