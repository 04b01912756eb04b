"""Each new attack succeeds as soon as the defence against it is switched off, so its row shows something."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from game.history import game_link
from game.net import door, identity, names, newcomers, view_codec
from game.net.replay_window import ReplayWindow
from game.net.room import Room
from game.net.shuffle import OwnShare
from tests.net import relayed
from tests.net.attacks import pretending, relays

Patch = pytest.MonkeyPatch
TOGETHER = "game.browser.together"


def _ticket(secret: str, page: str, number: int, sealed: str) -> str:
    """What events once showed: made of the key alone."""
    return hashlib.sha256(f"{secret} {page}".encode()).hexdigest()[:32]


def no_stamps(patch: Patch) -> None:
    patch.setattr(f"{TOGETHER}.room_transport.stamp", _ticket)
    patch.setattr(relayed, "is_signed", lambda event: True)
    patch.setattr(relayed, "REMEMBERED", 0)  # the same ticket was on all events of a page
    patch.setattr(f"{TOGETHER}.neighbour.OPENED", 30)
    patch.setattr(f"{TOGETHER}.neighbour.OPENED_A_SECOND", 6)


def no_window(patch: Patch) -> None:
    patch.setattr(ReplayWindow, "is_new", lambda self, number: True)
    patch.setattr(ReplayWindow, "accept", lambda self, number: True)
    patch.setattr(relayed, "REMEMBERED", 0)


def no_blame(patch: Patch) -> None:
    patch.setattr(relayed, "is_signed", lambda event: True)


def no_queue(patch: Patch) -> None:
    patch.setattr(newcomers, "MOST_BITS", 0)
    patch.setattr(newcomers, "A_SECOND", 4)
    patch.setattr(newcomers, "AT_ONCE", 16)
    patch.setattr(f"{TOGETHER}.room_transport.MOST_BITS", 0)


def no_check_of_names(patch: Patch) -> None:
    patch.setattr(Room, "me", "nobody")


def no_check_of_news(patch: Patch) -> None:
    patch.setattr(view_codec, "_seats_in", lambda event: ())


def no_explanation(patch: Patch) -> None:
    def count(self: OwnShare, seats: frozenset[int]) -> None:
        self._restarts += bool(self._abandoned)
        self._abandoned = frozenset()

    patch.setattr(OwnShare, "_explain", count)


def first_refusal_stands(patch: Patch) -> None:
    patch.setattr(door, "OTHERS_COME_WITHIN", 0.0)
    patch.setattr(door, "OTHERS_ANSWER_WITHIN", 0.0)


def no_own_tables(patch: Patch) -> None:
    patch.setattr(
        pretending._Storage,
        "read_texts",
        lambda self, name, read=pretending._Storage.read_texts: {} if name == "own-tables" else read(self, name),
    )


def names_as_told(patch: Patch) -> None:
    patch.setattr(game_link, "_readable", lambda name: name)


def no_small_capitals(patch: Patch) -> None:
    patch.setattr(names, "_SMALL", {})


def no_small_orders(patch: Patch) -> None:
    patch.setattr(identity, "has_small_order", lambda key: False)


def any_relay(patch: Patch) -> None:
    patch.setattr(pretending, "may_name_relay", lambda page, relay: True)


CASES: list[tuple[Callable[[Patch], None], Callable[[int], int], int]] = [
    (no_stamps, relays.garbage, 4),  # it succeeds in 10 of 12 tries, and not in the first two
    (no_stamps, partial(relays.garbage, hostile=3), 2),
    (no_blame, partial(relays.garbage, hostile=3, linked=True), 2),
    (no_window, relays.replays, 1),
    (no_queue, partial(relays.greetings, a_second=60), 2),
    (no_check_of_names, partial(pretending.paired_by_hand, as_host=True), 2),
    (no_check_of_news, pretending.absent_in_news, 10),
    (no_explanation, pretending.drops_out_at_the_reveal, 2),
    (first_refusal_stands, pretending.refuses_in_the_hosts_place, 10),
    (no_own_tables, pretending.tables_of_strangers, 2),
    (names_as_told, pretending.names_in_replays, 7),
    (no_small_capitals, pretending.small_capitals, 6),
    (no_small_orders, pretending.keys_of_small_order, 8),
    (any_relay, pretending.relays_in_addresses, 3),
]


@pytest.mark.parametrize(("switch_off", "attack", "tries"), CASES, ids=lambda one: getattr(one, "__name__", ""))
def test_an_attack_succeeds_without_the_defence_against_it(
    switch_off: Callable[[Patch], None], attack: Callable[[int], int], tries: int, monkeypatch: Patch
) -> None:
    switch_off(monkeypatch)
    assert attack(tries) > 0


def test_a_guest_is_cut_off_where_the_names_in_codes_are_not_checked(monkeypatch: Patch) -> None:
    monkeypatch.setattr(pretending, "check_page", lambda code, is_here: None)
    assert pretending.paired_by_hand(2, as_host=False) > 0


def test_an_attack_that_sends_nothing_is_no_attack(monkeypatch: Patch) -> None:
    async def nothing(self: Any, made: Any) -> None:
        """Send nothing."""

    monkeypatch.setattr(relays.Hostile, "floods", nothing)
    with pytest.raises(AssertionError, match="nothing was attacked"):
        relays.garbage(1)
