"""Every module of the page can be imported without a browser, and a screen without the connections to other pages."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from assets.build.project import GAME, ROOT
from tests.screens.dom import IMPORTED, browser


def test_every_module_of_the_page_can_be_imported() -> None:
    files = [file for file in sorted((GAME / "browser").rglob("*.py")) if file.stem != "__init__"]
    for file in files:
        import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    assert len(files) > 100


@pytest.mark.parametrize(
    "name",
    [
        "clubs.club_screens",
        "online.big_screen",
        "online.choice_screen",
        "online.lobby_screen",
        "online.table.at_table",
        "online.ways_in.pairing_dialog",
    ],
)
def test_a_screen_imports_no_transport(name: str) -> None:
    with browser({"js": IMPORTED["js"]}):
        import_module(f"game.browser.{name}")
        assert not [module for module in sys.modules if module.startswith("game.browser.webrtc")]
