// The interpreter in the edition of one file, where no module can ask for another by its address.

import { loadPyodide as load, version } from "../../dist/assets/interpreter.js";
import createPyodideModule from "../../dist/vendor/pyodide/pyodide.asm.mjs";

export { version };

export const loadPyodide = (options) => load({ ...options, createPyodideModule });
