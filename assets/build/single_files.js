// In the single-file edition, fetch() reads from the page, which contains every file, compressed.

{
  const TYPES = { wasm: "application/wasm", json: "application/json" };
  const { fetch } = window;
  const whole = new Promise((parsed) => addEventListener("DOMContentLoaded", parsed, { once: true }));

  const find = async (name) => {
    await whole;
    const held = document.querySelector(`script[data-file="${CSS.escape(name)}"]`);
    if (!held) return;
    const bytes = Uint8Array.from(atob(held.textContent), (character) => character.charCodeAt(0));
    const body = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, { headers: { "Content-Type": TYPES[name.split(".").pop()] ?? "" } });
  };

  window.fetch = async (address, ...options) =>
    (await find(String(address.url ?? address).split("/").pop())) ?? fetch(address, ...options);

  // Replace this page's content by that of the page in `language`.
  window.changeLanguage = async (language) => {
    document.documentElement.hidden = true;
    const page = new DOMParser().parseFromString(await (await find(`${language}.html`)).text(), "text/html");
    const read = ({ body }) => [...body.children].filter((element) => !element.matches("script, py-config"));
    for (const element of read(document)) element.remove();
    document.body.prepend(...read(page));
    document.documentElement.lang = document.documentElement.dataset.language = language;
    document.documentElement.hidden = false;
  };
}
