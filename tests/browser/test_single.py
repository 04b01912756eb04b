"""The single-file edition, opened from disk without a server or network."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from assets.build import project, site
from assets.build.single import one_file
from game.core import Variant
from game.core.record import Game, Team
from game.history.game_link import packed
from tests.browser.table import Person, follow
from tests.conftest import Complaints

MOST = 8_000_000
"""Maximum size of the file in bytes."""


def speaks(person: Person, language: str, solo: str) -> None:
    """Check that the title is in this language, in which `solo` is the name of a button."""
    expect(person.page.locator(f"html[lang={language}][data-ready=true]")).to_be_attached(timeout=60_000)
    expect(person.button(solo)).to_be_visible()


def test_the_single_file_runs_from_disk_in_each_language(
    new_page: Callable[..., Page], complaints: Complaints, tmp_path: Path
) -> None:
    file = tmp_path / "one-mind.html"
    file.write_text(one_file(project.DIST, site.bundled), encoding="utf-8")
    assert file.stat().st_size <= MOST
    complaints.expect(f"foreign: {file.as_uri()}")
    page = new_page(offline=True, reduced_motion="reduce", locale="de-DE")
    person = Person.arrive(page, file.as_uri())
    speaks(person, "de", "Solo spielen")
    page.locator("#title [popovertarget=languages]").click()
    page.get_by_role("link", name="English").click()
    speaks(person, "en", "Play solo")
    for language, chosen in (("de", "Solo spielen"), ("en", "Play solo")):
        page.locator("#title [popovertarget=settings]").click()
        page.locator("#language").select_option(language)
        speaks(person, language, chosen)
    expect(person.button("Play together")).to_be_hidden()
    person.button("Try it").click()
    person.shows(phase="play", level=0, seats=3, variant="classic")
    person.leave()
    person.sit_down(3)
    person.play_level()
    person.shows(level=2, lives=3)
    person.come_back()
    person.shows(phase="focus", level=2, lives=3)
    loaded = page.evaluate("document.fonts.ready.then((fonts) => [...fonts].map((face) => face.status))")
    assert loaded == ["unloaded", "loaded"]  # the font of other scripts is not loaded
    person.leave()
    follow(page, "#challenge=" + packed(Game(Variant(), Team.unnamed(2), seed="seed")))
    expect(person.page.locator("#offer").get_by_role("button", name="Play solo")).to_be_visible()
    expect(person.button("Play together")).to_be_hidden()
