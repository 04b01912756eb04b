// Prepares the next visit: registers the service worker, which caches the whole build. Also offers a new version when
// one is ready.

const root = document.documentElement;
let asked = false;
let workers;

const played = new Promise((ready) => addEventListener("py:done", ready, { once: true }));
// Offer a waiting version. It takes over when the player accepts it, or when no page of the old version is open.
const offer = (registration) => {
  const notice = document.getElementById("update");
  notice.hidden = !registration.waiting;
  notice.onclick = ({ target }) => {
    if (!target.closest("button")) return;
    asked = true;
    registration.waiting?.postMessage({ type: "SKIP_WAITING" });
  };
};

const watch = (registration) => {
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => workers.controller && offer(registration));
  });
  if (workers.controller) offer(registration);
};

// Reload, because a service worker of another version now answers this page's requests. A game in progress needs no
// further files, so the page reloads when it returns to the title.
const changed = () => {
  if (asked || !document.getElementById("title").hidden) location.reload();
  else
    new MutationObserver((_, observer) => {
      if (document.getElementById("title").hidden) return;
      observer.disconnect();
      location.reload();
    }).observe(document.getElementById("title"), { attributes: true, attributeFilter: ["hidden"] });
};

// Put into the cache what the page has unpacked. The service worker fetches and unpacks only what is not there.
const keepUnpacked = async () => {
  const { unpacked } = await import("./unpacking.js");
  const cache = unpacked.size && (await caches.open(`workbox-precache-v2-${new URL("../", import.meta.url)}`));
  const headers = { "Content-Type": "application/wasm", Unpacked: "1" };
  for (const [file, content] of unpacked) await cache.put(file, new Response(content, { headers }));
};

const prepare = async () => {
  workers = navigator.serviceWorker; // a browser may deny it
  if (!workers || location.protocol === "file:") return;
  if (workers.controller) workers.addEventListener("controllerchange", changed);
  await played;
  await keepUnpacked().catch((error) => console.debug("The service worker unpacks Python:", error));
  watch(await workers.register(new URL("../service-worker.js", import.meta.url)));
  await workers.ready;
  root.dataset.kept = "kept";
};

prepare().catch((error) => console.debug("No offline play:", error));
