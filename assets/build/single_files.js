// In the edition of one file there is nothing to fetch: every file stands compressed in the page.

{
  const TYPES = { wasm: "application/wasm", json: "application/json" };
  const { fetch } = window;
  const whole = new Promise((parsed) => addEventListener("DOMContentLoaded", parsed, { once: true }));

  window.fetch = async (address, ...options) => {
    await whole;
    const name = String(address.url ?? address).split("/").pop();
    const held = document.querySelector(`script[data-file="${CSS.escape(name)}"]`);
    if (!held) return fetch(address, ...options);
    const bytes = Uint8Array.from(atob(held.textContent), (character) => character.charCodeAt(0));
    const body = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, { headers: { "Content-Type": TYPES[name.split(".").pop()] ?? "" } });
  };
}
