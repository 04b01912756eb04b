"""What ships of the other languages: a page of each, whose texts stand there before Python does, and its manifest.

The table of what Python says stands in that page as well, so that it needs no request, and no byte of it comes to
anybody else. The English page learns which languages there are.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from gettext import c2py
from html import escape
from pathlib import Path
from typing import TypeAlias, TypeVar

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
from game.words.language import key

OFFERED = 0.9
"""Which part of everything a language has to say to be offered; the rest is said in English."""

Said = TypeVar("Said", str, dict[str, str])
Table: TypeAlias = dict[str, dict[str, str] | dict[str, dict[str, str]]]
"""What Python says: `sentences`, and those `counted`, with a form for each category of plural; both by their keys."""

ENGLISH = '<li><a href="./" hreflang="en" lang="en">English</a></li>'
ENGLISH_OPTION = '<option value="en" lang="en" translate="no">English</option>'
HIGHEST = 1000
"""Numbers up to which plurals are compared."""


def write(site: Path) -> None:
    """Put all languages that are offered into `site`, beside its page in English."""
    spoken = {language: whole for language in languages() if (whole := usable(language)) is not None}
    page = with_choices((site / "index.html").read_text(encoding="utf-8"), [*spoken])
    (site / "index.html").write_text(page, encoding="utf-8")
    manifest = json.loads((site / "assets/manifest.webmanifest").read_text(encoding="utf-8"))
    for language, catalog in spoken.items():
        say = sayer(catalog)
        translation = in_language(page, language, own_name(language), say, table(catalog))
        (site / f"{language}.html").write_text(translation, encoding="utf-8")
        followed = as_json(manifest_in(manifest, language, say))
        (site / f"assets/manifest.{language}.webmanifest").write_text(followed, encoding="utf-8")


def usable(language: str) -> Catalog | None:
    """The catalogue of a language without what is missing or broken; None if it says too little."""
    catalog = read(language)
    messages = [message for message in template(sentences()) if message.id]
    fit = [message for message in messages if _can_be_shown(message, catalog.get(message.id))]
    for message in messages:
        if message not in fit:
            catalog.delete(english(message)[0])
    return catalog if len(fit) >= OFFERED * len(messages) else None


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
    return _replaced(page, " data-early=", f' data-languages="{" ".join(tags)}" data-early=') if tags else page


def in_language(page: str, language: str, name: str, say: Say, said_by_python: Table) -> str:
    """The English `page` in another language, which calls itself `name`."""
    page = translated(page, say)
    page = _replaced(page, '<html lang="en"', f'<html lang="{language}"')
    page = _replaced(page, "assets/manifest.webmanifest", f"assets/manifest.{language}.webmanifest")
    page = page.replace("<cite>", '<cite lang="en">')  # the game's own name
    for tag in ("h2", "span"):
        page = _replaced(page, f'<{tag} translate="no">English<', f'<{tag} translate="no">{escape(name)}<')
    held = as_json(said_by_python).replace("<", r"\u003c")
    page = _replaced(page, "</body>", f'<script type="application/json" id="sentences">{held}</script>\n  </body>')
    return re.sub(r"\n\s+", "\n", re.sub(r"<!--.*?-->", "", page))


def _replaced(page: str, old: str, new: str) -> str:
    if page.count(old) != 1:
        raise ValueError(f"the page should have {old} once")
    return page.replace(old, new)


def manifest_in(manifest: Mapping[str, object], language: str, say: Say) -> dict[str, object]:
    """The manifest of the page in another language; it is the same app."""
    description = say(str(manifest["description"])) or manifest["description"]
    return {**manifest, "lang": language, "description": description, "start_url": f"../{language}.html"}


# --- Python's sentences -------------------------------------------------------------------


def table(catalog: Catalog) -> Table:
    """What Python says in the language of `catalog`."""
    folder = WORDS.relative_to(ROOT).as_posix()
    wanted = {one.english for one in sentences() if one.where.startswith(folder)}
    messages = [message for message in catalog if english(message)[0] in wanted]
    alone = {english(one)[0]: forms(one)[0] for one in messages if isinstance(one.id, str)}
    assert catalog.locale is not None
    indexes = categories(catalog.locale, catalog.plural_expr)
    counted = {english(one)[0]: _by_category(forms(one), indexes) for one in messages if not isinstance(one.id, str)}
    return {"sentences": by_key(alone), "counted": by_key(counted)}


def by_key(found: Mapping[str, Said]) -> dict[str, Said]:
    """The same by what Python looks it up by. Raises ValueError if two have the same key."""
    keyed = {key(sentence): said for sentence, said in found.items()}
    if len(keyed) < len(found):
        raise ValueError("two sentences have the same key: say one of them otherwise")
    return keyed


def categories(locale: Locale, plural_expression: str) -> dict[str, int]:
    """Which form of a catalogue goes with each category of plural that CLDR has for whole numbers."""
    form = c2py(plural_expression)
    pairs = {(locale.plural_form(number), form(number)) for number in (*range(HIGHEST), 10**6)}
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"the plurals of {locale} are not those of CLDR: {sorted(pairs)}")
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
