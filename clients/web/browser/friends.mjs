// Friends: the tags of people whom the user wants to find again, and what they were called then.
// They stay in this browser and are told nobody. Invariant: never more than MOST, the newest of
// them.

import { stored } from "./stored.mjs";

const place = stored("chromatch.friends");
const MOST = 100;
/** A tag as boards have it, and a name as long as names can be. */
const isFriend = ([tag, name]) => /^[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(tag)
  && typeof name === "string" && name.length <= 128;

let [found, known] = [null, null];

/** Names by tags. */
export function friends() {
  if (found !== place.value) {
    found = place.value;
    known = new Map(Object.entries(found).filter(isFriend).slice(-MOST));
  }
  return known;
}

/** Remembers somebody, or no longer. */
export function befriend(tag, name) {
  const others = new Map(friends());
  if (!others.delete(tag)) others.set(tag, name);
  place.value = Object.fromEntries([...others].slice(-MOST));
}
