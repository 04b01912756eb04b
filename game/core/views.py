"""What one seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from game.core.actions import Action
from game.core.cards import Card, Laid, Seat
from game.core.events import Event, Played
from game.core.rules import legal_actions
from game.core.state import Phase, State
from game.core.variants import Variant


@dataclass(frozen=True, slots=True)
class FaceDown:
    """A card on a pile that this seat may not see, and the seat it came from."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class View:
    """The game as `seat` sees it; a spectator's seat is None.

    `counts` says how many cards each seat holds. A card of `piles` is None while it
    lies face down, unless this seat laid it. `legal` is all this seat may do now.
    `news` is what happened since the last view, as far as this seat may know it.
    """

    seat: Seat | None
    variant: Variant
    seats: int
    level: int
    levels: int
    lives: int
    stars: int
    phase: Phase
    blind: bool
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    piles: tuple[tuple[Laid | FaceDown, ...], ...]
    face_down: frozenset[int]
    aside: tuple[Laid, ...]
    down: frozenset[Seat]
    raised: frozenset[Seat]
    discard: Card | None
    legal: frozenset[Action]
    news: tuple[Event, ...] = ()


def view_of(state: State, seat: Seat | None, news: Iterable[Event] = ()) -> View:
    """What `seat` may know of `state` and of the events that led to it."""
    return next(views_of(state, (seat,), news))


def views_of(state: State, seats: Iterable[Seat | None], news: Iterable[Event] = ()) -> Iterator[View]:
    """What each of `seats` may know of `state` and of the events that led to it.

    What all of them may know is worked out once.
    """
    news = tuple(news)
    levels, counts = state.levels, tuple(map(len, state.hands))
    offers, face_down = dict(state.raised), state.face_down
    raised = frozenset(offers)
    veiled = any(isinstance(event, Played) and event.face_down for event in news)
    for seat in seats:
        yield View(
            seat=seat,
            variant=state.variant,
            seats=state.seats,
            level=state.level,
            levels=levels,
            lives=state.lives,
            stars=state.stars,
            phase=state.phase,
            blind=state.blind,
            hand=() if seat is None else state.hands[seat],
            counts=counts,
            piles=_piles_as_seen(state, seat) if face_down else state.piles,
            face_down=face_down,
            aside=state.aside,
            down=state.down,
            raised=raised,
            discard=None if seat is None else offers.get(seat),
            legal=frozenset() if seat is None else legal_actions(state, seat),
            news=tuple(_as_seen(event, seat) for event in news) if veiled else news,
        )


def _piles_as_seen(state: State, seat: Seat | None) -> tuple[tuple[Laid | FaceDown, ...], ...]:
    return tuple(
        tuple(laid if laid.seat == seat else FaceDown(laid.seat) for laid in pile) if i in state.face_down else pile
        for i, pile in enumerate(state.piles)
    )


def _as_seen(event: Event, seat: Seat | None) -> Event:
    match event:
        case Played(by, face_down=True) if by != seat:
            return replace(event, card=None)
    return event
