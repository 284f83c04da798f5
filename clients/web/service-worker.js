// Network first: what the server says counts, and what it said last stands in where there is none.
// It never touches the game's connection.

const NAME = "chromatch";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

async function keep(request, answer) {
  try {
    await (await caches.open(NAME)).put(request, answer);
  } catch {
    // The page has the answer even so.
  }
}

async function answer(event) {
  const { request } = event;
  try {
    const found = await fetch(request);
    if (found.ok) event.waitUntil(keep(request, found.clone()));
    return found;
  } catch {
    return (await caches.match(request, { cacheName: NAME })) ?? Response.error();
  }
}

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || /^\/(play$|[mr]\/)/.test(pathname)) return;
  event.respondWith(answer(event));
});
