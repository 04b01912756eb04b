// The service worker of `build.py play`. It replaces that of an earlier `build.py play --as-built`, deletes the caches, and
// unregisters, so that every file comes from the server.

const leave = async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  for (const client of await clients.matchAll({ type: "window" })) client.navigate(client.url).catch(() => {}); // the tab has closed
  await registration.unregister();
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));
