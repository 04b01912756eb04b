"""Teammates in whole games: every variant, no hidden information, and no premature actions."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from random import Random
from statistics import fmean
from typing import Any

import pytest

from game.core import (
    Action,
    Dealt,
    LayHand,
    LowerStar,
    Play,
    Played,
    PlayRest,
    RaiseStar,
    Seat,
    StarLowered,
    StarRaised,
    Started,
    StarUsed,
    Stop,
    Stopped,
    View,
    apply,
    variant,
    view_of,
)
from game.table import Table, concerned
from game.teammates import Plan, Teammate
from game.teammates.mind import (
    A_TOUCH_LATE,
    FELLOW_SPREAD,
    LOST,
    LOST_WAITS,
    PATIENCE,
    QUIET,
    SIGHT,
    TIME_TO_AGREE,
    Common,
    Mind,
    Traits,
)
from game.teammates.odds import next_card
from game.teammates.press_timing import best_moment
from game.teammates.prior import ORDINARY, situation
from game.teammates.public_history import Seated
from game.teammates.tempo import Tempo
from tests.core.chance import another_truth
from tests.core.examples import actions, position
from tests.teammates.games import Notes, played_out, practised, stand_in
from tests.thorough import thorough_after

GAMES = [
    f"{base}{options}"
    for base in ("classic", "tens", "tens-descending", "descending", "fifty", "extreme")
    for options in ("", "+blind", "+no-stars")
]


BREATHING = Traits(noise=0.05)


def minds(seats: int, seed: int) -> dict[int, Teammate]:
    return {seat: Mind(BREATHING, Random(f"dice {seed} {seat}")) for seat in range(1, seats)}


@pytest.mark.parametrize("game", thorough_after(6, GAMES))
def test_every_variant_is_played_to_its_end(game: str) -> None:
    for seats in (2, 3):
        played_out(Table(variant(game), seats, "evening", {0: stand_in(1), **minds(seats, 1)}))


@pytest.mark.parametrize("game", thorough_after(1, ["classic", "extreme", "fifty+blind", "tens"]))
def test_eight_can_play(game: str) -> None:
    played_out(Table(variant(game), 8, "evening", {0: stand_in(2), **minds(8, 2)}))


def test_teammates_alone_agree_on_a_tempo() -> None:
    for seed in range(3):
        mates = {s: Mind(Traits(), Random(f"{seed} {s}"), people=()) for s in range(4)}
        updates = played_out(Table(variant("classic"), 4, f"alone {seed}", mates))
        assert updates[-1].state.lives >= 4


@pytest.mark.parametrize("game", ["classic", "extreme", "fifty", "tens", "classic+blind", "extreme+blind"])
@pytest.mark.parametrize("seats", thorough_after(1, [2, 4]))
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


def plan_of(dealt: str, happened: str = "", me: Seat = 1, mind: Mind | None = None, **traits: Any) -> Plan | None:
    """Return the last plan of a teammate at seat `me`: all hands are laid down at 0 s, then actions follow.

    `dealt` is a position, and `happened` are actions with their times and seats: "4 0 play 5, 6 1 star".
    """
    mind = mind or Mind(Traits(**{"star_risk": 99, **traits}), Random(8))
    state = position(f"{dealt}, focus")
    plan = mind.plan(view_of(state, me, (Dealt(state.level),)), 0.0)
    for part in ["0 all hand", *filter(None, happened.split(", "))]:
        at, _, what = part.partition(" ")
        for seat, action in actions(what, state.seats):
            state, events = apply(state, seat, action)
            plan = mind.plan(view_of(state, me, events), float(at))
    return plan


def planned(*dealt: Any, **options: Any) -> Plan:
    plan = plan_of(*dealt, **options)
    assert plan is not None
    return plan


def test_a_teammate_knows_that_the_others_do_not_hold_its_own_cards() -> None:
    tempo, seen = Tempo(), situation(5, 5, 10, again=False)
    other = next_card(Seated(5, [0], [[]]), tempo, [[1, 7, 8, 9, 10]], 0, 2, 0, seen)
    wait = best_moment([other], exp(tempo.expect(2, seen)[0]))
    plan = planned("1 7 8 9 10 | 2 3 4 5 6, game tens")
    assert plan.action == Play(2)
    assert plan.at == pytest.approx(wait * A_TOUCH_LATE)


@pytest.mark.parametrize(("stopper", "again"), [(0, Plan(37.0 + LOST, Stop())), (1, None)])
def test_a_teammate_stops_play_once_a_level_when_only_the_others_can_continue(stopper: Seat, again: Plan) -> None:
    """It waits for 30 s, also after another seat has stopped play."""
    dealt = "1 2 3 4 5 | 6 7 8 9 10, game tens"
    assert plan_of(dealt, "5 0 play 1") == Plan(5.0 + LOST, Stop())
    assert plan_of(dealt, f"5 0 play 1, 36 {stopper} stop, 37 all hand") == again


def test_a_teammate_with_a_distant_card_waits_longer_before_it_stops_play() -> None:
    middle, _ = Tempo().expect(100, situation(1, 1, 2, again=False))
    plan = planned("50 | 100")
    assert plan.action == Stop()
    assert plan.at == pytest.approx(LOST_WAITS * exp(middle))


class Loaded(Random):
    """Dice whose normal deviates have the same standard score every time."""

    def __init__(self, z: float) -> None:
        super().__init__(0)
        self._z = z

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        return mu + self._z * sigma


@pytest.mark.parametrize(("z", "factor"), [(1.0, 1.2), (-1.0, 0.8), (-4.0, 0.2)])
@pytest.mark.parametrize("haste", [1.0, 1.2])
def test_haste_and_noise_multiply_the_wait_but_never_below_one_half(haste: float, z: float, factor: float) -> None:
    dealt = "10 95 | 60 99, level 2"
    usual = planned(dealt, mind=Mind(Traits(star_risk=99), Loaded(0.0))).at
    plan = planned(dealt, mind=Mind(Traits(haste=haste, noise=0.2, star_risk=99), Loaded(z)))
    assert plan.at == pytest.approx(usual * max(haste * factor, 0.5))


def test_the_common_tempo_is_the_mean_of_the_peoples_tempos() -> None:
    quick, slow = Tempo(practised(1.0, 0.1, 0.15)), Tempo(practised(2.0, 0.1, 0.15))
    many = situation(1, 4, 10, again=False)
    middles = quick.expect(20)[0], slow.expect(20, many)[0]
    assert Common([(quick, ORDINARY), (slow, many)]).expect(20) == pytest.approx((fmean(middles), FELLOW_SPREAD))


def test_a_teammate_reacts_before_it_plays_the_rest() -> None:
    assert plan_of("5 | 20 30", "4 0 play 5", star_risk=1.0) == Plan(4.0 + SIGHT, PlayRest())


def test_a_teammate_sees_a_card_on_the_other_pile_before_it_plays() -> None:
    dealt = "w40 r49 | w5 w9, game extreme, level 2"
    seen = planned(dealt).at - 0.1
    assert plan_of(dealt, f"{seen!r} 0 play r49") == Plan(seen + SIGHT, Play(5))


def test_a_card_set_aside_by_one_fellow_says_nothing_about_another() -> None:
    """One fellow has set 40 aside and the other 5, so the other may hold a card below 30."""
    mind = Mind(Traits(star_risk=99), Random(10), people=())
    plan = planned("12 30 | 5 7 | 40 41, level 2", "1 all star, 2 all hand", me=0, mind=mind)
    assert plan.action == Play(30)
    assert plan.at > 5.0


def test_a_teammate_answers_a_raised_hand_only_once() -> None:
    dealt = "10 50 | 40 60 | 70 90, level 2"
    assert planned(dealt, "1 2 star").action == RaiseStar()
    assert isinstance(planned(dealt, "1 2 star, 1.6 1 star, 7.6 1 unstar").action, Play)


def test_a_teammate_agrees_to_a_star_before_play_and_lays_its_hand_only_afterwards() -> None:
    dealt, asks = "10 50 | 40 60, level 2", "1 0 stop, 2 0 star"
    agrees = planned(dealt, asks)
    assert agrees.action == RaiseStar() and agrees.at > 2.0
    for then in ("2.1 0 unstar", f"{agrees.at!r} 1 star"):
        assert planned(dealt, f"{asks}, {then}").action == LayHand()


@pytest.mark.parametrize(
    ("hands", "star_risk", "fellow", "lowered"),
    [
        ("10 95 | 90 99", 0.001, (), PATIENCE),  # the risk remains
        ("15 95 | 20 99", 0.5, (), 2.0 + SIGHT),  # the risk is gone
        ("10 95 | 60 99 | 70 80", 0.1, (2,), PATIENCE),  # it is gone, but a fellow's hand is up too
    ],
)
def test_a_hand_that_was_raised_for_a_risk_is_lowered_when_the_risk_is_gone_or_after_a_while(
    hands: str, star_risk: float, fellow: tuple[Seat, ...], lowered: float
) -> None:
    dealt = f"{hands}, level 2"
    first = planned(dealt, star_risk=star_risk)
    assert first.action == RaiseStar()
    raised = [f"{first.at + 0.1 * number!r} {seat} star" for number, seat in enumerate((1, *fellow))]
    happened = [*raised, f"{first.at + 2.0!r} 0 play {hands[:2]}"]
    assert plan_of(dealt, ", ".join(happened), star_risk=star_risk) == Plan(first.at + lowered, LowerStar())


def test_a_hand_that_answered_a_fellow_stays_up_for_a_while() -> None:
    dealt = "10 95 | 60 99 | 70 80, level 2"
    answer = planned(dealt, "1 2 star")
    assert answer.action == RaiseStar()
    plan = plan_of(dealt, f"1 2 star, {answer.at!r} 1 star, 2 2 unstar")
    assert plan == Plan(answer.at + PATIENCE, LowerStar())


@pytest.mark.parametrize(("level", "action"), [(1, Play(90)), (2, RaiseStar())])
def test_a_star_is_proposed_for_single_cards_except_for_the_first_ones_of_a_game(level: int, action: Action) -> None:
    assert planned(f"95 | 90, level {level}", star_risk=0.001).action == action


def test_a_star_is_proposed_only_for_a_card_that_is_not_due_soon() -> None:
    assert planned("13 99 | 12 98, level 2", star_risk=0.001).action == Play(12)
    later, press = (planned("30 99 | 29 98, level 2", star_risk=risk) for risk in (0.001, 99))
    assert later.action == RaiseStar()
    assert QUIET <= later.at <= press.at - TIME_TO_AGREE


def test_a_person_who_proposes_a_star_is_answered_at_once() -> None:
    answer = planned("30 99 | 29 98, level 2", "0.5 0 star")
    assert answer.action == RaiseStar()
    assert answer.at < 0.5 + 1.0


@pytest.mark.parametrize("game", thorough_after(1, ["classic", "gentle"]))
@pytest.mark.parametrize("star_risk", [1.0, 0.3])
def test_a_star_is_proposed_only_after_a_silence_of_some_seconds(game: str, star_risk: float, thorough: bool) -> None:
    """At least QUIET seconds after play began or a card landed, and TIME_TO_AGREE before the teammate's own press."""
    proposals = 0
    for seed in range(6 if thorough else 2):
        mates = {seat: Notes(Mind(Traits(star_risk=star_risk), Random(f"{seed} {seat}"))) for seat in (1, 2)}
        since, raised = 0.0, frozenset[Seat]()
        for update in played_out(Table(variant(game), 3, f"quiet {seed}", {0: stand_in(seed), **mates})):
            seats = {event.seat for event in update.events if isinstance(event, StarRaised)}
            if seats - {0} and not raised:
                assert update.at >= since + QUIET - 1e-9
                proposals += 1
            if any(isinstance(event, Started | Played) for event in update.events):
                since = update.at
            raised = frozenset(seat for seat, _ in update.state.raised)
    assert proposals


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
        return self.person.plan(replace(view, legal=legal), now)


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
