// Shows uncaught errors of our own Python and JavaScript after the start, in one dialog. boot.js finds them. The report
// lists only places in the code: the message of an error may contain a card, a name or an invitation. Developers see it
// in the console.

{
  const MOST = 5; // different failures in one report; the first is often the cause of the others
  const PYTHON = /^ *File "([\w./:<>-]*)", line (\d+), in ([\w.<>]+)$/gm;
  const JAVASCRIPT = /([\w.-]+\.m?js):(\d+):\d+/g;
  const root = document.documentElement;
  const failed = new Map();

  const placesIn = (error) => {
    if (error.name === "PythonError")
      return Array.from(error.message.matchAll(PYTHON), ([, file, line, name]) => `${file}:${line} in ${name}`);
    const stack = String(error.stack).replace(error.message, "");
    return Array.from(stack.matchAll(JAVASCRIPT), ([, file, line]) => `${file}:${line}`);
  };

  const described = (error) => {
    if (!(error instanceof Error)) return "not an Error";
    return [error.type ?? error.name, ...placesIn(error)].join("\n  ");
  };

  const report = () => {
    const { content: version } = document.querySelector('meta[name="version"]');
    const told = Array.from(failed, ([what, times]) => (times > 1 ? `${times} times: ${what}` : what));
    return [`One Mind ${version}`, navigator.userAgent, ...told.slice(0, MOST)].join("\n");
  };

  const tell = (error) => {
    if (root.dataset.ready !== "true") return; // boot.js shows earlier failures
    const what = described(error);
    failed.set(what, (failed.get(what) ?? 0) + 1);
    const sheet = document.getElementById("failed");
    const more = [...failed.values()].reduce((sum, times) => sum + times) - 1;
    sheet.querySelector("[data-more]").hidden = !more;
    sheet.querySelector("[data-more] b").textContent = more;
    sheet.querySelector("textarea").value = report();
    setTimeout(open, 0, sheet); // after the press that failed, which would move the focus away
  };

  const open = (sheet) => {
    if (sheet.open) return;
    sheet.showModal();
    dispatchEvent(new Event("failed")); // the game pauses
  };

  const copy = async (sheet) => {
    const text = sheet.querySelector("textarea");
    try {
      await navigator.clipboard.writeText(text.value);
      sheet.querySelector("[role=status]").hidden = false;
    } catch {
      text.hidden = false;
      text.select();
    }
  };

  addEventListener("failure", ({ detail }) => tell(detail));

  addEventListener("click", ({ target }) => {
    const { action } = target.closest("#failed [data-action]")?.dataset ?? {};
    if (action === "go-on") document.getElementById("failed").close();
    if (action === "reload") location.reload();
    if (action === "copy") copy(document.getElementById("failed"));
  });

  // The close event does not bubble, so capture it.
  addEventListener(
    "close",
    ({ target }) => {
      if (target.id !== "failed") return;
      failed.clear();
      for (const element of target.querySelectorAll("textarea, [role=status]")) element.hidden = true;
    },
    true,
  );
}
