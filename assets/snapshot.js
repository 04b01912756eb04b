// A worker that stores a snapshot of Python in which the modules that every start imports are already imported.

import { keep } from "./interpreter.js";

const MODULES = ["game.browser.main"];

// Stand-ins for the globals of a page that the modules read during import. After a restore, they use those of the page.
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
  console.debug("No snapshot could be stored:", error);
  postMessage("refused");
}
