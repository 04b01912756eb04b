"""What one seat may know of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated

from game.core.actions import Action
from game.core.cards import Card, Laid, PileIndex, Seat
from game.core.codec import integer
from game.core.events import Dealt, Event, Played
from game.core.rules import legal_actions
from game.core.state import OVER, Phase, State, new_game
from game.core.variants import Level, Lives, Seats, Stars, Variant


@dataclass(frozen=True, slots=True)
class FaceDown:
    """A card on a pile that this seat may not see, and the seat that played it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class View:
    """The game as `seat` sees it; None is a watcher. The fields that differ between seats come first.

    `counts` is the number of cards that each seat holds. A card of `piles` is None while it is face down, unless this
    seat played it. `legal` contains all actions that this seat may take now. `news` contains the events since the last
    view, as far as this seat may know them.
    """

    seat: Seat | None
    hand: tuple[Card, ...]
    discard: Card | None
    legal: frozenset[Action]
    piles: tuple[tuple[Laid | FaceDown, ...], ...]
    variant: Variant
    seats: Seats
    level: Level
    levels: Level
    lives: Lives
    stars: Stars
    phase: Phase
    blind: bool
    counts: tuple[Annotated[int, integer(0, 100)], ...]
    face_down: frozenset[PileIndex]
    aside: tuple[Laid, ...]
    down: frozenset[Seat]
    raised: frozenset[Seat]
    news: tuple[Event, ...] = ()

    def tells(self, *kinds: type[Event]) -> bool:
        """Whether the news contain an event of one of these `kinds`."""
        return any(isinstance(event, kinds) for event in self.news)

    @property
    def begins_game(self) -> bool:
        """Whether the news contain the first deal of a game. A game that continues blind after a win does not count."""
        return self.tells(Dealt) and self.level == 1 and self.blind == self.variant.blind


def dealt_again(game: State | View) -> State:
    """Return the game before its level is dealt again, as after a change of host; a finished game as it was."""
    return new_game(game.variant, game.seats)._replace(
        level=game.level + 1 if game.phase is Phase.REVEAL else game.level,
        lives=game.lives,
        stars=game.stars,
        phase=game.phase if game.phase in OVER else Phase.DEAL,
        blind=game.blind,
    )


def state_of(view: View) -> State:
    """Return a state that looks like `view`. Each card that its seat may not see is replaced by 0."""
    return State(
        view.variant,
        view.seats,
        view.level,
        view.lives,
        view.stars,
        view.phase,
        tuple([view.hand if seat == view.seat else (0,) * count for seat, count in enumerate(view.counts)]),
        tuple([tuple([one if isinstance(one, Laid) else Laid(one.seat, 0) for one in pile]) for pile in view.piles]),
        view.aside,
        view.down,
        tuple([(seat, view.discard if seat == view.seat else None) for seat in sorted(view.raised)]),
        view.blind,
    )


def view_of(state: State, seat: Seat | None, news: Iterable[Event] = ()) -> View:
    """Return what `seat` may know of `state` and of the events that led to it."""
    return views_of(state, (seat,), news)[0]


def views_of(state: State, seats: Iterable[Seat | None], news: Iterable[Event] = ()) -> list[View]:
    """Return what each of `seats` may know of `state` and of the events that led to it.

    The parts that are equal for all seats are computed once.
    """
    news = tuple(news)
    offers: dict[Seat | None, Card | None] = dict(state.raised)
    face_down = state.face_down
    veiled = any(event.face_down for event in news if isinstance(event, Played))
    public = (
        state.variant,
        state.seats,
        state.level,
        state.levels,
        state.lives,
        state.stars,
        state.phase,
        state.blind,
        tuple(map(len, state.hands)),
        face_down,
        state.aside,
        state.down,
        frozenset([raiser for raiser, _ in state.raised]),
    )
    views = []
    for seat in seats:
        piles = _piles_as_seen(state, seat) if face_down else state.piles
        heard = tuple([_as_seen(event, seat) for event in news]) if veiled else news
        hand = () if seat is None else state.hands[seat]
        legal = frozenset() if seat is None else legal_actions(state, seat)
        views.append(View(seat, hand, offers.get(seat), legal, piles, *public, heard))
    return views


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
