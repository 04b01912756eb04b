"""What ships of the other languages: a page of each, whose texts stand there before Python does, and its manifest.

The table of what Python says stands in that page as well, so that it needs no request; what only modules say that come
later stands in a file for each of their archives. The English page learns which languages there are, and is made as
small as the others: by more than the choice between them costs it.
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
from build import LATER
from game.words.language import key

OFFERED = 0.9
"""Which part of everything a language has to say to be offered; the rest is said in English."""

ENGLISH = '<li><a href="./" hreflang="en" lang="en">English</a></li>'
ENGLISH_OPTION = '<option value="en" lang="en" translate="no">English</option>'
HIGHEST = 1000
"""Numbers up to which plurals are compared."""


def write(site: Path) -> None:
    """Put all languages that are offered into `site`, beside its page in English."""
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
    """Where stands what the modules of `archive` say."""
    return f"words/{archive}.{language}.txt"


def usable(language: str) -> Catalog | None:
    """The catalogue of a language without what is missing or broken; None if it says too little."""
    catalog = read(language)
    messages = [message for message in template(sentences()) if message.id]
    unfit = [message for message in messages if not _can_be_shown(message, catalog.get(message.id))]
    for message in unfit:
        catalog.delete(english(message)[0])
    return catalog if len(messages) - len(unfit) >= OFFERED * len(messages) else None


def _can_be_shown(message: Message, translation: Message | None) -> bool:
    return translation is not None and said(translation) and not broken(message, translation)


def own_name(language: str) -> str:
    """What a language calls itself: "Deutsch"."""
    name = locale_of(language).get_display_name() or language
    return name[0].upper() + name[1:]


# --- Pages --------------------------------------------------------------------------------


def sayer(catalog: Catalog) -> Say:
    """What `catalog` makes of a text."""

    def say(text: str) -> str | None:
        message = catalog.get(text)
        return None if message is None else forms(message)[0]

    return say


def with_choices(page: str, tags: list[str]) -> str:
    """`page` with a choice of languages."""
    names = [(tag, escape(own_name(tag))) for tag in tags]
    links = [f'<li><a href="./{tag}.html" hreflang="{tag}" lang="{tag}">{name}</a></li>' for tag, name in names]
    options = [f'<option value="{tag}" lang="{tag}" translate="no">{name}</option>' for tag, name in names]
    page = _replaced(page, ENGLISH, "".join([ENGLISH, *links]))
    page = _replaced(page, ENGLISH_OPTION, "".join([ENGLISH_OPTION, *options]))
    boot = ' src="./assets/boot.js"'
    return _replaced(page, boot, f'{boot} data-languages="{" ".join(tags)}"') if tags else page


def in_language(page: str, language: str, name: str, say: Say, said_by_python: str) -> str:
    """The English `page` in another language, which calls itself `name`."""
    page = translated(page, say)
    page = _replaced(page, '<html lang="en"', f'<html lang="{language}"')
    page = _replaced(page, "assets/manifest.webmanifest", f"assets/manifest.{language}.webmanifest")
    page = page.replace("<cite>", '<cite lang="en">')  # the game's own name
    for tag in ("h2", "span"):
        page = _replaced(page, f'<{tag} translate="no">English<', f'<{tag} translate="no">{escape(name)}<')
    label = re.search(r'<label for="language">([^<]*)</label>', page)
    if label:  # whoever cannot read this finds the way out
        page = _replaced(page, label[0], f'<label for="language">{label[1]} <span lang="en">(Language)</span></label>')
    page = _replaced(page, "</body>", '<script type="text/plain" id="sentences"></script>\n  </body>')
    return _replaced(small(page), "id=sentences>", f"id=sentences>{said_by_python}")


def small(page: str) -> str:
    """The same page without what HTML can do without: blanks, comments, quotes, the ends of items and cells."""
    page = re.sub(r">\n\s*<", "><", re.sub(r"\n\s+", "\n", re.sub(r"(?s)<!--.*?-->", "", page)))
    page = re.sub(r'="([\w-]+)"(?=[ >])', r"=\1", page)
    return re.sub(r"</(?:li|option|td|th|tr|dt|dd)>", "", page)


def _replaced(page: str, old: str, new: str) -> str:
    if page.count(old) != 1:
        raise ValueError(f"the page should have {old} once")
    return page.replace(old, new)


def manifest_in(manifest: Mapping[str, object], language: str, say: Say) -> dict[str, object]:
    """The manifest of the page in another language; it is the same app."""
    description = say(str(manifest["description"])) or manifest["description"]
    return {**manifest, "lang": language, "description": description, "start_url": f"../{language}.html"}


# --- Python's sentences -------------------------------------------------------------------


def tables(catalog: Catalog) -> dict[str, str]:
    """What Python says in the language of `catalog`: what the page has at once, then by archive what comes later."""
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
    """What Python reads: the lines of each sentence after its key. Raises ValueError if two have the same key."""
    if len({key(sentence) for sentence in found}) < len(found):
        raise ValueError("two sentences have the same key: say one of them otherwise")
    return "\n".join(f"{key(sentence)}{line}" for sentence, lines in found.items() for line in lines)


def said_where() -> dict[str, set[str]]:
    """What Python says, in English: first what it says from the start, then by archive what only later modules say."""
    folder = WORDS.relative_to(ROOT).as_posix()
    places = {
        archive: {one.english for one in sentences() if one.where.startswith(LATER[archive])} for archive in LATER
    }
    later = tuple(place for places in LATER.values() for place in places)
    python = [one for one in sentences() if one.where.startswith(folder)]
    at_once = {one.english for one in python if not one.where.startswith(later)}
    return {"": at_once, **{archive: wanted - at_once for archive, wanted in places.items()}}


def categories(locale: Locale, plural_expression: str) -> dict[str, int]:
    """Which form of a catalogue goes with each category of plural that CLDR has for whole numbers."""
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
    """`content` in as few characters as can be."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
