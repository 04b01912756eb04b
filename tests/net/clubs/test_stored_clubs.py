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
from tests.net.in_memory import stored_clubs

ONE, OTHER = new_club(Random(1), "Tuesday players"), new_club(Random(2), "Work")


class Storage:
    """Local storage that can be denied."""

    def __init__(self) -> None:
        self.stored: dict[str, str] = {}
        self.denied = False

    def read_texts(self, name: str) -> dict[str, str]:
        stored = json.loads(self.stored.get(name, "{}"))
        return {} if self.denied else {key: text for key, text in stored.items() if isinstance(text, str)}

    def write_texts(self, name: str, texts: dict[str, str]) -> bool:
        if not self.denied:
            self.stored[name] = json.dumps(texts)
        return not self.denied

    def remove(self, name: str) -> None:
        self.stored.pop(name, None)


@pytest.fixture
def storage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Storage]:
    stored = Storage()
    monkeypatch.setattr(stored_clubs, "storage", stored)
    monkeypatch.setattr(stored_clubs, "document", SimpleNamespace(querySelector=lambda _: None))
    monkeypatch.setattr(stored_clubs, "_unsaved", None)
    yield stored


def page_names(monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    meta: Any = SimpleNamespace(content=content)
    monkeypatch.setattr(stored_clubs, "document", SimpleNamespace(querySelector=lambda _: meta))


def test_clubs_are_remembered_and_left(storage: Storage) -> None:
    for club in (ONE, OTHER, ONE):
        stored_clubs.remember(club)
    assert stored_clubs.clubs() == [OTHER, ONE]
    assert stored_clubs.club_with_id(ONE.id) == ONE and stored_clubs.club_with_id("") is None
    stored_clubs.leave(ONE)
    assert stored_clubs.clubs() == [OTHER]


def test_the_latest_clubs_are_remembered(storage: Storage) -> None:
    for number in range(25):
        stored_clubs.remember(new_club(Random(number), f"Club {number}"))
    assert [one.name for one in stored_clubs.clubs()] == [f"Club {number}" for number in range(5, 25)]


def test_clubs_stay_in_memory_if_storage_is_denied(storage: Storage) -> None:
    storage.denied = True
    stored_clubs.remember(ONE)
    stored_clubs.remember(OTHER)
    stored_clubs.leave(ONE)
    assert stored_clubs.clubs() == [OTHER]


def test_damaged_clubs_are_dropped(storage: Storage) -> None:
    damaged = {ONE.key: ONE.name, OTHER.key: None, "short": "x", ONE.key[:-1] + "!": "x", OTHER.key[::-1]: ["x"]}
    storage.stored[stored_clubs.CLUBS] = json.dumps(damaged)
    assert stored_clubs.clubs() == [ONE]


def test_the_club_of_the_page_comes_first(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    stored_clubs.remember(ONE)
    stored_clubs.remember(Club(OTHER.key, "Renamed"))
    page_names(monkeypatch, OTHER.fragment())
    assert stored_clubs.clubs() == [OTHER, ONE]
    page_names(monkeypatch, "nonsense")
    assert stored_clubs.club_of_page() is None


def test_saved_tables_become_clubs_once(storage: Storage) -> None:
    invite = new_invite(Random(5), "a" * 64)
    storage.stored["tables"] = json.dumps({invite.fragment(): "Friday table", "#join=damaged": "x"})
    storage.stored["own-tables"] = "{}"
    stored_clubs.convert_saved_tables()
    assert stored_clubs.clubs() == [Club(invite.token, "Friday table")]
    assert storage.stored.keys() == {stored_clubs.CLUBS}
