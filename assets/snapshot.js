// A worker that keeps a snapshot of Python with what the page imports at every start,
// as far as that knows no page.

import { keep } from "./interpreter.js";

const MODULES = [
  "asyncio",
  "html",
  "json",
  "random",
  "secrets",
  "game.browser.saved",
  "game.words.chart",
  "game.words.table",
  "game.words.tempo",
  "game.words.title",
  "game.core.notation",
  "game.core.record",
  "game.driver",
  "game.teammates.characters",
  "game.teammates.memory",
  "game.teammates.story",
];

try {
  await keep(MODULES);
  postMessage("kept");
} catch (error) {
  console.debug("No snapshot could be kept:", error);
  postMessage("refused");
}
