"""People with synchronised clocks: they press cards in order, whatever each has seen by then."""

from __future__ import annotations

from functools import partial

from game.core import LayHand, Phase, Play
from game.table import Table
from tests.net.pages import Delays, Net, Page, idle, table

UNTIL_SEEN = 1.5
"""Seconds after which every page has seen that play is on, even if a message was lost."""

UNTIL_LANDED = 4.0
"""Seconds after which the last press of a level has landed."""


def play_in_order(seed: str, people: int, delays: Delays, tempo: float) -> int:
    """Return the lives that a whole game costs at `tempo` seconds a number."""
    net, pages = table(seed, people, people, delays=delays)
    idle(pages)
    net.run(5)
    host = pages[0].host
    assert host.game.fair is not None
    game = host.game.fair.table
    lost = 0
    while (before := game.view(None)).phase not in (Phase.WON, Phase.LOST):
        if before.phase is Phase.PLAY:
            _play_level(net, pages, game, tempo)
        else:
            for page in pages:
                net.act(page, LayHand())
            net.run(0.5)
        lost += max(0, before.lives - game.view(None).lives)
    return lost


def _play_level(net: Net, pages: list[Page], game: Table, tempo: float) -> None:
    net.run(UNTIL_SEEN)
    held = sorted((card, page.name) for page in pages for card in game.view(page.seat).hand)
    began, (first, _), level = net.now, held[0], game.view(None).level
    for card, name in held:
        net.later(began + tempo * (card - first), partial(net.act, net.pages[name], Play(card)))
    net.run(tempo * (held[-1][0] - first) + UNTIL_LANDED, lambda: game.view(None).level != level)
