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

/** What is drawn, as a PNG. */
export const pictureOf = (canvas) =>
  new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });

/** Shows a picture to others where the browser can, and else saves it. */
export async function offered(blob, name, text) {
  const file = new File([blob], name, { type: blob.type });
  const shared = { files: [file], text };
  if (!navigator.canShare?.(shared)) return saved(file);
  try {
    await navigator.share(shared);
  } catch (error) {
    // A user who cancels wants no file instead.
    if (error.name !== "AbortError") saved(file);
  }
}
