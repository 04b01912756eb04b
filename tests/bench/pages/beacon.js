// Reports a visit to the server: when each thing was seen, then the first presses, then that the next visit can come. The
// server adds this script to the pages, so that no debugger is attached, which slows down a start.

{
  const PRESSES = 10;
  const BETWEEN = 400; // ms between two presses: ten of them take the four seconds after the start
  const DWELL = 3_000; // ms after the last press, in which Chromium may cache compiled code

  const root = document.documentElement;
  const seen = {};
  const note = (name, at = performance.now()) => (seen[name] ??= at);
  const report = (what) => navigator.sendBeacon("/report", JSON.stringify(what));
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  const until = async (isTrue) => {
    while (!isTrue()) await pause(20);
  };

  const playable = new Promise((done) => {
    const look = () => {
      const { ready, stage } = root.dataset;
      if (stage) note(stage);
      if (ready === "true") done(note("playable"));
    };
    new MutationObserver(look).observe(root, { attributes: true });
    look();
  });
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) note(name, startTime);
  }).observe({ type: "paint", buffered: true });
  document.addEventListener("readystatechange", () => note("parsed"));

  const noteFiles = () => {
    for (const { name, responseEnd } of performance.getEntriesByType("resource")) {
      const file = name.split("/").at(-1);
      if (/wasm|pack|asm.mjs|stdlib/.test(file)) note(`has ${file}`, responseEnd);
    }
  };

  const timed = (act) => {
    const began = performance.now();
    act();
    return performance.now() - began;
  };

  const press = () => {
    const again = document.querySelector("[data-part=again]");
    if (again && !again.hidden) again.click();
    const key = document.querySelector(".lay").hidden ? " " : "h";
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    return timed(() => (document.activeElement ?? document.body).dispatchEvent(event));
  };

  const play = async () => {
    const deal = timed(() => document.getElementById("start").click());
    await until(() => document.querySelector(".table .card"));
    const presses = [];
    while (presses.length < PRESSES) {
      presses.push(press());
      await pause(BETWEEN);
    }
    return { deal, press: Math.max(...presses) };
  };

  // Let the bare page run some Python, so that the browser stores its compiled code, too.
  const warmUp = () => {
    python.runPython("sum(len(str(number)) for number in range(300_000))");
    return {};
  };

  const visit = async () => {
    await playable;
    noteFiles();
    report(seen);
    const isOurs = document.getElementById("start");
    report(await (isOurs ? play() : warmUp()));
    if (isOurs) await until(() => root.dataset.kept);
    await pause(DWELL);
    report({ kept: root.dataset.kept });
  };

  visit();
}
