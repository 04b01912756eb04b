"""Attacks on admission: new keys after a removal, and a room full of watchers."""

from __future__ import annotations

from game.net.protocol.messages import LetIn, SendAway
from game.net.roster import MOST_WATCHERS
from tests.net.attacks.attempts import repeated
from tests.net.pages import Net, Page, lobby, table


@repeated
def comes_back(number: int, *, host_changes: bool = False) -> bool:
    """Let a removed person open the link again with new keys. The leader lets in only Dan."""
    net, pages = lobby(f"comes back {number}", 4, 6)
    net.request(pages[0], SendAway(pages.pop().name))
    if host_changes:
        net.kill(pages[0])
        assert net.run(60, lambda: len(net.hosts()) == 1)
    (host,) = net.hosts()
    mallory = [net.enter(name) for name in ("Mallory", "Mallory", "Cleo")]
    _decides(net, host, 40 if host_changes else 5)
    return any(page.is_in for page in mallory)


@repeated
def crowds(number: int, *, waits: bool = False, removals: int = 0) -> bool:
    """Fill the room of a running game with watchers' keys, which `wait` for a seat, or are removed and come back.

    A friend comes, whom the leader lets in.
    """
    net, pages = table(f"crowds {number}", 2, 3)
    for _ in range(removals):
        mallory = net.enter("Mallory", watch=True)
        net.run(1)
        net.request(pages[0], SendAway(mallory.name))
    crowd = [net.enter("Mallory", watch=not waits) for _ in range(MOST_WATCHERS)]
    _decides(net, pages[0], 5)
    friend = net.enter("Dan")
    _decides(net, pages[0], 5)
    return not friend.is_in or (removals > 0 and any(page.is_in for page in crowd))


def _decides(net: Net, leader: Page, seconds: int) -> None:
    """Let the leader answer for some seconds, and admit nobody but Dan."""
    for _ in range(seconds):
        net.run(1)
        if (asked := leader.roster.at_door) is not None:
            net.tell(leader, LetIn(asked.peer, asked.name == "Dan"))
