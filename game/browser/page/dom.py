"""Helpers for the document."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from js import URL, Blob, Object, document, queueMicrotask, setTimeout
from pyodide.ffi import create_once_callable, create_proxy, to_js

from game.browser.page.tasks import Tasks, Timer


def find(name: str) -> Any:
    """Return the element with the id `name`."""
    return document.getElementById(name)


def new_element(tag: str, style: str = "", text: str = "") -> Any:
    """Return a new element with the CSS class `style` and the content `text`."""
    made = document.createElement(tag)
    if style:
        made.className = style
    if text:
        made.textContent = text
    return made


def integrity_of(address: str) -> str:
    """Return the digest of the file at `address` in this version, for the browser to verify it.

    It is empty in a build without digests.
    """
    listed = find("digests")
    digests: dict[str, str] = json.loads(listed.textContent) if listed else {}
    return digests.get(address, "")


def load_style(address: str) -> None:
    """Load the style sheet at `address`, once."""
    if not document.querySelector(f'link[href="{address}"]'):
        link = new_element("link")
        link.rel = "stylesheet"
        link.integrity = integrity_of(address)
        link.href = address
        document.head.append(link)


def download(name: str, content: Any, kind: str) -> None:
    """Let the browser save `content`, a text or a Blob, as a file called `name`."""
    link = document.createElement("a")
    link.href = URL.createObjectURL(Blob.new(to_js([content]), js_object({"type": kind})))
    link.download = name
    link.click()
    setTimeout(URL.revokeObjectURL, 60_000, link.href)  # late, since some browsers ask first and then read it


def scroll_to_opened(event: Any) -> None:
    """Scroll a fold into view when its `toggle` event, which does not bubble, says that it has opened."""
    if event.newState == "open":
        event.target.scrollIntoView(block="nearest")


def listen(target: Any, kind: str, handle: Callable[[Any], object], *, capture: bool = False) -> Callable[[], None]:
    """Call `handle` at every event of `kind` at `target`. Return a function that stops it.

    `capture` includes events inside `target` that do not bubble.
    """
    proxy = create_proxy(handle)
    target.addEventListener(kind, proxy, capture)

    def stop() -> None:
        target.removeEventListener(kind, proxy, capture)
        proxy.destroy()

    return stop


class Listening:
    """An owner of event listeners, which `close` removes, and of tasks, timers and other parts, which it stops."""

    def __init__(self) -> None:
        self._tasks = Tasks()
        self._stops: list[Callable[[], None]] = []

    def close(self) -> None:
        """Remove the event listeners, cancel the tasks, and call what `_at_close` was given. May be called twice."""
        self._tasks.close()
        for stop in self._stops:
            stop()
        self._stops.clear()

    def _listen(self, target: Any, kind: str, handle: Callable[[Any], object], *, capture: bool = False) -> None:
        """Call `handle` at every event of `kind` at `target` until `close`."""
        self._at_close(listen(target, kind, handle, capture=capture))

    def _new_timer(self, work: Callable[[], object]) -> Timer:
        """Return a timer that calls `work`, unless `close` stops it before."""
        timer = Timer(work)
        self._at_close(timer.stop)
        return timer

    def _at_close(self, *stops: Callable[[], None]) -> None:
        self._stops += stops


def js_object(values: Mapping[str, Any]) -> Any:
    """Return a JavaScript object with these properties."""
    return to_js(values, dict_converter=Object.fromEntries)


def when_done(work: Callable[[], object]) -> None:
    """Run `work` as a microtask: right after the current code and before other events."""
    queueMicrotask(create_once_callable(work))
