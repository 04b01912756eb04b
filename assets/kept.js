// Snapshots of Python in the browser's cache, each under a name that stands for the exact
// bytes it was made of. Storage may be denied, full or emptied: then there is none.

const SCOPE = new URL("../", import.meta.url).pathname; // another copy at another path has its own
const CACHE = SCOPE === "/" ? "one-mind-snapshot" : `one-mind-snapshot${SCOPE}`;

const digested = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).join("-");

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

// Undefined where the browser has no cache or no digests: on an address that is not secure.
export const nameOf = async (version, packed) => {
  if (!globalThis.caches || !crypto.subtle) return;
  return new URL(`memory-${version}-${await digested(packed)}`, import.meta.url).href;
};

const refused = (error) => console.debug("No snapshot is kept:", error);

const read = async (found, wanted) => {
  const held = new Uint8Array(await found.arrayBuffer());
  if ((await digested(held)) === wanted) return held;
  throw new Error("it is not the one that was made here");
};

// The head at once; what its memory held is still to come, or is refused.
export const find = async (name) => {
  try {
    const [found, known] = await Promise.all([
      name && caches.match(name, { cacheName: CACHE }),
      name && withHeads("readonly", (heads) => heads.get(name)),
    ]);
    if (!found || !known) return;
    const held = read(found, known.digest);
    held.catch(() => {}); // whoever asks for it hears of it
    return { head: known.head, held };
  } catch (error) {
    refused(error);
  }
};

// Only one is kept, the newest.
export const write = async (name, { head, held }) => {
  await forget();
  const digest = await digested(await held.arrayBuffer());
  await withHeads("readwrite", (heads) => heads.clear());
  await withHeads("readwrite", (heads) => heads.put({ head, digest }, name));
  const cache = await caches.open(CACHE);
  await cache.put(name, new Response(held));
};

export const forget = () => caches.delete(CACHE).catch(refused);
