// What PyScript takes for Pyodide: the same, loaded from our own folder.

import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";

export { version };

export const loadPyodide = (options) =>
  load({ ...options, indexURL: new URL("../vendor/pyodide/", import.meta.url).href });
