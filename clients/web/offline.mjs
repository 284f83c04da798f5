// Keeps the page for when there is no network, where the context is secure: elsewhere browsers have
// no service workers, and the page does without.

const NAME = "chromatch";

/** Registers the worker, and keeps what the page has loaded before there was one. */
export async function keepOffline() {
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname !== "/play");
    const kept = await caches.open(NAME);
    await kept.addAll(["/", ...new Set(loaded.map(({ pathname }) => pathname))]);
  } catch {
    // Nothing is kept where a browser does not want to, and nothing else depends on it.
  }
}
