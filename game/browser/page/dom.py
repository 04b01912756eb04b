"""Helpers for the document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from js import Object, document, queueMicrotask
from pyodide.ffi import create_once_callable, create_proxy, to_js

GONE = "gone"
"""The CSS class of hidden children."""


def find(name: str) -> Any:
    """Return the element with the id `name`."""
    return document.getElementById(name)


def from_template(name: str) -> Any:
    """Return a copy of the element in the template with the id `name`."""
    return find(name).content.firstElementChild.cloneNode(True)


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


def js_object(values: Mapping[str, Any]) -> Any:
    """Return a JavaScript object with these properties."""
    return to_js(values, dict_converter=Object.fromEntries)


def when_done(work: Callable[[], object]) -> None:
    """Run `work` as a microtask: right after the current code and before other events."""
    queueMicrotask(create_once_callable(work))


class Keyed:
    """The children of `parent`, one per key. A child is reused while its key stays."""

    def __init__(self, parent: Any) -> None:
        parent.replaceChildren()
        self._parent = parent
        self._children: dict[str, Any] = {}
        self._hidden: set[str] = set()

    def show(self, keys: Iterable[str], make: Callable[[str], Any]) -> dict[str, Any]:
        """Update the children to `keys`, in order, and return them by key.

        Keys that stay must keep their relative order.
        """
        wanted = list(keys)
        for key in self._children.keys() - set(wanted):
            self._children.pop(key).remove()
        for key in self._hidden.intersection(wanted):
            self._children[key].classList.remove(GONE)
        self._hidden.clear()
        following = None
        for key in reversed(wanted):
            child = self._children.get(key)
            if child is None:
                child = self._children[key] = make(key)
                self._parent.insertBefore(child, following)
            following = child
        return {key: self._children[key] for key in wanted}

    def hide(self, key: str) -> None:
        """Hide the child of `key`, if there is one, until the next `show`.

        It sets a class: removing or hiding the focused element makes the browser lay out the whole page at once.
        """
        if key in self._children:
            self._children[key].classList.add(GONE)
            self._hidden.add(key)
