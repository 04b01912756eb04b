// Watches the page load: the theme before the first paint, each stage as it is
// reached, what went wrong in one sentence, and a press of Start that came early.
// It knows nothing of the game. The sentences are in index.html.

(() => {
  const root = document.documentElement;
  const STAGES = ["fetching", "starting", "unpacking", "ready"];
  const PATIENCE = 30_000; // ms without any sign of progress

  try {
    const { theme } = JSON.parse(localStorage.getItem("one-mind/settings")) ?? {};
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be denied, or hold nonsense: the system's theme will do.
  }

  const show = () => {
    for (const kind of ["stage", "failure"])
      for (const sentence of document.querySelectorAll(`#loading [data-stage], #failure [data-failure]`))
        if (kind in sentence.dataset) sentence.hidden = sentence.dataset[kind] !== root.dataset[kind];
    const failure = document.getElementById("failure");
    if (failure) failure.hidden = !root.dataset.failure;
  };

  let watchdog;
  const heard = () => {
    clearTimeout(watchdog);
    if (root.dataset.stage === "ready") return;
    watchdog = setTimeout(fail, PATIENCE, "silent");
    if (root.dataset.failure !== "silent") return;
    delete root.dataset.failure;
    show();
  };

  const reach = (stage) => {
    if (STAGES.indexOf(stage) <= STAGES.indexOf(root.dataset.stage)) return;
    root.dataset.stage = stage;
    heard();
    show();
  };

  const fail = (failure) => {
    if (root.dataset.stage === "ready" || (root.dataset.failure ?? "silent") !== "silent") return;
    root.dataset.failure = failure;
    show();
  };

  const { fetch } = window;

  const listen = async (response) => {
    for await (const _ of pieces(response.clone().body)) heard();
    if (response.url.endsWith(".wasm")) reach("starting");
  };

  async function* pieces(body) {
    const reader = body.getReader();
    for (let piece; !(piece = await reader.read()).done; ) yield piece.value;
  }

  const watched = async (...request) => {
    try {
      const response = await fetch(...request);
      heard();
      if (!response.ok) fail("missing");
      else listen(response).catch(() => fail("missing"));
      return response;
    } catch (error) {
      fail("missing");
      throw error;
    }
  };

  const early = new Map();
  for (const { href } of document.querySelectorAll('link[rel="preload"][as="fetch"]')) {
    const answer = watched(href);
    answer.catch(() => {}); // told already; whoever asks for it will hear of it too
    early.set(href, answer);
  }

  window.fetch = (address, ...options) => {
    const href = new URL(address.url ?? address, location.href).href;
    const answer = early.get(href);
    early.delete(href);
    return answer ?? watched(address, ...options);
  };

  const press = ({ target }) => {
    if (target.closest?.("#start")) root.dataset.pressed = "start";
  };

  addEventListener("click", press);
  addEventListener("click", ({ target }) => target.closest?.("[data-retry]") && location.reload());
  addEventListener("DOMContentLoaded", show);
  addEventListener("py:progress", ({ detail }) => {
    heard();
    if (detail === "Loaded interpreter") reach("unpacking");
  });
  addEventListener("py:done", () => {
    if (root.dataset.ready !== "true") return fail("python");
    delete root.dataset.failure;
    reach("ready");
    removeEventListener("click", press);
    window.fetch = fetch;
  });
  addEventListener("unhandledrejection", () => fail(root.dataset.stage === "unpacking" ? "python" : "missing"));
  addEventListener("error", ({ target }) => fail(target === window ? "python" : "missing"), true);

  heard();
  if (typeof WebAssembly !== "object") fail("browser");
})();
