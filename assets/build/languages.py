"""Builds the other languages: a page for each, which shows its texts before Python starts, and its manifest.

That page also contains the table of Python's messages, so that it needs no further request. The messages of modules
that load later are in one file for each of their archives. The English page gets links to the other languages. It is
minified like the others, which saves more than these links cost.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from gettext import c2py
from html import escape
from pathlib import Path

from babel import Locale
from babel.messages import Catalog, Message

from assets.build.catalogues import (
    ROOT,
    WORDS,
    broken,
    english,
    forms,
    languages,
    locale_of,
    read,
    said,
    sentences,
    template,
)
from assets.build.page_texts import Say, translated
from assets.build.site import LATER
from game.words.language import key

OFFERED = 0.9
"""The share of all messages that a language must translate to be offered; the rest is shown in English."""

ENGLISH = '<li><a href="./" hreflang="en" lang="en">English</a></li>'
ENGLISH_OPTION = '<option value="en" lang="en" translate="no">English</option>'
HIGHEST = 1000
"""The largest number for which plural forms are compared."""


def write(site: Path) -> None:
    """Write all languages that are offered into `site`, beside its English page."""
    spoken = {language: whole for language in languages() if (whole := usable(language)) is not None}
    page = with_choices((site / "index.html").read_text(encoding="utf-8"), [*spoken])
    (site / "index.html").write_text(small(page), encoding="utf-8")
    manifest = json.loads((site / "assets/manifest.webmanifest").read_text(encoding="utf-8"))
    (site / "words").mkdir(exist_ok=True)
    for language, catalog in spoken.items():
        say = sayer(catalog)
        at_once, *later = tables(catalog).values()
        translation = in_language(page, language, own_name(language), say, at_once)
        files = {f"{language}.html": translation}
        files[f"assets/manifest.{language}.webmanifest"] = as_json(manifest_in(manifest, language, say))
        files |= {later_file(archive, language): one for archive, one in zip(LATER, later, strict=True)}
        for name, content in files.items():
            (site / name).write_text(content, encoding="utf-8")


def later_file(archive: str, language: str) -> str:
    """Return the path of the messages that the modules of `archive` use."""
    return f"words/{archive}.{language}.txt"


def usable(language: str) -> Catalog | None:
    """Return a language's catalog without missing and broken messages; None if it translates too few."""
    catalog = read(language)
    messages = [message for message in template(sentences()) if message.id]
    unfit = [message for message in messages if not _can_be_shown(message, catalog.get(message.id))]
    for message in unfit:
        catalog.delete(english(message)[0])
    return catalog if len(messages) - len(unfit) >= OFFERED * len(messages) else None


def _can_be_shown(message: Message, translation: Message | None) -> bool:
    return translation is not None and said(translation) and not broken(message, translation)


def own_name(language: str) -> str:
    """Return the name of a language in that language: "Deutsch"."""
    name = locale_of(language).get_display_name() or language
    return name[0].upper() + name[1:]


# --- Pages --------------------------------------------------------------------------------


def sayer(catalog: Catalog) -> Say:
    """Return a function that translates a text with `catalog`."""

    def say(text: str) -> str | None:
        message = catalog.get(text)
        return None if message is None else forms(message)[0]

    return say


def with_choices(page: str, tags: list[str]) -> str:
    """Return `page` with links and options for the other languages."""
    names = [(tag, escape(own_name(tag))) for tag in tags]
    links = [f'<li><a href="./{tag}.html" hreflang="{tag}" lang="{tag}">{name}</a></li>' for tag, name in names]
    options = [f'<option value="{tag}" lang="{tag}" translate="no">{name}</option>' for tag, name in names]
    page = _replaced(page, ENGLISH, "".join([ENGLISH, *links]))
    page = _replaced(page, ENGLISH_OPTION, "".join([ENGLISH_OPTION, *options]))
    boot = ' src="./assets/boot.js"'
    return _replaced(page, boot, f'{boot} data-languages="{" ".join(tags)}"') if tags else page


def in_language(page: str, language: str, name: str, say: Say, said_by_python: str) -> str:
    """Return the English `page` in another language, whose own name is `name`."""
    page = translated(page, say)
    page = _replaced(page, '<html lang="en"', f'<html lang="{language}"')
    page = _replaced(page, "assets/manifest.webmanifest", f"assets/manifest.{language}.webmanifest")
    page = page.replace("<cite>", '<cite lang="en">')  # the game's own name
    for tag in ("h2", "span"):
        page = _replaced(page, f'<{tag} translate="no">English<', f'<{tag} translate="no">{escape(name)}<')
    label = re.search(r'<label for="language">([^<]*)</label>', page)
    if label:  # so that a person who cannot read this language finds the choice
        page = _replaced(page, label[0], f'<label for="language">{label[1]} <span lang="en">(Language)</span></label>')
    page = _replaced(page, "</body>", '<script type="text/plain" id="sentences"></script>\n  </body>')
    return _replaced(small(page), "id=sentences>", f"id=sentences>{said_by_python}")


def small(page: str) -> str:
    """Return `page` minified: without white space, comments, quotes, and the end tags of items and cells."""
    page = re.sub(r">\n\s*<", "><", re.sub(r"\n\s+", "\n", re.sub(r"(?s)<!--.*?-->", "", page)))
    page = re.sub(r'="([\w-]+)"(?=[ >])', r"=\1", page)
    return re.sub(r"</(?:li|option|td|th|tr|dt|dd)>", "", page)


def _replaced(page: str, old: str, new: str) -> str:
    if page.count(old) != 1:
        raise ValueError(f"the page should have {old} once")
    return page.replace(old, new)


def manifest_in(manifest: Mapping[str, object], language: str, say: Say) -> dict[str, object]:
    """Return the manifest of the page in another language; it is the same app."""
    description = say(str(manifest["description"])) or manifest["description"]
    return {**manifest, "lang": language, "description": description, "start_url": f"../{language}.html"}


# --- Python's messages --------------------------------------------------------------------


def tables(catalog: Catalog) -> dict[str, str]:
    """Return Python's messages in `catalog`'s language: those in the page, then by archive those that load later."""
    assert catalog.locale is not None
    indexes = categories(catalog.locale, catalog.plural_expr)
    messages = {english(message)[0]: message for message in catalog if message.id}

    def lines(one: str) -> list[str]:
        message = messages[one]
        if isinstance(message.id, str):
            return [forms(message)[0]]
        return [f"{kind}\t{form}" for kind, form in _by_category(forms(message), indexes).items()]

    return {
        archive: table({one: lines(one) for one in messages if one in wanted})
        for archive, wanted in said_where().items()
    }


def table(found: Mapping[str, Iterable[str]]) -> str:
    """Return the lines of each message after its key. Raises ValueError if two messages have the same key."""
    if len({key(sentence) for sentence in found}) < len(found):
        raise ValueError("two sentences have the same key: say one of them otherwise")
    return "\n".join(f"{key(sentence)}{line}" for sentence, lines in found.items() for line in lines)


def said_where() -> dict[str, set[str]]:
    """Return Python's English messages: those needed from the start, then by archive those of later modules only."""
    folder = WORDS.relative_to(ROOT).as_posix()
    places = {
        archive: {one.english for one in sentences() if one.where.startswith(LATER[archive])} for archive in LATER
    }
    later = tuple(place for places in LATER.values() for place in places)
    python = [one for one in sentences() if one.where.startswith(folder)]
    at_once = {one.english for one in python if not one.where.startswith(later)}
    return {"": at_once, **{archive: wanted - at_once for archive, wanted in places.items()}}


def categories(locale: Locale, plural_expression: str) -> dict[str, int]:
    """Return the plural form of a catalog for each of CLDR's plural categories of whole numbers."""
    form = c2py(plural_expression)
    pairs = sorted({(locale.plural_form(number), form(number)) for number in (*range(HIGHEST), 10**6)})
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"the plurals of {locale} are not those of CLDR: {pairs}")
    return {"other": max(found.values()), **found}


def _by_category(forms: tuple[str, ...], indexes: Mapping[str, int]) -> dict[str, str]:
    other = forms[indexes["other"]]
    kinds = {kind: forms[index] for kind, index in indexes.items() if kind != "other" and forms[index] != other}
    return {**kinds, "other": other}


def as_json(content: object) -> str:
    """Return `content` as JSON with as few characters as possible."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
