"""Passive attacks: what a page can infer from the messages that it receives or does not receive."""

from __future__ import annotations

from itertools import pairwise

from game.core import Phase, RaiseStar, View, variant
from game.net.protocol.messages import Seen, Update
from game.net.protocol.wire import decode
from tests.net.attacks.attempts import repeated
from tests.net.pages import Net, Page, content, quiet, table


@repeated
def changed_star(number: int) -> bool:
    """Let a player who offers a star in Extreme change the card to discard. The others must not notice."""
    people = 2 + number % 3
    net, pages = table(f"changed star {number}", people, people, variant("extreme"))
    page = _with_a_choice(net, pages)
    quiet(net, pages)
    first, second = _choices(page.view)[:2]
    net.act(page, first)
    net.run(1)
    assert page.view.raised
    before = len(net.wire)
    net.act(page, second)
    net.run(1)
    told = {to for _, to, text in net.wire[before:] if isinstance(content(text), Seen)}
    net.act(page, first)
    net.run(1)
    return _has_gap(net) or bool(told - {page.name})


def _with_a_choice(net: Net, pages: list[Page]) -> Page:
    """Play until a seat can offer either of two cards."""

    def found() -> Page | None:
        return next((page for page in pages if page.phase is Phase.PLAY and len(_choices(page.view)) > 1), None)

    net.recording = True
    assert net.run(300, lambda: found() is not None)
    page = found()
    assert page is not None
    return page


def _has_gap(net: Net) -> bool:
    """Return whether sequence numbers show a page that it did not receive an update."""
    numbers: dict[tuple[str, str], list[int]] = {}
    for sender, to, text in net.wire:
        if isinstance(said := decode(text), Update):
            numbers.setdefault((sender, to), []).append(said.number)
    return any(b != a + 1 for heard in numbers.values() for a, b in pairwise(heard))


def _choices(view: View) -> list[RaiseStar]:
    return sorted((one for one in view.legal if isinstance(one, RaiseStar)), key=repr)
