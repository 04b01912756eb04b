"""The saved history as text: round trips, unknown entries are preserved, and other text is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.history.errors import BadGame, GameFault
from game.history.shelf import LONGEST, Shelf, from_text
from game.history.stored_game import StoredGame, from_plain
from tests.history.games import kept, lost_game, won_game

GAMES = (kept(lost_game(), 1_600_000_000), kept(won_game(), 1_700_000_000, seed="a seed", day="2026-11-22"))


def test_a_shelf_round_trips() -> None:
    shelf = Shelf(GAMES)
    again = from_text(shelf.to_text())
    assert [rounded(game) for game in again.games] == [rounded(game) for game in GAMES]
    assert again.to_text() == shelf.to_text()
    assert [game.game().end() for game in again.games] == [game.game().end() for game in GAMES]


def rounded(game: StoredGame) -> dict[str, Any]:
    return game.plain()


def test_a_thousand_games_are_read() -> None:
    many = Shelf(tuple(replace(GAMES[1], ended=at) for at in range(1000)))
    assert len(from_text(many.to_text()).games) == 1000


def test_games_beyond_the_limit_are_preserved_and_hide_no_older_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.history.shelf.MOST_GAMES", 3)
    many = Shelf(tuple(replace(GAMES[1], ended=at) for at in range(5)))
    shelf = from_text(many.to_text())
    assert [game.ended for game in shelf.games] == [0, 1, 2] and len(shelf.others) == 2
    again = from_text(shelf.without(shelf.games[0]).to_text())
    assert [game.ended for game in again.games] == [1, 2, 3] and len(again.others) == 1


def test_a_saved_game_takes_less_than_1500_bytes() -> None:
    assert len(Shelf(GAMES[1:]).to_text()) < 1500


def test_games_are_sorted_by_when_they_ended() -> None:
    assert Shelf(GAMES[1:]).with_game(GAMES[0]).games == GAMES


def test_a_continued_game_replaces_its_earlier_version() -> None:
    on = replace(GAMES[1], ended=1_700_000_500, code=GAMES[0].code)
    assert Shelf(GAMES[1:]).with_game(on, instead_of=GAMES[1].code).games == (on,)
    assert Shelf(GAMES[1:]).with_game(on).games == (GAMES[1], on)


def test_merged_shelves_have_each_game_once() -> None:
    assert Shelf(GAMES[:1], (1, 2)).with_all(Shelf(GAMES, (2, 3))) == Shelf(GAMES, (1, 2, 3))
    assert Shelf(GAMES).without(GAMES[0]).games == GAMES[1:]


@pytest.mark.parametrize(
    ("changed", "value"),
    [
        ("ended", -1),
        ("ended", "now"),
        ("ended", 10**30),
        ("names", []),
        ("names", ["You"] * 9),
        ("characters", ["Ada"]),
        ("seat", 4),
        ("seat", True),
        ("seat", "0"),
        ("variant", "chess"),
        ("level", 0),
        ("level", 9),
        ("lives", 6),
        ("stars", -1),
        ("won", 1),
        ("marks", ["dirty"]),
        ("marks", [["clean"]]),
        ("marks", ["clean"] * 1000),
        ("in_step", 1.1),
        ("in_step", float("nan")),
        ("tempo", float("inf")),
        ("code", None),
        ("code", "A" * 10_000),
        ("seed", "s" * 1000),
        ("day", "tomorrow and tomorrow"),
    ],
)
def test_an_invalid_entry_is_refused_but_preserved(changed: str, value: Any) -> None:
    spoilt = GAMES[1].plain() | {changed: value}
    with pytest.raises(BadGame) as refused:
        from_plain(spoilt)
    assert refused.value.fault is GameFault.DAMAGED
    text = json.dumps({"one-mind-games": 1, "games": [GAMES[0].plain(), spoilt]})
    shelf = from_text(text)
    assert [game.ended for game in shelf.games] == [GAMES[0].ended]
    assert repr(shelf.others) == repr((spoilt,))
    assert repr(from_text(shelf.to_text()).others) == repr((spoilt,))


def test_a_seat_with_an_unknown_character_is_shown_as_a_person() -> None:
    plain = GAMES[1].plain() | {"names": ["x" * 40, 7, "b", "c"], "characters": ["", "Zoe", 3, "Ada"]}
    team = from_plain(plain).team
    assert team.names == ("x" * 14, "", "b", "c")
    assert team.characters == ("", "", "", "Ada")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", GameFault.DAMAGED),
        ("{", GameFault.DAMAGED),
        ("[" * 100_000, GameFault.DAMAGED),
        ('{"one-mind-games": 1, "games": [' + "[" * 100 + "]" * 100 + "]}", GameFault.DAMAGED),
        ("9" * 5000, GameFault.DAMAGED),
        ("[]", GameFault.NOT_OURS),
        ("null", GameFault.NOT_OURS),
        ('{"games": []}', GameFault.NOT_OURS),
        ('{"one-mind-games": 2, "games": []}', GameFault.VERSION),
        ('{"one-mind-games": "1", "games": []}', GameFault.DAMAGED),
        ('{"one-mind-games": 1}', GameFault.DAMAGED),
        (" " * (LONGEST + 1), GameFault.TOO_LONG),
    ],
)
def test_an_invalid_shelf_is_refused(text: str, fault: GameFault) -> None:
    with pytest.raises(BadGame) as refused:
        from_text(text)
    assert refused.value.fault is fault


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(max_size=9), st.lists, max_leaves=9), st.data())
def test_random_values_are_refused_or_preserved(noise: object, data: st.DataObject) -> None:
    plain = GAMES[0].plain()
    plain[data.draw(st.sampled_from(sorted(plain)))] = noise
    shelf = from_text(json.dumps({"one-mind-games": 1, "games": [plain]}))
    assert len(shelf.games) + len(shelf.others) == 1
