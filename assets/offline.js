// Prepares the next visit: registers the service worker, which caches the whole build, and stores a snapshot of Python.
// Also offers a new version when one is ready.

const root = document.documentElement;
let asked = false;
let workers;

const played = new Promise((ready) => addEventListener("py:done", ready, { once: true }));
const idle = () => new Promise((free) => (window.requestIdleCallback ?? setTimeout)(free));

const snapshot = async () => {
  const worker = new Worker(new URL("./snapshot.js", import.meta.url), { type: "module" });
  try {
    return await new Promise((done) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = () => done("refused");
    });
  } finally {
    worker.terminate(); // frees the memory of its own Python
  }
};

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

const prepare = async () => {
  workers = navigator.serviceWorker; // a browser may deny it
  if (!workers || location.protocol === "file:") return;
  if (workers.controller) workers.addEventListener("controllerchange", changed);
  await played;
  watch(await workers.register(new URL("../service-worker.js", import.meta.url)));
  await workers.ready;
  await idle();
  root.dataset.kept = root.dataset.snapshot === "restored" ? "kept" : await snapshot();
};

prepare().catch((error) => console.debug("No offline play:", error));
