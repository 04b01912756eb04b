"""What cards and piles are called: "37", "white 12", "Red pile, empty"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core import Card, FaceDown, Laid, Seat, Variant, View
from game.words.lists import cards, listed

COLOURS = {"": "", "white": "white", "red": "red"}
LABEL = "{colour} {number}"
PLAY = "Play {card}"
STAR_TAKES = "Star takes {card}"
SOMEBODYS = "{name} {card}"

PILES = {"": "Pile", "white": "White pile", "red": "Red pile"}
EMPTY = "{pile}, empty"
FACE_DOWN = {True: "{pile}, face down, 1 card", False: "{pile}, face down, {number} cards"}
ON_TOP = "{pile}: {cards} on top"


def colour_name(key: str) -> str:
    """The colour that the rules call `key`; empty where there is only one."""
    return COLOURS[key]


def label(variant: Variant, card: Card) -> str:
    """What a person calls `card`: "37", or "white 12"."""
    pile = variant.piles[variant.pile_of(card)]
    number = str(pile.number(card))
    return LABEL.format(colour=colour_name(pile.colour), number=number) if pile.colour else number


def play_label(variant: Variant, card: Card) -> str:
    """What the button says that plays `card`."""
    return PLAY.format(card=label(variant, card))


def star_takes(variant: Variant, card: Card) -> str:
    """What the button says where a star could take one of two cards."""
    return STAR_TAKES.format(card=label(variant, card))


def held(view: View) -> str:
    """The own hand: "12, 40 and 77", or "white 3, 12 and red 40"."""
    variant, hand = view.variant, view.hand
    if len(variant.piles) == 1:
        return listed(label(variant, card) for card in hand) or cards(0)
    by_colour = []
    for index, pile in enumerate(variant.piles):
        numbers = [str(pile.number(card)) for card in hand if variant.pile_of(card) == index]
        if numbers:
            by_colour.append(LABEL.format(colour=colour_name(pile.colour), number=", ".join(numbers)))
    return listed(by_colour) or cards(0)


def owned(laid: Iterable[tuple[Seat, Card]], variant: Variant, names: Sequence[str]) -> str:
    """ "Ben 12, Cleo 25"."""
    return ", ".join(SOMEBODYS.format(name=names[seat], card=label(variant, card)) for seat, card in laid)


def pile_label(view: View, index: int, laid: Sequence[Laid | FaceDown], names: Sequence[str]) -> str:
    """What is heard of the pile at `index`, on which `laid` lie: the last cards and who laid them."""
    named = PILES[view.variant.piles[index].colour]
    if not laid:
        return EMPTY.format(pile=named)
    if index in view.face_down:
        return FACE_DOWN[len(laid) == 1].format(pile=named, number=len(laid))
    number = view.variant.piles[index].number
    last = [one for one in laid[-3:] if isinstance(one, Laid)]
    cards = ", ".join(SOMEBODYS.format(name=names[seat], card=number(card)) for seat, card in last)
    return ON_TOP.format(pile=named, cards=cards)
