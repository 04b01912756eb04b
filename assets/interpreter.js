// What PyScript takes for Pyodide: the same, from our own folder, with our own Python:
// the game and what it needs of the standard library. Where a snapshot of just this
// Python is kept, it goes on from there; without one, or if it fails, it starts afresh.

import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";
import * as kept from "./kept.js";
import { fill, split } from "./memory.js";

export { version };

const at = (address) => new URL(address, import.meta.url).href;

// A snapshot remembers the dice as they were.
const RESEED = "import random; random.seed()";

const prepare = async () => {
  const packed = await (await fetch(at("../python.pack"))).arrayBuffer();
  const { body } = new Response(packed);
  const unpacked = new Response(body.pipeThrough(new DecompressionStream("gzip"))).blob();
  const name = await kept.nameOf(version, packed);
  const [library, snapshot] = await Promise.all([unpacked, kept.find(name)]);
  return { name, library, snapshot };
};

const start = async (library, options) => {
  const stdLibURL = URL.createObjectURL(library);
  try {
    const { default: createPyodideModule } = await import("../vendor/pyodide/pyodide.asm.mjs");
    return await load({ indexURL: at("../vendor/pyodide/"), stdLibURL, createPyodideModule, ...options });
  } finally {
    URL.revokeObjectURL(stdLibURL);
  }
};

// Pyodide is given the head alone, for it would wait with compiling until it has all of a snapshot.
// The memory is read meanwhile, and put in its place before Pyodide looks there.
const resume = async ({ library, snapshot: { head, held } }) => {
  const { default: create } = await import("../vendor/pyodide/pyodide.asm.mjs");
  const createPyodideModule = async (settings) => {
    const program = await create(settings);
    fill(program.HEAPU8, await held);
    return program;
  };
  try {
    const python = await start(library, { createPyodideModule, _loadSnapshot: head });
    python.runPython(RESEED);
    document.documentElement.dataset.snapshot = "restored";
    return python;
  } catch (error) {
    console.debug("A snapshot could not be restored and is forgotten:", error);
    await kept.forget();
  }
};

const launch = async () => {
  const { library, snapshot } = await prepared;
  return (snapshot && (await resume({ library, snapshot }))) ?? start(library);
};

// All of it is on its way as soon as this module is there, whenever PyScript asks for it.
const prepared = prepare();
const launched = globalThis.document && launch();
launched?.catch(() => {}); // PyScript hears of it

export const loadPyodide = () => launched;

// Make a snapshot with the modules `names` imported, unless there is one; `page` is what they take for the page.
// Takes seconds: for a worker.
export const keep = async (names, page) => {
  const { name, library, snapshot } = await prepared;
  if (!name || snapshot) return;
  const python = await start(library, { _makeSnapshot: true, jsglobals: page });
  for (const module of names) python.pyimport(module).destroy();
  await kept.write(name, split(python.makeMemorySnapshot()));
};
