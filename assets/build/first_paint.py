"""Inlines the files that block the first paint into every page, so that the title needs no other file.

They come before the page's Content Security Policy, which forbids inline code after it.
"""

from __future__ import annotations

import re
from pathlib import Path

STYLE = '<link rel=stylesheet href="./assets/css/style.css" />'
SCRIPT = re.compile(r'<script src="./assets/boot\.js"([^>]*)></script>')


def put_into_pages(site: Path) -> None:
    """Inline the style and the first script into each page of the folder `site`, and delete their files."""
    style, boot = site / "assets/css/style.css", site / "assets/boot.js"
    rules = style.read_text(encoding="utf-8").replace("url(../../", "url(./")
    script = boot.read_text(encoding="utf-8")
    for file in site.glob("*.html"):
        file.write_text(put_into(file.read_text(encoding="utf-8"), rules, script), encoding="utf-8")
    style.unlink()
    boot.unlink()


def put_into(page: str, rules: str, script: str) -> str:
    """Return `page` with the `rules` of its style and the first `script` inlined.

    Raises ValueError unless the page refers to each of them exactly once.
    """
    whole, found = SCRIPT.subn(lambda it: f"<script{it[1]}>{script}</script>", page)
    if (page.count(STYLE), found) != (1, 1):
        raise ValueError("the page should ask for the style and the first script once")
    return whole.replace(STYLE, f"<style>{rules}</style>")
