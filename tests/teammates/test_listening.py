"""What a teammate learns from the public events: waits, silences, and the ranks of the piles."""

from __future__ import annotations

from game.core import (
    Dealt,
    Event,
    Laid,
    LifeLost,
    Phase,
    Played,
    Seat,
    StarRaised,
    Started,
    StarUsed,
    State,
    Stopped,
    variant,
    view_of,
)
from game.teammates.prior import ORDINARY, Situation, situation
from game.teammates.public_history import LATE, Listener, Silence
from game.teammates.tempo import Tempo
from tests.core.positions import card


class Notebook(Tempo):
    """Records the updates it receives, and infers a gap of two numbers per second."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[object, ...]] = []

    def waited(self, gap: int, seconds: float, seen: Situation = ORDINARY) -> None:
        self.told.append(("waited", gap, round(seconds, 6), seen))

    def silent(self, gap: int, seconds: float, seen: Situation = ORDINARY) -> None:
        self.told.append(("silent", gap, round(seconds, 6), seen))

    def heard(self, gap: int, seconds: float) -> None:
        self.told.append(("heard", gap, round(seconds, 6)))

    def next_level(self) -> None:
        self.told.append(("next level",))

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

    def hear(self, *happened: tuple[float, Event]) -> None:
        for at, event in happened:
            self.listener.hear(view_of(self._state, None, (event,)), at)

    def told(self, seat: Seat) -> list[tuple[object, ...]]:
        """Return the updates of a seat's tempo since the last call."""
        told, self.books[seat].told = self.books[seat].told, []
        return told


def sees(own: int, others: int, again: bool = False) -> Situation:
    return situation(own, others, 9, again)


# --- Waits ------------------------------------------------------------------------


def test_a_card_updates_its_seat_with_the_time_and_gap_since_the_last_card() -> None:
    table = Hearing()
    table.hear((10.0, Started()), (14.0, Played(0, 7)))
    assert table.told(0) == [("waited", 7, 4.0, sees(3, 6))]
    assert table.told(1) == [("heard", 7, 4.0)]
    table.hear((16.0, Played(0, 12)))
    assert table.told(0) == [("waited", 5, 2.0, sees(2, 6, again=True))]
    assert table.told(1) == [("heard", 5, 2.0)]
    assert table.listener.latest == 16.0


def test_a_card_of_a_seat_without_an_estimate_is_another_players_wait_for_all() -> None:
    table = Hearing()
    table.hear((0.0, Started()), (5.0, Played(2, 10)))
    assert table.told(0) == table.told(1) == [("heard", 10, 5.0)]


def test_a_mistake_has_a_gap_of_zero() -> None:
    table = Hearing()
    table.hear((0.0, Started()), (5.0, Played(0, 20)), (8.0, Played(0, 11)))
    assert table.told(0)[-1] == ("waited", 0, 3.0, sees(2, 6, again=True))


def test_nothing_is_learned_from_the_only_seat_with_cards() -> None:
    table = Hearing(hold=(3, 0, 0))
    table.hear((0.0, Started()), (5.0, Played(0, 10)))
    assert table.told(0) == table.told(1) == []
    assert table.listener.stretches[0].anchor == 10


def test_a_new_start_counts_from_the_rank_of_the_pile() -> None:
    table = Hearing()
    table.hear((0.0, Started()), (5.0, Played(0, 10)), (6.0, Stopped(2)), (60.0, Started()), (62.0, Played(0, 14)))
    assert table.told(0)[-1] == ("waited", 4, 2.0, sees(2, 6))


# --- Silences ---------------------------------------------------------------------


def test_the_gap_of_a_silence_is_known_when_its_card_is_played() -> None:
    table = Hearing()
    table.hear((0.0, Started()), (4.0, Played(0, 7)), (10.0, Played(1, 30)))
    assert table.told(1) == [
        ("heard", 7, 4.0),
        ("silent", 30, 4.0, sees(3, 6)),
        ("waited", 23, 6.0, sees(3, 5)),
    ]
    table.hear((12.0, Played(1, 40)))
    assert table.told(1) == [("waited", 10, 2.0, sees(2, 5, again=True))]


def test_a_card_decided_before_the_last_landing_is_not_a_reaction_to_it() -> None:
    table = Hearing()
    table.hear((0.0, Started()), (4.0, Played(0, 7)), (4.0 + LATE - 0.01, Played(1, 9)))
    assert table.told(1)[1:] == [("waited", 9, 4.0 + LATE - 0.01, sees(3, 6))]


def test_a_card_after_the_reaction_time_is_a_reaction() -> None:
    table = Hearing()
    table.hear((0.0, Started()), (4.0, Played(0, 7)), (4.0 + LATE, Played(1, 9)))
    assert table.told(1)[1:] == [("silent", 9, 4.0, sees(3, 6)), ("waited", 2, LATE, sees(3, 5))]


def test_the_first_card_after_a_start_is_a_reaction_to_it() -> None:
    table = Hearing()
    table.hear((0.0, Started()), (4.0, Played(0, 7)), (5.0, Stopped(2)), (9.0, Started()), (9.1, Played(1, 9)))
    assert table.told(1)[-1] == ("waited", 2, 0.1, sees(3, 5))


def test_cards_set_aside_by_a_mistake_reveal_the_gaps_of_silences() -> None:
    table = Hearing()
    table.hear((0.0, Started()), (4.0, Played(2, 30)), (4.0, LifeLost(30, (Laid(0, 5), Laid(0, 9), Laid(1, 12)))))
    assert table.told(0) == [("heard", 30, 4.0), ("silent", 5, 4.0, sees(3, 6))]
    assert table.told(1) == [("heard", 30, 4.0), ("silent", 12, 4.0, sees(3, 6))]
    assert [seat.count for seat in table.listener.seats] == [1, 2, 2]
    assert table.listener.aside == {5, 9, 12}
    assert [seat.beyond for seat in table.listener.seats] == [[30], [30], [30]]


def test_there_are_no_silences_while_play_is_stopped() -> None:
    table = Hearing()
    table.hear((0.0, Started()), (4.0, Played(2, 30)), (4.0, LifeLost(30, ())), (9.0, Stopped(0)))
    assert table.listener.seats[0].silences == [[Silence(0, 4.0, sees(3, 6))]]
    assert table.listener.stretches[0].waited(9.0) == 0.0


def test_a_stop_ends_a_silence_of_every_seat() -> None:
    table = Hearing()
    table.hear((2.0, Started()), (7.0, Stopped(2)), (60.0, Started()), (62.0, Played(0, 11)))
    assert table.told(0) == [("silent", 11, 5.0, sees(3, 6)), ("waited", 11, 2.0, sees(3, 6))]


def test_an_empty_hand_has_no_silence() -> None:
    table = Hearing(hold=(3, 0, 3))
    table.hear((0.0, Started()), (4.0, Played(0, 7)))
    assert [len(seat.silences[0]) for seat in table.listener.seats] == [0, 0, 1]


# --- Stars ------------------------------------------------------------------------


def test_after_a_star_gaps_count_from_the_lowest_card_set_aside() -> None:
    table = Hearing()
    table.hear((0.0, Started()), (3.0, StarUsed((Laid(0, 15), Laid(1, 8), Laid(2, 40)))))
    assert table.told(0) == [("silent", 15, 3.0, sees(3, 6))]
    assert table.told(1) == [("silent", 8, 3.0, sees(3, 6))]
    assert [seat.beyond for seat in table.listener.seats] == [[15], [8], [40]]
    assert table.listener.stretches[0].anchor == 8
    assert not table.listener.stretches[0].running
    table.hear((10.0, Started()), (11.0, Played(1, 10)))
    assert table.told(1) == [("waited", 2, 1.0, sees(2, 4))]


def test_a_star_never_lowers_the_rank_of_a_pile() -> None:
    table = Hearing("extreme")
    table.hear((0.0, Started()), (3.0, Played(0, 20)), (4.0, StarUsed((Laid(0, 12), Laid(1, card("r45"))))))
    assert [stretch.anchor for stretch in table.listener.stretches] == [20, 6]


# --- Two piles --------------------------------------------------------------------


def test_each_pile_of_extreme_has_its_own_silences_and_waits() -> None:
    table = Hearing("extreme")
    table.hear((0.0, Started()), (4.0, Played(0, 7, 0)), (6.0, Played(1, card("r40"), 1)))
    assert table.told(1)[1:] == [("waited", 11, 6.0, sees(3, 5))]
    assert table.listener.seats[1].silences == [[Silence(0, 4.0, sees(3, 6))], []]
    assert table.listener.seats[0].silences == [[], [Silence(0, 6.0, sees(2, 6))]]
    assert [seat.beyond for seat in table.listener.seats] == [[7, 11]] * 3


# --- Face down --------------------------------------------------------------------


def test_the_rank_of_a_face_down_card_is_inferred_from_its_wait() -> None:
    table = Hearing("blind")
    table.hear((0.0, Started()), (4.0, Played(0, None, 0, True)))
    assert table.told(0) == table.told(1) == []
    assert table.listener.stretches[0].anchor == 8
    assert [seat.beyond for seat in table.listener.seats] == [[0]] * 3
    table.hear((10.0, Played(2, None, 0, True)))
    assert table.listener.stretches[0].anchor == 20  # a seat without an estimate: the prior's tempo
    table.hear((99.0, Played(1, None, 0, True)))
    assert table.listener.stretches[0].anchor == 100


def test_without_estimates_a_rank_is_inferred_from_the_prior() -> None:
    listener = Listener({})
    state = State(variant("blind"), 2, 1, 3, 1, Phase.FOCUS, hands=((1,), (2,)), piles=((),), blind=True)
    listener.hear(view_of(state, None, (Dealt(1),)), 0.0)
    listener.hear(view_of(state, None, (Started(),)), 0.0)
    listener.hear(view_of(state, None, (Played(0, None, 0, True),)), 7.05)
    assert listener.stretches[0].anchor == Tempo().reckon(7.05) == 10


# --- Levels and stretches ---------------------------------------------------------


def test_a_level_starts_at_its_first_card_and_ends_the_previous_one() -> None:
    table = Hearing("tens", level=3)
    assert table.told(0) == []
    assert table.listener.stretches[0].anchor == 20
    assert [seat.beyond for seat in table.listener.seats] == [[20]] * 3
    table.hear((0.0, Started()), (1.0, Played(0, 24)), (1.0, LifeLost(24, (Laid(1, 22),))))
    table.told(0)
    table.hear((2.0, Dealt(3)))
    assert table.told(0) == [("next level",)]
    assert table.listener.aside == set()
    assert table.listener.stretches[0].waited(9.0) == 0.0


def test_every_landing_and_every_start_begins_a_new_stretch() -> None:
    table = Hearing()
    numbers: list[tuple[int, Seat | None, bool]] = []
    happened: list[tuple[float, Event]] = [
        *((1.0, Started()), (2.0, Played(0, 5)), (3.0, Stopped(1))),
        *((4.0, Started()), (5.0, Played(1, 6))),
    ]
    for one in happened:
        table.hear(one)
        stretch = table.listener.stretches[0]
        numbers.append((stretch.number, stretch.by, stretch.running))
    assert numbers == [(1, None, True), (2, 0, True), (2, 0, False), (3, None, True), (4, 1, True)]


def test_raised_hands_do_not_count_as_events() -> None:
    table = Hearing()
    table.hear((1.0, Started()))
    table.hear((5.0, StarRaised(1)))
    assert table.listener.latest == 1.0
    assert table.listener.stretches[0].number == 1
