"""Recorded games of one person and a partner, replayed as a teammate receives them.

A file is a list of people, each a list of games
`{"hands": [person's, partner's], "plays": [[seat, card, seconds since the last event], ...], "won": bool}`.
Seat 0 is the person, seat 1 the partner. A game ends with its first mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any

from game.core import (
    Dealt,
    LayHand,
    LevelCompleted,
    LifeLost,
    Phase,
    Play,
    Played,
    Started,
    State,
    Variant,
    View,
    apply,
    view_of,
)
from game.core.safe_json import read_json
from game.table import Table
from tests.bench.people import Chair, Kind
from tests.bench.people.files import Unfit
from tests.teammates.metronome import Metronome

LEVEL, GAMES = 3, 8
"""The level that simulated people are dealt, and how many games they play."""

PAUSE = 10.0
"""Seconds from one game to the next."""

MOST_LIVES = 5

PARTNER = 0.3
"""Seconds per number of the partner of simulated people."""


@dataclass(frozen=True, slots=True)
class Game:
    """Two hands and the plays: the seat, the card, and the seconds since the previous event."""

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    plays: tuple[tuple[int, int, float], ...]


Games = tuple[Game, ...]
"""All games of one person, in order."""


def heard(games: Games) -> Iterator[tuple[float, View, int | None]]:
    """Yield the time, the partner's view, and the person's lowest card while both hold cards."""
    now = 0.0
    for game in games:
        level = len(game.hands[0])
        state = State(Variant(), 2, level, MOST_LIVES, 0, Phase.FOCUS, hands=game.hands, piles=((),))
        yield now, view_of(state, 1, (Dealt(level),)), None
        state, _ = apply(state, 0, LayHand())
        state, events = apply(state, 1, LayHand())
        yield now, view_of(state, 1, events), _lowest(state)
        for seat, card, seconds in game.plays:
            now += seconds
            state, events = apply(state, seat, Play(card))
            yield now, view_of(state, 1, events), _lowest(state)
            if state.phase is not Phase.PLAY:
                break
        now += PAUSE


def _lowest(state: State) -> int | None:
    return state.hands[0][0] if state.phase is Phase.PLAY and all(state.hands) else None


def people_recorded(path: str) -> list[Games]:
    """Return the people in the file `path`. Raises Unfit."""
    try:
        found = read_json(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise Unfit(f"There is no file {path}.") from error
    except (ValueError, RecursionError) as error:
        raise Unfit(f"{path} is not JSON.") from error
    if not isinstance(found, list) or not found or not all(isinstance(games, list) and games for games in found):
        raise Unfit(f"{path} is not a list of people, each a list of games.")
    return [
        tuple(_game(f"{path}, person {who}, game {number}", game) for number, game in enumerate(games, 1))
        for who, games in enumerate(found, 1)
    ]


def _game(place: str, found: Any) -> Game:
    match found:
        case {"hands": [[*own], [*partners]], "plays": [*plays]} if (
            len(own) == len(partners) > 0 and _are_cards([*own, *partners]) and all(map(_is_play, plays))
        ):
            hands = tuple(sorted(own)), tuple(sorted(partners))
            game = Game(hands, tuple((seat, card, float(seconds)) for seat, card, seconds in plays))
        case _:
            raise Unfit(f"{place} has no two hands of as many cards, or plays that are not a seat, a card and seconds.")
    left = [list(hand) for hand in game.hands]
    for seat, card, _ in game.plays:
        if not left[seat] or left[seat].pop(0) != card:
            raise Unfit(f"{place} has a play of {card}, which is not the lowest card in that hand.")
    return game


def _are_cards(cards: Sequence[Any]) -> bool:
    return len({*map(str, cards)}) == len(cards) and all(type(card) is int and 1 <= card <= 100 for card in cards)


def _is_play(found: Any) -> bool:
    match found:
        case [0 | 1 as seat, int(card), int() | float() as seconds]:
            return not isinstance(seat, bool) and not isinstance(card, bool) and isfinite(seconds) and seconds >= 0
    return False


def people_drawn(kind: Kind, count: int, cv: float) -> list[Games]:
    """Return games of simulated people of this kind with a partner that waits at its own tempo."""
    return [_evening(kind, number, cv) for number in range(count)]


def _evening(kind: Kind, number: int, cv: float) -> Games:
    person, games = kind(number, cv), []
    for game in range(GAMES):
        deal = State(Variant(), 2, LEVEL, MOST_LIVES, 0, Phase.DEAL, hands=((), ()), piles=((),))
        partner = Metronome(Random(f"partner {number} {game}"), PARTNER)
        games.append(_played(Table(Variant(), 2, f"drawn {number} {game}", {0: Chair(person), 1: partner}, start=deal)))
    return tuple(games)


def _played(table: Table) -> Game:
    """Play the first level of the table, until a mistake or its last card."""
    since, plays = 0.0, []
    hands: tuple[tuple[int, ...], ...] = ()
    while (due := table.due()) is not None:
        table.tick(due)
        for update in table.updates():
            hands = hands or update.state.hands
            for event in update.events:
                if isinstance(event, Played) and event.card is not None:
                    plays.append((event.seat, event.card, update.at - since))
                if isinstance(event, Played | Started):
                    since = update.at
                if isinstance(event, LifeLost | LevelCompleted):
                    return Game((hands[0], hands[1]), tuple(plays))
    raise RuntimeError("a level came to a standstill")
