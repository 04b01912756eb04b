"""What a teammate learns from the public events: waits, silences, and the ranks of the piles."""

from __future__ import annotations

from itertools import product

import pytest

from game.core import (
    Dealt,
    Phase,
    Seat,
    State,
    variant,
    view_of,
)
from game.teammates.prior import ORDINARY, Situation, situation
from game.teammates.public_history import Listener, Silence
from game.teammates.tempo import Tempo
from tests.core.examples import examples, timed

SEEN = {
    situation(own, others, 9, again): f"{own}/{others}{' again' * again}"
    for own, others, again in product(range(4), range(7), (False, True))
}
"""Each situation at a table where nine cards were dealt, as the own cards and those of the others."""


class Notebook(Tempo):
    """Records the updates it receives as text, and infers a gap of two numbers per second.

    "waited 7 4 3/6" is a wait of 4 s for a gap of 7, with three own cards and six of the others.
    """

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def waited(self, gap: int, seconds: float, seen: Situation = ORDINARY) -> None:
        self.told.append(f"waited {gap} {seconds:g} {SEEN.get(seen)}")

    def silent(self, gap: int, seconds: float, seen: Situation = ORDINARY) -> None:
        self.told.append(f"silent {gap} {seconds:g} {SEEN.get(seen)}")

    def heard(self, gap: int, seconds: float) -> None:
        self.told.append(f"heard {gap} {seconds:g}")

    def next_level(self) -> None:
        self.told.append("next level")

    def reckon(self, seconds: float) -> int:
        return round(2 * seconds)


class Hearing:
    """A listener at a table of three with three cards each; it estimates the tempos of seats 0 and 1."""

    def __init__(self, game: str = "classic", hold: tuple[int, ...] = (3, 3, 3), level: int = 1) -> None:
        played = variant(game)
        cards = iter(played.supply(level))
        hands = tuple(tuple(next(cards) for _ in range(count)) for count in hold)
        piles = ((),) * len(played.piles)
        self._state = State(played, len(hold), level, 3, 1, Phase.FOCUS, hands=hands, piles=piles)
        self.books = {0: Notebook(), 1: Notebook()}
        self.listener = Listener(self.books)
        self.listener.hear(view_of(self._state, None, (Dealt(level),)), 0.0)

    def hear(self, happened: str) -> None:
        for at, event in timed(happened):
            self.listener.hear(view_of(self._state, None, (event,)), at)

    def told(self, seat: Seat) -> str:
        """Return the updates of a seat's tempo since the last call."""
        told, self.books[seat].told = self.books[seat].told, []
        return ", ".join(told)


# --- Waits and silences -----------------------------------------------------------

LEARNED = """
A card updates its seat with the time and gap since the last card, and is another's wait for all.
    10 Started, 14 Played 0 7, 16 Played 0 12 => waited 7 4 3/6, waited 5 2 2/6 again => heard 7 4, heard 5 2
A card of a seat without an estimate is another's wait for all.
    0 Started, 5 Played 2 10 => heard 10 5 => heard 10 5
A mistake has a gap of zero.
    0 Started, 5 Played 0 20, 8 Played 0 11 => waited 20 5 3/6, waited 0 3 2/6 again => heard 20 5, heard 0 3
A new start counts from the rank of the pile.
    0 Started, 5 Played 0 10, 6 Stopped 2, 60 Started, 62 Played 0 14
        => waited 10 5 3/6, silent 4 1 2/6 again, waited 4 2 2/6 => heard 10 5, heard 4 2
The gap of a silence is known when its card is played.
    0 Started, 4 Played 0 7, 10 Played 1 30, 12 Played 1 40 => waited 7 4 3/6, heard 23 6, heard 10 2
        => heard 7 4, silent 30 4 3/6, waited 23 6 3/5, waited 10 2 2/5 again
A card decided before the last landing is not a reaction to it, but one after the reaction time is.
    0 Started, 4 Played 0 7, 4.24 Played 1 9 => waited 7 4 3/6, heard 9 4.24 => heard 7 4, waited 9 4.24 3/6
    0 Started, 4 Played 0 7, 4.25 Played 1 9 => waited 7 4 3/6, heard 2 0.25
        => heard 7 4, silent 9 4 3/6, waited 2 0.25 3/5
The first card after a start is a reaction to it.
    0 Started, 4 Played 0 7, 5 Stopped 2, 9 Started, 9.1 Played 1 9 => waited 7 4 3/6, heard 2 0.1
        => heard 7 4, silent 9 4 3/6, silent 2 1 3/5, waited 2 0.1 3/5
Cards set aside by a mistake reveal the gaps of silences.
    0 Started, 4 Played 2 30, 4 LifeLost 30 (0:5 0:9 1:12) => heard 30 4, silent 5 4 3/6 => heard 30 4, silent 12 4 3/6
A stop ends a silence of every seat.
    2 Started, 7 Stopped 2, 60 Started, 62 Played 0 11 => silent 11 5 3/6, waited 11 2 3/6 => heard 11 2
After a star, gaps count from the lowest card set aside.
    0 Started, 3 StarUsed (0:15 1:8 2:40), 10 Started, 11 Played 1 10 => silent 15 3 3/6, heard 2 1
        => silent 8 3 3/6, waited 2 1 2/4
"""


@pytest.mark.parametrize("example", examples(LEARNED))
def test_the_tempos_of_seats_0_and_1_learn_from_the_events(example: str) -> None:
    happened, first, second = example.split(" => ")
    table = Hearing()
    table.hear(happened)
    assert (table.told(0), table.told(1)) == (first, second)
    assert table.listener.latest == timed(happened)[-1][0]


def test_nothing_is_learned_from_the_only_seat_with_cards() -> None:
    table = Hearing(hold=(3, 0, 0))
    table.hear("0 Started, 5 Played 0 10")
    assert table.told(0) == table.told(1) == ""
    assert table.listener.stretches[0].anchor == 10


def test_cards_that_are_set_aside_are_known() -> None:
    table = Hearing()
    table.hear("0 Started, 4 Played 2 30, 4 LifeLost 30 (0:5 0:9 1:12)")
    assert [seat.count for seat in table.listener.seats] == [1, 2, 2]
    assert table.listener.aside == {5, 9, 12}
    assert [seat.beyond for seat in table.listener.seats] == [[30], [30], [30]]


def test_there_are_no_silences_while_play_is_stopped_and_none_of_an_empty_hand() -> None:
    table = Hearing(hold=(3, 0, 3))
    table.hear("0 Started, 4 Played 2 30, 4 LifeLost 30 (), 9 Stopped 0")
    silences = [[Silence(0, 4.0, situation(3, 3, 6, again=False))]]
    assert [seat.silences for seat in table.listener.seats] == [silences, [[]], [[]]]
    assert table.listener.stretches[0].waited(9.0) == 0.0


# --- Stars ------------------------------------------------------------------------


def test_a_star_shows_a_lower_bound_of_every_hand_and_of_the_pile() -> None:
    table = Hearing()
    table.hear("0 Started, 3 StarUsed (0:15 1:8 2:40)")
    assert [seat.beyond for seat in table.listener.seats] == [[15], [8], [40]]
    assert (table.listener.stretches[0].anchor, table.listener.stretches[0].running) == (8, False)


def test_a_star_never_lowers_the_rank_of_a_pile() -> None:
    table = Hearing("extreme")
    table.hear("0 Started, 3 Played 0 20, 4 StarUsed (0:12 1:r45)")
    assert [stretch.anchor for stretch in table.listener.stretches] == [20, 6]


# --- Two piles --------------------------------------------------------------------


def test_each_pile_of_extreme_has_its_own_silences_and_waits() -> None:
    table = Hearing("extreme")
    table.hear("0 Started, 4 Played 0 7 0, 6 Played 1 90 1")
    assert table.told(1) == "heard 7 4, waited 11 6 3/5"
    assert table.listener.seats[1].silences == [[Silence(0, 4.0, situation(3, 6, 9, again=False))], []]
    assert table.listener.seats[0].silences == [[], [Silence(0, 6.0, situation(2, 6, 9, again=False))]]
    assert [seat.beyond for seat in table.listener.seats] == [[7, 11]] * 3


# --- Face down --------------------------------------------------------------------


def test_the_rank_of_a_face_down_card_is_inferred_from_its_wait() -> None:
    table = Hearing("blind")
    table.hear("0 Started, 4 Played 0 -")
    assert table.told(0) == table.told(1) == ""
    assert table.listener.stretches[0].anchor == 8
    assert [seat.beyond for seat in table.listener.seats] == [[0]] * 3
    table.hear("10 Played 2 -")
    assert table.listener.stretches[0].anchor == 20  # a seat without an estimate: the prior's tempo
    table.hear("99 Played 1 -")
    assert table.listener.stretches[0].anchor == 100


def test_without_estimates_a_rank_is_inferred_from_the_prior() -> None:
    table = Hearing("blind")
    table.books.clear()
    table.hear("0 Started, 7.05 Played 0 -")
    assert table.listener.stretches[0].anchor == Tempo().reckon(7.05) == 10


# --- Levels and stretches ---------------------------------------------------------


def test_a_level_starts_at_its_first_card_and_ends_the_previous_one() -> None:
    table = Hearing("tens", level=3)
    assert table.told(0) == ""
    assert table.listener.stretches[0].anchor == 20
    assert [seat.beyond for seat in table.listener.seats] == [[20]] * 3
    table.hear("0 Started, 1 Played 0 24, 1 LifeLost 24 (1:22)")
    table.told(0)
    table.hear("2 Dealt 3")
    assert table.told(0) == "next level"
    assert table.listener.aside == set()
    assert table.listener.stretches[0].waited(9.0) == 0.0


def test_every_landing_and_every_start_begins_a_new_stretch() -> None:
    table = Hearing()
    numbers: list[tuple[int, Seat | None, bool]] = []
    for one in ("1 Started", "2 Played 0 5", "3 Stopped 1", "4 Started", "5 Played 1 6"):
        table.hear(one)
        stretch = table.listener.stretches[0]
        numbers.append((stretch.number, stretch.by, stretch.running))
    assert numbers == [(1, None, True), (2, 0, True), (2, 0, False), (3, None, True), (4, 1, True)]


def test_raised_hands_do_not_count_as_events() -> None:
    table = Hearing()
    table.hear("1 Started, 5 StarRaised 1")
    assert table.listener.latest == 1.0
    assert table.listener.stretches[0].number == 1
