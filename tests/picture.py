"""Take the README's picture again: a table of four in the middle of a game."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.table import ME, Person, saved_game
from tests.web import chromium_options, served

PICTURE = Path(__file__).parents[1] / ".github/table.png"
LEVEL = 7


def main() -> None:
    """Play half a level and take the picture."""
    with sync_playwright() as playwright, served() as site:
        browser = playwright.chromium.launch(**chromium_options())
        page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        saved = json.dumps(saved_game("classic", 4, until=lambda state: state.level == LEVEL))
        page.add_init_script(f"localStorage.setItem('one-mind/game', {saved})")
        person = Person.arrive(page, site)
        person.begin()
        person.play_on(until=lambda state: len(state.hands[ME]) <= LEVEL // 2)
        page.mouse.move(0, 0)
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
