// Watches the page load: theme and newcomers before the first paint, each stage as it is
// reached, what went wrong, and a press of Start that came before Python.
// It knows nothing of the game; its sentences stand in index.html.

(() => {
  const PATIENCE = 30_000; // ms without any sign of progress
  const PAINTING = 1_000; // ms in which a page that is seen is painted
  const STAGES = ["fetching", "starting", "unpacking", "ready"];
  const root = document.documentElement;
  const scope = location.protocol === "file:" ? "/" : new URL("./", location.href).pathname; // another copy at another path keeps to itself

  const kept = (name) => {
    try {
      return localStorage.getItem(`one-mind${scope}${name}`);
    } catch {
      return null; // storage is denied
    }
  };

  // As game/browser/page/first_game.py and game/browser/solo/game_store.py keep it: what depends on it does not jump when
  // Python comes.
  if (!kept("played")) root.dataset.newcomer = "true";
  if (kept("ended")) root.dataset.ended = "before";
  if (kept("game")) root.dataset.saved = "true";
  if (location.hash.length > 1) root.dataset.link = "true"; // the title is not what a visitor came for

  // Nothing stored, or nonsense in it: the system's theme and language will do.
  const settings = () => {
    try {
      return JSON.parse(kept("settings")) ?? {};
    } catch {
      return {};
    }
  };

  const { theme, language } = settings();
  if (["light", "dark"].includes(theme)) root.dataset.theme = theme;

  // Every language has a page of its own: of the one that the address names, that was chosen, that this page has, or
  // else that the browser asks for. A tag is like another whose language and script are the same: de-AT, and de.
  // Which script a region has is looked up for who names one, as zh-Hans: to load the table takes as long as the style.
  const { languages = "", large = "" } = document.currentScript.dataset;
  const OFFERED = ["en", ...languages.split(" ").filter(Boolean)];
  const NAMES_SCRIPT = /-[a-z]{4}(-|$)/i;
  const languageOf = (tag) => tag.split("-")[0].toLowerCase();
  const scriptOf = (tag) => {
    try {
      return new Intl.Locale(tag).maximize().script;
    } catch {
      return tag;
    }
  };
  const isLike = (one, other) =>
    languageOf(one) === languageOf(other) &&
    (![one, other].some((tag) => NAMES_SCRIPT.test(tag)) || scriptOf(one) === scriptOf(other));
  const offered = (tag) => tag && OFFERED.find((one) => isLike(one, `${tag}`));
  const asked = [new URLSearchParams(location.search).get("lang"), language];
  const wanted = [...asked, ...(root.lang === "en" ? navigator.languages : [])].map(offered).find(Boolean);
  if (wanted && wanted !== root.lang && window.changeLanguage) {
    changeLanguage(wanted).then(() => show()); // the edition of one file has all of them in it
  } else if (wanted && wanted !== root.lang) {
    window.fetch = () => new Promise(() => {}); // nothing is fetched for this page any more
    location.replace(`./${wanted === "en" ? "" : `${wanted}.html`}${location.search}${location.hash}`);
    return;
  }

  const show = () => {
    const { stage, failure } = root.dataset;
    const reveal = (selector, wanted) => {
      for (const element of document.querySelectorAll(selector)) element.hidden = !wanted(element.dataset);
    };
    reveal("#loading", () => !failure);
    reveal("#loading [data-stage]", (sentence) => sentence.stage === stage);
    reveal("#failure", () => failure);
    reveal("#failure [data-failure]", (sentence) => sentence.failure === failure);
    const day = document.querySelector("#today .number"); // in UTC, as in game/browser/history/dates.py
    if (day) day.textContent = new Date().getUTCDate();
  };

  addEventListener("DOMContentLoaded", show);

  // What nothing here can stand in for: without it the page is no page, and nothing of it is fetched.
  const has = {
    WebAssembly: typeof WebAssembly === "object",
    decompression: "DecompressionStream" in window,
    popover: "popover" in HTMLElement.prototype,
    checkVisibility: "checkVisibility" in Element.prototype,
    lightDark: CSS.supports("color", "light-dark(red, red)"),
  };
  if (Object.values(has).includes(false)) {
    root.dataset.failure = "browser";
    window.fetch = () => Promise.reject(new Error("not in this browser"));
    return;
  }

  // All site data is blocked. PyScript opens a database and a channel, though nothing here uses them, and stumbles
  // over the refusal: it is given a database that is empty, and a channel on which nobody speaks.
  const withoutStorage = () => {
    const answer = (result) => {
      const request = { result };
      setTimeout(() => request.onsuccess?.({ target: { result } }));
      return request;
    };
    const store = new Proxy({}, { get: (_, method) => () => answer(method.startsWith("getAll") ? [] : undefined) });
    const database = { objectStoreNames: ["entries"], transaction: () => ({ objectStore: () => store }), close() {} };
    IDBFactory.prototype.open = () => answer(database);
    window.BroadcastChannel = class extends EventTarget {};
  };

  try {
    localStorage.length;
    new BroadcastChannel("").close();
  } catch {
    withoutStorage();
  }

  let watchdog;
  const heard = () => {
    clearTimeout(watchdog);
    if (root.dataset.stage === "ready") return;
    watchdog = setTimeout(fail, PATIENCE, "silent");
    if (root.dataset.failure === "silent") {
      delete root.dataset.failure;
      show();
    }
  };

  const reach = (stage) => {
    if (STAGES.indexOf(stage) <= STAGES.indexOf(root.dataset.stage)) return;
    root.dataset.stage = stage;
    heard();
    show();
  };

  // What fails later is for failures.js. The first failure is the cause of the others; silence may still be followed by one.
  const fail = (failure) => {
    if (root.dataset.ready === "true" || (root.dataset.failure ?? "silent") !== "silent") return;
    if (root.dataset.snapshot) return forgetSnapshot().finally(() => location.reload());
    root.dataset.failure = failure;
    show();
  };

  const forgetSnapshot = async () => caches.delete(scope === "/" ? "one-mind-snapshot" : `one-mind-snapshot${scope}`);

  const { fetch } = window;

  // Nothing is read before the title is painted.
  let begin;
  const begun = new Promise((done) => (begin = done));

  // A clone is read, so that whoever asked is given the browser's own response.
  const follow = async ({ url, body }) => {
    const reader = body.getReader();
    while (!(await reader.read()).done) heard();
    if (url.endsWith(".xz")) reach("starting");
  };

  const watched = async (...request) => {
    try {
      const response = await fetch(...request);
      heard();
      if (response.ok) begun.then(() => follow(response.clone())).catch(() => fail("missing"));
      else fail("missing");
      return response;
    } catch (error) {
      fail("missing");
      throw error;
    }
  };

  const early = new Map();
  const fetchEarly = (address) => {
    const { href } = new URL(address, document.baseURI);
    const answer = watched(href);
    answer.catch(() => {}); // whoever asks for it later hears of it
    early.set(href, answer);
  };

  // From the network the large files are fetched while the title is painted. From the cache they are fetched when they
  // are used: where there is a snapshot, the compressed program is not.
  if (!navigator.serviceWorker?.controller) large.split(" ").filter(Boolean).forEach(fetchEarly);

  // PyScript reads how to start at the end of the page, of which on a slow line the first part is painted before.
  const parsed = new Promise((done) => addEventListener("DOMContentLoaded", done));

  const startPython = async () => {
    await parsed;
    begin();
    const template = document.getElementById("python");
    template?.replaceWith(template.content);
  };

  // Python waits for the title, and is there as soon: the two need not share a processor. What nobody sees is not painted.
  addEventListener("DOMContentLoaded", () => setTimeout(startPython, document.hidden ? 0 : PAINTING));
  if (PerformanceObserver.supportedEntryTypes.includes("paint")) {
    const painted = (list) => list.getEntriesByName("first-contentful-paint").length && startPython();
    new PerformanceObserver(painted).observe({ type: "paint", buffered: true });
  }

  window.fetch = (address, ...options) => {
    const { href } = new URL(address.url ?? address, location.href);
    if (href.endsWith(".wasm")) {
      reach("starting"); // from a snapshot, which may fail; the browser caches its compiled code only if nobody clones it
      return fetch(href, ...options);
    }
    const answer = early.get(href) ?? watched(address, ...options);
    early.delete(href);
    return answer;
  };

  // The link itself leads to the page in that language.
  const choose = (language) => {
    try {
      localStorage.setItem(`one-mind${scope}settings`, JSON.stringify({ ...settings(), language }));
    } catch {
      // Storage is denied: the address alone says it.
    }
  };

  // What is in store for offline play may be what went wrong: it goes, if the server can be reached.
  const startAfresh = async () => {
    try {
      await forgetSnapshot();
      const { ok } = await fetch("./", { method: "HEAD", cache: "no-store" });
      const registration = ok && (await navigator.serviceWorker.getRegistration());
      if (registration) {
        await registration.unregister();
        for (const name of await caches.keys()) if (name.endsWith(registration.scope)) await caches.delete(name);
      }
    } catch {
      // No storage, or no connection.
    }
    location.reload();
  };

  addEventListener("click", (event) => {
    const { target } = event;
    if (target.closest("[data-retry]")) startAfresh();
    const { hreflang } = target.closest("#languages a") ?? {};
    if (hreflang) choose(hreflang);
    if (hreflang && window.changeLanguage) {
      event.preventDefault();
      location.replace(location.pathname);
    }
    const pressed = "#continue, #start, #together, #big-screen, #try, #try-again, #games, #today";
    const early = root.dataset.ready !== "true" && target.closest(pressed);
    if (early) root.dataset.pressed = early.id;
  });
  addEventListener("error", ({ target }) => fail(target === window ? "python" : "missing"), true);
  addEventListener("unhandledrejection", () => fail(root.dataset.stage === "unpacking" ? "python" : "missing"));

  addEventListener("py:progress", ({ detail }) => {
    heard();
    if (detail === "Loaded interpreter") reach("unpacking");
  });
  addEventListener("py:done", () => {
    if (root.dataset.ready !== "true") return fail("python");
    delete root.dataset.failure;
    reach("ready");
    window.fetch = fetch;
  });

  heard();
})();
