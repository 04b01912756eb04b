// PyScript imports this module as Pyodide. It starts Pyodide from our own folder with a snapshot of its memory, in which
// all modules that solo play needs are imported. If that fails, it starts Python from nothing, with an archive of them.

import createPyodideModule from "../vendor/pyodide/pyodide.asm.mjs";
import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";
import { fill } from "./memory.js";
import { fetchProgram, hasMemory, memory, program } from "./unpacking.js";

export { version };

const at = (address) => new URL(address, import.meta.url).href;

// Without Suspending, Pyodide does not use stack switching (JSPI). With it, Chromium's heap profiler reads past the end
// of the switched stack, and the page crashes (seen in version 156). No Python here blocks on a promise, so none needs it.
delete WebAssembly.Suspending;

// A snapshot holds the state of the random generator, which is the same for all visitors.
const RESEED = "import random; random.seed()";

// What Pyodide writes out as its library. With a snapshot, nothing is imported from it.
const EMPTY_ZIP = new Blob([Uint8Array.of(80, 75, 5, 6), new Uint8Array(18)]);

const fetchLibrary = async () => {
  const { body } = await fetch(at("../python.pack"));
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).blob();
};

// Start Pyodide. It fetches its program under the name of the uncompressed file, and gets `program`.
const start = async (library, program, options) => {
  const stdLibURL = URL.createObjectURL(library);
  const { fetch } = globalThis;
  globalThis.fetch = (address, ...rest) => (String(address).endsWith("/pyodide.asm.wasm") ? program : fetch(address, ...rest));
  try {
    return await load({ indexURL: at("../vendor/pyodide/"), stdLibURL, createPyodideModule, ...options });
  } finally {
    globalThis.fetch = fetch;
    URL.revokeObjectURL(stdLibURL);
  }
};

// The program comes in two parts: see assets/build/cutting.py. The first one exports what the rest shares under names that
// begin with "~". Emscripten must not see them: it would lay out its table of functions in another way.
const REST = at("../vendor/pyodide/pyodide.rest.wasm");
const STUBS = /^~t/;

// A WebAssembly function without parameters that calls `load`.
const callable = (load) => {
  // prettier-ignore
  const bytes = Uint8Array.of(
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0,
  );
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { f: load } }).exports.f;
};

const compileRest = () => WebAssembly.compileStreaming(fetch(REST));

// Loads the rest of a program: in the background, or at once when a function of it is called before. It must be instantiated
// only once and without a pause: it writes its data to the memory, where a call may have changed them.
class Rest {
  #imports;
  #stubs;

  constructor(first, imports) {
    this.#imports = { ...imports, first };
    this.#stubs = first[Object.keys(first).findLast((name) => STUBS.test(name))];
    this.#stubs.set(0, callable(() => this.#loadAtOnce()));
  }

  async load(compiled = compileRest()) {
    const rest = await compiled;
    if (this.#imports) this.#instantiate(rest);
  }

  // The address is another one: Chromium lets a request wait 20 s for an earlier one of the same file, which this one blocks.
  #loadAtOnce() {
    const request = new XMLHttpRequest();
    request.open("GET", `${REST}?at-once`, false);
    request.overrideMimeType("text/plain; charset=x-user-defined"); // one character for each byte
    request.send();
    const bytes = Uint8Array.from(request.responseText, (one) => one.charCodeAt());
    this.#instantiate(new WebAssembly.Module(bytes));
  }

  #instantiate(rest) {
    new WebAssembly.Instance(rest, this.#imports);
    this.#imports = undefined;
    this.#stubs.set(0, callable(() => {}));
  }
}

// Create Pyodide's module with the first part of its program, and call `made` with the rest before anything runs.
const createInParts = (settings, made) => {
  const { instantiateWasm } = settings;
  const inParts = (imports, done) =>
    instantiateWasm(imports, async (instance, module) => {
      const all = instance.exports;
      await made(new Rest(all, imports));
      const exports = Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith("~")));
      done({ exports }, module);
    });
  return createPyodideModule({ ...settings, instantiateWasm: inParts });
};

const fetchBytes = async (answer) => (await answer).arrayBuffer();

// Restore the snapshot. The program compiles while the memory is unpacked, which is filled in before Pyodide uses it. On a
// repeat visit the rest is there, too: a request that blocks does not reach the service worker.
const resume = async () => {
  const head = await fetchBytes(fetch(at("../python.head")));
  const isRepeat = (await program).headers.has("Unpacked");
  const compiled = isRepeat ? compileRest() : undefined;
  compiled?.catch(() => {});
  let rest;
  const createFilled = async (settings) => {
    const created = await createInParts(settings, (one) => ((rest = one), isRepeat && rest.load(compiled)));
    fill(created.HEAPU8, await memory);
    return created;
  };
  const python = await start(EMPTY_ZIP, program, { createPyodideModule: createFilled, _loadSnapshot: head });
  python.runPython(RESEED);
  document.documentElement.dataset.snapshot = "restored";
  const follow = () => rest.load().catch((error) => console.debug("The rest of Python follows later:", error));
  if (!isRepeat) addEventListener("py:done", follow);
  return python;
};

const startPlainly = async () => {
  const answer = (await program).bodyUsed ? fetchProgram() : program; // an unread answer would let a second request wait
  const createWhole = (settings) => createInParts(settings, (rest) => rest.load());
  return start(await fetchLibrary(), await answer, { createPyodideModule: createWhole });
};

const launch = async () => {
  if (!hasMemory) return startPlainly();
  try {
    return await resume();
  } catch (error) {
    console.debug("The snapshot could not be restored:", error);
    return startPlainly();
  }
};

// Start at once, before PyScript calls loadPyodide.
const launched = launch();
launched.catch(() => {}); // PyScript handles the error

export const loadPyodide = () => launched;
