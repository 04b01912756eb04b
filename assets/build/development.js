// Only in the page of `build.py play`: reloads when a source file has changed, shows why a build failed, and deletes the
// caches of earlier visits, so that nobody debugs an old version.

const { content: mine } = document.querySelector('meta[name="version"]');
const notice = document.createElement("pre");
notice.setAttribute("role", "alert");
Object.assign(notice.style, {
  position: "fixed",
  inset: "0 0 auto",
  zIndex: 9,
  margin: 0,
  padding: "1rem",
  background: "#7a1f14",
  color: "#fff",
  whiteSpace: "pre-wrap",
});

new EventSource("./changes").onmessage = ({ data }) => {
  const { version, trouble } = JSON.parse(data);
  notice.textContent = trouble;
  if (trouble) document.body.append(notice);
  else if (version === mine) notice.remove();
  else location.reload();
};

for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) await registration.unregister();
for (const name of await caches.keys()) await caches.delete(name);
