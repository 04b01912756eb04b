"""Inlines the files that block the first paint into every page, so that the title needs no other file.

Each page also gets the digests of the files that it fetches later, so that it never mixes two versions. All this comes
before the page's Content Security Policy, which forbids inline code after it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

STYLE = '<link rel=stylesheet href="./assets/css/style.css" />'
SCRIPT = re.compile(r'<script src="./assets/boot\.js"([^>]*)></script>')
LANGUAGE = re.compile(r'data-language="?([\w-]+)')

LATER = ("*.pack", "words/*.pack", "assets/css/*.css", "vendor/nostr/*.js", "vendor/uqr/*.mjs")
"""The files that a page fetches in other requests, perhaps when the server already has another version."""


def put_into_pages(site: Path) -> None:
    """Inline the style and the first script into each page of the folder `site`, and delete their files."""
    style, boot = site / "assets/css/style.css", site / "assets/boot.js"
    rules = style.read_text(encoding="utf-8").replace("url(../../", "url(./")
    script = boot.read_text(encoding="utf-8")
    style.unlink()
    boot.unlink()
    for file in site.glob("*.html"):
        page = file.read_text(encoding="utf-8")
        (language,) = LANGUAGE.findall(page)
        file.write_text(put_into(page, rules, script, digests(site, language)), encoding="utf-8")


def digests(site: Path, language: str) -> dict[str, str]:
    """Return the digests of the files that the page in `language` fetches later, by their address."""
    files = [file for pattern in (*LATER, f"words/*.{language}.mo") for file in sorted(site.glob(pattern))]
    return {f"./{file.relative_to(site).as_posix()}": digest(file.read_bytes()) for file in files}


def digest(content: bytes) -> str:
    """Return the digest of a file's content, as the browser verifies it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"


def put_into(page: str, rules: str, script: str, later: Mapping[str, str]) -> str:
    """Return `page` with the `rules` of its style, the first `script` and the digests of `later` files inlined.

    Raises ValueError unless the page refers to the style and the script exactly once.
    """
    listed = f'<script type="application/json" id="digests">{json.dumps(dict(later), separators=(",", ":"))}</script>'
    whole, found = SCRIPT.subn(lambda it: f"{listed}<script{it[1]}>{script}</script>", page)
    if (page.count(STYLE), found) != (1, 1):
        raise ValueError("the page should ask for the style and the first script once")
    return whole.replace(STYLE, f"<style>{rules}</style>")
