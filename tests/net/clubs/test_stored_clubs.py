"""The clubs that a browser stores, also if it denies storage or the data is damaged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from game.net.clubs.club import Club, new_club
from game.net.invite import new_invite
from tests.net.in_memory import LocalStorage, stored_clubs

ONE, OTHER = new_club(Random(1), "Tuesday players"), new_club(Random(2), "Work")


@pytest.fixture
def storage(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalStorage]:
    stored = LocalStorage()
    monkeypatch.setattr(stored_clubs, "document", SimpleNamespace(querySelector=lambda _: None))
    monkeypatch.setattr(stored_clubs, "_unsaved", None)
    with stored.used():
        yield stored


def page_names(monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    meta: Any = SimpleNamespace(content=content)
    monkeypatch.setattr(stored_clubs, "document", SimpleNamespace(querySelector=lambda _: meta))


def test_clubs_are_remembered_and_left(storage: LocalStorage) -> None:
    for club in (ONE, OTHER, ONE):
        stored_clubs.remember(club)
    assert stored_clubs.clubs() == [OTHER, ONE]
    assert stored_clubs.club_with_id(ONE.id) == ONE and stored_clubs.club_with_id("") is None
    stored_clubs.leave(ONE)
    assert stored_clubs.clubs() == [OTHER]


def test_the_latest_clubs_are_remembered(storage: LocalStorage) -> None:
    for number in range(25):
        stored_clubs.remember(new_club(Random(number), f"Club {number}"))
    assert [one.name for one in stored_clubs.clubs()] == [f"Club {number}" for number in range(5, 25)]


def test_clubs_stay_in_memory_if_storage_is_denied(storage: LocalStorage) -> None:
    storage.quota = 0
    stored_clubs.remember(ONE)
    stored_clubs.remember(OTHER)
    stored_clubs.leave(ONE)
    assert stored_clubs.clubs() == [OTHER]


def test_damaged_clubs_are_dropped(storage: LocalStorage) -> None:
    damaged = {ONE.key: ONE.name, OTHER.key: None, "short": "x", ONE.key[:-1] + "!": "x", OTHER.key[::-1]: ["x"]}
    storage.texts[stored_clubs.CLUBS] = json.dumps(damaged)
    assert stored_clubs.clubs() == [ONE]


def test_the_club_of_the_page_comes_first(storage: LocalStorage, monkeypatch: pytest.MonkeyPatch) -> None:
    stored_clubs.remember(ONE)
    stored_clubs.remember(Club(OTHER.key, "Renamed"))
    page_names(monkeypatch, OTHER.fragment())
    assert stored_clubs.clubs() == [OTHER, ONE]
    page_names(monkeypatch, "nonsense")
    assert stored_clubs.club_of_page() is None


def test_saved_tables_become_clubs_once(storage: LocalStorage) -> None:
    invite = new_invite(Random(5), "a" * 64)
    storage.texts["tables"] = json.dumps({invite.fragment(): "Friday table", "#join=damaged": "x"})
    storage.texts["own-tables"] = "{}"
    stored_clubs.convert_saved_tables()
    assert stored_clubs.clubs() == [Club(invite.token, "Friday table")]
    assert storage.texts.keys() == {stored_clubs.CLUBS}
