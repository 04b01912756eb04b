"""Builds the other languages: a page for each, which shows its texts before Python starts, its manifest and catalogs.

Python's messages are in compiled gettext catalogs: one for the start, and one for each archive of modules that load
later. The English page gets links to the other languages. It is minified like the others, which saves more than these
links cost.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from html import escape
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo

from assets.build.catalogs import Key, broken, forms, key, languages, locale_of, read, said
from assets.build.extraction import WORDS, template
from assets.build.page_texts import Say, translated
from assets.build.project import ROOT
from assets.build.site import LATER

OFFERED = 0.9
"""The share of all messages that a language must translate to be offered; the rest is shown in English."""

CURRENT = ' aria-current="true"'
ENGLISH = f'<li><a href="./" hreflang="en" lang="en"{CURRENT}>English</a></li>'
ENGLISH_OPTION = '<option value="en" lang="en" translate="no">English</option>'
GETTEXT = "words/gettext.pack"
"""The archive with the standard library's gettext module, which an English page does not need."""

START = "start"
"""The name of the catalog for the start, beside those of the archives."""


def write(site: Path) -> None:
    """Write all languages that are offered into `site`, beside its English page."""
    spoken = {language: whole for language in languages() if (whole := usable(language)) is not None}
    page = with_choices((site / "index.html").read_text(encoding="utf-8"), [*spoken])
    (site / "index.html").write_text(small(page), encoding="utf-8")
    manifest = json.loads((site / "assets/manifest.webmanifest").read_text(encoding="utf-8"))
    (site / "words").mkdir(exist_ok=True)
    for language, catalog in spoken.items():
        say = sayer(catalog)
        translation = in_language(page, language, own_name(language), say)
        files = {f"{language}.html": translation.encode()}
        files[f"assets/manifest.{language}.webmanifest"] = as_json(manifest_in(manifest, language, say)).encode()
        files |= {catalog_file(archive, language): one for archive, one in compiled(catalog).items()}
        for name, content in files.items():
            (site / name).write_bytes(content)


def catalog_file(archive: str, language: str) -> str:
    """Return the path of the compiled catalog for the modules of `archive`."""
    return f"words/{archive}.{language}.mo"


def usable(language: str) -> Catalog | None:
    """Return a language's catalog with the messages that can be shown; None if they are too few."""
    catalog = read(language)
    messages = [message for message in template() if message.id]
    unfit = [message for message in messages if not _can_be_shown(message, catalog.get(message.id, message.context))]
    for message in unfit:
        catalog.delete(message.id, message.context)
    return catalog if len(messages) - len(unfit) >= OFFERED * len(messages) else None


def _can_be_shown(message: Message, translation: Message | None) -> bool:
    if translation is None or translation.fuzzy:
        return False
    return said(translation) and not broken(message, translation)


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


def in_language(page: str, language: str, name: str, say: Say) -> str:
    """Return the English `page` in another language, whose own name is `name`."""
    page = translated(page, say)
    page = _replaced(page, '<html lang="en" data-language="en"', f'<html lang="{language}" data-language="{language}"')
    page = _replaced(page, "assets/manifest.webmanifest", f"assets/manifest.{language}.webmanifest")
    page = page.replace("<cite>", '<cite lang="en">')  # the game's own name
    page = _replaced(page, '<span translate="no">English<', f'<span translate="no">{escape(name)}<')
    here = f' hreflang="{language}" lang="{language}"'
    page = _replaced(_replaced(page, CURRENT, ""), here, here + CURRENT)
    for tag in ('label for="language"', 'h2 id="languages-title"'):
        title = re.search(f"<{tag}>([^<]*)<", page)
        if title:  # so that a person who cannot read this language finds the choice
            page = _replaced(page, title[0], f'<{tag}>{title[1]} <span lang="en">(Language)</span><')
    needed = (GETTEXT, catalog_file(START, language))
    early = "".join(f'<link rel="prefetch" href="./{file}" />' for file in needed)
    return small(_replaced(page, "</head>", f"{early}</head>"))


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


def compiled(catalog: Catalog) -> dict[str, bytes]:
    """Return Python's messages in `catalog`'s language as compiled catalogs: for the start, and for each archive."""
    needed = needed_by()
    created, revised = catalog.creation_date, catalog.revision_date  # not now: equal texts yield equal files
    parts = {archive: Catalog(catalog.locale, creation_date=created, revision_date=revised) for archive in needed}
    for message in catalog:
        for archive, keys in needed.items():
            if message.id and key(message) in keys:
                parts[archive].add(message.id, message.string, context=message.context)
    return {archive: _compiled(part) for archive, part in parts.items()}


def _compiled(catalog: Catalog) -> bytes:
    content = BytesIO()
    write_mo(content, catalog)
    return content.getvalue()


def needed_by() -> dict[str, set[Key]]:
    """Return Python's messages by the archive that first needs them, with those of the start first."""
    folder = WORDS.relative_to(ROOT).as_posix()
    needed: dict[str, set[Key]] = {archive: set() for archive in (START, *LATER)}
    for message in template():
        files = [file for file, _ in message.locations if file.startswith(folder)]
        archives = {_archive_of(file) for file in files}
        for archive in {START} if START in archives else archives:
            needed[archive].add(key(message))
    return needed


def _archive_of(file: str) -> str:
    return next((archive for archive, places in LATER.items() if file.startswith(places)), START)


def as_json(content: object) -> str:
    """Return `content` as JSON with as few characters as possible."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
