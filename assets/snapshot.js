// A worker that keeps a snapshot of Python with all that the page imports at every start.

import { keep } from "./interpreter.js";

const MODULES = ["game.browser.main"];

// What the modules take from the page when they are imported. They find the page's own once a snapshot goes on there.
const STAND_INS = {
  document: { baseURI: new URL("../", import.meta.url).href },
  location: { protocol: location.protocol },
  navigator: {},
  performance: {},
};
const page = new Proxy(globalThis, { get: (worker, name) => STAND_INS[name] ?? worker[name] });

try {
  await keep(MODULES, page);
  postMessage("kept");
} catch (error) {
  console.debug("No snapshot could be kept:", error);
  postMessage("refused");
}
