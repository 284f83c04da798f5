// Network first: what the server says counts, and what it said last stands in where there is none.
// It never touches the game's connection.

const NAME = "chromatch";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

async function answer(request) {
  const kept = await caches.open(NAME);
  try {
    const found = await fetch(request);
    if (found.ok) await kept.put(request, found.clone());
    return found;
  } catch {
    return (await kept.match(request)) ?? Response.error();
  }
}

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || pathname === "/play") return;
  event.respondWith(answer(event.request));
});
