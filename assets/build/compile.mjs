// node compile.mjs SOURCES TARGET: compile a zip of modules with the Python that the page uses.

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "../vendor/node_modules/pyodide/pyodide.mjs";

const [sources, target] = process.argv.slice(2);
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
python.FS.writeFile("/sources.zip", readFileSync(sources));
python.runPython(readFileSync(new URL("compile_all.py", import.meta.url), "utf8"));
writeFileSync(target, python.FS.readFile("/compiled.zip"));
