// One's own answers, as this browser keeps them: a line for each match in IndexedDB, by when the
// match began. Where a browser keeps nothing there is none, and nothing else depends on it.

import { gathered, lineOf, matchOf } from "../core/eye/answers.mjs";

const DATABASE = "chromatch.answers";
const STORE = "answers";

const answer = (request) => new Promise((resolve, reject) => {
  request.addEventListener("success", () => resolve(request.result));
  request.addEventListener("error", () => reject(request.error));
});

/** Does something with the store, and gives what that gives once it is done. */
async function stored(mode, action) {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(STORE));
  const database = await answer(opening);
  try {
    return await action(database.transaction(STORE, mode).objectStore(STORE));
  } finally {
    database.close();
  }
}

const read = async (store) =>
  (await answer(store.getAll())).map((line) => matchOf(String(line))).filter(Boolean);

/** The matches that are kept, by when they began; none where that cannot be read. */
export async function keptAnswers() {
  try {
    return gathered(await stored("readonly", read));
  } catch {
    return [];
  }
}

/** Keeps matches, and of all that are kept the newest. */
export async function keepAnswers(matches) {
  try {
    await stored("readwrite", async (store) => {
      for (const match of matches) store.put(lineOf(match), match.began);
      const all = await read(store);
      const kept = new Set(gathered(all).map(({ began }) => began));
      const old = all.filter(({ began }) => !kept.has(began));
      await Promise.all(old.map(({ began }) => answer(store.delete(began))));
    });
  } catch {
    // A report is all that is lost.
  }
}
