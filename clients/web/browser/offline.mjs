// Keeps the page for when there is no network, where the context is secure: elsewhere browsers have
// no service workers, and the page does without.

const NAME = "chromatch";

/**
 * Registers the worker, and keeps what the page has loaded before there was one. Where there was
 * one it has kept all of that on its way, so nothing is fetched twice.
 */
export async function keepOffline() {
  try {
    const isKept = navigator.serviceWorker.controller !== null;
    await navigator.serviceWorker.register("/service-worker.js");
    if (isKept) return;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname !== "/play");
    const kept = await caches.open(NAME);
    await kept.addAll(["/", ...new Set(loaded.map(({ pathname }) => pathname))]);
  } catch {
    // Nothing is kept where a browser does not want to, and nothing else depends on it.
  }
}
