"""Pages in other languages: a pseudo-locale, in which every message is in brackets, and the real translations."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

from assets.build import first_paint, single
from assets.build import site as building
from assets.build.catalogues import languages, sentences
from assets.build.languages import (
    as_json,
    in_language,
    later_file,
    manifest_in,
    said_where,
    sayer,
    small,
    table,
    usable,
    with_choices,
)
from assets.build.project import DIST
from assets.build.sentences import has_letters

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


def pseudo_table(archive: str = "") -> str:
    """Return the pseudo-locale catalog of Python, for the start or for the modules of `archive`."""
    spoken = {one.english: one.more for one in sentences() if one.english in said_where()[archive]}

    def lines(one: str, more: str) -> list[str]:
        return [f"one\t{pseudo(one)}", f"other\t{pseudo(more)}"] if more else [pseudo(one)]

    return table({one: lines(one, more) for one, more in spoken.items()})


def as_in_dist(page: str) -> str:
    """Return `page` with the style and the first script that the pages of dist/ contain."""
    built = (DIST / "index.html").read_text(encoding="utf-8")
    rules, script = (re.findall(part, built, re.DOTALL)[0] for part in (single.STYLE, single.BOOT))
    return first_paint.put_into(page, rules, script)


def write_pseudo(folder: Path) -> None:
    """Put the page and its manifest into `folder`."""
    building.write_page(folder, building.state_of_sources())
    english = with_choices((folder / "index.html").read_text(encoding="utf-8"), languages())
    (folder / "index.html").unlink()
    page = in_language(english, PSEUDO, "Pseudo", pseudo, pseudo_table())
    (folder / f"{PSEUDO}.html").write_text(as_in_dist(page), encoding="utf-8")
    for archive in building.LATER:
        (folder / f"{archive}.{PSEUDO}.txt").write_text(pseudo_table(archive), encoding="utf-8")
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
        if old.name != "index.html":
            old.unlink()
    german = in_language(page, "de", "Deutsch", pseudo, pseudo_table())
    (site / "de.html").write_text(as_in_dist(german), encoding="utf-8")
    for archive in building.LATER:
        (site / later_file(archive, "de")).write_text(pseudo_table(archive), encoding="utf-8")
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
