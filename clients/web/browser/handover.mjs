// A match that one page gives another to be seen again, where a browser remembers anything.

import { attempt } from "./memory.mjs";

const MATCH = "chromatch.match";

export const giveMatch = (text) => attempt(() => sessionStorage.setItem(MATCH, text));

/** What was given, once. */
export const takeMatch = () => attempt(() => {
  const text = sessionStorage.getItem(MATCH);
  sessionStorage.removeItem(MATCH);
  return text;
});
