// What PyScript takes for Pyodide: the same, from our own folder, with our own Python:
// the game and what it needs of the standard library. Where a snapshot of just this
// Python is kept, it goes on from there; without one, or if it fails, it starts afresh.

import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";
import * as kept from "./kept.js";

export { version };

const at = (address) => new URL(address, import.meta.url).href;

// A snapshot remembers the dice as they were.
const RESEED = "import random; random.seed()";

// PyScript writes its Python to the current folder as text: what is compiled shall be found before that.
const COMPILED_FIRST = "import sys; sys.path.sort(key=''.__eq__)";

// All of it is on its way as soon as this module is there, whoever asks for Python later.
const prepare = async () => {
  const packed = await (await fetch(at("../python.pack"))).arrayBuffer();
  const { body } = new Response(packed);
  const unpacked = new Response(body.pipeThrough(new DecompressionStream("gzip"))).blob();
  const name = await kept.nameOf(version, packed);
  const [library, snapshot] = await Promise.all([unpacked, kept.read(name)]);
  return { name, library, snapshot };
};

const prepared = prepare();

const start = async (library, options) => {
  const stdLibURL = URL.createObjectURL(library);
  try {
    const python = await load({ ...options, indexURL: at("../vendor/pyodide/"), stdLibURL });
    python.runPython(COMPILED_FIRST);
    return python;
  } finally {
    URL.revokeObjectURL(stdLibURL);
  }
};

const resume = async ({ library, snapshot }, options) => {
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
  const { library, snapshot } = await prepared;
  return (snapshot && (await resume({ library, snapshot }, options))) ?? start(library, options);
};

// Make a snapshot with the modules `names` imported, unless there is one. Takes seconds: for a worker.
export const keep = async (names) => {
  const { name, library, snapshot } = await prepared;
  if (!name || snapshot) return;
  const python = await start(library, { _makeSnapshot: true });
  for (const module of names) python.pyimport(module).destroy();
  await kept.write(name, python.makeMemorySnapshot());
};
