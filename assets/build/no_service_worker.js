// In the place of the service worker while somebody works on the game: the worker of an earlier
// `build.py play --as-built` makes way for it, and it makes way for the server.

const leave = async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  for (const client of await clients.matchAll({ type: "window" })) client.navigate(client.url).catch(() => {}); // gone meanwhile
  await registration.unregister();
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));
