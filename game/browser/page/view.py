"""One way to write a screen: a template, a function from its state to its parts, and what a press does.

A part is an element of the template with `data-part`. Only parts that changed are touched, so that focus and animations
stay. An element with `data-do` calls the act of that name: a button when it is clicked, a text field or a slider at
each input, a form when it is submitted, and anything else when it, or a field inside it, changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from js import document

from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import Listening

AnyState = TypeVar("AnyState")

PROPERTIES = {"checked", "disabled", "selected", "value"}
"""Attributes that only say how a field begins: it shows the property of the same name."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text in which the directions of `names` do not matter."""

    words: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Markup:
    """Trusted markup, such as a drawing."""

    html: str


@dataclass(frozen=True, eq=False, slots=True)
class Said:
    """A text for a live region, which announces it once, even if it says the same as the last one."""

    words: str


@dataclass(frozen=True, slots=True)
class Each:
    """A copy of `template` for each key, in this order. Keys that stay must keep their relative order."""

    template: str
    items: Mapping[str, Parts]


@dataclass(frozen=True)
class At:
    """A part with attributes. None and False remove an attribute, but ARIA's can be false.

    Names with "--" are style properties.
    """

    part: Part
    attributes: Mapping[str, str | bool | None]


Part: TypeAlias = str | bool | Sentence | Markup | Said | Each | At | None
"""A text, nothing (None and False hide the part), or what the template has (True)."""

Parts: TypeAlias = Mapping[str, Part]

Act: TypeAlias = Callable[[str], object]
"""What an element with `data-do` does. It is called with the element's value."""


def at(part: Part = True, **attributes: str | bool | None) -> At:
    """Return a part with attributes, such as `at("Ready", aria_pressed=True)`."""
    return At(part, {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()})


def each(template: str, items: Iterable[Parts]) -> Each:
    """Return a copy of `template` for each of `items`, whose keys are their places."""
    return Each(template, {str(place): parts for place, parts in enumerate(items)})


NEVER_SHOWN = Markup("never shown")
"""What a part shows before it is first filled: nothing that a screen would ask for."""


GONE = "gone"
"""The CSS class of items that are hidden at once."""


def from_template(name: str) -> Any:
    """Return a copy of the element in the template with the id `name`."""
    return document.getElementById(name).content.firstElementChild.cloneNode(True)


class Filled:
    """An element whose parts are filled. Several elements may be the same part."""

    def __init__(self, element: Any) -> None:
        self.element = element
        self._elements: dict[str, list[Any]] = {}
        for one in (element, *element.querySelectorAll("[data-part]")):
            self._elements.setdefault(one.getAttribute("data-part") or "", []).append(one)
        self._shown: dict[str, Part] = {}
        self._lists: dict[str, _Items] = {}

    def show(self, parts: Parts) -> None:
        """Show `parts`. Those that are not named stay as they are."""
        for name, part in parts.items():
            before = self._shown.get(name, NEVER_SHOWN)
            if part is not before and part != before:
                self._shown[name] = part
                for element in self._elements[name]:
                    self._fill(name, element, _apart(part), _apart(before))

    def __getitem__(self, name: str) -> Any:
        """Return the first element of a part."""
        return self._elements[name][0]

    def item(self, name: str, key: str) -> Filled:
        """Return the item `key` of the part `name`, which is a list."""
        return self._lists[name].by_key[key]

    def hide(self, name: str, key: str) -> None:
        """Hide the item `key` of the part `name` at once. The next `show` decides whether it stays hidden."""
        self._lists[name].hide(key)
        self._shown.pop(name, None)

    def _fill(self, name: str, element: Any, now: At, before: At) -> None:
        """Show `now` in place of `before`. A text that stays is not written again: a screen reader may repeat it."""
        for attribute, value in now.attributes.items():
            if attribute not in before.attributes or before.attributes[attribute] != value:
                _set(element, attribute, value)
        part = now.part
        if part == before.part:
            return
        element.toggleAttribute("hidden", part is None or part is False)  # an SVG has no property for it
        match part:
            case str():
                element.textContent = part
            case Said(words):
                element.textContent = words
            case Sentence(words, names):
                show_sentence(element, words, names)
            case Markup(html):
                element.innerHTML = html
            case Each(template, items):
                self._lists.setdefault(name, _Items(element)).show(template, items)
            case None | False if name in self._lists:
                self._lists[name].show("", {})  # some styles depend on hidden items, too


class _Items:
    """The items of a list, by key, after what its template has. An item is reused while its key stays."""

    def __init__(self, parent: Any) -> None:
        self._parent = parent
        self.by_key: dict[str, Filled] = {}
        self._hidden: set[str] = set()

    def show(self, template: str, items: Mapping[str, Parts]) -> None:
        """Show `items`, in order."""
        for key in self.by_key.keys() - items.keys():
            self.by_key.pop(key).element.remove()
        for key in self._hidden.intersection(items):
            self.by_key[key].element.classList.remove(GONE)
        self._hidden.clear()
        following = None
        for key in reversed([*items]):
            if key not in self.by_key:
                self.by_key[key] = Filled(from_template(template))
                self._parent.insertBefore(self.by_key[key].element, following)
            following = self.by_key[key].element
        for key, parts in items.items():
            self.by_key[key].show(parts)

    def hide(self, key: str) -> None:
        """Hide an item until the next `show`.

        It sets a class: removing or hiding the focused element makes the browser lay out the whole page at once.
        """
        self.by_key[key].element.classList.add(GONE)
        self._hidden.add(key)


def _apart(part: Part) -> At:
    return part if isinstance(part, At) else At(part, {})


def _set(element: Any, attribute: str, value: str | bool | None) -> None:
    if attribute in PROPERTIES:
        setattr(element, attribute, value)
    elif attribute.startswith("--"):
        element.style.setProperty(attribute, value)
    elif attribute.startswith("aria-") and isinstance(value, bool):
        element.setAttribute(attribute, "true" if value else "false")
    elif value is None or value is False:
        element.removeAttribute(attribute)
    else:
        element.setAttribute(attribute, "" if value is True else value)


class Acting(Listening):
    """An element and what its parts with `data-do` do. An act that is not named does nothing."""

    def __init__(self, element: Any, acts: Mapping[str, Act]) -> None:
        super().__init__()
        self.element, self._acts = element, acts
        for kind in ("click", "input", "change", "submit"):
            self._listen(element, kind, self._happened)

    def add(self, acts: Mapping[str, Act]) -> None:
        """Also do `acts`."""
        self._acts = {**self._acts, **acts}

    def _happened(self, event: Any) -> None:
        if event.type == "submit":
            event.preventDefault()
        source = event.target.closest("[data-do]")
        if source and event.type == _kind(source):
            act = self._acts.get(source.getAttribute("data-do"))
            if act:
                act(getattr(source, "value", None) or "")


def _kind(source: Any) -> str:
    """Return the kind of event at which an element with `data-do` acts."""
    if source.matches("input:not([type]), input[type=text], input[type=range]"):
        return "input"
    return {"BUTTON": "click", "FORM": "submit"}.get(source.tagName, "change")


class Component(Acting, Generic[AnyState]):
    """An element that shows `parts(state)`."""

    def __init__(
        self, element: Any, state: AnyState, parts: Callable[[AnyState], Parts], acts: Mapping[str, Act]
    ) -> None:
        super().__init__(element, acts)
        self.state, self._parts_of = state, parts
        self.parts = Filled(element)
        self.set()

    def set(self, **changes: Any) -> None:
        """Change the state, and show it."""
        for name, value in changes.items():
            setattr(self.state, name, value)
        self.parts.show(self._parts_of(self.state))


class Screen(Component[AnyState]):
    """A component of its own template. It is in the page from its creation until `close`."""

    def __init__(
        self, template: str, state: AnyState, parts: Callable[[AnyState], Parts], acts: Mapping[str, Act]
    ) -> None:
        super().__init__(from_template(template), state, parts, acts)
        document.body.append(self.element)

    def focus(self) -> None:
        """Focus the heading.

        There, no on-screen keyboard covers half of a phone, and OK on a remote control does nothing.
        """
        self.element.querySelector("h1").focus()

    def pause(self) -> None:
        """Pause what moves, since the page is hidden."""

    def close(self) -> None:
        """Remove the event listeners, then the screen from the page. May be called twice."""
        super().close()
        self.element.remove()
