"""Random Views for tests of what shows them: real ones, possible ones that no game led to, and contradictory ones."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from game.core import (
    Card,
    Dealt,
    Event,
    GameLost,
    GameWon,
    HandLaid,
    HandLifted,
    Laid,
    LevelCompleted,
    LifeLost,
    Phase,
    PhotoFinish,
    PilesTurned,
    Played,
    Reward,
    Seat,
    StarLowered,
    StarRaised,
    Started,
    StarUsed,
    State,
    Stopped,
    Variant,
    View,
    WentBlind,
    new_game,
    variant,
    view_of,
)
from game.core.variants import BASES, MAX_LIVES, MAX_STARS
from game.net.protocol.view_check import PHASES_AFTER, VIEW
from tests.net.messages import any_seen

OPTIONS = "no-stars", "blind", "strict", "gentle"

NEWS: tuple[tuple[type[Event], ...], ...] = (
    (),
    (Dealt,),
    (StarLowered, HandLaid),
    (HandLaid, Started),
    (HandLifted,),
    (Stopped,),
    (Played,),
    (Played, StarLowered),
    (Played, Played, Played, LevelCompleted),
    (Played, LifeLost, PhotoFinish),
    (Played, LifeLost, LevelCompleted),
    (Played, LifeLost, PilesTurned, GameLost),
    (Played, LifeLost, GameLost),
    (Played, PilesTurned, LevelCompleted),
    (Played, LevelCompleted, GameWon),
    (StarRaised,),
    (StarRaised, StarUsed),
    (StarRaised, StarUsed, LevelCompleted),
    (WentBlind,),
)
"""The kinds of news that one action causes."""

KINDS = sorted({kind for news in NEWS for kind in news}, key=lambda kind: kind.__name__)


def any_variant(dice: Random) -> Variant:
    """Return a random variant, with any of its options."""
    return variant("+".join([dice.choice([*BASES]), *(one for one in OPTIONS if dice.random() < 0.3)]))


def any_views(dice: Random, count: int, *, of_one_table: bool = False) -> Iterator[View]:
    """Yield up to `count` random Views as the codec reads them: without those that it refuses.

    All are `of_one_table` and seat, or these change now and then, as at a page that was away.
    """
    table = _table(dice)
    for _ in range(count):
        if not of_one_table and dice.random() < 0.1:
            table = _table(dice)
        view = any_seen(dice).view if not of_one_table and dice.random() < 0.05 else any_view(dice, *table)
        if dice.random() < 0.1:
            view = spoilt(dice, view)
        try:
            yield VIEW.read(json.loads(json.dumps(VIEW.write(view))))
        except ValueError:
            continue


def any_view(dice: Random, played: Variant, seats: int, seat: Seat | None) -> View:
    """Return a random View of a seat: its cards are those of a deal, and its news are of any kind."""
    kinds = dice.choice(NEWS) if dice.random() < 0.8 else tuple(dice.choices(KINDS, k=dice.randrange(6)))
    last = next((kind for kind in reversed(kinds) if kind in PHASES_AFTER), None)
    state = _state(dice, played, seats, PHASES_AFTER[last] if last and dice.random() < 0.9 else tuple(Phase))
    news: list[Event] = []
    for kind in kinds:
        news.append(_event(dice, kind, state, news))
    return view_of(state, seat, news)


def _table(dice: Random) -> tuple[Variant, int, Seat | None]:
    seats = dice.randint(2, 8)
    return any_variant(dice), seats, dice.choice([None, *range(seats)])


def spoilt(dice: Random, view: View) -> View:
    """Return `view` with one random part of another View, or with nonsense."""
    other = view_of(_state(dice, dice.choice([view.variant, any_variant(dice)]), view.seats), view.seat, view.news)
    name = dice.choice(["hand", "discard", "legal", "piles", "level", "lives", "stars", "phase", "blind", "counts"])
    if name == "piles" and len(other.piles) != len(view.piles):
        name = "aside"
    return replace(view, **{name: getattr(other, name)})


def _state(dice: Random, played: Variant, seats: int, phases: Sequence[Phase] = tuple(Phase)) -> State:
    """Return a state in one of `phases`, with each card of a deal in a hand, on its pile or set aside."""
    levels = played.levels(seats)
    level = dice.randint(1, levels)
    phase = dice.choice(phases)
    state = new_game(played, seats)._replace(
        level=level,
        lives=0 if phase is Phase.LOST else dice.randint(1, MAX_LIVES),
        stars=dice.randint(0, MAX_STARS),
        phase=Phase.DEAL if phase is Phase.REVEAL and level == levels else phase,
        blind=played.blind or dice.random() < 0.2,
        down=frozenset(seat for seat in range(seats) if dice.random() < 0.3),
    )
    if state.phase is Phase.DEAL:
        return state
    deck = dice.sample(played.supply(level), played.dealt(level, seats))
    hands: list[list[Card]] = [[] for _ in range(seats)]
    piles: list[list[Laid]] = [[] for _ in played.piles]
    aside: list[Laid] = []
    held = dice.choice([0.0, 0.5, 0.9, 1.0])
    for at, card in enumerate(deck):
        if dice.random() < held:
            hands[at % seats].append(card)
        elif dice.random() < 0.7:
            piles[played.pile_of(card)].append(Laid(at % seats, card))
        else:
            aside.append(Laid(at % seats, card))
    sorted_hands = tuple(played.sort(hand) for hand in hands)
    raised = tuple((seat, _offer(dice, played, sorted_hands[seat])) for seat in range(seats) if dice.random() < 0.2)
    return state._replace(
        hands=sorted_hands, piles=tuple(map(tuple, piles)), aside=tuple(aside), raised=raised, down=frozenset()
    )


def _offer(dice: Random, played: Variant, hand: tuple[Card, ...]) -> Card | None:
    leading = played.leading(hand)
    return dice.choice(leading) if len(leading) > 1 else None


def _event(dice: Random, kind: Any, state: State, before: list[Event]) -> Event:
    """Return an event of `kind` that fits `state` and the events `before` it, mostly."""
    played, seat, card = state.variant, _seat(dice, state), _card(dice, state)
    last = next((one for one in reversed(before) if isinstance(one, Played) and one.card), Played(seat, card))
    if kind is Dealt:
        return Dealt(state.level if dice.random() < 0.9 else dice.randint(1, 12))
    if kind is Played:
        pile = played.pile_of(card) if dice.random() < 0.9 else dice.randrange(len(played.piles))
        return Played(seat, card, pile, pile in state.hidden_piles)
    if kind is LifeLost:
        fatal = last.card or card
        lower = sorted(played.before(fatal))
        taken = dice.sample(lower, min(len(lower), dice.choice([0, 1, 1, 1, 2, 3])))
        return LifeLost(fatal, tuple(Laid(_seat(dice, state), one) for one in taken))
    if kind is StarUsed:
        cards = dice.sample(played.supply(state.level), dice.randint(0, min(state.seats, 8)))
        return StarUsed(tuple(Laid(holder, one) for holder, one in enumerate(cards)))
    if kind is PilesTurned:
        misplaced = tuple(dice.sample(range(1, 101), dice.randrange(4)))
        return PilesTurned(misplaced, dice.randint(0, MAX_LIVES) if misplaced else 0)
    if kind is LevelCompleted:
        number = state.level - 1 if state.phase is Phase.DEAL else state.level
        return LevelCompleted(max(1, number), dice.choice([None, *Reward]))
    if kind is PhotoFinish:
        return PhotoFinish(card, _card(dice, state))
    if kind in (HandLaid, HandLifted, Stopped, StarLowered, StarRaised):
        made: Event = kind(seat)
        return made
    made = kind()
    return made


def _seat(dice: Random, state: State) -> Seat:
    return dice.randrange(state.seats)


def _card(dice: Random, state: State) -> Card:
    laid = [one.card for pile in state.piles for one in pile]
    return dice.choice(laid) if laid and dice.random() < 0.9 else dice.randint(1, 100)
