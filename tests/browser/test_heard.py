"""Screen readers: the announcements of the live region, in order, and axe on every screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from game.core import State
from tests.browser.conftest import Come
from tests.browser.table import dealt, seed_where


@pytest.mark.smoke
def test_a_level_is_announced_in_order_and_in_few_words(come: Come) -> None:
    seed = seed_where(no_long_wait)
    person = come(seed)
    person.sit_down()
    person.listen()
    live = person.page.locator(".table :is([aria-live], [role=status], [role=alert], [role=log])")
    expect(live).to_have_count(1)
    expect(live).to_have_class("announcement")
    expect(live).to_have_role("status")
    expect(person.page.locator(".announcements")).to_have_css("opacity", "1")
    person.play_level()
    (mine,), (hers,) = dealt(seed).hands
    second = person.truth().hands[0]
    ada = person.names()[0]
    plays = [said for _, said in sorted([(mine, f"You: {mine}."), (hers, f"{ada}: {hers}.")])]
    assert person.heard() == [
        f"Level 1. You hold {mine}.",
        "Go.",
        plays[0],
        plays[1],
        "Level 1 complete.",
        f"Level 2. You hold {second[0]} and {second[1]}.",
    ]


def test_computer_players_wait_while_the_page_sleeps_and_then_go_on(come: Come) -> None:
    person = come(seed_where(lambda state: max(map(max, state.hands)) == state.hands[0][0], seats=4))
    person.sit_down(4)
    others = sorted(zip(person.truth().hands, ["You", *person.names()], strict=True))[:-1]
    person.begin()
    person.listen()
    person.page.clock.fast_forward(60_000)
    person.wait(0)
    told = [f"{name}: {card}." for (card,), name in others]
    assert person.heard()[1:] == told[:1]
    person.wait_until(lambda: len(person.heard()) > len(told))
    assert person.heard()[1:] == told


def no_long_wait(state: State) -> bool:
    """Return whether the cards are so low that no player would throw a star."""
    (mine,), (hers,) = state.hands
    return abs(mine - hers) >= 15 and max(mine, hers) <= 40


def test_an_empty_hand_and_every_seat_are_named(come: Come) -> None:
    person = come(seed_where(lambda state: state.hands[0][0] < 10 and state.hands[1][0] > 40))
    person.sit_down()
    hand = person.page.get_by_role("group", name="Your cards")
    expect(hand.get_by_text("You have no cards.")).to_be_hidden()
    seats = person.page.locator(".teammates")
    ada = person.names()[0]
    expect(seats).to_match_aria_snapshot(f"- listitem: You, 1 card\n- listitem: {ada}, computer, 1 card")
    expect(seats.locator(".teammate .computer")).to_be_visible()
    expect(seats.locator(".own .computer")).to_be_hidden()
    person.begin()
    person.play()
    expect(hand).to_match_aria_snapshot('- group "Your cards":\n  - paragraph: You have no cards.')
    expect(hand).to_be_focused()
    expect(seats).to_match_aria_snapshot(f"- listitem: You, no cards\n- listitem: {ada}, computer, 1 card")
    person.page.keyboard.press("Space")
    person.shows(phase="play")
    person.button("Stop").click()
    expect(hand).to_contain_text("You have no cards.")
