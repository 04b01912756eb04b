"""Attacks by a host on the commit-reveal shuffle: it deals cards of its choice, and claims that they are verified."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from unittest.mock import patch

from game.core import Deal, Phase, Seat, State, shuffled
from game.net.host.shuffle_host import ShuffleHost
from game.net.player_updates import Reshuffled
from game.net.protocol.messages import Seen
from game.net.protocol.wire import encode
from game.net.shuffle import Level, Unchecked, Verdict
from tests.net.pages import Net, table

SHARES_ARE_MISSED = 4.0
"""Seconds after a game within which all shares of its shuffle must be revealed."""


def begun_anew(tries: int) -> int:
    """Let the host restart the shuffle, once or several times, because it does not like the deal."""
    won = 0
    for number in range(tries):
        net, times = Net(f"begun anew {number}"), 1 + number % 4
        pages = [net.open("Ana", 2), net.enter("Ben")]
        assert net.run(5, lambda: net.seated(2))  # noqa: B023
        _choosy(pages[0].host.game.shuffle, times)
        net.start()
        net.run(5 + times)
        won += [one for one in pages[1].shown if isinstance(one, Reshuffled)] != [Reshuffled(times)]
    return won


def never_shown(tries: int) -> int:
    """Let the host deal, and never show the guests the revealed shares."""
    won = 0
    for number in range(tries):
        net, pages = table(f"never shown {number}", 2, 2)
        pages[0].host.game.shuffle.show_shares = lambda: None  # type: ignore[method-assign]
        assert net.run(900, net.over)
        net.run(SHARES_ARE_MISSED)
        told = pages[1].all_shown(Verdict)
        won += len(told) != 1 or bool(told[0].fair) or {why for _, why in told[0].unchecked} != {Unchecked.NOT_SHOWN}
    return won


def another_hand(tries: int) -> int:
    """Let the host show a hand that the shuffle did not deal, at the deal or later, without reporting a deal."""
    won = 0
    for number in range(tries):
        net, pages = table(f"another hand {number}", 2, 2)
        host, guest = pages
        at = (Phase.FOCUS, Phase.PLAY)[number % 2]
        net.run(1)
        assert net.run(120, lambda: guest.view.level == 2 and guest.view.phase is at and bool(guest.view.hand))  # noqa: B023
        hand = guest.view.hand
        swapped = tuple(sorted((*hand[1:], next(card for card in range(1 + number, 101) if card not in hand))))
        lie = replace(guest.view, hand=swapped, legal=frozenset(), news=())
        net.inject(
            host.name,
            guest,
            encode(Seen(guest.room.guest.table.seen + 1, guest.room.guest.table.deal, lie)),
        )
        host.host.game.shuffle.show_shares()
        net.pump(host)
        net.run(1)
        won += not any(Level(2, False) in verdict.foul for verdict in guest.all_shown(Verdict))
    return won


def easy_cards(tries: int, *, seats: Iterable[Seat]) -> int:
    """Let the host deal the shuffled cards to every guest, and cards of its choice to its accomplices."""
    won = 0
    for number in range(tries):
        with patch("game.table.shuffled", partial(_easy, seats=tuple(seats))):
            net, pages = table(f"easy cards {seats} {number}", 2, 4)
            host, guest = pages
            net.run(1)
            assert net.run(300, lambda: guest.view.level == 4)  # noqa: B023
        host.host.game.shuffle.show_shares()
        net.pump(host)
        net.run(1)
        won += any(verdict.fair for verdict in guest.all_shown(Verdict))
    return won


def _easy(state: State, seed: str, seats: tuple[Seat, ...]) -> Deal:
    """Return the deal of `seed`, except that `seats` get the lowest consecutive cards that the other seats lack."""
    deck = list(shuffled(state, seed).deck)
    dealt = state.variant.dealt(state.level, state.seats)
    places = [place for place in range(dealt) if place % state.seats in seats]
    kept = {card for place, card in enumerate(deck[:dealt]) if place not in places}
    rest = sorted(set(deck) - kept, key=state.variant.rank)
    for place, card in zip(sorted(places, key=lambda place: (place % state.seats, place)), rest, strict=False):
        deck[place] = card
    return Deal((*deck[:dealt], *rest[len(places) :]))


def host_changed(tries: int) -> int:
    """Let the host deal cards of its choice, and disconnect before a guest can verify them."""
    won = 0
    for number in range(tries):
        net, pages = table(f"host changed {number}", 3, 3)
        net.run(1)
        assert net.run(300, lambda: pages[1].view.level == 2 and pages[1].view.phase is Phase.PLAY)  # noqa: B023
        net.kill(pages[0], noticed=number % 2 == 0)
        assert net.run(900, net.over)
        net.run(SHARES_ARE_MISSED)
        for page in pages[1:]:
            told = [(one.fair, one.foul, _given_up(one)) for one in page.all_shown(Verdict)]
            won += [(foul, given_up) for _, foul, given_up in told] != [((), {Level(1, False), Level(2, False)})]
            won += any(Level(1, False) in fair for fair, _, _ in told)
    return won


def _choosy(dealer: ShuffleHost, times: int) -> None:
    """Make the host restart the shuffle this many times before it deals."""
    deal, left = dealer._deal, iter(range(times))

    def until_it_suits(shares: Mapping[Seat, str], now: float) -> None:
        if next(left, None) is None:
            deal(shares, now)
        else:
            dealer.begin(now)

    dealer._deal = until_it_suits


def _given_up(verdict: Verdict) -> set[Level]:
    """Return the levels that cannot be verified because their host disconnected."""
    return {level for level, why in verdict.unchecked if why is Unchecked.HOST_CHANGED}
