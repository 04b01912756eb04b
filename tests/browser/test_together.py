"""Playing together in real browsers: pages in contexts of their own, and a real relay."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.party import Member, lose_a_life, play_level, seat, start

Arrive = Callable[..., Member]


def test_two_who_meet_by_a_link_play_a_whole_game_and_another(arrive: Arrive, invited: Arrive) -> None:
    ana, ben = arrive(), invited()
    ana.host("Ana")
    seat(ana, {"Ben": ben})
    for member in (ana, ben):
        member.sees("Ana", "Ben")
    start(ana, (ana, ben))
    for level in (1, 2, 3):
        play_level(level, (ana, ben))
    for lives in (2, 1, 0):
        lose_a_life((ana, ben), left=lives)
    for member in (ana, ben):
        member.shows(phase="lost", lives=0)
    expect(ben.button("Play again")).to_be_hidden()
    ana.button("Play again").click()
    for member in (ana, ben):
        member.shows(phase="focus", level=1, lives=2)
