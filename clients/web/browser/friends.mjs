// Friends: the tags of people whom the user wants to find again, and what they were called then.
// They stay in this browser and are told nobody. Invariant: never more than MOST, the newest of
// them.

import { attempt } from "./memory.mjs";

const PLACE = "chromatch.friends";
const MOST = 100;
/** A tag as boards have it, and a name as long as names can be. */
const isFriend = ([tag, name]) => /^[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(tag)
  && typeof name === "string" && name.length <= 64;

let kept = null;

/** Names by tags. */
export function friends() {
  const read = () => Object.entries(JSON.parse(localStorage.getItem(PLACE))).filter(isFriend);
  kept ??= new Map(attempt(read)?.slice(-MOST) ?? []);
  return kept;
}

/** Remembers somebody, or no longer. */
export function befriend(tag, name) {
  const known = friends();
  if (!known.delete(tag)) known.set(tag, name);
  kept = new Map([...known].slice(-MOST));
  attempt(() => localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(kept))));
}
