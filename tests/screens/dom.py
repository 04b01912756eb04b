"""A document for tests without a browser: index.html, as far as the screens touch it.

Beautiful Soup reads the page and finds elements by CSS selectors. There is no layout and no style.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import lru_cache, partial
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar
from urllib.parse import urljoin, urlsplit

from bs4 import BeautifulSoup
from bs4.element import NavigableString, Tag
from pyodide.ffi import JsException

from assets.build.project import ROOT

REFLECTED = {"className": "class"} | {name: name for name in ("id", "name", "href", "rel", "integrity", "lang")}
"""Properties of an element that are its attributes."""

ATTRIBUTES = {"hidden", "open", "selected", "translate"}
"""Properties of an element that are true if it has the attribute."""

BEGINNING = {"checked", "disabled"}
"""Properties whose attribute only says how they begin."""

NO_KEYS = {"ctrlKey": False, "altKey": False, "metaKey": False, "repeat": False}


def _heard(kind: str, capture: bool) -> str:
    """Return the name of the listeners to events of this kind: those on the way down, or back up."""
    return f"{kind} captured" if capture else kind


class Element:
    """One element. There is only one of them for each `tag`."""

    checked: bool

    def __init__(self, tag: Tag) -> None:
        self.__dict__.update(tag=tag, handlers={}, properties={})
        tag.__dict__["element"] = self

    def __getattr__(self, name: str) -> Any:
        if name in REFLECTED:
            return self.getAttribute(REFLECTED[name]) or ""
        if name in ATTRIBUTES | BEGINNING:
            return self.properties.get(name, self.hasAttribute(name))
        raise AttributeError(name)

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(getattr(Element, name, None), property):
            super().__setattr__(name, value)
        elif name in REFLECTED:
            self.setAttribute(REFLECTED[name], value)
        elif name in ATTRIBUTES:
            self.toggleAttribute(name, value)
        elif name in BEGINNING:
            form = self.closest("form")
            for other in form.elements.namedItem(self.name) if form and value and self.type == "radio" else ():
                other.properties[name] = False
            self.properties[name] = value
        else:
            raise AttributeError(name)

    # --- attributes and properties ----------------------------------------------------

    def getAttribute(self, name: str) -> str | None:
        value = self.tag.get(name)
        return " ".join(value) if isinstance(value, list) else value

    def hasAttribute(self, name: str) -> bool:
        return bool(self.tag.has_attr(name))

    def setAttribute(self, name: str, value: str) -> None:
        self.tag[name] = value.split() if name == "class" else value

    def removeAttribute(self, name: str) -> None:
        self.tag.attrs.pop(name, None)

    def toggleAttribute(self, name: str, present: bool) -> None:
        if present:
            self.setAttribute(name, "")
        else:
            self.removeAttribute(name)

    @property
    def tagName(self) -> str:
        return str(self.tag.name).upper()

    @property
    def type(self) -> str:
        return {"select": "select-one"}.get(self.tag.name) or self.getAttribute("type") or "text"

    @property
    def style(self) -> Style:
        return self.properties.setdefault("style", Style())  # type: ignore[no-any-return]

    @property
    def classList(self) -> ClassList:
        return ClassList(self)

    @property
    def dataset(self) -> Dataset:
        return Dataset(self.tag.attrs)

    @property
    def value(self) -> str:
        if self.tag.name == "select":
            options = self.options
            chosen = [one for one in options if one.hasAttribute("selected")] or options[:1]
            begins = chosen[0].value if chosen else ""
        else:
            begins = self.getAttribute("value") or "on" * (self.type == "checkbox")
        return str(self.properties.get("value", begins))

    @value.setter
    def value(self, value: str) -> None:
        self.properties["value"] = value

    # --- contents -----------------------------------------------------------------------

    @property
    def textContent(self) -> str:
        return "".join(one for one in self.tag.descendants if isinstance(one, NavigableString))

    @textContent.setter
    def textContent(self, text: str) -> None:
        self.replaceChildren(*[text] * bool(text))

    @property
    def innerHTML(self) -> str:
        return str(self.tag.decode_contents())

    @innerHTML.setter
    def innerHTML(self, html: str) -> None:
        self.tag.clear()
        self.tag.extend(list(BeautifulSoup(html, "html.parser").contents))

    @property
    def content(self) -> Element:
        """Return the content of a template. It is not part of the document."""
        return Document.current.templates[self.id]  # type: ignore[no-any-return]

    @property
    def firstElementChild(self) -> Element:
        return of(next(one for one in self.tag.children if isinstance(one, Tag)))

    @property
    def children(self) -> list[Element]:
        return [of(one) for one in self.tag.children if isinstance(one, Tag)]

    @property
    def isConnected(self) -> bool:
        return Document.current.tag in self.tag.parents

    def isSameNode(self, other: Element | None) -> bool:
        return self is other

    @property
    def options(self) -> list[Element]:
        return self.querySelectorAll("option")

    @property
    def elements(self) -> Fields:
        return Fields(self.querySelectorAll("input, select, textarea, button"))

    @property
    def maxLength(self) -> int:
        return int(self.getAttribute("maxlength") or -1)

    @property
    def defaultChecked(self) -> bool:
        return self.hasAttribute("checked")

    @property
    def selectedOptions(self) -> SimpleNamespace:
        chosen = next(one for one in self.options if one.getAttribute("value") == self.value)
        return SimpleNamespace(item=lambda _: SimpleNamespace(defaultSelected=chosen.hasAttribute("selected")))

    def reset(self) -> None:
        for field in self.elements:
            field.properties.clear()

    def append(self, *added: Element | str) -> None:
        for one in added:
            self.tag.append(NavigableString(one) if isinstance(one, str) else one.tag.extract())

    def insertBefore(self, added: Element, following: Element | None) -> None:
        if following is None:
            self.append(added)
        else:
            following.tag.insert_before(added.tag.extract())

    def replaceChildren(self, *added: Element | str) -> None:
        self.tag.clear()
        self.append(*added)

    def remove(self) -> None:
        self.tag.extract()

    def cloneNode(self, deep: bool) -> Element:
        return of(copied(self.tag))

    # --- finding --------------------------------------------------------------------------

    def querySelectorAll(self, selector: str) -> list[Element]:
        return [of(one) for one in self.tag.select(plain(selector))]

    def querySelector(self, selector: str) -> Element | None:
        found = self.tag.select_one(plain(selector))
        return found and of(found)

    def closest(self, selector: str) -> Element | None:
        found = self.tag.css.closest(plain(selector))
        return found and of(found)

    def matches(self, selector: str) -> bool:
        return bool(self.tag.css.match(plain(selector)))

    # --- events -----------------------------------------------------------------------------

    def addEventListener(self, kind: str, handle: Callable[[Any], object], capture: bool = False) -> None:
        self.handlers.setdefault(_heard(kind, capture), []).append(handle)

    def removeEventListener(self, kind: str, handle: Callable[[Any], object], capture: bool = False) -> None:
        self.handlers[_heard(kind, capture)].remove(handle)

    def dispatch(self, kind: str, **more: Any) -> None:
        """Send an event with `more` properties, which bubbles."""
        stopped: list[bool] = []
        event = SimpleNamespace(type=kind, target=self, preventDefault=lambda: None, timeStamp=now(), **more)
        event.stopPropagation = lambda: stopped.append(True)
        path = [of(tag) for tag in (self.tag, *self.tag.parents)]
        on_its_way = [(one, _heard(kind, True)) for one in reversed(path)] + [(one, kind) for one in path]
        for one, heard in on_its_way:
            for handle in (*one.handlers.get(heard, ()),) if not stopped else ():
                handle(event)

    def click(self) -> None:
        """Press a button that can be pressed. A button that submits a form does."""
        assert not self.disabled and self.closest("[hidden]") is None, "nobody can press it"
        self.dispatch("click")
        form = self.closest("form")
        if form and self.getAttribute("type") == "submit":
            form.dispatch("submit")

    def enter(self, value: str) -> None:
        """Enter a text, or choose an option."""
        self.value = value
        self.dispatch("input")
        self.dispatch("change")

    def check(self, on: bool = True) -> None:
        """Check a box or a radio button, or uncheck a box."""
        self.checked = on
        self.dispatch("change")

    def key(self, name: str, **held: bool) -> None:
        """Press a key while this element has the focus."""
        self.dispatch("keydown", key=name, **NO_KEYS | held)

    # --- what has no effect here ----------------------------------------------------------------

    def focus(self) -> None:
        Document.current.properties["focused"] = self

    def blur(self) -> None:
        Document.current.properties["focused"] = None

    def select(self) -> None:
        self.focus()

    def getBoundingClientRect(self) -> None:
        pass  # a layout, which this document has none of

    def scrollIntoView(self, **how: str) -> None:
        Document.current.properties["in_view"] = self

    def showPopover(self) -> None:
        self._toggle("open")
        self.setAttribute("data-popover-open", "")

    def hidePopover(self) -> None:
        self._toggle("closed")
        self.removeAttribute("data-popover-open")

    def _toggle(self, state: str) -> None:
        for handle in self.handlers.get("beforetoggle", ()):
            handle(SimpleNamespace(newState=state))

    def checkVisibility(self) -> bool:
        return self.closest("[hidden]") is None


class Fields(list[Element]):
    """The fields of a form."""

    def namedItem(self, name: str) -> list[Element]:
        return [one for one in self if one.name == name]


class Style(dict[str, str]):
    """The style properties of an element that were set."""

    setProperty = dict.__setitem__

    def getPropertyValue(self, name: str) -> str:
        return self.get(name, "")


class ClassList:
    """The CSS classes of an element."""

    def __init__(self, element: Element) -> None:
        self._element = element

    def add(self, name: str) -> None:
        self.remove(name)
        self._element.className = f"{self._element.className} {name}".strip()

    def remove(self, name: str) -> None:
        self._element.className = " ".join(one for one in self._element.className.split() if one != name)


class Dataset:
    """The attributes of an element that begin with "data-"."""

    attributes: Any

    def __init__(self, attributes: Any) -> None:
        self.__dict__["attributes"] = attributes

    def __getattr__(self, name: str) -> str:
        value = self.attributes.get(_attribute(name))
        if value is None:
            raise AttributeError(name)
        return str(value)

    def __setattr__(self, name: str, value: str) -> None:
        self.attributes[_attribute(name)] = value


def _attribute(name: str) -> str:
    return "data-" + "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)


def of(tag: Tag) -> Element:
    """Return the element of `tag`."""
    return tag.__dict__.get("element") or Element(tag)


LINKS = "parent", "next_element", "previous_element", "next_sibling", "previous_sibling"


def copied(root: Tag) -> Tag:
    """Return a copy of a tag and what is in it, without their elements. Beautiful Soup takes twice as long."""
    nodes = [root, *root.descendants]
    copies: dict[int, Any] = {}
    for node in nodes:
        kind: Any = type(node)
        one = copies[id(node)] = kind.__new__(kind) if isinstance(node, Tag) else str.__new__(kind, node)
        one.__dict__.update(node.__dict__)
    for one in copies.values():
        new = one.__dict__
        for link in LINKS:
            new[link] = copies.get(id(new[link]))
        if isinstance(one, Tag):
            new.pop("element", None)
            new["contents"] = [copies[id(inner)] for inner in one.contents]
            attrs = new["attrs"] = type(one.attrs)(one.attrs)
            for name, value in attrs.items():
                if isinstance(value, list):
                    attrs[name] = type(value)(value)
    whole: Tag = copies[id(root)]
    return whole


def plain(selector: str) -> str:
    """Return a selector that needs no browser."""
    return selector.replace(":popover-open", "[data-popover-open]")


class Document(Element):
    """A page as in index.html. The newest one is `current`."""

    current: Document
    baseURI = "https://example.org/"

    def __init__(self) -> None:
        page, templates = _page()
        super().__init__(copied(page))
        self.__dict__["templates"] = {**templates}
        Document.current = self

    @property
    def body(self) -> Element:
        return of(self.tag.body)

    @property
    def head(self) -> Element:
        return of(self.tag.head)

    @property
    def documentElement(self) -> Element:
        return of(self.tag.html)

    @property
    def focused(self) -> Element | None:
        focused: Element | None = self.properties.get("focused")
        return focused

    @property
    def activeElement(self) -> Element:
        return self.focused or self.body

    def getElementById(self, name: str) -> Element | None:
        left = [self.tag]  # a selector takes ten times as long
        while left:
            tag = left.pop()
            if tag.get("id") == name:
                return of(tag)
            left += [one for one in reversed(tag.contents) if isinstance(one, Tag)]
        return None

    def createElement(self, name: str) -> Element:
        return of(BeautifulSoup("", "html.parser").new_tag(name))


@lru_cache
def _page() -> tuple[BeautifulSoup, dict[str, Element]]:
    """Return index.html without indentation and its templates' contents, and those, which all documents only copy."""
    page = BeautifulSoup((ROOT / "index.html").read_text(encoding="utf-8"), "html.parser")
    for indentation in page.find_all(string=lambda text: text.isspace() and "\n" in text):
        indentation.extract()
    templates = {}
    for template in page.select("template"):
        holder = BeautifulSoup("", "html.parser")
        holder.extend(list(template.contents))
        templates[str(template["id"])] = of(holder)
    return page, templates


class _Anything:
    """A stub for the rest of JavaScript."""

    def __getattr__(self, name: str) -> _Anything:
        return self

    def __call__(self, *given: object, **named: object) -> _Anything:
        return self

    def __iter__(self) -> Iterator[_Anything]:
        return iter(())


class _Proxy:
    """A function that is passed to JavaScript."""

    def __init__(self, function: Callable[..., object]) -> None:
        self._function = function

    def __call__(self, *given: object) -> object:
        return self._function(*given)

    def destroy(self) -> None:
        pass


class _Current:
    """The current document, for modules that have imported it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(Document.current, name)


class _Script(ModuleType):
    def __getattr__(self, name: str) -> Any:
        return SCRIPT[name] if name in SCRIPT else _Anything()


def now() -> float:
    """Return the time of events, in milliseconds."""
    return 1000 * time.monotonic()


class Date:
    """A moment: now, after some milliseconds since 1970, or at the beginning of a date like 1970-01-02."""

    now = staticmethod(now)

    def __init__(self, at: float | str | None = None) -> None:
        self.at = Date.parse(at) if isinstance(at, str) else now() if at is None else at

    def toISOString(self) -> str:
        return datetime.fromtimestamp(self.at / 1000, UTC).isoformat()

    @staticmethod
    def parse(date: str) -> float:
        return 1000 * datetime.fromisoformat(f"{date}T00:00Z").timestamp()


class DateFormat:
    """A format of dates, or of dates and times."""

    def __init__(self, language: str, style: dict[str, str]) -> None:
        self._letters = 16 if "timeStyle" in style else 10

    def format(self, at: Date | float) -> str:
        return (at if isinstance(at, Date) else Date(at)).toISOString()[: self._letters]


class LocalStorage(dict[str, str]):
    """What the browser stores."""

    getItem = dict.get
    setItem = dict.__setitem__

    def removeItem(self, name: str) -> None:
        self.pop(name, None)


async def fetch(address: str, options: object) -> None:
    """Fail, as without a network."""
    raise JsException("", "")  # type: ignore[no-untyped-call]


def url(address: str, base: str = "") -> SimpleNamespace:
    """Return the parts of an address, which may be relative to `base`."""
    href = urljoin(base, address)
    return SimpleNamespace(href=href, pathname=urlsplit(href).path)


def run_soon(work: Callable[[], object]) -> None:
    """Run `work` after the current code, if there is an event loop."""
    with suppress(RuntimeError):
        asyncio.get_running_loop().call_soon(work)


class BroadcastChannel:
    """A channel between the tabs of a browser."""

    open: ClassVar[list[BroadcastChannel]] = []

    def __init__(self, name: str) -> None:
        self.name = name
        self.handlers: list[Callable[[Any], object]] = []
        self.open.append(self)

    def addEventListener(self, kind: str, handle: Callable[[Any], object], *options: object) -> None:
        self.handlers.append(handle)

    def removeEventListener(self, kind: str, handle: Callable[[Any], object], *options: object) -> None:
        self.handlers.remove(handle)

    def postMessage(self, message: object) -> None:
        for other in [one for one in self.open if one is not self and one.name == self.name]:
            for handle in other.handlers:
                run_soon(partial(handle, SimpleNamespace(data=message)))

    def close(self) -> None:
        self.open.remove(self)


STORED = LocalStorage()
"""The local storage. Keys are PREFIX and a name of `game.browser.page.storage`."""

PREFIX = "one-mind/"

LOCATION = SimpleNamespace(protocol="https:", href=Document.baseURI, pathname="/", search="", hash="")

SCRIPT = {
    "BroadcastChannel": SimpleNamespace(new=BroadcastChannel),
    "Date": SimpleNamespace(now=now, new=Date, parse=Date.parse),
    "Intl": SimpleNamespace(DateTimeFormat=SimpleNamespace(new=DateFormat), RelativeTimeFormat=_Anything()),
    "Object": SimpleNamespace(keys=list, fromEntries=dict),
    "URL": SimpleNamespace(new=url),
    "document": _Current(),
    "fetch": fetch,
    "localStorage": STORED,
    "location": LOCATION,
    "navigator": SimpleNamespace(onLine=True),
    "performance": SimpleNamespace(now=now),
    "queueMicrotask": run_soon,
}
"""What JavaScript has in tests. The rest does nothing."""

IMPORTED: dict[str, ModuleType] = {"js": _Script("js")}
"""The modules of the page that tests share."""


@contextmanager
def browser(imported: dict[str, ModuleType] = IMPORTED) -> Iterator[None]:
    """Import modules of the page as in a browser, within the block, unless they have been `imported`.

    Their document is always the newest one.
    """
    import pyodide.ffi

    import game.browser

    kept = _taken_out()
    sys.modules.update(imported)
    game.browser = imported.get("game.browser", game.browser)
    create_proxy = pyodide.ffi.create_proxy
    pyodide.ffi.create_proxy = _Proxy  # type: ignore[assignment]
    create_once_callable = pyodide.ffi.create_once_callable
    pyodide.ffi.create_once_callable = lambda function: function  # type: ignore[assignment, return-value]
    try:
        yield
    finally:
        pyodide.ffi.create_proxy = create_proxy
        pyodide.ffi.create_once_callable = create_once_callable
        imported.update(_taken_out())
        sys.modules.update(kept)
        # An import also sets the package as an attribute of its parent, where others would find the wrong one.
        game.browser = kept["game.browser"]


def _taken_out() -> dict[str, ModuleType]:
    """Remove the modules of the page from those that are imported, and return them."""
    ours = [name for name in sys.modules if name == "js" or name.startswith("game.browser")]
    return {name: sys.modules.pop(name) for name in ours}
