"""Whole games from the title to their end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from game.core import Phase, State
from tests.browser.conftest import Come
from tests.browser.table import ME, Person, dealt, next_of_mine, saved_game, seed_where
from tests.browser.test_sessions import IDS_TWICE


def test_two_players_win_the_last_level_and_continue_blind(come: Come, thorough: bool) -> None:
    """In a thorough run, they win all levels."""
    if thorough:
        person = come(seed=12)
        person.sit_down(players=2)
        person.shows(phase="focus", level=1, lives=2, stars=1, variant="classic")
    else:
        person = come(seed=12, saved=saved_game("classic", 2, until=lambda state: state.level == 12, seed="12 0"))
    person.play_on(until=lambda state: state.level == 12)
    person.shows(level=12, lives=5, stars=3)
    person.play_on(until=lambda _: False)
    person.shows(phase="won", level=12, lives=5, stars=3)
    expect(person.moment.get_by_role("heading")).to_have_text("You are one mind")
    expect(person.moment).to_contain_text("No life lost." if thorough else "Closest call: ")
    expect(person.moment.get_by_role("img", name="Five lives left. Three stars left.")).to_be_visible()
    expect(person.button("Play again")).to_be_visible()

    person.unfold()
    person.button("Continue blind").click()
    person.shows(phase="focus", level=1, lives=5, stars=3, blind="true")
    person.listen()
    person.play_on(until=lambda state: state.phase is Phase.REVEAL or betrayed(person, state))
    person.shows(phase="reveal", level=1, lives=5)
    expect(person.moment).to_contain_text("Every card is in order.")
    assert person.cards(".moment") == in_order(dealt(12, level=1, blind=True))
    person.play_on(until=lambda state: (state.phase is Phase.REVEAL and state.level == 2) or betrayed(person, state))
    person.shows(phase="reveal", level=2, lives=5)


def test_the_page_does_not_reveal_face_down_cards(come: Come) -> None:
    person = come(seed=seed_where(mine_stand_out, "blind", 4))
    person.sit_down(players=4, also=["Blind from the start"])
    person.listen()
    person.play_on(until=lambda state: state.level == 3 or betrayed(person, state))
    person.shows(phase="focus", level=3, blind="true", lives=4)
    told = " ".join(person.heard())
    assert " plays a card." in told
    for name in person.names():
        assert not re.search(rf"{name} \d", told)


def test_a_lost_game_is_announced_and_can_be_replayed_with_the_same_settings(come: Come) -> None:
    person = come(seed=seed_where(lambda game: mine_is_last(game, least=20), "descending"))
    person.sit_down(players=2, variant="Descending", also=["Play without stars"])
    for _ in range(12):
        person.begin()
        while person.data()["phase"] == "play":
            if person.playable.count():
                person.play()
            person.wait()
        first_said = person.moment.get_by_role("heading").inner_text()
        person.look_on()
        if person.data()["phase"] == "lost":
            break
    person.shows(phase="lost", lives=0)
    assert " before " in first_said
    expect(person.moment.get_by_role("heading")).to_have_text(re.compile(r"^\d+, then \d+: [\w-]+ apart$"))
    expect(person.moment.get_by_role("heading")).to_be_focused()  # not a button, which Space would press
    expect(person.moment).to_contain_text(re.compile(r"Level \d+ of \d+ reached"))
    person.unfold()
    expect(person.button("Continue blind")).to_be_hidden()
    expect(person.page.locator(".lives .token")).to_have_count(0)
    fatal = person.moment.locator(".minis li").last
    expect(fatal).to_contain_text("mistake")
    assert fatal.locator(".card").get_attribute("data-card") == person.cards(".pile")[-1]
    assert int(person.cards(".moment")[0]) > int(person.cards(".moment")[-1])  # descending: it should have come first

    person.button("Change game options").click()
    expect(person.page.get_by_role("radio", name="2")).to_be_checked()
    expect(person.page.locator("#variant")).to_have_value("descending")
    expect(person.page.get_by_label("Play without stars", exact=True)).to_be_checked()
    person.page.keyboard.press("Escape")
    expect(person.button("Were you in sync?")).to_be_visible()
    person.button("Try again").click()
    person.shows(phase="focus", level=1, lives=2, stars=0, variant="descending+no-stars", seats=2)
    expect(person.button("Were you in sync?")).to_be_hidden()
    assert person.page.evaluate(IDS_TWICE) == []
    person.play_level()
    person.shows(level=2)


def betrayed(person: Person, state: State) -> bool:
    """Fail if the table shows a card that another player holds or that lies face down; otherwise return False."""
    if state.phase is not Phase.PLAY:
        return False
    own = {*state.hands[ME], *(card for pile in state.piles for seat, card in pile if seat == ME)}
    hidden = {card for hand in state.hands[1:] for card in hand}
    hidden |= {card for pile in state.piles for _, card in pile}
    html = re.sub(r'<svg.*?</svg>|style="[^"]*"', "", person.table.evaluate("table => table.outerHTML"))
    # Up to 12 a number may also be a level or a count.
    seen = {int(number) for number in re.findall(r"\d+", html) if int(number) > 12}
    assert not seen & (hidden - own)
    return False


def in_order(state: State) -> list[str]:
    return [str(card) for card in state.variant.sort(card for hand in state.hands for card in hand)]


def mine_is_last(state: State, least: int = 1) -> bool:
    """Return whether the cards of others come before all of mine, and none within `least` of the beginning."""
    rank = state.variant.rank
    others = [rank(card) for hand in state.hands[1:] for card in hand]
    return least <= min(others) and max(others) < min(map(rank, state.hands[ME]))


def mine_stand_out(state: State) -> bool:
    """Return whether no card number could be mistaken for a level or a count, and my card is not first."""
    return min(card for hand in state.hands for card in hand) > 12 and next_of_mine(state) is None
