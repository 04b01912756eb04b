// Stores the snapshot of Python in the browser: memory and program in Cache Storage, head and digests in IndexedDB. Its
// name contains a digest of the Python that it was made of. If storage is denied, full or cleared, there is no snapshot.

const SCOPE = new URL("../", import.meta.url).pathname; // separates copies at other paths of this origin
const CACHE = SCOPE === "/" ? "one-mind-snapshot" : `one-mind-snapshot${SCOPE}`;
const PATIENCE = 2_000; // ms after which storage that does not answer counts as denied

const digested = async (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));

// The digests are stored apart from the cache. That detects damage, and code that can write only to the cache. Other pages
// of this origin can write to both; a browser offers no protection against that.
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

// Insecure addresses have neither Cache Storage nor digests. A browser may also deny them.
const available = () => {
  try {
    return Boolean(globalThis.caches && indexedDB && crypto.subtle);
  } catch {
    return false;
  }
};
const isAvailable = available();

const answered = (promise) =>
  Promise.race([promise, new Promise((_, failed) => setTimeout(failed, PATIENCE, new Error("storage does not answer")))]);

export const nameOf = async (version, packed) => {
  if (!isAvailable) return;
  return new URL(`memory-${version}-${(await digested(packed)).replace(/\W/g, "-")}`, import.meta.url).href;
};

const refused = (error) => console.debug("No snapshot is stored:", error);

const programOf = (name) => `${name}.wasm`;

const read = async (found, wanted) => {
  const bytes = new Uint8Array(await found.arrayBuffer());
  if ((await digested(bytes)) === wanted) return bytes;
  throw new Error("its digest is wrong");
};

// Return a response that the browser can compile while it is read.
export const compilable = (body) => new Response(body, { headers: { "Content-Type": "application/wasm" } });

// Chromium caches compiled code only for the response of a fetch, so the service worker answers from the same cache. The
// browser then checks the digest itself.
const fetchStored = (name, digest) => fetch(programOf(name), { integrity: `sha256-${digest}` });

const programFrom = async (name, digest, stored) =>
  navigator.serviceWorker?.controller ? fetchStored(name, digest) : compilable(await read(stored, digest));

const newest = async () => {
  const found = await withHeads("readonly", (heads) => heads.openCursor());
  if (!found) return;
  const { key: name, value: known } = found;
  const match = (address) => caches.match(address, { cacheName: CACHE });
  const [memory, stored] = await Promise.all([match(name), match(programOf(name))]);
  if (!memory || !stored) return;
  const held = read(memory, known.digests.held);
  const program = programFrom(name, known.digests.program, stored);
  for (const part of [held, program]) part.catch(() => {}); // the caller handles the error
  return { name, head: known.head, held, program };
};

// Return the newest snapshot: its name, its head, and promises of its memory (`held`) and its program. Both may fail.
export const find = async () => (isAvailable ? answered(newest()).catch(refused) : undefined);

// An empty custom section at the end of a WebAssembly program.
const SECTION = Uint8Array.of(0, 5, 4, ...new TextEncoder().encode("kept"));

// Store the program of a snapshot, in place of the one before, and return its digest.
export const writeProgram = async (name, bytes) => {
  await forget();
  const program = new Blob([bytes, SECTION]);
  await (await caches.open(CACHE)).put(programOf(name), compilable(program));
  return digested(await program.arrayBuffer());
};

// Return the stored program for the thread that makes the snapshot: its start makes Chromium cache the compiled code.
//
// Chromium caches it whenever another megabyte of a module has been optimised. Modules of the same bytes share their code
// and this count, in all threads of a page, and the start of the page has used up the first megabyte. The section makes
// the stored program another module.
export const readProgram = async (name, digest) => {
  const answer = await fetchStored(name, digest).catch(() => undefined);
  return answer?.ok ? answer : caches.match(programOf(name), { cacheName: CACHE }); // no service worker answers
};

// Store the head and the memory of a snapshot whose program is stored and has this digest.
export const writeMemory = async (name, { head, held }, program) => {
  const digests = { held: await digested(await held.arrayBuffer()), program };
  await withHeads("readwrite", (heads) => heads.clear());
  await withHeads("readwrite", (heads) => heads.put({ head, digests }, name));
  await (await caches.open(CACHE)).put(name, new Response(held));
};

export const forget = () => answered(caches.delete(CACHE)).catch(refused);
