"""Teammates in whole games: every variant, no hidden information, and no premature actions."""

from __future__ import annotations

from random import Random

import pytest

from game.core import (
    LayHand,
    LowerStar,
    Play,
    Played,
    RaiseStar,
    StarLowered,
    StarRaised,
    Started,
    StarUsed,
    Stopped,
    View,
    variant,
    view_of,
)
from game.table import Table, concerned
from game.teammates import Plan, Teammate
from game.teammates.mind import SIGHT, Mind, Traits
from tests.core.chance import another_truth
from tests.teammates.games import Notes, played_out, stand_in

GAMES = [
    f"{base}{options}"
    for base in ("classic", "tens", "tens-descending", "descending", "fifty", "extreme")
    for options in ("", "+blind", "+no-stars")
]


BREATHING = Traits(noise=0.05)


def minds(seats: int, seed: int) -> dict[int, Teammate]:
    return {seat: Mind(BREATHING, Random(f"dice {seed} {seat}")) for seat in range(1, seats)}


@pytest.mark.parametrize("game", GAMES)
def test_every_variant_is_played_to_its_end(game: str) -> None:
    for seats in (2, 3):
        played_out(Table(variant(game), seats, "evening", {0: stand_in(1), **minds(seats, 1)}))


@pytest.mark.parametrize("game", ["classic", "extreme", "fifty+blind", "tens"])
def test_eight_can_play(game: str) -> None:
    played_out(Table(variant(game), 8, "evening", {0: stand_in(2), **minds(8, 2)}))


def test_teammates_alone_agree_on_a_tempo() -> None:
    for seed in range(3):
        mates = {s: Mind(Traits(), Random(f"{seed} {s}"), people=()) for s in range(4)}
        updates = played_out(Table(variant("classic"), 4, f"alone {seed}", mates))
        assert updates[-1].state.lives >= 4


@pytest.mark.parametrize("game", ["classic", "extreme", "fifty", "tens", "classic+blind", "extreme+blind"])
@pytest.mark.parametrize("seats", [2, 4])
def test_hidden_cards_never_change_a_plan(game: str, seats: int) -> None:
    """All cards hidden from a seat are dealt again after every event; its plans must stay the same."""
    noted = {seat: Notes(mind) for seat, mind in minds(seats, 3).items()}
    updates = played_out(Table(variant(game), seats, "fair", {0: stand_in(3), **noted}))
    dice = Random("swap")
    for seat, mind in minds(seats, 3).items():
        heard = [update for update in updates if concerned(update.events, [seat])]
        again = [mind.plan(view_of(another_truth(u.state, seat, dice), seat, u.events), u.at) for u in heard]
        assert again == noted[seat].plans


def test_plans_depend_only_on_the_seed() -> None:
    def plans(seed: int) -> list[Plan | None]:
        noted = Notes(minds(2, seed)[1])
        played_out(Table(variant("classic"), 2, "deal", {0: stand_in(4), 1: noted}))
        return noted.plans

    assert plans(5) == plans(5)
    assert plans(5) != plans(6)


def test_a_teammate_reacts_to_a_card_only_after_its_reaction_time() -> None:
    updates = played_out(Table(variant("classic"), 4, "sight", {0: stand_in(5), **minds(4, 5)}, simultaneity=0))
    last = 0.0
    for update in updates:
        if any(isinstance(event, Played) and event.seat for event in update.events):
            assert update.at >= last + SIGHT - 1e-9
        if any(isinstance(event, Played | Started) for event in update.events):
            last = update.at


def test_a_press_is_decided_once_per_stretch() -> None:
    """A raised hand does not start the wait again."""
    mind = Mind(Traits(star_risk=99), Random(6))
    table = Table(variant("classic"), 2, "once", {1: (noted := Notes(mind))})
    table.submit(0, LayHand(), 0.0)
    table.tick(1.0)
    table.submit(0, RaiseStar(), 1.01)
    table.submit(0, LowerStar(), 1.02)
    table.tick(1.02)
    before, answer, after = noted.plans[-3:]
    assert before is not None
    assert isinstance(before.action, Play)
    assert answer is not None
    assert isinstance(answer.action, RaiseStar)
    assert after == before


def test_teammates_agree_to_a_star_that_a_person_proposes() -> None:
    table = Table(variant("classic"), 4, "star", minds(4, 7))
    table.submit(0, LayHand(), 0.0)
    table.tick(2.0)
    table.submit(0, RaiseStar(), 2.05)
    table.tick(3.5)
    assert any(isinstance(event, StarUsed) for u in table.updates() for event in u.events)


class Unanswering:
    """A person who never raises a hand."""

    def __init__(self, person: Mind) -> None:
        self.person = person

    def plan(self, view: View, now: float) -> Plan | None:
        legal = frozenset(action for action in view.legal if not isinstance(action, RaiseStar))
        return self.person.plan(view._replace(legal=legal), now)


def test_a_refused_star_is_not_proposed_again_in_the_same_level() -> None:
    taken_down = 0
    for seed in range(4):
        nervous = {seat: Mind(Traits(star_risk=0.1), Random(f"{seed} {seat}")) for seat in (1, 2)}
        table = Table(variant("classic"), 3, f"stars {seed}", {0: Unanswering(stand_in(seed)), **nervous})
        refused_at = 0
        for update in played_out(table):
            events, level = update.events, update.state.level
            assert refused_at != level or not any(isinstance(event, StarRaised) for event in events)
            laid = any(isinstance(event, Played) for event in events)
            if not laid and any(isinstance(event, StarLowered) for event in events) and not update.state.raised:
                refused_at = level
                taken_down += 1
    assert taken_down


def test_teammates_use_stars_and_rarely_stop() -> None:
    stars = stops = games = 0
    for seed in range(6):
        table = Table(variant("classic"), 2, f"stars {seed}", {0: stand_in(seed), **minds(2, seed)})
        events = [event for update in played_out(table) for event in update.events]
        stars += sum(isinstance(event, StarUsed) for event in events)
        stops += sum(isinstance(event, Stopped) for event in events)
        games += 1
    assert stars >= games
    assert stops <= games
