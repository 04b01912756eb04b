// PyScript imports this module as Pyodide. It starts Pyodide from our own folder, with one archive that holds the game
// and the parts of the standard library that it needs. If there is a snapshot of exactly this Python, it restores that.
// Without a snapshot, or if restoring fails, it starts Python normally.

import createPyodideModule from "../vendor/pyodide/pyodide.asm.mjs";
import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";
import * as kept from "./kept.js";
import { fill, split } from "./memory.js";

export { version };

const at = (address) => new URL(address, import.meta.url).href;

// Without Suspending, Pyodide does not use stack switching (JSPI). With it, Chromium's heap profiler reads past the end
// of the switched stack, and the page crashes (seen in version 156). No Python here blocks on a promise, so none needs it.
delete WebAssembly.Suspending;

// A snapshot holds the state of the random generator, which would be the same on every visit.
const RESEED = "import random; random.seed()";

// Read the newest snapshot and the archive at the same time. The archive's digest shows whether the snapshot fits.
const prepare = async () => {
  const newest = kept.find(); // undefined if storage is denied
  const packed = await (await fetch(at("../python.pack"))).arrayBuffer();
  const { body } = new Response(packed);
  const unpacked = new Response(body.pipeThrough(new DecompressionStream("gzip"))).blob();
  const name = await kept.nameOf(version, packed);
  const [library, snapshot] = await Promise.all([unpacked, newest]);
  return { name, library, snapshot: snapshot?.name === name ? snapshot : undefined };
};

const fetchProgram = async () => {
  const { XzReadableStream } = await import("../vendor/xz/xz.js"); // a visit with a snapshot does not need it
  const { body } = await fetch(at("../vendor/pyodide/pyodide.asm.wasm.xz"));
  return kept.compilable(new XzReadableStream(body));
};

// Start Pyodide. It fetches its program under the name of the uncompressed file, and gets `program`.
const start = async (library, program, options) => {
  const stdLibURL = URL.createObjectURL(library);
  const { fetch } = globalThis;
  globalThis.fetch = (address, ...rest) => (String(address).endsWith(".wasm") ? program : fetch(address, ...rest));
  try {
    return await load({ indexURL: at("../vendor/pyodide/"), stdLibURL, createPyodideModule, ...options });
  } finally {
    globalThis.fetch = fetch;
    URL.revokeObjectURL(stdLibURL);
  }
};

// Restore a snapshot. Pyodide gets only its head: given the whole snapshot, it compiles nothing until all of it is read.
// The memory is read while the program compiles, and is filled in before Pyodide uses it.
const resume = async (library, { head, held, program }) => {
  const createFilled = async (settings) => {
    const created = await createPyodideModule(settings);
    fill(created.HEAPU8, await held);
    return created;
  };
  try {
    const python = await start(library, await program, { createPyodideModule: createFilled, _loadSnapshot: head });
    python.runPython(RESEED);
    document.documentElement.dataset.snapshot = "restored";
    return python;
  } catch (error) {
    console.debug("A snapshot could not be restored, and is deleted:", error);
    await kept.forget();
  }
};

const launch = async () => {
  const { library, snapshot } = await prepare();
  return (snapshot && (await resume(library, snapshot))) ?? start(library, fetchProgram());
};

// Start at once, before PyScript calls loadPyodide.
const launched = globalThis.document && launch();
launched?.catch(() => {}); // PyScript handles the error

export const loadPyodide = () => launched;

// Make a snapshot with the modules `names` imported, unless there is one. While they are imported, `page` stands in for
// the page's globals. This takes seconds, so call it in a worker.
export const keep = async (names, page) => {
  const { name, library, snapshot } = await prepare();
  if (!name || snapshot) return;
  const program = await (await fetchProgram()).arrayBuffer();
  const digest = await kept.writeProgram(name, program);
  const python = await start(library, await kept.readProgram(name, digest), { _makeSnapshot: true, jsglobals: page });
  for (const module of names) python.pyimport(module).destroy();
  await kept.writeMemory(name, split(python.makeMemorySnapshot()), digest);
};
