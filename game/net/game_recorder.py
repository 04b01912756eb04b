"""Reconstruction of a whole game from the Views of one page, for saving it.

A page never gets the hands of the other players. But every card is played or discarded face up in the end, except after
the last life, or after a host that leaves. Cards that were never seen are replaced by others that fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from game import core
from game.core.record import MOST_DEALS, DealtLevel, Game, Move, Team, as_seen
from game.core.result import Result
from game.net.seen_cards import SeenCards

MOST_MOVES = 4000
"""The largest number of moves of a game that is recorded."""


@dataclass(slots=True)
class RecordedDeal:
    """One deal: the cards seen, the actions with their times, and the places of cards still face down."""

    seen: SeenCards
    done: list[tuple[float, core.Seat, core.Action]] = field(default_factory=list)
    laid: list[core.Card] = field(default_factory=list)
    hidden: list[tuple[int, int, int]] = field(default_factory=list)
    on_piles: list[int] = field(default_factory=list)


class GameRecorder:
    """A game as seen in every View of one page. `game` returns it once it has ended."""

    def __init__(self) -> None:
        self._deals: list[RecordedDeal] = []
        self._began: float | None = None
        self._last: core.View | None = None

    def hear(self, at: float, view: core.View) -> None:
        """Record the events of `view` at the time `at`, in seconds."""
        if view.begins_game:
            self._deals, self._began = [], at
        elif self._last is not None and (view.variant, view.seats) != (self._last.variant, self._last.seats):
            self._give_up()  # this page has missed the end of that game
        self._last = view
        if self._began is None:
            return  # this page joined later
        for number, event in enumerate(view.news):
            self._note(at - self._began, event, view.news[:number], view.news[number + 1 :], view)
        self._deals[-1].seen.hear(view)
        if view.phase in (core.Phase.REVEAL, core.Phase.WON, core.Phase.LOST):
            self._turn_over(view)
        if len(self._deals) > MOST_DEALS or sum(len(deal.done) for deal in self._deals) > MOST_MOVES:
            self._give_up()  # it could not be stored, and a host must not fill the memory

    def _give_up(self) -> None:
        self._deals, self._began = [], None

    def game(self, names: Sequence[str], characters: Sequence[str]) -> Game:
        """Return the game of the players with these names and characters, without deals unless this page saw all."""
        assert self._last is not None
        view = self._last
        is_team = len(names) == len(characters) == view.seats  # not while the host changes the roster
        team = Team(tuple(names), tuple(characters), view.seat) if is_team else Team.unnamed(view.seats)
        end = Result(view.level, view.lives, view.stars, view.phase is core.Phase.WON, view.blind)
        try:
            deals = tuple([_complete(deal, view.variant) for deal in self._deals])
        except ValueError:
            deals = ()
        return as_seen(Game(view.variant, team, deals, result=end))

    def _note(
        self,
        at: float,
        event: core.Event,
        before: tuple[core.Event, ...],
        after: tuple[core.Event, ...],
        view: core.View,
    ) -> None:
        if isinstance(event, core.Dealt):
            self._deals.append(RecordedDeal(SeenCards(core.dealt_again(view)), on_piles=[0] * len(view.piles)))
            return
        deal = self._deals[-1]
        match event:
            case core.HandLaid(seat):
                deal.done.append((at, seat, core.LayHand()))
            case core.HandLifted(seat):
                deal.done.append((at, seat, core.LiftHand()))
            case core.Stopped(seat):
                deal.done.append((at, seat, core.Stop()))
            case core.WentBlind():
                deal.done.append((at, 0, core.GoBlind()))
            case core.StarRaised(seat):
                deal.done.append((at, seat, core.RaiseStar()))
            case core.StarLowered(seat) if core.HandLaid(seat) not in after and not _laid_by(seat, before):
                deal.done.append((at, seat, core.LowerStar()))
            case core.Played():
                self._note_card(at, event, before, deal)
            case core.StarUsed(discards):
                for seat, card in discards:
                    _choose(deal, seat, card)

    def _note_card(self, at: float, event: core.Played, before: tuple[core.Event, ...], deal: RecordedDeal) -> None:
        if deal.done and _laid_by(event.seat, before):
            deal.done[-1] = (at, event.seat, core.PlayRest())
        else:
            deal.done.append((at, event.seat, core.Play(event.card or 0)))
        place = deal.on_piles[event.pile]
        deal.on_piles[event.pile] += 1
        if event.card is None:
            deal.hidden.append((event.pile, place, len(deal.done) - 1))
        elif not event.face_down:
            deal.laid.append(event.card)

    def _turn_over(self, view: core.View) -> None:
        """Record the cards that were played face down and are now turned over."""
        deal = self._deals[-1]
        for pile, place, number in deal.hidden:
            card = getattr(view.piles[pile][place], "card", None) if place < len(view.piles[pile]) else None
            if card is not None:
                at, seat, action = deal.done[number]
                deal.done[number] = (at, seat, core.Play(card) if isinstance(action, core.Play) else action)
        deal.hidden.clear()


def _laid_by(seat: core.Seat, events: Iterable[core.Event]) -> bool:
    return any(isinstance(event, core.Played) and event.seat == seat for event in events)


def _choose(deal: RecordedDeal, seat: core.Seat, card: core.Card) -> None:
    """Set the card that `seat` discards in its latest vote for a throwing star."""
    for number in reversed(range(len(deal.done))):
        at, by, action = deal.done[number]
        if by == seat and isinstance(action, core.RaiseStar):
            deal.done[number] = (at, by, core.RaiseStar(card))
            return


def _complete(deal: RecordedDeal, variant: core.Variant) -> DealtLevel:
    """Return the deal with whole hands. Raises ValueError if they cannot be reconstructed."""
    level, seats = deal.seen.dealt_from.level, deal.seen.dealt_from.seats
    number = variant.dealt(level, seats)
    known = [deal.seen.cards.get(seat, set()) for seat in range(seats)]
    missing = {seat: len(range(seat, number, seats)) - len(cards) for seat, cards in enumerate(known)}
    unseen: set[core.Card] = set()
    hands = [[*cards] for cards in known]
    free = [card for card in variant.supply(level) if not any(card in cards for cards in known)]
    for seat in sorted(missing, key=lambda one: -_beyond(known[one], variant)):
        fitting = sorted((c for c in free if _fits(c, seat, deal, variant)), key=variant.rank, reverse=True)
        if missing[seat] < 0 or len(fitting) < missing[seat] or deal.hidden:
            raise ValueError("this page did not see these hands")
        for card in fitting[: missing[seat]]:
            hands[seat].append(card)
            unseen.add(card)
            free.remove(card)
    moves = tuple(Move(round(max(0.0, at), 2), seat, action) for at, seat, action in deal.done)
    return DealtLevel(tuple(map(variant.sort, hands)), moves, frozenset(unseen))


def _beyond(known: Iterable[core.Card], variant: core.Variant) -> int:
    return max((variant.rank(card) for card in known), default=0)


def _fits(card: core.Card, seat: core.Seat, deal: RecordedDeal, variant: core.Variant) -> bool:
    """Whether `seat` may have held `card` to the end: no card on the piles or known of the seat comes after it."""
    return not any(variant.precedes(card, other) for other in (*deal.laid, *deal.seen.cards.get(seat, ())))
