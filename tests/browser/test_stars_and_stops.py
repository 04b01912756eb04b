"""Throwing stars, stops and photo finishes, as shown at the table."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.table import Person, dealt, seed_where
from tests.browser.test_keys_and_touch import nobody_is_quick
from tests.browser.test_together import HIDE


def test_a_star_is_thrown_when_all_hands_are_up(come: Come) -> None:
    person = come(seed_where(nobody_is_quick, seats=3))
    person.sit_down(players=3)
    person.begin()
    hands = person.truth().hands
    raise_hand(person)
    expect(person.button("Ask for a star")).to_have_attribute("aria-pressed", "true")
    expect(person.told).to_have_text(re.compile("You ask for a star. Play goes on. Still to agree: .+ and .+."))
    person.listen()
    person.wait_until(lambda: len(person.truth().raised) == 2, seconds=5)
    expect(person.button("Ask for a star")).to_be_visible()  # not "Agree"
    person.wait_until(lambda: person.data()["stars"] == "0", seconds=5)
    person.shows(phase="focus", level=1, lives=3)
    expect(person.moment).to_contain_text("You asked, and everyone agreed.")
    expect(person.page.locator(".level")).to_contain_text("Level 1")
    assert set(person.cards(".moment")) == {str(hand[0]) for hand in hands}
    expect(person.page.locator(".stars .token")).to_have_count(0)
    expect(person.button("Ask for a star")).to_have_attribute("aria-disabled", "true")
    person.wait_until(lambda: person.data().get("moment") == "level", seconds=5)
    expect(person.moment.get_by_role("heading")).to_have_text("Level 1 complete")
    assert person.cards(".moment") == []
    person.look_on()
    expect(person.page.locator(".level")).to_contain_text("Level 2")
    said = " ".join(person.heard())
    for once in ("Throwing star.", "Level 1 complete.", "You hold"):
        assert said.count(once) == 1


def test_an_open_dialog_and_a_hidden_tab_pause_the_game(come: Come) -> None:
    person = come(seed_where(nobody_is_quick))
    person.sit_down()
    for sheet in ("menu", "rules", "settings"):
        person.begin()
        person.button("Menu").click()
        if sheet != "menu":
            person.page.locator(f"#menu [popovertarget={sheet}]").click()
        expect(person.page.locator(f"#{sheet}")).to_be_visible()
        person.shows(phase="focus")
        person.wait(300)
        assert [len(hand) for hand in person.truth().hands] == [1, 1]
        while person.page.locator(".dialog:popover-open").count():
            person.page.keyboard.press("Escape")
    person.begin()
    person.shows(phase="play", lives=2)
    person.page.evaluate(HIDE, True)
    person.shows(phase="focus")
    person.wait(3600)
    assert [len(hand) for hand in person.truth().hands] == [1, 1]
    expect(person.moment.get_by_role("heading")).to_have_text("Paused")
    expect(person.told).to_have_text("You stopped play.")


def test_two_cards_within_a_reaction_time_are_a_photo_finish(come: Come) -> None:
    """The first run shows when Ada plays her card. In the second, the higher card is pressed a little earlier."""
    seed = seed_where(lambda game: 15 < game.hands[1][0] < game.hands[0][0])
    (mine,), (hers,) = dealt(seed).hands
    person = come(seed)
    person.sit_down()
    person.begin()
    seconds = until_ada_plays(person)

    def play_before_ada(by: float) -> None:
        person.start_over(seed)
        person.sit_down()
        person.listen()
        person.begin()
        person.wait(seconds - by)
        person.play(str(mine))

    play_before_ada(0.1)
    expect(person.page.locator(".hand button")).to_have_count(0)
    person.wait(0.3)
    person.look_on()
    person.shows(level=2, lives=2)
    assert f"Photo finish: {hers} before {mine}." in " ".join(person.heard())

    play_before_ada(0.2)
    person.wait(0.3)
    person.shows(lives=1)
    assert "Photo finish" not in " ".join(person.heard())


def until_ada_plays(person: Person) -> float:
    start = person.now()
    while person.truth().hands[1]:
        person.wait_for_change(step=0.02)
    return person.now() - start


def raise_hand(person: Person) -> None:
    person.button("Ask for a star").click()
