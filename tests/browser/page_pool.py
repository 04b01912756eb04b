"""Pages that journeys share, one journey after the other.

Loading the page and starting Python takes about a second of processor time, which is most of a
short journey. The pool therefore restarts a page in place: it empties the storage, restores the
markup as parsed, and runs `main` again. It closes a page that crashed, failed, navigated or has a
replaced built-in function. A journey that needs more, such as a script that runs before the page,
asks for a page of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, NamedTuple, NoReturn

from playwright.sync_api import BrowserContext, Error, Page, ViewportSize

from tests.web import ready

MOST_USES = 30
"""Journeys after which a page is closed, so that a leak cannot slow down later journeys."""

# Runs before everything else. Keeps the markup as it was parsed, the listeners that Python adds to what outlives the
# markup, and the built-in functions that journeys replace.
OBSERVE = """
    window.listened = [];
    window.builtIns = () => [setTimeout, setInterval, requestAnimationFrame, requestIdleCallback, RTCPeerConnection];
    for (const target of [window, document]) {
        const { addEventListener } = target;
        target.addEventListener = (kind, listener, ...options) => {
            if (listener?.destroy) listened.push([target, kind, listener, ...options]);
            addEventListener.call(target, kind, listener, ...options);
        };
    }
    document.addEventListener("DOMContentLoaded", () => {
        window.parsed = { title: document.title, body: document.body.cloneNode(true), builtIns: builtIns() };
        for (const script of parsed.body.querySelectorAll("script[type=module], [type=py], py-config")) script.remove();
    }, { once: true });
"""

REST = """async () => {
    python.runPython(`
        import gc
        from game.browser.shell.page import Page
        gc.unfreeze()
        pages = [one for one in gc.get_objects() if type(one) is Page]
        page = next(one for one in pages if not one.saves_game._closed.done())
        page.home()
        page.saves_game._closed.set_result(None)
        del page, pages
    `);
    while (history.state?.away) await new Promise((moved) => addEventListener("popstate", moved, { once: true }));
    for (const [target, kind, listener, ...options] of listened.splice(0)) {
        target.removeEventListener(kind, listener, ...options);
    }
    localStorage.clear();
    sessionStorage.clear();
    document.body.replaceChildren();
}"""

START = """async ({ address, storage }) => {
    history.replaceState(null, "", address);
    for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value);
    const root = document.documentElement;
    const { lang } = root;
    const stays = { lang, "data-language": lang, "data-stage": "ready", "data-snapshot": "restored" };
    for (const name of root.getAttributeNames()) root.removeAttribute(name);
    for (const [name, value] of Object.entries(stays)) root.setAttribute(name, value);
    if (!("one-mind/played" in storage)) root.dataset.newcomer = "true";
    if ("one-mind/ended" in storage) root.dataset.ended = "before";
    document.title = parsed.title;
    document.body.replaceWith(parsed.body.cloneNode(true));
    scrollTo(0, 0);
    await python.runPythonAsync("from game.browser.main import main; await main()");
}"""

IN_ORDER = """() =>
    "parsed" in window &&
    document.documentElement.dataset.ready === "true" &&
    builtIns().every((one, index) => one === parsed.builtIns[index])
"""


POOLED = {"viewport", "reduced_motion", "color_scheme", "has_touch"}
"""Options of a browser context with which the pool has pages. An open page can change all but the last."""

VIEWPORT: ViewportSize = {"width": 1280, "height": 720}
"""The default viewport of a browser context."""


SOUNDLESS = """
    if (window.AudioContext) window.AudioContext = class extends OfflineAudioContext {
        constructor() { super(1, 1, 48000); }
        rests = false;
        get state() { return this.rests ? "suspended" : "running"; }
        async resume() { this.rests = false; }
        async suspend() { this.rests = true; }
        async close() {}
    };
"""
"""Renders no sound: a context that runs costs a processor 13 % of its time, even at rest."""

LATER = """{
    const { postMessage } = MessagePort.prototype;
    window.later = () => new Promise((later) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => later(port1.close());
        postMessage.call(port2, 0);
    });
}"""
"""Defines `later()`, which resolves after all tasks that are queued now, even while the clock is paused."""


class StoppedClock:
    """The fake clock of a page. It is paused at a midnight, one day later each time, unless `run` is called."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._days = 0

    def install(self) -> None:
        """Replace the clock of the browser. Call this before the page loads."""
        self._page.add_init_script(LATER)
        self._page.clock.install(time=0)

    def stop(self) -> None:
        """Pause at the next midnight."""
        self._days += 1
        self._page.clock.pause_at(86_400 * self._days)

    def run(self) -> None:
        """Run in real time until `stop` is called."""
        self._page.clock.resume()


class Kind(NamedTuple):
    """The properties of interchangeable pages: the address, and whether the clock is `stopped`."""

    address: str
    stopped: bool
    has_touch: bool


class PooledPage:
    """A page in a context of its own. It is at rest, or a journey uses it."""

    def __init__(self, context: BrowserContext, kind: Kind) -> None:
        self.kind = kind
        self.page = context.new_page()
        self.clock = StoppedClock(self.page)
        self._uses = 0
        self.page.add_init_script(OBSERVE + SOUNDLESS)
        if kind.stopped:
            self.clock.install()
        self.page.goto(kind.address)
        ready(self.page)
        self.page.evaluate(REST)
        for owner, name in [(self.page, "add_init_script"), (self.page, "route"), (context, "add_init_script")]:
            setattr(owner, name, refuse)

    def start(self, address: str, storage: Mapping[str, str], options: Mapping[str, Any]) -> None:
        """Show the title screen as a fresh load of `address` would, with `storage` as the local storage."""
        self._uses += 1
        self.page.set_viewport_size(options.get("viewport", VIEWPORT))
        self.page.emulate_media(
            reduced_motion=options.get("reduced_motion", "no-preference"),
            color_scheme=options.get("color_scheme", "light"),
        )
        self.page.evaluate(START, {"address": address, "storage": dict(storage)})
        if self.kind.stopped:
            self.clock.stop()

    def rest(self) -> bool:
        """Close everything that is open. Return False if this page cannot be used again."""
        for page in self.page.context.pages:
            if page is not self.page:
                page.close()
        try:
            if self._uses >= MOST_USES or not self.page.evaluate(IN_ORDER):
                return False
        except Error:
            return False
        if self.kind.stopped:
            self.clock.run()
        self.page.evaluate(REST)
        return True


def refuse(*_: object, **__: object) -> NoReturn:
    raise AssertionError("Other journeys share this page. Ask for one of your own with own=True.")


class PagePool:
    """A pool that lends pages to journeys, and takes back those that can be used again."""

    def __init__(self, new_context: Callable[..., BrowserContext]) -> None:
        self._new_context = new_context
        self._free: dict[Kind, list[PooledPage]] = defaultdict(list)
        self._lent: list[PooledPage] = []

    def lend(self, kind: Kind) -> PooledPage:
        """Return a page of this kind that no journey uses."""
        free = self._free[kind]
        pooled = free.pop() if free else PooledPage(self._new_context(has_touch=kind.has_touch), kind)
        self._lent.append(pooled)
        return pooled

    def take_back(self, in_order: bool) -> None:
        """Keep the lent pages for later journeys if they are `in_order`; otherwise close them."""
        while self._lent:
            pooled = self._lent.pop()
            if in_order and pooled.rest():
                self._free[pooled.kind].append(pooled)
            else:
                pooled.page.context.close()

    def close(self) -> None:
        """Close all pages."""
        for pooled in chain(*self._free.values(), self._lent):
            pooled.page.context.close()
        self._free.clear()
