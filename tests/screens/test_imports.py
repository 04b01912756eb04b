"""Every module of the page can be imported without a browser, so that every screen can be tested without one."""

from __future__ import annotations

from importlib import import_module

from assets.build.project import GAME, ROOT
from tests.screens.dom import Document, browser


def test_every_module_of_the_page_can_be_imported() -> None:
    Document()
    files = [file for file in sorted((GAME / "browser").rglob("*.py")) if file.stem != "__init__"]
    with browser():
        for file in files:
            import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    assert len(files) > 100
