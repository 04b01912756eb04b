// What PyScript takes for Pyodide: the same, from our own folder, with our own Python:
// the game and what it needs of the standard library. Where a snapshot of just this
// Python is kept, it goes on from there; without one, or if it fails, it starts afresh.

import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";
import * as kept from "./kept.js";

export { version };

const at = (address) => new URL(address, import.meta.url).href;

// A snapshot remembers the dice as they were.
const RESEED = "import random; random.seed()";

const imported = async () => {
  const packed = await (await fetch(at("../python.pack"))).arrayBuffer();
  const { body } = new Response(packed);
  const library = new Response(body.pipeThrough(new DecompressionStream("gzip"))).blob();
  return { name: await kept.nameOf(version, packed), library: await library };
};

export const start = async (library, options) => {
  const stdLibURL = URL.createObjectURL(library);
  try {
    return await load({ ...options, indexURL: at("../vendor/pyodide/"), stdLibURL });
  } finally {
    URL.revokeObjectURL(stdLibURL);
  }
};

const resume = async (name, library, options) => {
  const snapshot = await kept.read(name);
  if (!snapshot) return;
  try {
    const python = await start(library, { ...options, _loadSnapshot: snapshot });
    python.runPython(RESEED);
    document.documentElement.dataset.snapshot = "restored";
    return python;
  } catch (error) {
    console.debug("A snapshot could not be restored and is forgotten:", error);
    await kept.forget();
  }
};

export const loadPyodide = async (options) => {
  const { name, library } = await imported();
  return (await resume(name, library, options)) ?? start(library, options);
};

// Make a snapshot with the modules `names` imported, unless there is one. Takes seconds: for a worker.
export const keep = async (names) => {
  const { name, library } = await imported();
  if (!name || (await kept.has(name))) return;
  const python = await start(library, { _makeSnapshot: true });
  for (const module of names) python.pyimport(module).destroy();
  await kept.write(name, python.makeMemorySnapshot());
};
