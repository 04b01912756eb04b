"""Pages in other languages: a pseudo-locale, in which every message is in brackets, and the real translations."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

from babel.messages import Catalog

from assets.build import first_paint, single
from assets.build import site as building
from assets.build.catalogs import languages
from assets.build.extraction import template
from assets.build.languages import (
    GETTEXT,
    as_json,
    catalog_file,
    compiled,
    in_language,
    manifest_in,
    sayer,
    small,
    usable,
    with_choices,
)
from assets.build.page_texts import has_letters
from assets.build.project import DIST

PSEUDO = "en-XA"
"""The Unicode code of the pseudo-locale."""

KEPT = re.compile(r"(<[^>]*>|\{[^}]*\})")
"""Tags and placeholders, which stay unchanged."""

BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")


def pseudo(english: str) -> str:
    """Return `english` in brackets and a third longer. Around placeholders alone, only add brackets."""
    words = KEPT.sub(" ", english).split()
    if not has_letters("".join(words)):
        return english
    longer = " ".join(words[: max(1, round(len(words) / 3))])
    return f"⟦{english} {longer}⟧"


def pseudo_catalogs() -> dict[str, bytes]:
    """Return the compiled catalogs of the pseudo-locale, which has the plural forms of English."""
    catalog = Catalog("en")
    for message in template():
        if message.id:
            string = pseudo(message.id) if isinstance(message.id, str) else tuple(map(pseudo, message.id))
            catalog.add(message.id, string, context=message.context)
    return compiled(catalog)


def as_in_dist(page: str) -> str:
    """Return `page` with the style, the first script, the names and the digests that the pages of dist/ contain."""
    built = (DIST / "index.html").read_text(encoding="utf-8")
    rules, script = (re.findall(part, built, re.DOTALL)[0] for part in (single.STYLE, single.BOOT))
    (large,) = first_paint.LARGE.findall(built)
    page = first_paint.LARGE.sub(f'data-large="{large}"', page)
    return first_paint.put_into(page, rules, script, first_paint.digests(DIST, PSEUDO))


def write_pseudo(folder: Path) -> None:
    """Put the page and its manifest into `folder`."""
    building.write_page(folder, building.state_of_sources())
    english = with_choices((folder / "index.html").read_text(encoding="utf-8"), languages())
    first = '<li><a href="./de.html"'
    english = english.replace(
        first, f'<li><a href="./{PSEUDO}.html" hreflang="{PSEUDO}" lang="{PSEUDO}">Pseudo</a></li>{first}'
    )
    (folder / "index.html").unlink()
    page = in_language(english, PSEUDO, "Pseudo", pseudo)
    (folder / f"{PSEUDO}.html").write_text(as_in_dist(page), encoding="utf-8")
    for archive, catalog in pseudo_catalogs().items():
        (folder / f"{archive}.{PSEUDO}.mo").write_bytes(catalog)
    manifest = (DIST / "assets/manifest.webmanifest").read_text(encoding="utf-8")
    (folder / f"manifest.{PSEUDO}.webmanifest").write_text(as_json(manifest), encoding="utf-8")


def write_two(site: Path) -> None:
    """Make a build like dist/ in `site`, in English and in pseudo-German."""
    shutil.copytree(DIST, site)
    building.write_page(site, building.state_of_sources())
    (site / "service-worker.js").unlink()  # it is not one of the files that it caches
    (site / "words").mkdir(exist_ok=True)
    page = with_choices((site / "index.html").read_text(encoding="utf-8"), ["de"])
    (site / "index.html").write_text(as_in_dist(small(page)), encoding="utf-8")
    for old in (*site.glob("*.html"), *site.glob("assets/manifest.*.webmanifest"), *site.glob("words/*")):
        if old not in (site / "index.html", site / GETTEXT):
            old.unlink()
    german = in_language(page, "de", "Deutsch", pseudo)
    (site / "de.html").write_text(as_in_dist(german), encoding="utf-8")
    for archive, catalog in pseudo_catalogs().items():
        (site / catalog_file(archive, "de")).write_bytes(catalog)
    manifest = json.loads((site / "assets/manifest.webmanifest").read_text(encoding="utf-8"))
    (site / "assets/manifest.de.webmanifest").write_text(as_json(manifest_in(manifest, "de", pseudo)), encoding="utf-8")
    building.bundle_service_worker(site)


def untranslated(text: str) -> str:
    """Return the part of `text` outside brackets."""
    while (shorter := BRACKETED.sub(" ", text)) != text:
        text = shorter
    return " ".join(text.split())


@cache
def saying(language: str) -> Callable[[str], str] | None:
    """Return a translator of English texts into an offered language, or None if it is not offered."""
    catalog = usable(language)
    if catalog is None:
        return None
    say = sayer(catalog)
    return lambda text: say(text) or text
