"""The variants as data: their piles, the cards that they deal, and which piles are face down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Annotated, TypeAlias

from game.core.cards import MAX_SEATS as MAX_SEATS
from game.core.cards import Card, Pile
from game.core.codec import FIELDS, integer, spelled

MIN_SEATS = 2
MAX_LIVES = 5
MAX_STARS = 3

LEVELS = MappingProxyType({2: 12, 3: 10, 4: 8, 5: 7, 6: 6, 7: 5, 8: 4})
"""Levels by number of seats. From five seats on: a house rule."""

LIVES = MappingProxyType({2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 5, 8: 5})
"""Lives at the start by number of seats. From five seats on: a house rule."""

Seats: TypeAlias = Annotated[int, integer(MIN_SEATS, MAX_SEATS)]
Level: TypeAlias = Annotated[int, integer(1, max(LEVELS.values()))]
Lives: TypeAlias = Annotated[int, integer(0, MAX_LIVES)]
Stars: TypeAlias = Annotated[int, integer(0, MAX_STARS)]

STAR_LEVELS = frozenset({2, 5, 8})
LIFE_LEVELS = frozenset({3, 6, 9})

ASCENDING = Pile("", range(1, 101), origin=0)
DESCENDING = Pile("", range(1, 101), origin=101)
AROUND_FIFTY = Pile("", range(1, 101), origin=50)
WHITE = Pile("white", range(1, 51), origin=0)
RED = Pile("red", range(51, 101), origin=101, offset=50)

EXTREME_FACE_DOWN: Mapping[int, frozenset[int]] = MappingProxyType(
    {
        5: frozenset({0}),
        7: frozenset({1}),
        9: frozenset({0}),
        10: frozenset({1}),
        11: frozenset({0, 1}),
        12: frozenset({0, 1}),
    }
)
"""Extreme's face-down piles, by level. A choice of this project: no source names the levels."""


@dataclass(frozen=True, slots=True)
class Base:
    """A variant without its options: its piles, and the differences between its levels."""

    piles: tuple[Pile, ...]
    set_size: int | None = None
    face_down: Mapping[int, frozenset[int]] = field(default_factory=dict)


BASES: Mapping[str, Base] = MappingProxyType(
    {
        "classic": Base((ASCENDING,)),
        "tens": Base((ASCENDING,), set_size=10),
        "tens-descending": Base((DESCENDING,), set_size=10),
        "descending": Base((DESCENDING,)),
        "fifty": Base((AROUND_FIFTY,)),
        "extreme": Base((WHITE, RED), face_down=EXTREME_FACE_DOWN),
    }
)


PLACES: Mapping[str, Mapping[Card, tuple[int, int]]] = {
    name: {card: (index, pile.rank(card)) for index, pile in enumerate(base.piles) for card in pile.cards}
    for name, base in BASES.items()
}
"""The index of each card's pile and its rank there, computed once."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A base variant and its options.

    `stars` is False for "no stars". `blind` plays face down from the start. `strict` makes a blind level cost a life
    for every misplaced card instead of one for all. `gentle`, a house rule, has a table treat presses as simultaneous
    that are further apart.
    """

    base: str = "classic"
    stars: bool = True
    blind: bool = False
    strict: bool = False
    gentle: bool = False

    @property
    def name(self) -> str:
        """The name that the function `variant` parses: "extreme+no-stars+blind"."""
        options = (
            ("no-stars", not self.stars),
            ("blind", self.blind),
            ("strict", self.strict),
            ("gentle", self.gentle),
        )
        words = [word for word, chosen in options if chosen]
        return "+".join(words if words and self.base == "classic" else [self.base, *words])

    @property
    def piles(self) -> tuple[Pile, ...]:
        return BASES[self.base].piles

    def levels(self, seats: int) -> int:
        """Return the number of levels of a game of `seats`."""
        set_size = BASES[self.base].set_size
        return LEVELS[seats] if set_size is None else 100 // set_size

    def supply(self, level: int) -> range:
        """Return the cards that are shuffled for `level`."""
        set_size = BASES[self.base].set_size
        if set_size is None:
            return range(1, 101)
        return range(set_size * (level - 1) + 1, set_size * level + 1)

    def dealt(self, level: int, seats: int) -> int:
        """Return how many cards of the supply are dealt, round the table, at `level`."""
        return BASES[self.base].set_size or level * seats

    def face_down(self, level: int) -> frozenset[int]:
        """Return the piles that `level` plays face down, apart from blind mode."""
        return BASES[self.base].face_down.get(level, frozenset())

    def pile_of(self, card: Card) -> int:
        """Return the index of the pile that `card` belongs on."""
        return PLACES[self.base][card][0]

    def rank(self, card: Card) -> int:
        """Return the position of `card` in the order of its pile."""
        return PLACES[self.base][card][1]

    def start(self, pile: int, level: int) -> int:
        """Return the rank just before the first card that `pile` can get at `level`."""
        return _start(self, pile, level)

    def precedes(self, card: Card, other: Card) -> bool:
        """Whether `card` must be played before `other`: nearer the origin of the same pile."""
        return card in _before(self.base, other)

    def before(self, card: Card) -> frozenset[Card]:
        """Return all cards that must be played before `card`."""
        return _before(self.base, card)

    def sort(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return `cards` pile by pile, each in the order of play: a hand's order."""
        places = PLACES[self.base]
        return tuple(sorted(cards, key=lambda card: (places[card], card)))

    def leading(self, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards of a sorted `hand` that may be played now: the first of each pile and its equals in rank."""
        return _leading(self.base, hand)

    def key(self, card: Card) -> str:
        """Return the number of `card`, after its colour if there are several: "37", or "white 12"."""
        pile = self.piles[self.pile_of(card)]
        return f"{pile.colour} {pile.number(card)}".lstrip()


@cache
def _before(base: str, card: Card) -> frozenset[Card]:
    places = PLACES[base]
    pile, rank = places[card]
    return frozenset(c for c, (its_pile, its_rank) in places.items() if its_pile == pile and its_rank < rank)


@cache
def _start(variant: Variant, pile: int, level: int) -> int:
    cards = variant.piles[pile].cards
    return min(variant.rank(card) for card in variant.supply(level) if card in cards) - 1


@lru_cache(maxsize=1024)  # every event looks at each hand, but few events change one
def _leading(base: str, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    places = PLACES[base]
    first: dict[int, int] = {}
    return tuple(c for c in hand if first.setdefault(*places[c]) == places[c][1])


def variant(name: str) -> Variant:
    """Return the variant with the name `name`: a base, options, or both, joined by "+".

    Raises ValueError for an unknown word, and for a duplicate option.
    """
    words = name.split("+")
    base = words.pop(0) if words[0] in BASES else "classic"
    found = Variant(base)
    for word in words:
        match word:
            case "no-stars" if found.stars:
                found = replace(found, stars=False)
            case "blind" if not found.blind:
                found = replace(found, blind=True)
            case "strict" if not found.strict:
                found = replace(found, strict=True)
            case "gentle" if not found.gentle:
                found = replace(found, gentle=True)
            case _:
                raise ValueError(f"there is no variant {name[:40]!r}")
    return found


FIELDS[Variant] = spelled(lambda one: one.name, variant, most=50)
