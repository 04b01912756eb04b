"""Finished games: stored on this device only, to be viewed, moved and deleted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, expect

from game.core import Phase, State
from game.core.game_text import write
from game.core.record import Game
from game.core.result import Result
from game.history.finished_game import FinishedGame
from game.history.shelf import Shelf, from_text
from tests.browser.party import SOON, Member, begin, seat, start
from tests.browser.past import some_games, stored
from tests.browser.table import Person, saved_game
from tests.browser.test_heard import seen_to_be_accessible
from tests.browser.test_sizes import SIZES, fits_sideways

Come = Callable[..., Person]

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
    return state.level == state.levels and state.phase is Phase.PLAY


def test_it_is_loaded_on_demand(come: Come) -> None:
    person = come(own=True)  # a page that has not loaded it yet
    asked = list[str]()
    person.page.on("request", lambda request: asked.append(request.url))
    person.sit_down()
    person.leave()
    assert not [url for url in asked if "history" in url]
    look_back(person)
    assert len([url for url in asked if url.endswith("history.pack")]) == 1
    person.button("Back").click()
    look_back(person)
    assert len([url for url in asked if url.endswith("history.pack")]) == 1
    told(person, "Games you finish will be listed here, to watch again or share. They stay on this device.")
    person.button("Play solo").click()
    person.button("Start").click()
    person.shows(level=1)


def test_a_won_game_is_stored_and_its_blind_continuation_is_added_to_it(come: Come) -> None:
    person = come(saved=saved_game("classic", 2, until=almost_won))
    person.play_on(until=lambda state: state.phase is Phase.WON)
    person.shows(phase="won")
    person.button("Home").click()
    look_back(person)
    told(person, "One game, saved on this device only.")
    game = open_game(person)
    expect(game.locator(".outcome")).to_have_text("Won: all 12 levels")
    expect(game.locator(".marks li")).to_have_count(12)
    expect(game).to_contain_text("Classic, 2 players")
    expect(game.locator("[data-part=tempo]")).to_contain_text("in sync")
    expect(game.locator("[data-part=level]")).to_have_text("Level 12 of 12")
    assert person.page.evaluate(NOTED) is None
    assert person.page.evaluate("localStorage.getItem('one-mind/ended')") == "yes"  # the first game to end
    person.button("Back").click()
    person.button("Back").click()
    person.button("Continue").click()
    person.button("Continue blind").click()
    person.shows(phase="focus", blind="true")
    lose(person)
    person.button("Home").click()
    look_back(person)
    told(person, "One game, saved on this device only.")
    expect(open_game(person).locator(".outcome")).to_have_text(re.compile(r"Won, then lost blind level \d+ of 12"))
    expect(game.locator("[data-part=level]")).to_have_text(re.compile(r"Blind level \d+ of 12"))


def lose(person: Person) -> None:
    """Play cards in any order until the last life is lost."""
    for _ in range(400):
        phase = person.data()["phase"]
        if phase in ("lost", "won"):
            person.look_on()
            return
        lay = person.page.locator(".lay[aria-pressed=false]:visible")
        if lay.count():
            lay.click()
        elif phase == "play" and person.playable.count():
            person.play()
        person.wait()
    raise AssertionError("this game does not come to its end")


def test_many_games_are_archived_without_opening_the_list(come: Come) -> None:
    games = {str(number): noted(some_games()[-1]) for number in range(20)}
    storage = {"one-mind/noted-games": json.dumps(games)}
    person = come(saved=saved_game("classic", 2, until=almost_won), storage=storage)
    person.play_on(until=lambda state: state.phase is Phase.WON)
    person.page.wait_for_function(f"() => {NOTED} === null")
    assert len(from_text(person.page.evaluate(KEPT)).games) == 21


def test_the_levels_of_a_game_are_turned_by_keys_and_readable_on_all_screens(come: Come) -> None:
    person = come(storage=stored(some_games()))
    look_back(person)
    game = open_game(person)
    title, drawing = game.locator("[data-part=level]"), game.locator("[data-part=drawing] svg")
    marks = some_games()[-1].summary.marks
    lost = max(level for level, mark in enumerate(marks, start=1) if mark in ("life", "both"))
    person.button("Previous level").click()
    for key, level in (("ArrowLeft", lost - 2), ("ArrowRight", lost - 1), ("ArrowRight", lost)):
        person.page.keyboard.press(key)
        expect(title).to_have_text(f"Level {level} of 8")
    expect(person.button("Previous level")).to_be_focused()
    expect(game.locator("[data-part=symbols]")).to_contain_text("too soon")
    for width, height in SIZES.values():
        person.page.set_viewport_size({"width": width, "height": height})
        texts = "all => Math.min(...all.map((one) => one.getBoundingClientRect().height))"
        assert drawing.locator("text").evaluate_all(texts) >= LOWEST_TEXT, (width, height)


LOWEST_TEXT = 11
"""Pixels that a number in a picture is at least high, its line included."""


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
    assert file.read_text() == Shelf(some_games()).to_text()
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


REFUSED = {
    "{": "That file is damaged, so nothing was imported. Try another copy.",
    '{"one-mind-games": 2, "games": []}': (
        "That file is from another version of One Mind. Reload the page, then try again."
    ),
    "[" * 100_000: "That file is damaged, so nothing was imported. Try another copy.",
    "[]": "That file has no One Mind games. Choose a file you exported from One Mind.",
}


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
def test_the_picture_of_a_game_is_saved_as_an_image_that_explains_itself(come: Come) -> None:
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


def test_the_page_explains_how_to_save_games_that_a_browser_may_erase(come: Come) -> None:
    promise = "{ persisted: async () => false, persist: async () => true }"
    person = come(script=f"if (navigator.storage) Object.assign(navigator.storage, {promise})")
    look_back(person)
    keeping = person.page.locator("#keeping [data-part=kept]")
    expect(keeping).to_contain_text("Safari after seven days without a visit")
    unfold_storage(person)
    person.button("Protect my games").click()
    expect(keeping).to_have_text("Your games are protected. Only you can delete them.")
    expect(person.button("Protect my games")).to_be_hidden()


def test_it_is_accessible_and_fits(come: Come) -> None:
    person = come(storage=stored(some_games()))
    look_back(person)
    expect(person.page.locator(".list li").last).to_contain_text("Nov 11, 2023")
    expect(person.page.locator("#figures .plot")).to_be_visible()
    seen_to_be_accessible(person, "your games")
    fits_sideways(person.page)
    unfold_storage(person)
    person.button("Delete all games").click()
    fits_sideways(person.page)
    open_game(person)
    seen_to_be_accessible(person, "one of your games")
    fits_sideways(person.page)


def test_every_page_of_a_table_stores_its_own_game(arrive: Callable[..., Member]) -> None:
    ana, ben = both = [arrive(), arrive()]
    ana.host("Ana")
    seat(ana, {"Ben": ben})
    start(ana, both)
    for level in (1, 2):
        begin(both)
        lowest = {min(member.hand()): member for member in both}
        lowest[max(lowest)].play(max(lowest))
        for member in both:
            member.shows(lives=2 - level)
    for member, names in ((ana, "You and Ben"), (ben, "Ana and You")):
        member.shows(phase="lost")
        member.button("Home").click()
        member.button("Your games").click()
        game = open_game(member)
        expect(game.locator(".outcome")).to_have_text("Lost at level 2 of 12")
        expect(game).to_contain_text(names)
        expect(game).to_contain_text("Classic, 2 players (2 people)")
        assert game.locator(".marks li").evaluate_all("marks => marks.map((m) => m.dataset.mark)") == ["life", "life"]
        member.button("Watch the replay").click()
        expect(member.page.locator("#replay")).to_be_visible()
        member.page.get_by_label("Speed").select_option("8")
        expect(member.page.locator("#replay[data-state=ended]")).to_be_visible(timeout=SOON)
        member.shows(phase="lost", level=2)


@pytest.mark.needs("made file")
def test_the_picture_of_a_level_is_saved_as_an_image(come: Come) -> None:
    person = come(script=DRAWN)
    person.sit_down()
    person.play_level()
    person.button("How in sync were you?").click()
    picture = person.page.locator("#picture")
    result = picture.locator("[data-part=result]").inner_text()
    assert re.fullmatch(r"\d+% in sync|Too few cards at this level to compare\.", result)
    picture.get_by_text("Details", exact=True).click()
    expect(picture.get_by_text("100% in sync: you and a teammate")).to_be_visible(visible=result.endswith("in sync"))
    expect(picture.locator("[data-part=waits] tbody th")).to_have_text(["You", *person.names()])
    expect(picture.locator("[data-part=example]")).to_contain_text("per step.")
    with person.page.expect_download() as download:
        person.button("Save the chart").click()
    assert download.value.suggested_filename == "one-mind-level.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    assert drawn(person) >= {"One Mind", "Classic, 2 players", "Level 1", "Fox", person.page.url.split("?")[0]}
