"""The document, as far as the rest of the shell needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from js import Object, document, queueMicrotask
from pyodide.ffi import create_once_callable, create_proxy, to_js

GONE = "gone"
"""The class of what the style sheet takes out of sight."""


def find(name: str) -> Any:
    """The element whose id is `name`."""
    return document.getElementById(name)


def from_template(name: str) -> Any:
    """A new element like the one in the template whose id is `name`."""
    return find(name).content.firstElementChild.cloneNode(True)


def listen(target: Any, kind: str, heard: Callable[[Any], object], *, capture: bool = False) -> Callable[[], None]:
    """Call `heard` at every event of `kind` at `target`, until the answer is called.

    With `capture` also at those within `target` that do not bubble up to it.
    """
    proxy = create_proxy(heard)
    target.addEventListener(kind, proxy, capture)

    def stop() -> None:
        target.removeEventListener(kind, proxy, capture)
        proxy.destroy()

    return stop


def js_object(values: Mapping[str, Any]) -> Any:
    """A JavaScript object with these properties."""
    return to_js(values, dict_converter=Object.fromEntries)


def when_done(work: Callable[[], object]) -> None:
    """Call `work` as soon as what runs now is done, and before anything else happens."""
    queueMicrotask(create_once_callable(work))


class Keyed:
    """The children of `parent`, one for each key; a child whose key stays is kept."""

    def __init__(self, parent: Any) -> None:
        parent.replaceChildren()
        self._parent = parent
        self._children: dict[str, Any] = {}
        self._hidden: set[str] = set()

    def show(self, keys: Iterable[str], make: Callable[[str], Any]) -> dict[str, Any]:
        """Make the children those of `keys`, in their order; returns them by key.

        Keys that stay must keep their order among themselves.
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
        """Take the child of `key` out of sight until the next `show`, if there is one.

        By a class, for to remove or hide what has the focus styles and lays out the whole page at once.
        """
        if key in self._children:
            self._children[key].classList.add(GONE)
            self._hidden.add(key)
