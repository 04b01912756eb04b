"""The messages of the sources, extracted by Babel: its own extractor reads game/words, and ours index.html."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import IO, Any

from babel.messages import Catalog
from babel.messages.extract import extract_from_file

from assets.build import page_texts
from assets.build.project import ROOT, version

PAGE, WORDS, MANIFEST = ROOT / "index.html", ROOT / "game/words", ROOT / "assets/manifest.webmanifest"

PROJECT = "One Mind"

KEYWORDS: Any = {"Message": {1: (1,), 2: (1, (2, "c"))}, "Plural": (1, 2)}
"""The arguments with the texts, and with the context, of the classes in `game/words/language.py`."""

COMMENTS = ["Translators:"]
"""How a comment for translators begins."""

Extracted = Iterator[tuple[int, None, str, list[str]]]


def from_page(fileobj: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Extracted:
    """Extract the texts of a page: an extractor for Babel."""
    for one in page_texts.texts(fileobj.read().decode()):
        yield one.line, None, one.text, [*one.comments]


def from_manifest(fileobj: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Extracted:
    """Extract the description in the manifest of the app: an extractor for Babel."""
    yield 1, None, json.load(fileobj)["description"], ["Translators: What the app is, where it is installed."]


@cache
def template() -> Catalog:
    """Return a catalog with all messages to translate, without translations."""
    catalog = Catalog(project=PROJECT, version=version())
    sources: list[tuple[Path, Any]] = [
        (PAGE, from_page),
        (MANIFEST, from_manifest),
        *((file, "python") for file in sorted(WORDS.rglob("*.py"))),
    ]
    for file, method in sources:
        place = file.relative_to(ROOT).as_posix()
        for line, text, comments, context in extract_from_file(method, file, KEYWORDS, COMMENTS):
            catalog.add(text, None, [(place, line)], auto_comments=comments, context=context)
    for message in catalog:
        message.flags.discard("python-format")  # Babel takes "100 % if" for a format
    return catalog
