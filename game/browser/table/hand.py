"""The person's hand: each card is a button, and only the leading cards can be played.

The others stay buttons that take a press, so that the page can answer it: they are `aria-disabled`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import count
from typing import Any

from game.browser.page.dom import Keyed
from game.browser.table.cards import card_element
from game.core import Card, Phase, Play, Variant, View
from game.words.cards import PLAY, label

SIZES = (3, "few"), (6, "some"), (7, "seven"), (100, "many")
"""The most cards of each size of a hand."""

BESIDE = 5
"""Cards for which a second leading card counts, since both are large."""

TWO_TIERS = 7
"""Waiting cards from which on a narrow screen shows the later half behind the others."""


class Hand:
    """The cards of the person at this page, in `element`."""

    def __init__(self, element: Any) -> None:
        self._element = element
        notes = [*self._element.querySelectorAll("[data-note]")]
        self._notes = {note.dataset.note: note for note in notes}
        self._cards = Keyed(self._element)
        self._element.append(*notes)
        self._shown: dict[str, tuple[bool, bool, int, int]] = {}
        self._room = (0, 0)
        self._playable: dict[str, Any] = {}
        self._plays: dict[str, Play] = {}

    def show(self, view: View, pressed: Collection[Card]) -> None:
        """Show the hand without the `pressed` cards, which are moving to the pile."""
        variant = view.variant
        self._plays = {_id(a.card): a for a in view.legal if isinstance(a, Play)}
        cards = {_id(card): card for card in view.hand if card not in pressed}
        leading = variant.leading(view.hand)
        shown = self._cards.show(cards, lambda key: _card_button(variant, cards[key], key))
        self._shown = {key: looks for key, looks in self._shown.items() if key in shown}
        waiting = sum(card not in leading for card in cards.values())
        places = {True: count(), False: count()}
        for key, button in shown.items():
            leads = cards[key] in leading
            looks = key in self._plays, leads, next(places[leads]), waiting
            if self._shown.get(key) != looks:
                self._shown[key] = looks
                _show_card(button, variant, cards[key], *looks)
        self._playable = {key: button for key, button in shown.items() if key in self._plays}
        self._show_room(len(cards) - waiting, waiting)
        note = "" if cards else _note(view)
        for name, element in self._notes.items():
            element.hidden = name != note

    def _show_room(self, leading: int, waiting: int) -> None:
        """Set how many cards lead and how many wait, as style properties, and how large the hand is, for the fan."""
        if (leading, waiting) != self._room:
            self._room = leading, waiting
            self._element.style.setProperty("--leading", str(leading))
            self._element.style.setProperty("--waiting", str(waiting))
            self._element.style.setProperty("--tier", str((waiting + 1) // 2))
            self._element.dataset.holds = next(
                name for most, name in SIZES if leading + waiting + BESIDE * (leading > 1) <= most
            )

    def drop(self, cards: Iterable[Card]) -> None:
        """Hide `cards` at once. The next `show` decides whether they stay hidden."""
        for key in map(_id, cards):
            self._cards.hide(key)  # first, since the person waits for it
            self._plays.pop(key, None)
            self._playable.pop(key, None)

    def removes(self, button: Any, staying: Iterable[Card]) -> bool:
        """Whether `button` is a card of this hand that is not among the cards that stay."""
        return bool(button.closest(".hand button")) and button.id not in map(_id, staying)

    @property
    def playable(self) -> list[Any]:
        """The buttons of the cards that can be played now, in order."""
        return [*self._playable.values()]

    def play_of(self, button: Any) -> Play | None:
        """Return the action of `button`, or None."""
        return self._plays.get(button.id)


def _note(view: View) -> str:
    """Return the name of the note that replaces the cards of a player without any."""
    if view.seat is None:
        return "watching"
    return "" if view.phase is Phase.DEAL else "empty"


def _show_card(
    button: Any, variant: Variant, card: Card, may_play: bool, leads: bool, place: int, waiting: int
) -> None:
    button.setAttribute("aria-disabled", str(not may_play).lower())
    name = label(variant, card)
    button.setAttribute("aria-label", PLAY(card=name) if may_play else name)
    button.tabIndex = 0 if leads else -1
    button.classList.toggle("leading", leads)
    button.classList.toggle("behind", not leads and waiting >= TWO_TIERS and place >= (waiting + 1) // 2)
    button.style.setProperty("--at", str(place))


def _id(card: Card) -> str:
    return f"card-{card}"


def _card_button(variant: Variant, card: Card, key: str) -> Any:
    button = card_element(variant, card, "button")
    button.type = "button"
    button.id = key
    return button
