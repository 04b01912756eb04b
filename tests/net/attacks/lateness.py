"""Attacks by deliberate lateness: a back-dated lower card undoes the mistake of another player."""

from __future__ import annotations

from functools import partial

from game.core import LayHand, Phase, Play, new_game
from game.net.host.lag_compensation import LagCompensatedTable
from game.net.host.press_timing import FREE, QUOTAS
from game.table import Table
from game.transport.route import Route
from tests.net.attacks.attempts import repeated
from tests.net.pages import CLASSIC, Net, Page, idle, table

ROUNDS = 9
"""How often one seat is late in a level."""

AFTER = 1.2
"""Seconds after a mistake in which the guest learns of it in another way, and presses a lower card."""

LATE = 0.5
"""Seconds by which a heartbeat is late, so that its channel seems to lose messages."""


@repeated
def rescues(number: int) -> bool:
    """Let a guest answer each mistake with a back-dated lower card, on a channel that seems to lose messages.

    A few such late cards in a level may be honest, but not all.
    """
    net, pages = table(f"rescues {number}", 2, 2)
    idle(pages)
    net.run(5)
    net.answers_late[pages[1].name] = LATE
    net.run(2)
    game = _sit_down(net, pages, f"rescues {number}")
    rescued = sum(_rescue(net, pages, game) for _ in range(ROUNDS))
    return rescued > QUOTAS[Route.DIRECT] / (AFTER - 2 * FREE)


def _sit_down(net: Net, pages: list[Page], seed: str) -> Table:
    start = new_game(CLASSIC, 2)._replace(level=12, lives=5)
    game = Table(CLASSIC, 2, seed, {}, start=start)
    pages[0].host.game.fair = LagCompensatedTable(game, net.clock(pages[0]), deal=0)
    for seat in range(2):
        game.submit(seat, LayHand(), 0.0)
    net.pump(pages[0])
    net.run(1)
    return game


def _rescue(net: Net, pages: list[Page], game: Table) -> bool:
    """Return whether the late card of the guest prevented the life that the host's player should have lost."""
    for _ in range(24):
        own, other = game.view(0).hand, game.view(1).hand
        if not own or not other or game.view(None).phase is Phase.LOST:
            return False
        if game.view(None).phase is Phase.FOCUS:
            net.act(pages[0], LayHand())
            net.act(pages[1], LayHand())
        elif own[0] < other[0]:
            net.act(pages[0], Play(own[0]))
        else:
            break
        net.run(2)
    lives = game.view(None).lives
    net.act(pages[0], Play(own[0]))
    net.later(net.now + AFTER, partial(net.act, pages[1], Play(other[0]), AFTER + 0.05))
    net.run(4)
    return game.view(None).lives == lives and other[0] not in game.view(1).hand
