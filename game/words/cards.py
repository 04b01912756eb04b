"""The names of cards and piles: "37", "white 12", "Red pile, empty"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core import Card, FaceDown, Laid, Seat, Variant, View
from game.words.language import Message, Plural, listed
from game.words.lists import in_a_row

COLOURS = {
    # Translators: Printed small on every white card.
    "white": Message("white"),
    # Translators: Printed small on every red card.
    "red": Message("red"),
}
LABELS = {
    # Translators: Name of a white card. {number} is its number, or a list of numbers such as "3, 12".
    "white": Message("white {number}"),
    # Translators: Name of a red card. {number} is its number, or a list of numbers such as "3, 12".
    "red": Message("red {number}"),
}
FIRST_LABELS = {
    # Translators: Name of a white card that begins a text, such as "{card} should have come first." {number} is its
    # number.
    "white": Message("White {number}"),
    # Translators: Name of a red card that begins a text, such as "{card} should have come first." {number} is its
    # number.
    "red": Message("Red {number}"),
}
# Translators: Button for a card in the hand, read by screen readers. {card} is such as "37" or "white 12".
PLAY = Message("Play {card}")
# Translators: Button that switches the card a throwing star would take. {card} is such as "37" or "white 12".
STAR_TAKES = Message("Star takes {card}")
# Translators: A player's card, within a list. {name} is the player, {card} is such as "37" or "white 12".
SOMEBODYS = Message("{card} ({name})")

PILES = {
    # Translators: Name of the only pile, read by screen readers: {pile} in messages such as "{pile}, empty".
    "": Message("Pile"),
    # Translators: Read by screen readers: {pile} in messages such as "{pile}, empty".
    "white": Message("White pile"),
    # Translators: Read by screen readers: {pile} in messages such as "{pile}, empty".
    "red": Message("Red pile"),
}
# Translators: Read by screen readers. {pile} is the name of the pile, such as "Red pile".
EMPTY = Message("{pile}, empty")
# Translators: Read by screen readers. {pile} is the name of the pile, {cards} the number of cards on it.
FACE_DOWN = Plural("{pile}, face down, 1 card", "{pile}, face down, {cards} cards")
# Translators: Read by screen readers. {pile} is such as "Red pile", {cards} a list such as "12 (Ben), 25 (Cleo)".
ON_TOP = Message("{pile}: {cards} on top")


def is_numbered(variant: Variant) -> bool:
    """Whether each place along a pile belongs to one card only."""
    return all(len({variant.rank(card) for card in pile.cards}) == len(pile.cards) for pile in variant.piles)


def label(variant: Variant, card: Card, *, begins: bool = False) -> str:
    """Return the name of `card`: "37", or "white 12". With `begins`, it begins a sentence: "White 12"."""
    pile = variant.piles[variant.pile_of(card)]
    number = str(pile.number(card))
    return (FIRST_LABELS if begins else LABELS)[pile.colour](number=number) if pile.colour else number


def held(view: View) -> str:
    """Return the player's own hand: "12, 40 and 77", or "white 3, 12 and red 40"; empty for an empty hand."""
    variant, hand = view.variant, view.hand
    if len(variant.piles) == 1:
        return listed(label(variant, card) for card in hand)
    by_colour = []
    for index, pile in enumerate(variant.piles):
        numbers = [str(pile.number(card)) for card in hand if variant.pile_of(card) == index]
        if numbers:
            by_colour.append(LABELS[pile.colour](number=in_a_row(numbers)))
    return listed(by_colour)


def owned(laid: Iterable[tuple[Seat, Card]], variant: Variant, names: Sequence[str]) -> str:
    """Return cards with the names of their players: "12 (Ben), 25 (Cleo)"."""
    return in_a_row(SOMEBODYS(name=names[seat], card=label(variant, card)) for seat, card in laid)


def pile_label(view: View, index: int, laid: Sequence[Laid | FaceDown], names: Sequence[str]) -> str:
    """Return the screen reader label of the pile at `index` with the cards `laid`: the last cards and their players."""
    named = PILES[view.variant.piles[index].colour]()
    if not laid:
        return EMPTY(pile=named)
    if index in view.face_down:
        return FACE_DOWN(len(laid), pile=named, cards=len(laid))
    number = view.variant.piles[index].number
    last = [one for one in laid[-3:] if isinstance(one, Laid)]
    cards = in_a_row(SOMEBODYS(name=names[seat], card=number(card)) for seat, card in last)
    return ON_TOP(pile=named, cards=cards)
