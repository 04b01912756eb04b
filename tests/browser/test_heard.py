"""Screen readers: the announcements of the live region, in order, and axe on every screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from game.core import Phase, State
from tests.browser.accessible import accessible
from tests.browser.table import Person, dealt, saved_game, seed_where

Come = Callable[..., Person]


def test_a_level_is_announced_in_order_and_in_few_words(come: Come) -> None:
    seed = seed_where(no_long_wait)
    person = come(seed)
    person.sit_down()
    person.listen()
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


def test_there_is_one_polite_live_region_on_the_table(come: Come) -> None:
    person = come()
    person.sit_down()
    live = person.page.locator(".table :is([aria-live], [role=status], [role=alert], [role=log])")
    expect(live).to_have_count(1)
    expect(live).to_have_attribute("data-part", "announcement")
    expect(live).to_have_role("status")


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


def test_a_mistake_and_a_stop_are_announced(come: Come) -> None:
    person = come(seed_where(lambda state: 25 <= state.hands[1][0] < state.hands[0][0], level=1))
    person.sit_down()
    (mine,), (hers,) = person.truth().hands
    person.begin()
    person.button("Stop").click()
    person.listen()
    person.begin()
    person.play()
    person.wait(0.3)
    told = person.heard()
    assert told[:2] == ["You stop play.", "Go."]
    still = f"Still in hand: {hers} ({person.names()[0]})."
    assert told[-1] == f"You: {mine}. Mistake. {still} {hers} should have come first. One life left."
    person.look_on()
    done, dealt_next = person.heard()[-2:]
    assert done == "Level 1 complete." and dealt_next.startswith("Level 2. You hold")


@pytest.mark.smoke
def test_the_title_and_its_dialogs_are_accessible(come: Come) -> None:
    person = come()
    seen_to_be_accessible(person, "title")
    for sheet in ("Play solo", "Rules", "Settings"):
        person.button(sheet).click()
        seen_to_be_accessible(person, sheet)
        person.page.locator(".dialog:popover-open").get_by_role("button", name="Close").click()
    person.page.evaluate("localStorage.setItem('one-mind/game', '{')")
    person.come_back()
    expect(person.page.locator("#title-message")).to_be_visible()
    seen_to_be_accessible(person, "notice")


@pytest.mark.parametrize("variant", ["Classic", "Extreme"])
def test_the_table_is_accessible(come: Come, variant: str) -> None:
    person = come(seed_where(lambda state: 40 <= state.hands[1][0] < 50, "extreme"))
    person.sit_down(2, variant)
    seen_to_be_accessible(person, "focus")
    person.play_on(until=lambda state: state.level == 2 and state.phase is Phase.PLAY and len(state.hands[0]) == 2)
    seen_to_be_accessible(person, "play")
    person.button("Menu").click()
    seen_to_be_accessible(person, "menu")
    person.button("Back to the table").click()
    person.play_on(until=lambda state: state.phase is Phase.PLAY)
    person.button("Star if all agree").click()
    seen_to_be_accessible(person, "hand up or star")


MOMENTS = {
    "won": ("classic", lambda state: state.phase is Phase.WON, True),
    "turned over": ("blind", lambda state: state.level == 3 and state.phase is Phase.REVEAL, True),
    "twelve cards": ("classic", lambda state: state.level == 12, False),
}
"""States of the game, and whether the player can look back from them."""


@pytest.mark.parametrize(("name", "until", "drawn"), MOMENTS.values(), ids=MOMENTS)
def test_a_state_of_the_game_is_accessible(come: Come, name: str, until: Callable[[State], bool], drawn: bool) -> None:
    person = come(saved=saved_game(name, 2, until))
    seen_to_be_accessible(person, name)
    expect(person.button("How in sync were you?")).to_be_visible(visible=drawn)
    if drawn:
        person.button("How in sync were you?").click()
        seen_to_be_accessible(person, "picture")


def test_a_mistake_and_a_loss_are_accessible(come: Come) -> None:
    person = come(seed_where(lambda state: 25 <= state.hands[1][0] < state.hands[0][0]))
    person.sit_down()
    play_hastily(person, lives="1")
    seen_to_be_accessible(person, "mistake")
    play_hastily(person, lives="0")
    person.look_on()
    person.shows(phase="lost", moment="lost")
    seen_to_be_accessible(person, "loss")


def play_hastily(person: Person, lives: str) -> None:
    """Play every card at once until this many lives are left."""
    for _ in range(200):
        if person.data()["lives"] == lives:
            return
        if person.data()["phase"] == "focus":
            person.begin()
        if person.playable.count():
            person.play()
        person.wait(0.3)
    raise AssertionError("haste does no harm")


def seen_to_be_accessible(person: Person, where: str) -> None:
    with person.time_passing():  # axe waits by the page's clock
        accessible(person.page, where)


def no_long_wait(state: State) -> bool:
    """Return whether the cards are so low that no player would throw a star."""
    (mine,), (hers,) = state.hands
    return abs(mine - hers) >= 15 and max(mine, hers) <= 40


def test_an_empty_hand_and_every_seat_are_named(come: Come) -> None:
    person = come(seed_where(lambda state: state.hands[0][0] < 10 and state.hands[1][0] > 40))
    person.sit_down()
    hand = person.page.get_by_role("group", name="Your hand")
    expect(hand.get_by_text("Your hand is empty.")).to_be_hidden()
    seats = person.page.locator(".teammates")
    ada = person.names()[0]
    expect(seats).to_match_aria_snapshot(f"- listitem: You, 1 card\n- listitem: {ada}, computer, 1 card")
    expect(seats.locator(".teammate .computer")).to_be_visible()
    expect(seats.locator(".own .computer")).to_be_hidden()
    person.begin()
    person.play()
    expect(hand).to_match_aria_snapshot('- group "Your hand":\n  - paragraph: Your hand is empty.')
    expect(hand).to_be_focused()
    expect(seats).to_match_aria_snapshot(f"- listitem: You, no cards\n- listitem: {ada}, computer, 1 card")
    person.page.keyboard.press("Space")
    person.shows(phase="play")
    person.button("Stop").click()
    expect(hand).to_contain_text("You have no cards left. Put your hand on the table anyway, so that play can go on.")
    person.lay_hand()
    expect(hand.get_by_text("You have no cards left.")).to_be_hidden()
