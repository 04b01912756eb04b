// Runs before the first paint. It applies the saved appearance and language, shows the stages of loading and what
// failed, and remembers a button pressed before Python is ready. It knows nothing about the game; its texts are in
// index.html.

(() => {
  const PATIENCE = 30_000; // ms without any sign of progress
  const PAINTING = 1_000; // ms after which Python starts even without a first paint
  const STAGES = ["fetching", "starting", "unpacking", "ready"];
  const root = document.documentElement;
  const OURS = new URL("./", location.href).href;
  const scope = location.protocol === "file:" ? "/" : new URL("./", location.href).pathname; // separates copies at other paths of this origin

  // Return what `use` returns, or undefined if the browser lacks or denies what it uses.
  const attempt = (use) => {
    try {
      return use();
    } catch {
      return undefined;
    }
  };

  const kept = (name) => attempt(() => localStorage.getItem(`one-mind${scope}${name}`));

  // The keys of game/browser/page/first_game.py and game/browser/solo/game_store.py. Read here, so that the layout does not
  // shift when Python starts.
  if (!kept("played")) root.dataset.newcomer = "true";
  if (kept("ended")) root.dataset.ended = "before";
  if (kept("game")) root.dataset.saved = "true";
  if (location.hash.length > 1) root.dataset.link = "true"; // an invitation or a shared game: hides the title

  // Without valid settings, the appearance and language of the system apply.
  const settings = () => attempt(() => JSON.parse(kept("settings"))) ?? {};

  const { theme = "", contrast = "", motion = "", language } = settings();

  // Apply what is chosen in the settings, which call this, or what the system asks for.
  const [more, less] = ["(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"].map((query) => matchMedia(query));
  let chosen;
  window.setAppearance = (theme, contrast, motion) => {
    chosen = [theme, contrast, motion];
    if (["light", "dark"].includes(theme)) root.dataset.theme = theme;
    else delete root.dataset.theme;
    root.dataset.contrast = contrast || (more.matches ? "more" : "normal");
    root.dataset.motion = motion || (less.matches ? "less" : "full");
  };
  for (const query of [more, less]) query.addEventListener("change", () => setAppearance(...chosen));
  setAppearance(theme, contrast, motion);

  // Each language has its own page. In order of priority, the language comes from the address, from the settings, from
  // this page, or from the browser. Two tags match if language and script are equal, as for de-AT and de. Only tags that
  // name a script need Intl.Locale, because loading its data takes as long as parsing the style sheet.
  const { languages = "", large = "", bytes } = document.currentScript.dataset;
  const OFFERED = ["en", ...languages.split(" ").filter(Boolean)];
  const NAMES_SCRIPT = /-[a-z]{4}(-|$)/i;
  const languageOf = (tag) => tag.split("-")[0].toLowerCase();
  const scriptOf = (tag) => attempt(() => new Intl.Locale(tag).maximize().script) ?? tag;
  const isLike = (one, other) =>
    languageOf(one) === languageOf(other) &&
    (![one, other].some((tag) => NAMES_SCRIPT.test(tag)) || scriptOf(one) === scriptOf(other));
  const offered = (tag) => tag && OFFERED.find((one) => isLike(one, `${tag}`));
  const asked = [new URLSearchParams(location.search).get("lang"), language];
  const { language: spoken } = root.dataset; // a browser that translates the page changes its lang
  const wanted = [...asked, ...(spoken === "en" ? navigator.languages : [])].map(offered).find(Boolean);
  if (wanted && wanted !== spoken && window.changeLanguage) {
    changeLanguage(wanted).then(() => show()); // the single-file edition contains all languages
  } else if (wanted && wanted !== spoken) {
    window.fetch = () => new Promise(() => {}); // this page is about to be replaced
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

  // Features that the page cannot do without. If one is missing, nothing is fetched.
  const stop = (failure) => {
    root.dataset.failure = failure;
    window.fetch = () => Promise.reject(new Error(failure));
  };

  const has = {
    WebAssembly: typeof WebAssembly === "object",
    decompression: "DecompressionStream" in window,
    popover: "popover" in HTMLElement.prototype,
    checkVisibility: "checkVisibility" in Element.prototype,
    lightDark: CSS.supports("color", "light-dark(red, red)"),
  };
  if (Object.values(has).includes(false)) return stop("browser");
  if (location.protocol === "file:" && !window.changeLanguage) return stop("file");

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

  // Show what failed. Only the first failure is shown, which may follow "silent". After the start, failures.js takes over.
  const fail = (failure) => {
    if (root.dataset.ready === "true" || (root.dataset.failure ?? "silent") !== "silent") return;
    root.dataset.failure = failure;
    show();
    if (failure === "missing") dispatchEvent(new Event("missing"));
  };

  // A part that is missing may be of a newer version, which the server has by now.
  const seeIfOutdated = async () => {
    const { content: version } = document.querySelector('meta[name="version"]');
    const page = await (await fetch("./", { cache: "no-store" })).text();
    if (!page.includes('name=version') || page.includes(version)) return;
    root.dataset.outdated = "true";
    document.getElementById("update").hidden = false;
  };

  addEventListener("missing", () => seeIfOutdated().catch(() => {})); // not fetched: offline

  const { fetch } = window;

  // Resolves once the title is painted. Progress of downloads is not read before that.
  let begin;
  const begun = new Promise((done) => (begin = done));

  // The files that decide how long a first visit takes, until each has arrived. Their size is known from the build.
  const awaited = new Set(large.split(" ").filter(Boolean).map((file) => new URL(file, document.baseURI).href));
  const bar = Object.assign(document.createElement("progress"), { id: "arrived", max: bytes ?? 1, value: 0 });
  bar.setAttribute("aria-labelledby", "loading");

  const count = (length) => {
    if (!bar.isConnected) document.getElementById("loading")?.after(bar);
    bar.value += length;
  };

  // Read a clone of a response to follow its progress, so that the caller gets the browser's own response.
  const follow = async ({ body }, address) => {
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      if (bytes && awaited.has(address)) count(part.value.length);
    }
    awaited.delete(address);
    if (!awaited.size) reach("starting");
  };

  // The page starts without the snapshot, too: see interpreter.js.
  const isSpare = (address) => /\/python\.(head|memory\b.*)$/.test(address);

  const miss = (address) => isSpare(address) || fail("missing");

  // The digests of files of this version. A file of another version counts as missing.
  const digests = attempt(() => JSON.parse(document.getElementById("digests").textContent)) ?? {};

  const watched = async (address, options) => {
    try {
      const integrity = digests[address.replace(OURS, "./")];
      const response = await fetch(address, integrity ? { ...options, integrity } : options);
      heard();
      if (response.ok) begun.then(() => follow(response.clone(), address)).catch(() => miss(address));
      else miss(address);
      return response;
    } catch (error) {
      miss(address);
      throw error;
    }
  };

  const early = new Map();
  const fetchEarly = (href) => {
    const answer = watched(href);
    answer.catch(() => {}); // the later caller handles the error
    early.set(href, answer);
  };

  // On a first visit, fetch the large files while the title is painted, and preload the modules. On a repeat visit the
  // service worker answers from its cache: without preloads the start takes 8 to 16 % less processor time (medians of four
  // runs in Chromium 156).
  const isControlled = Boolean(attempt(() => navigator.serviceWorker.controller));
  if (!isControlled) awaited.forEach(fetchEarly);

  // PyScript needs the script tag at the end of the page. On a slow connection the first part is painted before that.
  const parsed = new Promise((done) => addEventListener("DOMContentLoaded", done));

  const startPython = async () => {
    await parsed;
    begin();
    const template = document.getElementById("python");
    if (!template) return;
    if (isControlled) for (const link of template.content.querySelectorAll("[rel=modulepreload]")) link.remove();
    template.replaceWith(template.content);
  };

  // Python starts after the first paint, which costs it no time: both use the same thread. A hidden tab is not painted.
  addEventListener("DOMContentLoaded", () => setTimeout(startPython, document.hidden ? 0 : PAINTING));
  if (PerformanceObserver.supportedEntryTypes.includes("paint")) {
    const painted = (list) => list.getEntriesByName("first-contentful-paint").length && startPython();
    new PerformanceObserver(painted).observe({ type: "paint", buffered: true });
  }

  window.fetch = (address, ...options) => {
    const { href } = new URL(address.url ?? address, location.href);
    if (isControlled && href.endsWith(".xz")) {
      reach("starting"); // the browser caches compiled code only of a response that is not cloned
      return fetch(href, ...options);
    }
    const answer = early.get(href) ?? watched(href, ...options);
    early.delete(href);
    return answer;
  };

  // Save the chosen language, if storage is not denied. The link itself opens the page in that language.
  const choose = (language) =>
    attempt(() => localStorage.setItem(`one-mind${scope}settings`, JSON.stringify({ ...settings(), language })));

  // The offline cache may be the cause of the failure. Delete it if the server responds.
  const startAfresh = async () => {
    try {
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
    if (root.dataset.outdated && target.closest("#update button")) location.reload();
    const { hreflang } = target.closest("#languages a") ?? {};
    if (hreflang) choose(hreflang);
    if (hreflang && window.changeLanguage) {
      event.preventDefault();
      location.replace(location.pathname);
    }
    const early = root.dataset.ready !== "true" && target.closest("#title button[data-do], #setup button[data-do]");
    if (early) root.dataset.pressed = early.dataset.do;
  });

  // Before Python is ready, the browser would send a form itself.
  addEventListener("submit", (event) => {
    if (root.dataset.ready === "true" || event.defaultPrevented) return;
    event.preventDefault();
    root.dataset.pressed = event.target.dataset.do;
  });

  // Extensions, in-app browsers and blocked files of other sites fail in our page, too. An error is ours if it comes from
  // Python, or names one of our scripts: as its place, or as the module that could not be imported.
  const SCRIPTS = location.protocol === "file:" ? ["data:text/javascript"] : [`${OURS}assets/`, `${OURS}vendor/`];
  const isOurs = (error, place) =>
    attempt(() => error.name === "PythonError" || SCRIPTS.some((own) => `${place} ${error} ${error.stack}`.includes(own)));

  const handle = (error, place, failure) => {
    if (!isOurs(error, place)) return;
    fail(failure);
    dispatchEvent(new CustomEvent("failure", { detail: error }));
  };

  const fileFailed = ({ src, href }) => attempt(() => (src || href).startsWith(OURS)) && fail("missing");

  addEventListener(
    "error",
    ({ target, error, filename }) => (target === window ? handle(error ?? {}, filename, "python") : fileFailed(target)),
    true,
  );
  addEventListener("unhandledrejection", ({ reason }) =>
    handle(reason, "", root.dataset.stage === "unpacking" ? "python" : "missing"),
  );

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
