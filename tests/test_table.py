"""The table in virtual time: time is an argument, so no test waits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import (
    Action,
    Card,
    Deal,
    Dealt,
    Event,
    HandLaid,
    HandLifted,
    IllegalAction,
    Laid,
    LayHand,
    LiftHand,
    LowerStar,
    Phase,
    PhotoFinish,
    Play,
    Played,
    PlayRest,
    RaiseStar,
    Seat,
    Started,
    Stop,
    Stopped,
    View,
    new_game,
    variant,
)
from game.core.game_text import read, write
from game.core.record import BadGame, DealtLevel, Game, Move, Team
from game.table import GENTLE, SIMULTANEITY, Table
from game.teammates import Plan, Teammate
from tests.core.examples import action, examples, spelled
from tests.core.positions import card
from tests.teammates.metronome import Metronome


def moves_of(table: Table) -> list[Move]:
    return [move for deal in table.game.deals for move in deal.moves]


def sit_down(
    cards: str,
    teammates: Mapping[Seat, Teammate] | None = None,
    *,
    game: str = "classic",
    simultaneity: float | None = None,
    lag: float = 0.0,
) -> Table:
    """Return a table at its first level, with one card for each seat: "30 12 25"."""
    dealt = tuple(map(card, cards.split()))
    rest = tuple(one for one in variant(game).supply(1) if one not in dealt)
    with patch("game.table.shuffled", return_value=Deal(dealt + rest)):
        return Table(variant(game), len(dealt), "", teammates or {}, simultaneity=simultaneity, lag=lag)


def playing(cards: str, game: str = "classic", *, simultaneity: float | None = None, lag: float = 0.0) -> Table:
    """Return such a table with people only, who start to play at the time 0."""
    table = sit_down(cards, game=game, simultaneity=simultaneity, lag=lag)
    start(table, 0.0)
    table.updates()
    return table


def start(table: Table, now: float) -> None:
    """Let every seat put a hand on the table."""
    for seat in range(table.game.seats):
        table.submit(seat, LayHand(), now)


def play(table: Table, seat: Seat, now: float) -> None:
    """Play the first card of the seat's hand."""
    table.submit(seat, Play(table.view(seat).hand[0]), now)


def in_order_of_hands(table: Table) -> list[Seat]:
    """Return the seats by their first cards."""
    return sorted(range(table.game.seats), key=lambda seat: table.view(seat).hand)


def told(table: Table) -> list[tuple[float, Event]]:
    """Return the events since the last call, with their times."""
    return [(update.at, event) for update in table.updates() for event in update.events]


def events(table: Table) -> list[Event]:
    """Return the events since the last call."""
    return [event for _, event in told(table)]


class Scripted:
    """A teammate that follows a script as far as it is legal, and records what it sees."""

    def __init__(self, *script: tuple[float, Action]) -> None:
        self.seen: list[tuple[View, float]] = []
        self._script = script

    def plan(self, view: View, now: float) -> Plan | None:
        self.seen.append((view, now))
        return next((Plan(at, do) for at, do in self._script if at >= now and do in view.legal), None)


def scripted(scripts: Iterable[str]) -> dict[Seat, Teammate]:
    """Return the teammates that follow such scripts: "1: 2 hand, 2.5 play 30" is the one at seat 1."""
    parts = {int(script[0]): [part.partition(" ") for part in script[3:].split(", ")] for script in scripts}
    return {seat: Scripted(*((float(at), action(what)) for at, _, what in some)) for seat, some in parts.items()}


def metronomes(*seats: Seat) -> dict[Seat, Metronome]:
    return {seat: Metronome(Random(f"0 {seat}")) for seat in seats}


# --- Presses ----------------------------------------------------------------------

PRESSES = """
A press that costs nothing lands at once.
    12 30 25 => 1 0 play 12 => 1 Played 0 12 => due None
    12 30 25, game gentle => 1 0 play 12 => 1 Played 0 12 => due None
A press that would cost a life waits for a simultaneous one.
    12 30 25 40 => 1 1 play 30 => nothing => due 1.15
    12 30 25 40 => 1 1 play 30, 5 tick => 1.15 Played 1 30, 1.15 LifeLost 30 (0:12 2:25)
    12 30 20 40 => 1 1 play 30, 1.1 0 play 12, 2 tick
        => 1.1 Played 0 12, 1.15 Played 1 30, 1.15 LifeLost 30 (2:20), 1.15 PhotoFinish 12 30
The lower of two simultaneous presses lands first. Only if it was the later one, that is a photo finish.
    12 30 40 => 1 1 play 30, 1.149 0 play 12 => 1.149 Played 0 12, 1.149 Played 1 30, 1.149 PhotoFinish 12 30
    12 30 40 => 1 0 play 12, 1.1 1 play 30 => 1 Played 0 12, 1.1 Played 1 30
A chain of simultaneous presses lands in order: 20 is too late for 30 alone, but not for 25.
    20 25 30 40 => 1 2 play 30, 1.1 1 play 25, 1.2 0 play 20
        => 1.2 Played 0 20, 1.2 Played 1 25, 1.2 PhotoFinish 20 25, 1.2 Played 2 30, 1.2 PhotoFinish 25 30
A press for a card that was set aside is refused.
    12 30 40 => 1 1 play 30, 2 tick, 2 0 play 12 => refused
A card can be pressed only once.
    12 30 40 => 1 1 play 30, 1.05 1 play 30 => refused
A mistake cancels pending presses, and their cards stay in hand.
    12 30 35 40 => 1 2 play 35, 1.01 1 play 30, 2 tick => 1.16 Played 1 30, 1.16 LifeLost 30 (0:12) => due None
A stop, or a raised hand that all have agreed to, lands after an earlier press, which may make it void.
    12 30 40 => 1 1 play 30, 1.05 2 stop => 1.05 Played 1 30, 1.05 LifeLost 30 (0:12)
    12 30 40 => 0 0 star, 0 2 star, 1 1 play 30, 1.05 1 star
        => 0 StarRaised 0, 0 StarRaised 2, 1.05 Played 1 30, 1.05 LifeLost 30 (0:12), 1.05 StarRaised 1
Raised hands do not hurry a pending press.
    12 30 40 => 1 1 play 30, 1.02 2 star, 1.04 2 unstar, 1.1 0 play 12
        => 1.02 StarRaised 2, 1.04 StarLowered 2, 1.1 Played 0 12, 1.1 Played 1 30, 1.1 PhotoFinish 12 30
Presses on a face-down pile never wait, because that would reveal a mistake.
    12 30 40, game blind => 1 1 play 30 => 1 Played 1 30 face_down
The piles of Extreme do not wait for each other, but a mistake on one cancels the press on the other.
    w30 r40 w12 r50, game extreme => 1 0 play w30, 1.01 1 play r40, 1.02 3 play r50
        => 1.02 Played 3 100 1, 1.02 Played 1 90 1, 1.02 PhotoFinish 100 90 => due 1.15
    w30 r40 w12 r50, game extreme => 1 0 play w30, 1.1 1 play r40, 2 tick => 1.15 Played 0 30, 1.15 LifeLost 30 (2:12)
Equally near cards do not wait for each other.
    49 51 10, game fifty => 1 1 play 51, 1.1 0 play 49 => 1 Played 1 51, 1.1 Played 0 49
Without simultaneity, every press lands at once.
    12 30 40, simultaneity 0 => 1 1 play 30 => 1 Played 1 30, 1 LifeLost 30 (0:12)
In a gentle game, presses within half a second are simultaneous.
    12 30 40, game gentle => 1 1 play 30 => nothing => due 1.5
    12 30 40, game gentle => 1 1 play 30, 1.49 0 play 12 => 1.49 Played 0 12, 1.49 Played 1 30, 1.49 PhotoFinish 12 30

Lag compensation: a press waits up to the lag, and presses are compared by their time and not by their arrival.
    12 30 40, lag 0.25 => 1 1 play 30 => nothing => due 1.4
    12 30 40, lag 0.25 => 1 1 play 30, 1.3 0 play 12 at 1.1 => 1.3 Played 0 12, 1.3 Played 1 30, 1.3 PhotoFinish 12 30
An earlier press that arrives later is no photo finish.
    12 30 40, lag 0.25 => 1 1 play 30, 1.1 0 play 12 at 0.9 => 1.1 Played 0 12, 1.1 Played 1 30
A press time is never later than its arrival.
    12 30 40 => 1 1 play 30 at 99 => nothing => due 1.15
A later press does not end the wait for a lower one.
    12 30 40, lag 1 => 1 1 play 30, 1.5 2 play 40 => nothing
    12 30 40 50, lag 1 => 1 1 play 30, 1.5 2 play 40, 1.8 0 play 12 at 0.9
        => 1.8 Played 0 12, 1.8 Played 1 30, 1.8 Played 2 40
A press on another pile lands after an earlier mistake, which makes it void.
    w30 r40 w12 r50, game extreme, lag 1 => 1 0 play w30, 1.5 3 play r50, 2.15 tick
        => 2.15 Played 0 30, 2.15 LifeLost 30 (2:12)
A press that is one reaction time later is too late, even during the wait.
    12 30 40, simultaneity 0.125, lag 1 => 1 1 play 30, 1.5 0 play 12 at 1.125
        => 1.5 Played 1 30, 1.5 LifeLost 30 (0:12)
Presses that a possible mistake holds back land by rank when it is none.
    w30 r49 w12 r50 r1, game extreme, lag 1 => 1 0 play w30, 1.5 3 play r50, 1.6 1 play r49 => nothing
    w30 r49 w12 r50 r1, game extreme, lag 1 => 1 0 play w30, 1.5 3 play r50, 1.6 1 play r49, 1.7 2 play w12 at 0.95
        => 1.7 Played 2 12, 1.7 Played 3 100 1, 1.7 Played 1 99 1, 1.7 Played 0 30

Time never runs backwards.
    12 30 40 => 5 0 play 12, 4 1 play 30 => 5 Played 0 12, 5 Played 1 30
A teammate acts at the time of its plan.
    12 30 | 1: 0.5 hand, 3.25 play 30 => 0.2 tick => nothing => due 0.5
    12 30 | 1: 0.5 hand, 3.25 play 30 => 1 0 hand => 0.5 HandLaid 1, 1 HandLaid 0, 1 Started => due 3.25
Teammates press like people.
    12 30 40 | 1: 0 hand, 2 play 30 | 2: 0 hand => 1 0 hand, 2.1 0 play 12
        => 0 HandLaid 1, 0 HandLaid 2, 1 HandLaid 0, 1 Started, 2.1 Played 0 12, 2.1 Played 1 30, 2.1 PhotoFinish 12 30
Plans for the same time are executed in the order of seats.
    12 30 40 | 2: 0.5 hand | 0: 0.5 hand | 1: 0.5 hand => 1 tick
        => 0.5 HandLaid 0, 0.5 HandLaid 1, 0.5 HandLaid 2, 0.5 Started
A teammate makes no second plan while its press is pending, and does not repeat a press made for it.
    12 30 40 | 1: 0 hand, 2 play 30, 2.01 stop | 2: 0 hand => 1 0 hand, 2 tick, 2.005 0 star
        => 0 HandLaid 1, 0 HandLaid 2, 1 HandLaid 0, 1 Started, 2.005 StarRaised 0 => due 2.15
    12 30 40 | 1: 0 hand, 1.1 play 30 | 2: 0 hand => 0 0 hand, 1 1 play 30, 2 tick
        => 0 HandLaid 1, 0 HandLaid 2, 0 HandLaid 0, 0 Started, 1.15 Played 1 30, 1.15 LifeLost 30 (0:12)
"""


@pytest.mark.parametrize("example", examples(PRESSES))
def test_press(example: str) -> None:
    """The cards of the seats and the scripts of teammates, then actions, events, and what is due, with their times."""
    setting, doings, expected, *rest = example.split(" => ")
    seating, *scripts = setting.split(" | ")
    cards, *options = seating.split(", ")
    given: dict[str, Any] = {name: value if name == "game" else float(value) for name, value in map(str.split, options)}
    table = sit_down(cards, scripted(scripts)) if scripts else playing(cards, **given)
    table.updates()
    *earlier, last = doings.split(", ")
    for doing in earlier:
        do(table, doing)
    if expected == "refused":
        before = table.game
        with pytest.raises(IllegalAction):
            do(table, last)
        assert table.game == before
        return
    do(table, last)
    happened = [f"{round(at, 6):g} {spelled(event)}" for at, event in told(table)]
    assert happened == ([] if expected == "nothing" else expected.split(", "))
    due = table.due()
    assert not rest or rest == [f"due {due and round(due, 6)}"]


def do(table: Table, doing: str) -> None:
    """Do what `doing` says: "1 0 play 12" at 1 s, or "1.3 0 play 12 at 1.1", or "5 tick"."""
    at, _, what = doing.partition(" ")
    what, _, pressed = what.partition(" at ")
    if what == "tick":
        table.tick(float(at))
        return
    seat, _, act = what.partition(" ")
    table.submit(int(seat), action(act), float(at), float(pressed) if pressed else None)


@pytest.mark.parametrize("act", [LayHand(), PlayRest(), Play(13), RaiseStar(40), LowerStar()])
def test_an_illegal_action_does_not_hurry_a_pending_press(act: Action) -> None:
    table = playing("12 30 40")
    table.submit(1, Play(30), 1.0)
    with pytest.raises(IllegalAction, match="seat 2 may not"):
        table.submit(2, act, 1.05)
    assert told(table) == [] and table.due() == 1.0 + SIMULTANEITY


def test_recorded_times_are_rounded_to_hundredths_of_a_second() -> None:
    table = playing("12 30 40")
    table.submit(0, Play(12), 1.23456)
    assert moves_of(table)[-1].at == 1.23


def test_the_lag_is_zero_by_default() -> None:
    table = Table(variant("classic"), 2, "lag", {})
    assert table.lag == Table.resume(table.game, {}, 0).lag == 0.0
    assert Table.resume(table.game, {}, 0, lag=0.25).lag == 0.25


def test_a_gentle_game_stays_gentle_when_saved_and_resumed() -> None:
    table = Table(variant("gentle"), 2, "again", {})
    start(table, 1.0)
    again = Table.resume(read(write(table.game)), {}, stopper=0)
    start(again, 2.0)
    play(again, in_order_of_hands(again)[-1], 3.0)
    assert again.due() == 3.0 + GENTLE


# --- The photo finish, against a simpler model -------------------------------------

REACTION = 0.125  # a fraction that binary numbers hold exactly
NEVER = 99.0


def reckoned(presses: dict[Card, float], within: float = REACTION) -> tuple[list[Card], list[Card]]:
    """Return the cards that land, and those that the first mistake sets aside, for the press time of each card."""
    left = dict(presses)
    landed: list[Card] = []
    while any(at < NEVER for at in left.values()):
        lowest = min(left, key=lambda card: left[card])
        while nearer := [card for card in left if card < lowest and left[card] < left[lowest] + within]:
            lowest = min(nearer)
        landed.append(lowest)
        del left[lowest]
        if lower := [card for card in left if card < lowest]:
            return landed, sorted(lower)
    return landed, []


moments = st.integers(0, 24).map(lambda n: n / 32) | st.just(NEVER)
presses = st.dictionaries(st.integers(1, 99), moments, min_size=2, max_size=6).map(
    lambda chosen: chosen | {100: NEVER}  # the holder of the highest card keeps the level going
)


def pressed_on(presses: dict[Card, float], game: str, simultaneity: float | None) -> Table:
    """Return the table some time after all `presses`, without those that became illegal."""
    cards = list(presses)
    table = playing(" ".join(map(str, cards)), game, simultaneity=simultaneity)
    for played, at in sorted(presses.items(), key=lambda one: one[1]):
        table.tick(at)
        if at < NEVER and Play(played) in table.view(cards.index(played)).legal:
            table.submit(cards.index(played), Play(played), at)
    table.tick(NEVER)
    return table


@pytest.mark.parametrize(
    ("game", "simultaneity", "within"), [("classic", REACTION, REACTION), ("gentle", None, GENTLE)]
)
@given(presses)
def test_presses_in_any_order_land_and_finish_as_in_the_model(
    game: str, simultaneity: float | None, within: float, presses: dict[Card, float]
) -> None:
    landed, aside = reckoned(presses, within)
    table = pressed_on(presses, game, simultaneity)
    view = table.view(None)
    assert [one.card for pile in view.piles for one in pile if isinstance(one, Laid)] == landed
    assert sorted(card for _, card in view.aside) == aside
    finishes = [event for _, event in told(table) if isinstance(event, PhotoFinish)]
    assert sorted((event.first, event.second) for event in finishes) == [
        (low, high)
        for low in sorted(landed)
        for high in sorted(landed)
        if low < high and presses[high] < presses[low] < presses[high] + within
    ]


# --- Teammates and their plans ----------------------------------------------------


def test_a_plan_for_the_past_is_executed_now() -> None:
    class Late:
        def plan(self, view: View, now: float) -> Plan | None:
            return Plan(now - 5, LayHand()) if LayHand() in view.legal else None

    table = sit_down("12 30", {1: Late()})
    table.tick(0.0)
    assert moves_of(table) == [Move(0.0, 1, LayHand())]


def test_an_illegal_plan_raises() -> None:
    class Cheat:
        def plan(self, view: View, now: float) -> Plan | None:
            return Plan(now, Play(100))

    with pytest.raises(IllegalAction, match="the teammate at seat 1 plans"):
        sit_down("12 30", {1: Cheat()}).due()


def test_a_teammate_plans_once_after_every_event_with_its_own_view() -> None:
    script = Scripted((0.0, LayHand()))
    table = sit_down("12 30", {1: script})
    table.submit(0, LayHand(), 1.0)
    table.submit(0, Stop(), 2.5)
    table.tick(2.5)
    assert [(view.news, now) for view, now in script.seen] == [(update.events, update.at) for update in table.updates()]
    assert {view.seat for view, _ in script.seen} == {1}


def test_teammates_do_not_plan_again_when_another_seat_moves_its_hand() -> None:
    script = Scripted((2.0, LayHand()))
    table = sit_down("12 30 40", {1: script})
    for at, act in ((0.5, LayHand()), (1.0, LiftHand()), (1.5, LayHand())):
        table.submit(0, act, at)
        assert table.due() == 2.0
    table.tick(2.0)
    assert events(table) == [Dealt(1), HandLaid(0), HandLifted(0), HandLaid(0), HandLaid(1)]
    assert table.due() is None
    assert [view.news for view, _ in script.seen] == [(Dealt(1),), (HandLaid(1),)]


# --- Time -------------------------------------------------------------------------


def test_updates_are_returned_once_and_in_order() -> None:
    table = playing("12 30 40")
    table.submit(0, Play(12), 1.0)
    table.submit(2, Stop(), 2.0)
    updates = table.updates()
    assert [(update.at, update.events) for update in updates] == [(1.0, (Played(0, 12),)), (2.0, (Stopped(2),))]
    assert updates[0].view(1).news == (Played(0, 12),)
    assert table.updates() == []


wishes = st.sampled_from(["hand"] * 3 + ["play"] * 3 + ["star", "unstar", "stop", "rest"])
habits = st.lists(st.tuples(st.floats(0.01, 12), wishes), min_size=5, max_size=25)


def person(table: Table, wish: str, now: float) -> None:
    """Take the wished action at seat 0, if it is legal."""
    kinds = {"hand": LayHand, "play": Play, "star": RaiseStar, "unstar": LowerStar, "stop": Stop, "rest": PlayRest}
    legal = sorted((one for one in table.view(0).legal if isinstance(one, kinds[wish])), key=repr)
    if legal:
        with suppress(IllegalAction):  # a card that it has pressed a moment before
            table.submit(0, legal[0], now)


def evening(game: str, seats: int, habits: list[tuple[float, str]], ticks: list[float]) -> tuple[Game, list[object]]:
    """Play a game with metronomes at the other seats, with extra ticks at `ticks`."""
    table = Table(variant(game), seats, "evening", metronomes(*range(1, seats)))
    now = 0.0
    for pause, wish in habits:
        for tick in sorted(tick for tick in ticks if now < tick < now + pause):
            table.tick(tick)
        now += pause
        table.tick(now)
        person(table, wish, now)
    table.tick(now + 60)
    return table.game, [(update.at, update.events) for update in table.updates()]


@given(
    st.sampled_from(["classic", "blind", "extreme", "tens", "fifty+no-stars"]),
    st.integers(2, 4),
    habits,
    st.lists(st.floats(0, 150), max_size=30),
)
def test_late_ticks_do_not_change_history(
    game: str, seats: int, habits: list[tuple[float, str]], ticks: list[float]
) -> None:
    assert evening(game, seats, habits, ticks) == evening(game, seats, habits, [])


# --- Resuming ---------------------------------------------------------------------


def played_until(end: float, game: str = "classic") -> tuple[Table, dict[Seat, Metronome]]:
    table = Table(variant(game), 3, "again", metronomes(0, 1, 2))
    table.tick(end)
    return table, metronomes(0, 1, 2)


@given(st.sampled_from(["classic", "blind", "extreme", "tens"]), st.floats(0, 400))
def test_a_table_resumes_after_its_last_event_with_play_stopped(game: str, end: float) -> None:
    table, teammates = played_until(end, game)
    saved = read(write(table.game))
    assert saved == table.game
    again = Table.resume(saved, teammates, stopper=0)
    before, moves = moves_of(table), moves_of(again)
    assert moves[: len(before)] == before
    if table.view(None).phase is Phase.PLAY:
        assert [move.action for move in moves[len(before) :]] == [Stop()]
        assert again.view(None).phase is Phase.FOCUS
    else:
        assert again.game == saved
    for seat in range(3):
        was, now = table.view(seat), again.view(seat)
        assert (was.hand, was.piles, was.aside, was.lives, was.stars) == (
            *(now.hand, now.piles, now.aside, now.lives, now.stars),
        )


def test_a_resumed_game_can_be_played_to_its_end() -> None:
    table, teammates = played_until(60.0)
    again = Table.resume(table.game, teammates, stopper=1)
    assert again.now <= 60.0
    again.tick(1e6)
    assert again.view(None).phase in (Phase.WON, Phase.LOST)


def test_resumed_teammates_have_seen_the_same_events() -> None:
    script = ((0.0, LayHand()), (1.5, Stop()), (2.0, LayHand()))
    first, again = Scripted(*script), Scripted(*script)
    table = Table(variant("classic"), 2, "again", {1: first})
    table.submit(0, LayHand(), 1.0)
    table.tick(3.0)
    Table.resume(table.game, {1: again}, stopper=0).tick(3.0)
    assert again.seen == first.seen
    assert len(first.seen) > 4


def test_a_resumed_table_reports_only_the_stop() -> None:
    table = Table(variant("classic"), 2, "again", {})
    start(table, 1.0)
    again = Table.resume(table.game, {}, stopper=1)
    assert told(again) == [(1.0, Stopped(1))]


def test_a_pending_press_is_not_in_the_game() -> None:
    table = playing("12 30 40")
    before = table.game
    table.submit(1, Play(30), 1.0)
    assert table.game == before


def test_a_game_that_breaks_the_rules_is_refused() -> None:
    deal = DealtLevel(((3,), (7,)), (Move(1.0, 0, Stop()),))
    with pytest.raises(BadGame):
        Table.resume(Game(variant("classic"), Team.unnamed(2), (deal,)), {}, stopper=0)


def test_a_game_whose_cards_no_seed_gives_continues_with_them() -> None:
    deal = DealtLevel(((3,), (7,)), (Move(1.0, 0, LayHand()),))
    seen = Scripted((0.0, LayHand()))
    again = Table.resume(Game(variant("classic"), Team.unnamed(2), (deal,), "seed"), {1: seen}, stopper=0)
    again.tick(2.0)
    assert {view.hand for view, _ in seen.seen} == {(7,)}
    assert again.game.deals[0].hands == ((3,), (7,))


def test_a_table_can_start_from_a_level_to_be_dealt() -> None:
    start = new_game(variant("classic"), 3)._replace(level=4, lives=1, stars=2)
    table = Table(start.variant, start.seats, "seed", {}, start=start)
    view = table.view(1)
    assert (view.level, view.lives, view.stars, view.phase) == (4, 1, 2, Phase.FOCUS)
    assert len(view.hand) == 4


@pytest.mark.parametrize("over", [Phase.WON, Phase.LOST])
def test_a_table_can_start_from_a_finished_game(over: Phase) -> None:
    start = new_game(variant("classic"), 2)._replace(level=12, phase=over)
    table = Table(start.variant, start.seats, "seed", {}, start=start)
    assert table.view(0).phase is over and table.due() is None and not table.updates()


def test_a_teammate_that_joins_in_mid_level_receives_the_level_as_its_seat_saw_it() -> None:
    table = playing("30 12 25")
    table.submit(1, Play(12), 3.0)
    table.updates()
    mate = Scripted((4.0, Stop()))
    table.seat(2, mate, 5.0)
    views, times = zip(*mate.seen, strict=True)
    assert [event for view in views for event in view.news][-2:] == [Started(), Played(1, 12, 0, False)]
    assert times[-2:] == (0.0, 3.0)
    assert all(view.seat == 2 for view in views) and not table.updates()
    assert table.due() == 5.0  # never before it joined


def test_a_removed_teammate_makes_no_plans() -> None:
    mate = Scripted()
    table = sit_down("30 12", {1: mate})
    table.seat(1, None, 0.0)
    asked = len(mate.seen)
    start(table, 1.0)
    table.tick(2.0)
    assert len(mate.seen) == asked and table.due() is None


def test_the_level_after_a_new_seed_is_dealt_from_it() -> None:
    table = Table(variant("classic"), 2, "old", {})
    table.reseed("new")
    start(table, 0.0)
    for seat in in_order_of_hands(table):
        play(table, seat, 1.0)
    second = new_game(variant("classic"), 2)._replace(level=2)
    expected = Table(second.variant, 2, "new", {}, start=second)
    assert [table.view(seat).hand for seat in (0, 1)] == [expected.view(seat).hand for seat in (0, 1)]
