// node snapshot.mjs PYODIDE LIBRARY MODULES TARGET: write the memory of Python with all modules of a list imported.
// Print what snapshot.py leaves out of it: the address of an object that the garbage collector tracks, and the address and
// length of each docstring.
//
// Equal input gives equal bytes: random numbers and the time are constants here. The page reseeds `random`.

import { readFileSync, writeFileSync } from "node:fs";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const [pyodide, library, modules, target] = process.argv.slice(2);

const count = (array) => {
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, at, bytes) => (bytes[at] = at));
  return array;
};
crypto.randomFillSync = count;
syncBuiltinESMExports();
Object.defineProperty(globalThis, "crypto", { value: { getRandomValues: count } });
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) {
    super(...(given.length ? given : [0]));
  }
  static now = () => 0;
};
performance.now = () => 0;

// As in interpreter.js: the snapshot of a Python with stack switching does not fit one without.
delete WebAssembly.Suspending;

// Stand-ins for the globals of a page that modules import. After a restore, they are those of the page. A module that
// reads them during import would do so here, on nobody's page.
const unread = (name) =>
  new Proxy(() => {}, {
    get: (_, key) => {
      if (key in Function.prototype || typeof key === "symbol") return undefined;
      throw new Error(`a module reads ${name}.${key} during import`);
    },
  });
const NAMES = ["document", "location", "matchMedia", "navigator", "performance"];
const STAND_INS = Object.fromEntries(NAMES.map((name) => [name, unread(name)]));
const page = new Proxy(globalThis, { get: (whole, name) => STAND_INS[name] ?? whole[name] });

const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
  jsglobals: page,
  stdLibURL: library,
  _makeSnapshot: true,
});
for (const module of readFileSync(modules, "utf8").split("\n")) python.pyimport(module).destroy();
python.runPython("import gc, sys; sys._clear_internal_caches(); gc.collect(); gc.freeze()");
writeFileSync(target, python.makeMemorySnapshot());

// This runs after the snapshot, so that it leaves no trace there.
const LEFT_OUT = `
import gc, sys
types = [object]
for one in types:
    types += type.__subclasses__(one)  # the builtin ones, too, which are not tracked
texts = [one.__dict__.get("__doc__") for one in types]
texts += [one.get("__doc__") for one in gc.get_objects() if isinstance(one, dict)]
start = sys.getsizeof("") - len(b"\\0")
docs = {id(text): len(text) for text in texts if isinstance(text, str) and text.isascii()}
print(id(sys.modules), *(f"{address + start} {length}" for address, length in sorted(docs.items())))
`;
python.runPython(LEFT_OUT);
