// Snapshots of Python in the browser's cache, each under a name that stands for the exact
// bytes it was made of. Storage may be denied, full or emptied: then there is none.

const SCOPE = new URL("../", import.meta.url).pathname; // another copy at another path has its own
const CACHE = SCOPE === "/" ? "one-mind-snapshot" : `one-mind-snapshot${SCOPE}`;

const digested = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).join("-");

// What a snapshot must be like is kept apart from it. That is against damage, and whoever writes into our
// cache alone; every page of this origin could write here as well, and nothing in a browser hinders it.
const opened = () =>
  new Promise((done, failed) => {
    const asked = indexedDB.open(CACHE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("digests");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });

const withDigests = async (mode, ask) => {
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
  return new URL(`snapshot-${version}-${await digested(packed)}`, import.meta.url).href;
};

const refused = (error) => console.debug("No snapshot is kept:", error);

export const read = async (name) => {
  try {
    const found = name && (await caches.match(name, { cacheName: CACHE }));
    if (!found) return;
    const wanted = withDigests("readonly", (digests) => digests.get(name));
    const snapshot = new Uint8Array(await found.arrayBuffer());
    if ((await digested(snapshot)) === (await wanted)) return snapshot;
    refused("it is not the one that was made here");
    await forget();
  } catch (error) {
    refused(error);
  }
};

// Only one is kept, the newest.
export const write = async (name, snapshot) => {
  await forget();
  const digest = await digested(snapshot);
  await withDigests("readwrite", (digests) => digests.clear());
  await withDigests("readwrite", (digests) => digests.put(digest, name));
  const cache = await caches.open(CACHE);
  await cache.put(name, new Response(snapshot));
};

export const forget = () => caches.delete(CACHE).catch(refused);
