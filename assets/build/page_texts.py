"""The texts of index.html: extracted for the catalogs, and replaced by their translations.

A text is the content of an element, including the elements within it: `<em>` and the like unchanged, those with
attributes as `<1>…</1>` or `<2/>`. Elements before and after the text are not part of it. An element that must not be
translated has HTML's `translate="no"`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape, unescape
from html.parser import HTMLParser
from itertools import dropwhile

ATTRIBUTES = ("aria-label", "aria-description", "aria-roledescription", "alt", "placeholder", "title")
SILENT = {"script", "style", "svg", "py-config", "kbd", "head"}
"""Elements without text to translate. Keys (`kbd`) have the same names in all languages."""

VOID = {"br", "hr", "img", "input", "link", "meta", "source", "wbr"}
WITHIN = {"a", "b", "bdi", "cite", "em", "i", "kbd", "output", "small", "span", "strong"}
"""Elements that may be part of a text; any other ends it."""

TAG = re.compile(r"<(/?)(\w+)(/?)>")

READ_ALOUD = {"aria-label", "aria-description", "aria-roledescription", "alt"}

KINDS = {
    "a": "Link",
    "button": "Button",
    "dt": "Term that is explained",
    "h1": "Heading",
    "h2": "Heading",
    "h3": "Heading",
    "label": "Label of a field",
    "legend": "Heading of several fields",
    "li": "Item of a list",
    "option": "Choice in a list",
    "p": "Paragraph",
    "summary": "Button that shows more",
    "th": "Heading of a column or row",
}
"""The note to translators about an element."""

Say = Callable[[str], "str | None"]
"""A function that translates an English text; None if it has no translation."""


@dataclass
class Element:
    """An element with its `start` and `end` tags as written, and the content between them."""

    tag: str
    attributes: dict[str, str | None]
    start: str
    line: int = 0
    end: str = ""
    inside: list[Element | str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Text:
    """A text to translate: its line in the page, and comments for translators."""

    text: str
    line: int
    comments: tuple[str, ...]


class _Reader(HTMLParser):
    """Parses a page into an Element without a tag."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=False)
        self.root = Element("", {}, "")
        self._open = [self.root]
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs), self.get_starttag_text() or "", self.getpos()[0])
        self._open[-1].inside.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].inside.append(Element(tag, dict(attrs), self.get_starttag_text() or "", self.getpos()[0]))

    def handle_endtag(self, tag: str) -> None:
        element = self._open.pop()
        if element.tag != tag:
            raise ValueError(f"</{tag}> ends what <{element.tag}> began, at line {self.getpos()[0]}")
        element.end = f"</{tag}>"

    def handle_data(self, data: str) -> None:
        self._open[-1].inside.append(data)

    def handle_entityref(self, name: str) -> None:
        self._open[-1].inside.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._open[-1].inside.append(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self._open[-1].inside.append(Element("", {}, f"<!--{data}-->"))

    def handle_decl(self, decl: str) -> None:
        self._open[-1].inside.append(f"<!{decl}>")


def texts(page: str) -> list[Text]:
    """Return all texts of `page`."""
    root = _Reader(page).root
    titles = {name: _message(one.inside) for one in _elements(root.inside) if (name := one.attributes.get("id"))}
    return [
        Text(text, element.line, (_comment(element, attribute, titles.get(part or "")),))
        for element, attribute, text, part in _texts(root)
    ]


def _comment(element: Element, attribute: str, title: str | None) -> str:
    kind = KINDS.get(element.tag, "Text")
    name = element.attributes.get("id")
    what = f"{kind}, read by screen readers" if attribute in READ_ALOUD else kind
    what = "Example in an empty field" if attribute == "placeholder" else what
    return f"Translators: {what}{f' (id {name})' if name else ''}{f', in “{title}”' if title else ''}."


def has_letters(text: str) -> bool:
    """Whether `text` contains anything to translate."""
    return any(character.isalpha() for character in text)


def translated(page: str, say: Say) -> str:
    """Return `page` with all texts translated by `say`. A text without a translation stays and is marked as English."""
    return _written(_Reader(page).root, say)


def _texts(
    element: Element, part: str | None = None, *, within: bool = False
) -> Iterator[tuple[Element, str, str, str | None]]:
    """Yield the texts of `element` with their attributes ("" for its content), and the title of their part of the page.

    `within` another text, only the attributes are texts of their own.
    """
    part = element.attributes.get("aria-labelledby", part)
    for name in _attributes(element):
        value = element.attributes.get(name)
        if value and has_letters(value):
            yield element, name, value, part
    if element.tag in SILENT or _stays(element):
        return
    text = [] if within else _parts(element)[1]
    if text:
        yield element, "", _message(text), part
    for child in element.inside:
        if isinstance(child, Element):
            yield from _texts(child, part, within=within or bool(text and child.tag in WITHIN))


def _stays(element: Element) -> bool:
    """Whether the content of `element` is the same in all languages."""
    return element.attributes.get("translate") == "no"


def _attributes(element: Element) -> tuple[str, ...]:
    """Return the attributes to translate. `aria-label` is translated even if the content of `element` is not."""
    return ("aria-label",) if _stays(element) else tuple(ATTRIBUTES)


def _parts(element: Element) -> tuple[list[Element | str], list[Element | str], list[Element | str]]:
    """Return the content of `element` before its text, the text, and the content after it; no text if it has none."""

    def apart(child: Element | str) -> bool:
        return not child.strip() if isinstance(child, str) else child.tag not in WITHIN

    inside = element.inside
    own = [child for child in inside if isinstance(child, str) and has_letters(unescape(child))]
    if not own or element.tag in ("", *SILENT):
        return inside, [], []
    rest = [*dropwhile(apart, inside)]
    after = [*dropwhile(apart, reversed(rest))]
    start, length = len(inside) - len(rest), len(after)
    text = inside[start : start + length]
    if any(isinstance(child, Element) and child.tag not in WITHIN for child in text):
        raise ValueError(f"a text has an element in its middle that cannot stand there: {_as_it_is(element)}")
    return inside[:start], text, inside[start + length :]


def _message(text: list[Element | str]) -> str:
    """Return a text in the form of the catalogs."""
    numbers: list[Element] = []

    def spelled(inside: list[Element | str]) -> str:
        return "".join(unescape(one) if isinstance(one, str) else tagged(one) for one in inside)

    def tagged(element: Element) -> str:
        name = element.tag
        if element.attributes:
            numbers.append(element)
            name = str(len(numbers))
        said = spelled(element.inside)
        return f"<{name}>{said}</{name}>" if said or not element.attributes else f"<{name}/>"

    return re.sub(r"\s+", " ", spelled(text)).strip()


def _written(element: Element, say: Say) -> str:
    start = _start(element, say)
    if element.tag in SILENT or _stays(element):
        return start + "".join(map(_as_it_is, element.inside)) + element.end
    before, text, after = _parts(element)
    inside = [one if isinstance(one, str) else _written(one, say) for one in (*before, *after)]
    if text:
        in_other = say(_message(text))
        if in_other is None:
            start = start[:-1] + ' lang="en">'
            inside.insert(len(before), "".join(map(_as_it_is, text)))
        else:
            space_before, space_after = _spaces(text)
            inside.insert(len(before), f"{space_before}{_filled(in_other, text, say)}{space_after}")
    return start + "".join(inside) + element.end


def _as_it_is(one: Element | str) -> str:
    if isinstance(one, str):
        return one
    return one.start + "".join(map(_as_it_is, one.inside)) + one.end


def _start(element: Element, say: Say) -> str:
    """Return the start tag, with its attributes translated by `say`."""
    start = element.start
    for name in _attributes(element):
        value = element.attributes.get(name)
        in_other = say(value) if value and has_letters(value) else None
        if in_other is not None:
            before, _, rest = start.partition(f' {name}="')
            start = f'{before} {name}="{escape(in_other)}"{rest.partition(chr(34))[2]}'
    return start


def _spaces(text: list[Element | str]) -> tuple[str, str]:
    """Return the leading and the trailing white space."""
    first, last = text[0], text[-1]
    before = first[: len(first) - len(first.lstrip())] if isinstance(first, str) else ""
    return before, last[len(last.rstrip()) :] if isinstance(last, str) else ""


def _filled(message: str, text: list[Element | str], say: Say) -> str:
    """Return `message` as HTML, with the elements of `text` in place of its tags."""
    numbered = [element for element in _elements(text) if element.attributes]

    def tag(found: re.Match[str]) -> str:
        closes, name, empty = found.groups()
        if not name.isdecimal():
            return found[0]
        element = numbered[int(name) - 1]
        return element.end if closes else _start(element, say) + (element.end if empty else "")

    said = re.split(r"(<[^>]*>)", message)
    return "".join(TAG.sub(tag, part) if at % 2 else escape(part, quote=False) for at, part in enumerate(said))


def _elements(inside: list[Element | str]) -> Iterator[Element]:
    for one in inside:
        if isinstance(one, Element):
            yield one
            yield from _elements(one.inside)
