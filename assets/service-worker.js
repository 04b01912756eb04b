// The whole build in store, and nothing else: what a page of this version asks for is this
// version's, with or without a network. Addresses are looked up without their query, and
// a fragment, where an invitation's secret is, never comes here.

import { addPlugins, precacheAndRoute, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute, setCatchHandler } from "workbox-routing";

// What the browser fetched for the page itself a moment ago is only asked after, not fetched again.
const plugins = [{ requestWillFetch: ({ request }) => new Request(request, { cache: "no-cache" }) }];
const ignored = { ignoreURLParametersMatching: [/./] };
addPlugins(plugins);
// Nothing else is swept up: Workbox would take the store of a copy below our path for an old one of ours.
precacheAndRoute(BUILD, ignored);

// Of the other languages only those are in store that were read here: what is asked for is kept from then on, and a new
// version brings them along.
const cacheName = `one-mind-words-${registration.scope}`;
const others = new PrecacheController({ cacheName, plugins });
others.addToCacheList(LANGUAGES);
registerRoute(new PrecacheRoute(others, ignored));

// The program of a snapshot is answered unchanged, so that the browser caches its compiled code. See kept.js.
const findProgram = async ({ request }) => (await caches.match(request)) ?? new Response(null, { status: 204 });
registerRoute(/\/assets\/memory-[^/]+\.wasm$/, findProgram);

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

// A file is gone from the store, and the server has another version of it: then this version
// cannot be made whole again. It gives up its store and its office, and whoever comes next
// has everything from the server.
let leaving = false;
setCatchHandler(async ({ request }) => {
  const answer = await fetch(request, { cache: "no-cache" });
  await registration.unregister();
  for (const name of await caches.keys()) if (name.endsWith(registration.scope)) await caches.delete(name);
  leaving ||= request.mode === "navigate";
  return leaving ? answer : Response.error(); // a page of this version gets nothing of another
});

addEventListener("message", ({ data }) => data?.type === "SKIP_WAITING" && skipWaiting());
