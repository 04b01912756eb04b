// Caches the whole build, so that a page gets only files of its own version, online or offline. Addresses match without
// their query. The fragment, which holds an invitation's secret, never reaches a service worker.

import { addPlugins, precacheAndRoute, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute, setCatchHandler } from "workbox-routing";
import { XzReadableStream } from "xz-decompress";

// Revalidate files that the browser has just fetched for the page, instead of downloading them again.
const requestWillFetch = ({ request }) => new Request(request, { cache: "no-cache" });

// Keep Python unpacked: a later start takes less time, and the browser caches the compiled code of the program. The type
// lets it compile a program while it is read.
const cacheWillUpdate = async ({ request, response }) => {
  if (!response.ok) return null;
  if (!request.url.endsWith(".xz")) return response;
  const headers = { "Content-Type": "application/wasm", Unpacked: "1" };
  return new Response(new XzReadableStream(response.body), { headers });
};

const plugins = [{ requestWillFetch, cacheWillUpdate }];
const ignored = { ignoreURLParametersMatching: [/./] };
addPlugins(plugins);
// No cleanupOutdatedCaches: Workbox would also delete the cache of another copy of the game below our path.
precacheAndRoute(BUILD, ignored);

// Other languages are cached on first use, and updated together with the build from then on.
const cacheName = `one-mind-words-${registration.scope}`;
const others = new PrecacheController({ cacheName, plugins });
others.addToCacheList(LANGUAGES);
registerRoute(new PrecacheRoute(others, ignored));

const languageOf = ({ url }) => /([\w-]+)\.\w+$/.exec(url.split(/[?#]/)[0])?.[1];

const keepLanguages = async (event) => {
  const kept = await (await caches.open(cacheName)).keys();
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const read = new Set([...kept, ...pages].map(languageOf));
  if (LANGUAGES.some(({ url }) => url.endsWith(".html") && read.has(languageOf({ url })))) read.add("gettext");
  const coming = new PrecacheController({ cacheName, plugins });
  coming.addToCacheList(LANGUAGES.filter((file) => read.has(languageOf(file))));
  await coming.install(event);
};

addEventListener("install", (event) => event.waitUntil(keepLanguages(event)));
addEventListener("activate", (event) => others.activate(event));

// A file is missing from the cache, and the server has another version of it, so this version cannot be completed any
// more. Delete the cache and unregister: the next visit loads everything from the server.
let leaving = false;
setCatchHandler(async ({ request }) => {
  const answer = await fetch(request, { cache: "no-cache" });
  await registration.unregister();
  for (const name of await caches.keys()) if (name.endsWith(registration.scope)) await caches.delete(name);
  leaving ||= request.mode === "navigate";
  return leaving ? answer : Response.error(); // a page must not get files of another version
});

addEventListener("message", ({ data }) => data?.type === "SKIP_WAITING" && skipWaiting());
