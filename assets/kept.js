// Snapshots of Python in the browser's cache, each under a name that stands for the exact
// bytes it was made of. Storage may be denied, full or emptied: then there is none.

const CACHE = "one-mind-snapshot";

// Undefined where the browser has no cache or no digests: on an address that is not secure.
export const nameOf = async (version, packed) => {
  if (!globalThis.caches || !crypto.subtle) return;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", packed));
  return new URL(`snapshot-${version}-${digest.join("-")}`, import.meta.url).href;
};

const refused = (error) => console.debug("No snapshot is kept:", error);

export const read = async (name) => {
  try {
    const found = name && (await caches.match(name, { cacheName: CACHE }));
    if (!found) return;
    const snapshot = new Uint8Array(await found.arrayBuffer());
    if (snapshot.length === Number(found.headers.get("X-Length"))) return snapshot;
    refused("it is not whole");
    await forget();
  } catch (error) {
    refused(error);
  }
};

// Only one is kept, the newest.
export const write = async (name, snapshot) => {
  await forget();
  const cache = await caches.open(CACHE);
  await cache.put(name, new Response(snapshot, { headers: { "X-Length": snapshot.length } }));
};

export const forget = () => caches.delete(CACHE).catch(refused);
