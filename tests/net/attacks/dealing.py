"""Attacks on the commit-reveal shuffle: a host deals cards of its choice, or a guest makes an honest host look bad."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.core import Laid, Phase, Seat, state_of, view_of
from game.net.guest_updates import Reshuffled
from game.net.host.shuffle_host import ShuffleHost
from game.net.protocol.messages import Give, Seen, Step
from game.net.room_endpoint import Room
from game.net.shuffle import Level, Verdict
from tests.net.attacks.attempts import repeated
from tests.net.pages import Net, lobby, table

SHARES_ARE_MISSED = 4.0
"""Seconds after a game within which all shares of its shuffle must be revealed."""


@repeated
def begun_anew(number: int) -> bool:
    """Let the host restart the shuffle, once or several times, because it does not like the deal."""
    times = 1 + number % 4
    net, pages = lobby(f"begun anew {number}", 2, 2)
    _choosy(pages[0].host.game.shuffle, times)
    net.start()
    net.run(5 + times)
    return [one for one in pages[1].shown if isinstance(one, Reshuffled)] != [Reshuffled(times)]


@repeated
def never_shown(number: int) -> bool:
    """Let the host deal, and never show the guests the revealed shares."""
    net, pages = table(f"never shown {number}", 2, 2)
    pages[0].host.game.shuffle.show_shares = lambda: None  # type: ignore[method-assign]
    assert net.run(900, net.over)
    net.run(SHARES_ARE_MISSED)
    told = pages[1].all_shown(Verdict)
    return len(told) != 1 or bool(told[0].fair) or not told[0].unchecked


@repeated
def another_hand(number: int) -> bool:
    """Let the host show a hand that the shuffle did not deal, at the deal or later, without reporting a deal."""
    net, pages = table(f"another hand {number}", 2, 2)
    host, guest = pages
    at = (Phase.FOCUS, Phase.PLAY)[number % 2]
    net.run(1)
    assert net.run(120, lambda: guest.view.level == 2 and guest.view.phase is at and bool(guest.view.hand))
    hand = guest.view.hand
    shown = {*hand, *(one.card for one in (*guest.view.piles[0], *guest.view.aside) if isinstance(one, Laid))}
    swapped = tuple(sorted((*hand[1:], next(card for card in range(1 + number, 101) if card not in shown))))
    lie = view_of(state_of(replace(guest.view, hand=swapped)), guest.view.seat)
    host.host.peers.tell(guest.name, Seen(guest.guest.table.deal, lie))
    net.pump(host)
    host.host.game.shuffle.show_shares()
    net.pump(host)
    net.run(1)
    return not any(Level(2, False) in verdict.foul for verdict in guest.all_shown(Verdict))


@repeated
def host_changed(number: int) -> bool:
    """Let the host deal cards of its choice, and disconnect before a guest can verify them."""
    net, pages = table(f"host changed {number}", 3, 3)
    net.run(1)
    assert net.run(300, lambda: pages[1].view.level == 2 and pages[1].view.phase is Phase.PLAY)
    net.kill(pages[0], noticed=number % 2 == 0)
    assert net.run(900, net.over)
    net.run(SHARES_ARE_MISSED)
    given_up = {Level(1, False), Level(2, False)}
    told = [page.all_shown(Verdict) for page in pages[1:]]
    fair = {level for verdicts in told for one in verdicts for level in one.fair}
    return Level(1, False) in fair or any(
        len(each) != 1 or each[0].foul or not given_up <= {*each[0].unchecked} for each in told
    )


def _choosy(dealer: ShuffleHost, times: int) -> None:
    """Make the host restart the shuffle this many times before it deals."""
    deal, left = dealer._deal, iter(range(times))

    def until_it_suits(shares: Mapping[Seat, str], now: float) -> None:
        if next(left, None) is None:
            deal(shares, now)
        else:
            dealer.begin(now)

    dealer._deal = until_it_suits


@repeated
def drops_out_at_the_reveal(number: int) -> bool:
    """Let a guest withhold its share and disconnect. The honest host must not seem to have restarted the shuffle."""
    net = Net(f"drops {number}")
    pages = [net.open("Ana", 3), net.enter("Ben"), net.enter("Cleo", room=_Silent)]
    assert net.run(5, lambda: net.seated(3))
    net.begin(pages[0])
    net.run(1)
    assert pages[2].room_as(_Silent).kept, "nothing was kept back"
    net.kill(pages[2], noticed=True)
    net.run(5)
    return any(isinstance(one, Reshuffled) for page in pages[:2] for one in page.shown)


class _Silent(Room):
    """A page that sends a commitment, and never reveals its share."""

    kept = 0

    def _send(self, one: Any, now: float) -> None:
        match getattr(getattr(one, "message", None), "what", None):
            case Give(step=Step.REVEAL):
                self.kept += 1
            case _:
                super()._send(one, now)
