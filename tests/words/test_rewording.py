"""Replacing English texts in the sources and in all catalogs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog

from assets.build import catalogs, extraction, rewording
from assets.build.rewording import reword

PAGE = '<p aria-label="Rules">All of\n  <em>you</em> play.</p>\n'
MODULE = """\
SAYS_STOP = Message("{name} says stop.")
NO_STARS = Message("no stars", "a number of throwing stars")
VARIANT = Message("no stars", "a variant")
LIVES = Plural("one life", "{number} lives", NO_LIVES)
"""


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder with a page, a manifest, a module, and a German catalog that translates them."""
    words = tmp_path / "game/words"
    folder = words / "languages"
    folder.mkdir(parents=True)
    files = {"page.html": PAGE, "app.json": '{"description": "A game."}', "game/words/table.py": MODULE}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    for module in (extraction, rewording, catalogs):
        places = {"ROOT": tmp_path, "PAGE": tmp_path / "page.html", "MANIFEST": tmp_path / "app.json", "WORDS": words}
        places |= {"FOLDER": folder, "TEMPLATE": folder / "messages.pot"}
        for name, path in places.items():
            if hasattr(module, name):
                monkeypatch.setattr(module, name, path)
    extraction.template.cache_clear()
    catalogs.update("de")
    german = catalogs.read("de")
    for message in german:
        if message.id:
            message.string = "deutsch" if isinstance(message.id, str) else ("ein Leben", "{number} Leben")
    catalogs.write(german, catalogs.file_of("de"))
    yield tmp_path
    extraction.template.cache_clear()


Change = tuple[str | tuple[str, str], str | tuple[str, str], str | None, bool]


def change(folder: Path, *changes: Change) -> None:
    """Reword messages: their old and new texts, their context, and whether the meaning changes."""
    catalog = Catalog("en")
    for old, new, context, means_otherwise in changes:
        catalog.add(old, new, context=context, flags={"fuzzy"} if means_otherwise else set())
    catalogs.write(catalog, folder / "en.po")
    reword(folder / "en.po")


def test_a_reworded_message_keeps_its_translations(sources: Path) -> None:
    change(
        sources,
        ("{name} says stop.", "{name} stops play.", None, False),
        ("no stars", "without stars", "a variant", False),
        (("one life", "{number} lives"), ("1 life", "{number} lives"), None, False),
        ("All of <em>you</em> play.", "<em>You</em> all play.", None, False),
        ("Rules", "How to play", None, False),
        ("A game.", "A card game.", None, False),
    )
    assert (sources / "page.html").read_text() == '<p aria-label="How to play"><em>You</em> all play.</p>\n'
    assert (sources / "app.json").read_text() == '{"description": "A card game."}'
    assert (
        (sources / "game/words/table.py").read_text()
        == """\
SAYS_STOP = Message("{name} stops play.")
NO_STARS = Message("no stars", "a number of throwing stars")
VARIANT = Message("without stars", "a variant")
LIVES = Plural("1 life", "{number} lives", NO_LIVES)
"""
    )
    assert [one.kind for one in catalogs.troubles("de") if one.kind != "broken"] == []
    german = catalogs.read("de")
    assert [one.string for one in german if one.fuzzy and one.id] == []


def test_a_changed_meaning_leaves_a_fuzzy_translation(sources: Path) -> None:
    change(sources, ("{name} says stop.", "{name} concentrates.", None, True))
    german = catalogs.read("de").get("{name} concentrates.")
    assert german is not None and german.fuzzy
    assert german.previous_id == ["{name} says stop."]


def test_a_long_text_is_wrapped_in_the_source(sources: Path) -> None:
    long = " ".join(["word"] * 40)
    change(sources, ("{name} says stop.", f"{{name}}: {long}", None, False))
    source = (sources / "game/words/table.py").read_text()
    assert max(map(len, source.splitlines())) <= 120
    assert f"{{name}}: {long}" in {str(message.id) for message in extraction.template()}


def test_a_message_that_does_not_exist_is_refused(sources: Path) -> None:
    with pytest.raises(ValueError, match="no such message"):
        change(sources, ("Nonsense", "Sense", None, False))
    assert (sources / "page.html").read_text() == PAGE
