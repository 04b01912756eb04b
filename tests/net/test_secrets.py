"""Secrecy in whole games: no page receives a value that its seat may not know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core import Played, variant
from game.net.protocol.messages import Do, Give, Seen, Shuffle, Step, Update
from game.net.protocol.wire import encode
from tests.net.chaos import check_wire, ends
from tests.net.pages import Net, content, quiet, table
from tests.thorough import thorough_after

# At a table of two, Extreme gets as far as its last levels, where both piles are face down.
GAMES = [("classic", 4), ("blind+strict", 4), ("extreme+blind", 4), ("extreme", 2)]
OTHERS = "blind", "extreme", "fifty", "fifty+no-stars", "tens", "tens+blind", "descending", "descending+no-stars"


def game(name: str, seats: int = 4) -> Net:
    """Play a whole game of this many people, and a watcher. All agree about its end, and stay at the table."""
    net, _ = table(f"secrets of {name}", seats, seats, variant(name))
    net.enter("Eve", watch=True)
    net.recording = True
    assert ends(net)
    assert all(page.is_in for page in net.pages.values())
    return net


@pytest.mark.parametrize("played", thorough_after(len(GAMES), [*GAMES, *((name, 4) for name in OTHERS)]))
def test_a_whole_game_on_the_wire_tells_no_seat_another_ones_cards(played: tuple[str, int]) -> None:
    check_wire(game(*played))


def test_shares_of_the_shuffle_go_only_to_the_host_until_its_last_card() -> None:
    net, pages = table("shares", 3, 3)
    net.run(30)
    net.wire.clear()
    net.recording = True
    pages[0].host.game.begin(net.clock(pages[0]))
    net.pump(pages[0])
    net.run(3)
    said = [(sender, to, content(text)) for sender, to, text in net.wire]
    shares = [(sender, to) for sender, to, one in said if _reveals(one)]
    assert len(shares) == 2 and {to for _, to in shares} == {pages[0].name}


def _reveals(said: object) -> bool:
    """Whether the message contains shares."""
    match said:
        case Do(what=Give(step=Step.REVEAL)) | Shuffle(step=Step.VERIFY):
            return True
    return False


def test_a_leak_is_detected() -> None:
    net, pages = table("leak", 3, 3)
    net.recording = True
    quiet(net, pages)
    check_wire(net)
    seen = net.sent(Seen, to=pages[1])[-1]
    leaky = replace(seen, view=replace(seen.view, news=(Played(2, pages[2].view.hand[0]),)))
    net.wire.append((pages[0].name, pages[1].name, encode(Update(10**6, 0, leaky))))
    with pytest.raises(AssertionError, match="was told a card in another hand"):
        check_wire(net)
