"""Passive attacks: what a page can infer from the messages that it receives or does not receive."""

from __future__ import annotations

from itertools import pairwise

from game.core import Phase, RaiseStar, View, variant
from game.net.protocol.messages import Seen
from game.net.protocol.wire import decode
from tests.net.pages import Net, Page, table


def changed_star(tries: int) -> int:
    """Let a player who offers a star in Extreme change the card to discard. The others must not notice."""
    won = 0
    for number in range(tries):
        people = 2 + number % 3
        net, pages = table(f"changed star {number}", people, people, variant("extreme"))
        page = _with_a_choice(net, pages)
        _calm(net, pages)
        first, second = _choices(page.view)[:2]
        _acts(net, page, first)
        net.run(1)
        assert page.view.raised
        heard = _seen(net, page, second)
        won += any(to != page.name for to, _ in heard)
        _acts(net, page, first)
        net.run(1)
        won += _has_gap(net)
    return won


def _with_a_choice(net: Net, pages: list[Page]) -> Page:
    """Play until a seat can offer either of two cards."""

    def found() -> Page | None:
        playing = [
            page for page in pages if page.room.guest.table.view and page.room.guest.table.view.phase is Phase.PLAY
        ]
        return next((page for page in playing if len(_choices(page.view)) > 1), None)

    net.recording = True
    assert net.run(300, lambda: found() is not None)
    page = found()
    assert page is not None
    return page


def _calm(net: Net, pages: list[Page]) -> None:
    """Make all players stop pressing."""
    for page in pages:
        page.person.plays = False
        page.person._plan = None
    net.run(1)


def _seen(net: Net, page: Page, action: RaiseStar) -> list[tuple[str, Seen]]:
    """Return the pages that receive an update when `page` takes `action`."""
    before = len(net.wire)
    _acts(net, page, action)
    net.run(1)
    said = ((to, decode(text)) for _, to, text in net.wire[before:])
    return [(to, one) for to, one in said if isinstance(one, Seen)]


def _has_gap(net: Net) -> bool:
    """Return whether sequence numbers show a page that it did not receive an update."""
    numbers: dict[tuple[str, str], list[int]] = {}
    for sender, to, text in net.wire:
        if isinstance(said := decode(text), Seen):
            numbers.setdefault((sender, to), []).append(said.number)
    return any(b != a + 1 for heard in numbers.values() for a, b in pairwise(heard))


def _acts(net: Net, page: Page, action: RaiseStar) -> None:
    net.act(page, action)


def _choices(view: View) -> list[RaiseStar]:
    return sorted((one for one in view.legal if isinstance(one, RaiseStar)), key=repr)
