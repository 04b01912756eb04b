// What PyScript takes for Pyodide: the same, from our own folder, with our own Python:
// the game and what it needs of the standard library. Where a snapshot of just this
// Python is kept, it goes on from there; without one, or if it fails, it starts afresh.

import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";
import { XzReadableStream } from "../vendor/xz/xz.js";
import * as kept from "./kept.js";
import { fill, split } from "./memory.js";

export { version };

const at = (address) => new URL(address, import.meta.url).href;

// With it Python runs on stacks that WebAssembly switches. Chromium, where it samples the heap, reads past their end and
// the page is gone (seen in version 156). Nothing here waits within Python, which alone needs them.
delete WebAssembly.Suspending;

// A snapshot remembers the dice as they were.
const RESEED = "import random; random.seed()";

// The newest snapshot is read while the pack is, which tells whether it is of this Python.
const prepare = async () => {
  const newest = kept.find();
  const packed = await (await fetch(at("../python.pack"))).arrayBuffer();
  const { body } = new Response(packed);
  const unpacked = new Response(body.pipeThrough(new DecompressionStream("gzip"))).blob();
  const name = await kept.nameOf(version, packed);
  const [library, snapshot] = await Promise.all([unpacked, newest]);
  return { name, library, snapshot: snapshot?.name === name ? snapshot : undefined };
};

const fetchProgram = async () => {
  const { body } = await fetch(at("../vendor/pyodide/pyodide.asm.wasm.xz"));
  return kept.compilable(new XzReadableStream(body));
};

// Pyodide asks for its program as it would be served plain, and is given `program`.
const start = async (library, program, options) => {
  const stdLibURL = URL.createObjectURL(library);
  const { fetch } = globalThis;
  globalThis.fetch = (address, ...rest) => (String(address).endsWith(".wasm") ? program : fetch(address, ...rest));
  try {
    const { default: createPyodideModule } = await import("../vendor/pyodide/pyodide.asm.mjs");
    return await load({ indexURL: at("../vendor/pyodide/"), stdLibURL, createPyodideModule, ...options });
  } finally {
    globalThis.fetch = fetch;
    URL.revokeObjectURL(stdLibURL);
  }
};

// Pyodide is given the head alone, for it would wait with compiling until it has all of a snapshot.
// The memory is read meanwhile, and put in its place before Pyodide looks there.
const resume = async (library, { head, held, program }) => {
  const { default: create } = await import("../vendor/pyodide/pyodide.asm.mjs");
  const createPyodideModule = async (settings) => {
    const created = await create(settings);
    fill(created.HEAPU8, await held);
    return created;
  };
  try {
    const python = await start(library, await program, { createPyodideModule, _loadSnapshot: head });
    python.runPython(RESEED);
    document.documentElement.dataset.snapshot = "restored";
    return python;
  } catch (error) {
    console.debug("A snapshot could not be restored and is forgotten:", error);
    await kept.forget();
  }
};

const launch = async () => {
  const { library, snapshot } = await prepare();
  return (snapshot && (await resume(library, snapshot))) ?? start(library, fetchProgram());
};

// It is on its way as soon as this module is there, whenever PyScript asks for it.
const launched = globalThis.document && launch();
launched?.catch(() => {}); // PyScript hears of it

export const loadPyodide = () => launched;

// Make a snapshot with the modules `names` imported, unless there is one; `page` is what they take for the page.
// Takes seconds: for a worker.
export const keep = async (names, page) => {
  const { name, library, snapshot } = await prepare();
  if (!name || snapshot) return;
  const program = await (await fetchProgram()).arrayBuffer();
  const python = await start(library, kept.compilable(program), { _makeSnapshot: true, jsglobals: page });
  for (const module of names) python.pyimport(module).destroy();
  await kept.write(name, { program, ...split(python.makeMemorySnapshot()) });
};
