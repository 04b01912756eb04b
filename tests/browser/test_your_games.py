"""Finished games: stored on this device only, to be viewed, moved and deleted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, expect

from game.core import Phase, State
from game.core.game_text import write
from game.core.record import Game
from game.core.result import Result
from game.history.finished_game import FinishedGame
from game.history.finished_games import from_text
from tests.browser.conftest import Come
from tests.browser.party import SOON, Member
from tests.browser.past import some_games, stored
from tests.browser.table import Person, saved_game
from tests.history.games import listed

KEPT = "localStorage.getItem('one-mind/games')"
SVG = "{http://www.w3.org/2000/svg}"
NOTED = "localStorage.getItem('one-mind/noted-games')"


def look_back(person: Person) -> None:
    person.button("Your games").click()
    expect(person.page.locator("#games-screen")).to_be_visible(timeout=SOON)


def open_game(person: Person | Member, number: int = 0) -> Locator:
    """Open a game of the list in full, by default the newest, and return it."""
    person.page.locator(".list button").nth(number).click()
    game = person.page.locator("#one-game")
    expect(game.locator(".outcome")).to_be_focused()
    return game


def unfold_storage(person: Person) -> None:
    person.page.get_by_text("Storage", exact=True).click()


def share(person: Person) -> Locator:
    """Open the dialog that shares the game shown in full, and return it."""
    person.button("Share this game").click()
    return person.page.locator("#sharing")


def way(person: Person, title: str) -> Locator:
    """Return one way in the open dialog for sharing."""
    return person.page.locator(".means").filter(has=person.page.get_by_role("heading", name=title, exact=True))


def link_of(person: Person, title: str) -> str:
    """Return the link of one way in the open dialog for sharing."""
    return way(person, title).locator("textarea").input_value()


def items(person: Person) -> list[str]:
    return person.page.locator(".list b").all_inner_texts()


def told(person: Person, sentence: str) -> None:
    expect(person.page.locator("#games-status")).to_have_text(sentence)


def almost_won(state: State) -> bool:
    """Whether six cards are left of the last level."""
    return state.level == state.levels and state.phase is Phase.PLAY and sum(map(len, state.hands)) == 6


def test_a_won_game_is_stored_and_its_blind_continuation_is_added_to_it(come: Come) -> None:
    person = come(saved=saved_game("classic", 2, until=almost_won))
    person.play_on(until=lambda state: state.phase is Phase.WON)
    person.shows(phase="won")
    assert person.page.evaluate("localStorage.getItem('one-mind/ended')") == "yes"  # the first game to end
    person.unfold()
    person.button("Continue blind").click()
    person.shows(phase="focus", blind="true")
    person.lose()
    person.unfold()
    person.button("Home").click()
    look_back(person)
    told(person, "One game, saved on this device only.")
    game = open_game(person)
    expect(game.locator(".outcome")).to_have_text(re.compile(r"Won, then lost at blind level \d+ of 12"))
    expect(game.locator("[data-part=level]")).to_have_text(re.compile(r"Blind level \d+ of 12"))
    expect(game).to_contain_text("Classic, 2 players")
    expect(game.locator("[data-part=tempo]")).to_contain_text("in sync")
    assert person.page.evaluate(NOTED) is None


def test_many_games_are_archived_without_opening_the_list(come: Come) -> None:
    games = {str(number): noted(some_games()[-1]) for number in range(20)}
    storage = {"one-mind/noted-games": json.dumps(games)}
    person = come(saved=saved_game("classic", 2, until=almost_won), storage=storage)
    person.play_on(until=lambda state: state.phase is Phase.WON)
    person.page.wait_for_function(f"() => {NOTED} === null")
    assert len(from_text(person.page.evaluate(KEPT)).all) == 21


@pytest.mark.needs("made file")
def test_games_move_from_one_browser_to_another_as_a_file(come: Come, tmp_path: Path) -> None:
    person, other = come(storage=stored(some_games())), come(storage=stored(some_games()[:1]))
    look_back(person)
    unfold_storage(person)
    with person.page.expect_download() as download:
        person.button("Export to a file").click()
    assert download.value.suggested_filename == "one-mind-games.json"
    file = tmp_path / "games.json"
    download.value.save_as(file)
    assert file.read_text() == listed(some_games()).to_text()
    look_back(other)
    unfold_storage(other)
    for sentence in ("Three games imported.", "No new games in this file."):
        take_in(other, file)
        told(other, sentence)
    assert items(other) == items(person)
    other.come_back()
    look_back(other)
    assert items(other) == items(person)


def take_in(person: Person, file: Path) -> None:
    with person.page.expect_file_chooser() as chooser:
        person.button("Import from a file").click()
    chooser.value.set_files(file)


def noted(game: FinishedGame) -> str:
    """Return a game as recorded by a page that received only a part of it."""
    told = game.summary
    end = Result(told.level, told.lives, told.stars, told.won, told.blind)
    return write(Game(game.variant, game.team, result=end, ended=game.ended))


DRAWN = """
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob) => {
        if (blob.type === "image/svg+xml") window.drawn = blob.text();
        return createObjectURL(blob);
    };"""


def drawn(person: Person) -> set[str]:
    """Return the texts of the saved picture."""
    return {text.text or "" for text in ElementTree.fromstring(person.page.evaluate("drawn")).iter(f"{SVG}text")}


@pytest.mark.needs("made file")
def test_the_pictures_of_a_game_and_of_a_level_are_saved_as_images_that_explain_themselves(come: Come) -> None:
    person = come(storage=stored(some_games()), script=DRAWN)
    look_back(person)
    open_game(person)
    share(person)
    with person.page.expect_download() as download:
        person.button("Save the chart").click()
    assert download.value.suggested_filename == "one-mind-game.png"
    content = download.value.path().read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 30_000
    told = {"One Mind", "Won: all 8 levels", "Classic, 4 players", "Level 8", "Fox", "Ada", "too soon", "set aside"}
    assert drawn(person) >= told | {person.page.url.split("?")[0]}
    assert "You" not in drawn(person)
    person.page.keyboard.press("Escape")
    person.button("Back").click()
    person.button("Back").click()
    person.sit_down()
    person.play_level()
    person.button("Were you in sync?").click()
    picture = person.page.locator("#picture")
    result = picture.locator("[data-part=result]").inner_text()
    assert re.fullmatch(r"\d+% in sync|Too few cards at this level to compare\.", result)
    expect(picture.get_by_text("100% in sync: you and a teammate")).to_be_visible(visible=result.endswith("in sync"))
    expect(picture.locator("[data-part=waits] tbody th")).to_have_text(["You", *person.names()])
    expect(picture.locator("[data-part=example]")).to_contain_text("per step.")
    with person.page.expect_download() as download:
        person.button("Save the chart").click()
    assert download.value.suggested_filename == "one-mind-level.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    assert drawn(person) >= {"One Mind", "Classic, 2 players", "Level 1", "Fox", person.page.url.split("?")[0]}
