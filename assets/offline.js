// The next visit: the whole build put in store by a service worker, a snapshot beside it,
// and the news that a version newer than this page is ready. It knows nothing of Python.

const root = document.documentElement;
let asked = false;
const workers = location.protocol === "file:" ? undefined : navigator.serviceWorker;

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
    worker.terminate(); // it has a Python of its own, and phones have little memory
  }
};

// A new version takes over when it is asked to, or when no page of the old one is left.
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

// Once another version answers the requests of this page, the page is to be of that version too;
// one in the middle of a game has all it needs, and waits for the way back to the title.
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
  if (workers.controller) workers.addEventListener("controllerchange", changed);
  await played;
  watch(await workers.register(new URL("../service-worker.js", import.meta.url)));
  await workers.ready;
  await idle();
  root.dataset.kept = root.dataset.snapshot === "restored" ? "kept" : await snapshot();
};

if (workers) prepare().catch((error) => console.debug("No offline play:", error));
