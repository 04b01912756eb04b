"""Positions as one line of text, and back.

    classic level 3 lives 2 stars 1 play hands 30 | 12 20 | - piles 0:5 1:7 aside - down - raised 2

A card is written as its number, in Extreme with the colour's first letter: "w12", "r40". A card that left a hand
follows its seat, "0:5". "|" separates hands and piles, and "-" is an empty one. "blind" follows the phase if it
applies.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NoReturn

from game.core.cards import Card, Laid, Seat
from game.core.state import Phase, State
from game.core.variants import MAX_LIVES, MAX_SEATS, MAX_STARS, MIN_SEATS, Variant, variant

POSITION = re.compile(
    r"(?P<variant>[a-z+-]+) level (?P<level>\d{1,2}) lives (?P<lives>\d) stars (?P<stars>\d)"
    r" (?P<phase>[a-z]+)(?P<blind> blind)? hands (?P<hands>[\dwr| -]+) piles (?P<piles>[\dwr:| -]+)"
    r" aside (?P<aside>[\dwr: -]+) down (?P<down>[\d -]+) raised (?P<raised>[\dwr: -]+)",
    re.ASCII,
)


class PositionError(ValueError):
    """Raised for a text that is not a valid position."""


def spell_position(state: State) -> str:
    """Return `state` as one line that `parse_position` reads."""
    short = _short_names(state.variant)

    def cards(hand: tuple[Card, ...]) -> str:
        return " ".join(short[card] for card in hand) or "-"

    def laid(cards: tuple[tuple[Seat, Card | None], ...]) -> str:
        return " ".join(f"{s}:{'-' if c is None else short[c]}" for s, c in cards) or "-"

    return (
        f"{state.variant.name} level {state.level} lives {state.lives} stars {state.stars}"
        f" {state.phase.value}{' blind' if state.blind else ''}"
        f" hands {' | '.join(map(cards, state.hands))}"
        f" piles {' | '.join(map(laid, state.piles))}"
        f" aside {laid(state.aside)}"
        f" down {' '.join(map(str, sorted(state.down))) or '-'}"
        f" raised {laid(state.raised)}"
    )


def parse_position(text: str) -> State:
    """Return the state that `text` describes.

    Raises PositionError, in one sentence, for a misspelling and for an impossible position: a duplicate card, a card of
    another level, or too large a seat, level, or number of lives or stars.
    """
    found = POSITION.fullmatch(text)
    if not found:
        _refuse("that is not a position")
    try:
        played, phase = variant(found["variant"]), Phase(found["phase"])
    except ValueError as error:
        _refuse(str(error))
    long = {name: card for card, name in _short_names(played).items()}
    hands = tuple(_cards(part, long) for part in found["hands"].split(" | "))
    state = State(
        variant=played,
        seats=len(hands),
        level=int(found["level"]),
        lives=int(found["lives"]),
        stars=int(found["stars"]),
        phase=phase,
        hands=tuple(map(played.sort, hands)),
        piles=tuple(_laid(part, long) for part in found["piles"].split(" | ")),
        aside=_laid(found["aside"], long),
        down=frozenset(map(_seat, _words(found["down"]))),
        raised=_raised(found["raised"], long),
        blind=bool(found["blind"]),
    )
    _check(state)
    return state


def _check(state: State) -> None:
    seats = range(state.seats)
    laid = [*state.aside, *(one for pile in state.piles for one in pile)]
    named = [card for hand in state.hands for card in hand] + [card for _, card in laid]
    raised = dict(state.raised)
    if not MIN_SEATS <= state.seats <= MAX_SEATS:
        _refuse(f"there are {MIN_SEATS} to {MAX_SEATS} seats, not {state.seats}")
    if not 1 <= state.level <= state.levels:
        _refuse(f"there is no level {state.level}")
    if state.lives > MAX_LIVES or state.stars > (MAX_STARS if state.variant.stars else 0):
        _refuse(f"there are at most {MAX_LIVES} lives and {MAX_STARS} stars, or no stars at all")
    if (state.lives == 0) != (state.phase is Phase.LOST):
        _refuse("a game is lost when, and only when, no life is left")
    if state.phase is Phase.WON and state.level < state.levels:
        _refuse("a game is won at its last level only")
    if state.phase is Phase.REVEAL and not (state.hidden_piles and state.level < state.levels):
        _refuse("there is nothing to turn over before the next level")
    if state.phase is not Phase.LOST and any(state.hands) != (state.phase in (Phase.FOCUS, Phase.PLAY)):
        _refuse("cards are held during a level, and only then")
    if state.variant.blind and not state.blind:
        _refuse("a game that is blind from the start is never open")
    if any(count > 1 for count in Counter(named).values()):
        _refuse("a card is there twice")
    if not set(named) <= set(state.variant.supply(state.level)):
        _refuse(f"a card is not of level {state.level}")
    if len(state.piles) != len(state.variant.piles):
        _refuse(f"there are {len(state.variant.piles)} piles in this variant")
    if any(state.variant.pile_of(c) != i for i, pile in enumerate(state.piles) for _, c in pile):
        _refuse("a card lies on the wrong pile")
    if not {*state.down, *raised, *(seat for seat, _ in laid)} <= set(seats):
        _refuse("a seat is named that is not there")
    if len(raised) < len(state.raised):
        _refuse("a seat has its hand up twice")
    leading = state.variant.leading
    if any(card is not None and card not in leading(state.hands[seat]) for seat, card in state.raised):
        _refuse("a card offered for a star does not lead its seat's hand")


def _short_names(played: Variant) -> dict[Card, str]:
    return {card: f"{pile.colour[:1]}{pile.number(card)}" for pile in played.piles for card in pile.cards}


def _cards(text: str, long: dict[str, Card]) -> tuple[Card, ...]:
    return tuple(_card(word, long) for word in _words(text))


def _laid(text: str, long: dict[str, Card]) -> tuple[Laid, ...]:
    return tuple(Laid(seat, _card(word, long)) for seat, word in map(_pair, _words(text)))


def _raised(text: str, long: dict[str, Card]) -> tuple[tuple[Seat, Card | None], ...]:
    pairs = sorted(map(_pair, _words(text)))
    return tuple((seat, None if word == "-" else _card(word, long)) for seat, word in pairs)


def _pair(word: str) -> tuple[Seat, str]:
    seat, colon, card = word.partition(":")
    if not colon:
        _refuse(f"{word[:40]!r} names no seat")
    return _seat(seat), card


def _seat(word: str) -> Seat:
    return int(word) if word in set("01234567") else _refuse(f"{word[:40]!r} is no seat")


def _card(word: str, long: dict[str, Card]) -> Card:
    return long[word] if word in long else _refuse(f"{word[:40]!r} is no card")


def _words(text: str) -> list[str]:
    return [] if text == "-" else text.split(" ")


def _refuse(why: str) -> NoReturn:
    raise PositionError(why)
