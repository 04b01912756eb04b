"""The presses of this page's player: numbered, and shown at once before the host confirms or voids them."""

from __future__ import annotations

from game.core import Action, Card, Phase, Play, PlayRest
from game.net.protocol.messages import Press, Seen


class Presses:
    """The presses without an answer, and the newest update: the `deal` and the number `seen`. Both are -1 before it."""

    def __init__(self) -> None:
        self.deal = self.seen = -1
        self.number = 0
        self._cards: dict[int, tuple[Card, ...]] = {}

    def press(self, action: Action, hand: tuple[Card, ...], now: float) -> Press:
        """Return the message for `action`. Its cards count as pressed until `answered` or `void`."""
        self.number += 1
        match action:
            case Play(card):
                self._cards[self.number] = (card,)
            case PlayRest() if hand:
                self._cards[self.number] = hand
        return Press(self.number, self.deal, self.seen, now, action)

    def pressed(self, hand: tuple[Card, ...]) -> list[Card]:
        """Return the pressed cards that are still in `hand`."""
        return [card for cards in self._cards.values() for card in cards if card in hand]

    def saw(self, update: Seen) -> bool:
        """Note an update from the host. Return False if it is an old one."""
        if update.number <= self.seen:
            return False
        self.deal, self.seen = update.deal, update.number
        hand = {*update.view.hand} if update.view.phase is Phase.PLAY else set[Card]()
        self._cards = {number: cards for number, cards in self._cards.items() if hand & {*cards}}
        return True

    def void(self, number: int) -> None:
        """Note that press `number` had no effect."""
        self._cards.pop(number, None)

    def lost_host(self) -> None:
        """Forget all presses. New ones wait for the next host's first update."""
        self._cards.clear()
        self.deal = -1

    def joined(self) -> None:
        """Expect the first update of a host."""
        self.deal = self.seen = -1
