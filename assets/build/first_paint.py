"""Inlines the files that block the first paint into every page, so that the title needs no other file.

The templates of screens that are loaded later are taken out, and become files of their own.

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
LARGE = re.compile(r'data-large="([^"]*)"')
LANGUAGE = re.compile(r'data-language="?([\w-]+)')
TEMPLATE = re.compile(r'<template id="?[\w-]+"? data-archive="?(\w+)"?>.*?</template>\s*', re.DOTALL)

LATER = (
    "*.pack",
    "python.head",
    "vendor/pyodide/*.wasm",
    "words/*.pack",
    "assets/css/*.css",
    "vendor/nostr/*.js",
    "vendor/uqr/*.mjs",
)
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
        page, templates = apart(page)
        for archive, content in templates.items():
            (site / f"words/{archive}.{language}.html").write_text(content, encoding="utf-8")
        page = put_into(page, rules, script, digests(site, language))
        file.write_text(LARGE.sub(lambda it: f"{it[0]} data-bytes={size_of(site, it[1])}", page), encoding="utf-8")


def apart(page: str) -> tuple[str, dict[str, str]]:
    """Return `page` without the templates of archives, and these templates by archive."""
    templates: dict[str, str] = {}
    for template in TEMPLATE.finditer(page):
        templates[template[1]] = templates.get(template[1], "") + template[0]
    return TEMPLATE.sub("", page), templates


def name_by_contents(site: Path) -> None:
    """Add a digest to the names of the packed files that each page of the folder `site` fetches first.

    The browser verifies a digest of an attribute only when a file is complete. These are unpacked while they arrive.
    """
    pages = [*site.glob("*.html")]
    (large,) = LARGE.findall(pages[0].read_text(encoding="utf-8"))
    for name in large.split():
        if not name.endswith(".xz"):
            continue
        file = site / name
        whole, part, *kinds = file.name.split(".")
        named = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
        new = file.rename(file.with_name(".".join([whole, part, named, *kinds])))
        for page in pages:
            text = page.read_text(encoding="utf-8")
            page.write_text(text.replace(name, name.replace(file.name, new.name)), encoding="utf-8")


def size_of(site: Path, files: str) -> int:
    """Return the size in bytes of the `files` of a first visit, with which the page shows its progress."""
    return sum((site / file).stat().st_size for file in files.split())


def digests(site: Path, language: str) -> dict[str, str]:
    """Return the digests of the files that the page in `language` fetches later, by their address."""
    files = [file for pattern in (*LATER, f"words/*.{language}.*") for file in sorted(site.glob(pattern))]
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
