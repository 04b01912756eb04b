// What PyScript takes for Pyodide: the same, from our own folder, with our own Python:
// the game and what it needs of the standard library, unpacked on the way.

import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";

export { version };

const at = (address) => new URL(address, import.meta.url).href;

const unpacked = async (address) => {
  const { body } = await fetch(address);
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).blob();
};

export const loadPyodide = async (options) => {
  const stdLibURL = URL.createObjectURL(await unpacked(at("../python.pack")));
  try {
    return await load({ ...options, indexURL: at("../vendor/pyodide/"), stdLibURL });
  } finally {
    URL.revokeObjectURL(stdLibURL);
  }
};
