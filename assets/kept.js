// Snapshots of Python in the browser's cache, each under a name that stands for the exact
// bytes it was made of. Storage may be denied, full or emptied: then there is none.

const SCOPE = new URL("../", import.meta.url).pathname; // another copy at another path has its own
const CACHE = SCOPE === "/" ? "one-mind-snapshot" : `one-mind-snapshot${SCOPE}`;

const digested = async (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));

// The head of a snapshot is kept apart from it, and so is what its memory must be like. That is against damage, and
// whoever writes into our cache alone; every page of this origin could write here as well, and nothing in a browser
// hinders it.
const opened = () =>
  new Promise((done, failed) => {
    const asked = indexedDB.open(CACHE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("digests");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });

const withHeads = async (mode, ask) => {
  const database = await opened();
  try {
    return await new Promise((done, failed) => {
      const asked = ask(database.transaction("digests", mode).objectStore("digests"));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => failed(asked.error);
    });
  } finally {
    database.close();
  }
};

// On an address that is not secure the browser has no cache and no digests.
const isAvailable = globalThis.caches && crypto.subtle;

export const nameOf = async (version, packed) => {
  if (!isAvailable) return;
  return new URL(`memory-${version}-${(await digested(packed)).replace(/\W/g, "-")}`, import.meta.url).href;
};

const refused = (error) => console.debug("No snapshot is kept:", error);

const programOf = (name) => `${name}.wasm`;

const read = async (found, wanted) => {
  const bytes = new Uint8Array(await found.arrayBuffer());
  if ((await digested(bytes)) === wanted) return bytes;
  throw new Error("it is not the one that was made here");
};

// What the browser compiles, as it does a file of this type.
export const compilable = (body) => new Response(body, { headers: { "Content-Type": "application/wasm" } });

// The browser caches compiled code only for a response of a fetch, which the service worker answers from this cache.
// It checks the bytes itself then.
const programFrom = async (name, digest, stored) => {
  if (navigator.serviceWorker?.controller) return fetch(programOf(name), { integrity: `sha256-${digest}` });
  return compilable(await read(stored, digest));
};

// The newest snapshot, under the name of the Python that it was made of. Its head is there at once. What its memory held,
// and the program that it is the memory of, are promises, which may fail.
export const find = async () => {
  if (!isAvailable) return;
  try {
    const newest = await withHeads("readonly", (heads) => heads.openCursor());
    if (!newest) return;
    const { key: name, value: known } = newest;
    const match = (address) => caches.match(address, { cacheName: CACHE });
    const [memory, stored] = await Promise.all([match(name), match(programOf(name))]);
    if (!memory || !stored) return;
    const held = read(memory, known.digests.held);
    const program = programFrom(name, known.digests.program, stored);
    for (const part of [held, program]) part.catch(() => {}); // whoever asks for it hears of it
    return { name, head: known.head, held, program };
  } catch (error) {
    refused(error);
  }
};

// Only one is kept, the newest.
export const write = async (name, { head, held, program }) => {
  await forget();
  const digests = { held: await digested(await held.arrayBuffer()), program: await digested(program) };
  await withHeads("readwrite", (heads) => heads.clear());
  await withHeads("readwrite", (heads) => heads.put({ head, digests }, name));
  const cache = await caches.open(CACHE);
  await Promise.all([cache.put(name, new Response(held)), cache.put(programOf(name), compilable(program))]);
};

export const forget = () => caches.delete(CACHE).catch(refused);
