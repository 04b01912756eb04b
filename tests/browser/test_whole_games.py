"""Whole games from the title to their end."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from game.core import Phase
from tests.browser.table import ME, Person, seed_where

Come = Callable[..., Person]


def test_two_win_from_level_1_to_12_and_go_on_blind(come: Come) -> None:
    person = come(seed=12)
    person.sit_down(players=2)
    person.shows(phase="focus", level=1, lives=2, stars=1, variant="classic")
    person.play_on(until=lambda state: state.level == 12)
    person.shows(level=12, lives=5, stars=3)
    person.play_on(until=lambda state: False)
    person.shows(phase="won", level=12, lives=5, stars=3)
    expect(person.moment.get_by_role("heading")).to_have_text("You are one mind")
    expect(person.moment).to_contain_text("All 12 levels, with five lives and three stars left.")
    expect(person.button("Play again")).to_be_visible()

    person.button("Go on blind").click()
    person.shows(phase="focus", level=1, lives=5, stars=3, blind="true")
    person.play_on(until=lambda state: state.level == 3)
    person.shows(phase="focus", level=3, lives=5)
