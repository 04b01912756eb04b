"""Random messages: every kind, with every sort of content that it may have."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game.core import (
    Action,
    Event,
    LayHand,
    Play,
    RaiseStar,
    Stop,
    Variant,
    apply,
    legal_actions,
    new_game,
    shuffled,
    variant,
    view_of,
)
from game.core.result import Result
from game.core.rules import DEALER
from game.net.protocol import messages as m
from game.net.roster import Challenge, Place, Presence, Roster, Screen, Sitter, Watcher
from game.net.succession import deeds

NAMES = ["Ana", "Ben", "Zoë", "", "李小龍", "A long name 14", "😀" * 14]


def any_message(dice: Random) -> m.Message:
    """Return a random message that a page of this version could send."""
    return dice.choice(MAKERS)(dice)


def _digest(dice: Random) -> str:
    return f"{dice.getrandbits(128):032x}"


def _key(dice: Random) -> str:
    return f"{dice.getrandbits(256):064x}"


def _signature(dice: Random) -> str:
    return f"{dice.getrandbits(512):0128x}"


def _roster_of(dice: Random) -> deeds.SignedRoster:
    members = tuple(_key(dice) for _ in range(dice.randrange(10)))
    previous, successor = (dice.choice(["", _key(dice)]) for _ in range(2))
    term, number = dice.randint(1, 99), _count(dice)
    return deeds.SignedRoster(
        _digest(dice), term, _count(dice), number, previous, _key(dice), members, successor, signature=_signature(dice)
    )


def _acceptance(dice: Random) -> deeds.Acceptance:
    office = deeds.Office(_digest(dice), dice.randint(1, 99), _key(dice), dice.choice(["", _key(dice)]), _count(dice))
    return deeds.Acceptance(_key(dice), _count(dice), office, _signature(dice))


def _deed(dice: Random) -> deeds.Deed:
    chain = tuple(_roster_of(dice) for _ in range(dice.randint(1, 2)))
    return deeds.Deed(chain, tuple(_acceptance(dice) for _ in range(dice.randrange(3))))


def _seat(dice: Random) -> int:
    return dice.randrange(8)


def _count(dice: Random) -> int:
    return dice.choice([0, 1, 2, dice.randrange(500), 10**9])


def _time(dice: Random) -> float:
    return round(dice.choice([0.0, -1.0, dice.uniform(0, 2000), 1e8]), 4)


def _variant(dice: Random) -> Variant:
    longest = "tens-descending+no-stars+blind+strict+gentle"
    options = ["classic", "blind", "extreme", "fifty+no-stars", "descending+blind+strict", "gentle", longest]
    return variant(dice.choice(options))


def _roster(dice: Random) -> m.Message:
    def place() -> Place:
        votes = frozenset(dice.sample(range(8), dice.randrange(9)))
        return Place(
            dice.choice(list(Sitter)),
            dice.choice(NAMES),
            dice.choice(["", "p" * 20, "ana-1", "x" * 40]),
            dice.choice(list(Presence)),
            dice.random() < 0.5,
            dice.choice(["", _key(dice)]),
            dice.choice(["", "Ada", "Gus"]),
            dice.random() < 0.5,
            votes,
            dice.random() < 0.5,
            dice.randrange(61),
            dice.random() < 0.5,
        )

    places = tuple(place() for _ in range(dice.randint(2, 8)))
    watchers = tuple(Watcher(dice.choice(NAMES), "w" * 20) for _ in range(dice.randrange(9)))
    signs, locked, started, tell = (dice.random() < 0.5 for _ in range(4))
    term, seats = dice.randint(1, 1000), range(len(places))
    screen = dice.choice(
        [None, Screen(_key(dice)), Screen(_key(dice), "s" * 20, here=True, hidden=dice.random() < 0.5)]
    )
    host = dice.choice([*seats, None] if screen else seats)
    captain = dice.choice([None, *seats]) if screen else None
    variant = _variant(dice)
    club = dice.choice(["", "c" * 32])
    level = variant.levels(len(places))
    result = dice.choice([None, Result(1, 0, 3, won=False), Result(level, 5, 0, won=True)])
    challenge = dice.choice([None, Challenge("seed 7", result), Challenge("Ж" * 120, result)])
    at_door = dice.choice([None, Watcher(dice.choice(NAMES), "d" * 20)])
    settings = term, host, variant, signs, locked, started
    return m.Company(Roster(*settings, places, watchers, screen, captain, challenge, (), tell, club, at_door))


def any_seen(dice: Random) -> m.Seen:
    """Return a View in the middle of a random game."""
    seats = dice.randint(2, 8)
    state = new_game(_variant(dice), seats)
    events: tuple[Event, ...] = ()
    for _ in range(dice.randrange(120)):
        if state.phase.value == "deal":
            state, events = apply(state, DEALER, shuffled(state, str(dice.random())))
            continue
        choices = [(seat, action) for seat in range(seats) for action in legal_actions(state, seat)]
        choices.sort(key=repr)
        if not choices:
            break
        state, events = apply(state, *dice.choice(choices))
    seat = dice.choice([None, *range(seats)])
    return m.Seen(_count(dice), _count(dice), view_of(state, seat, events))


def _action(dice: Random) -> Action:
    card = dice.randint(1, 100)
    actions: list[Action] = [LayHand(), Stop(), RaiseStar(), Play(card), RaiseStar(card)]
    return dice.choice(actions)


ORDERS: list[Callable[[Random], m.Order]] = [
    lambda d: m.Choose(_variant(d), d.randint(2, 8), *(d.random() < 0.5 for _ in range(3))),
    lambda d: m.Fill(d.choice(["Ada", "Gus", "Nobody"])),
    lambda d: m.Empty(_seat(d)),
    lambda d: m.SendAway(d.choice(["", "p" * 20, "ana-1"])),
    lambda d: m.LetIn(d.choice(["", "p" * 20, "ana-1"]), d.random() < 0.5),
    lambda d: m.HandOver(_seat(d)),
    lambda d: m.DropChallenge(),
    lambda d: m.Begin(),
    lambda d: m.Gather(),
]

MAKERS: list[Callable[[Random], m.Message]] = [
    lambda d: m.Hosting(_digest(d), _signature(d), _deed(d)),
    lambda d: m.Seeking(_key(d), _signature(d), d.random() < 0.5),
    lambda d: m.Accept(_acceptance(d)),
    lambda d: m.Knock(d.choice(NAMES)),
    lambda d: m.Invited("#join=abc"),
    lambda d: m.Goodbye(d.choice(list(m.Why))),
    lambda d: m.Join(d.choice(NAMES), _key(d), d.random() < 0.5, _signature(d)),
    lambda d: m.Renewal(_deed(d)),
    lambda d: m.Rename(d.choice(NAMES)),
    lambda d: m.Ready(d.random() < 0.5),
    lambda d: m.Watch(d.random() < 0.5),
    lambda d: m.Hidden(d.random() < 0.5),
    lambda d: m.AtDoor(),
    *ORDERS,
    _roster,
    lambda d: m.Notice(d.choice(list(m.Note)), _seat(d)),
    lambda d: m.Ping(_time(d)),
    lambda d: m.Pong(_time(d), _time(d), _count(d)),
    lambda d: m.Shuffle(_count(d)),
    lambda d: m.Commit(_count(d), _digest(d)),
    lambda d: m.Committed(_count(d), tuple((s, _digest(d)) for s in range(d.randrange(9)))),
    lambda d: m.Reveal(_count(d), _digest(d)),
    lambda d: m.Revealed(_count(d), tuple((s, _digest(d)) for s in range(d.randrange(9)))),
    any_seen,
    lambda d: m.Press(_count(d), _count(d), _count(d), _time(d), _action(d)),
    lambda d: m.Void(_count(d)),
    lambda d: m.TeammateVote(_seat(d), d.random() < 0.5),
    lambda d: m.MakeSign(d.choice(list(m.Sign))),
    lambda d: m.Signed(_seat(d), d.choice(list(m.Sign))),
    lambda d: m.Lean(d.random() < 0.5),
    lambda d: m.Leaned(_seat(d), d.random() < 0.5),
]
