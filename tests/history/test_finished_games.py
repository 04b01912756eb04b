"""The saved history as text: round trips, unknown entries are preserved, and other text is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.record import BadGame, GameFault
from game.history.finished_game import FinishedGame
from game.history.finished_games import BEGINNING, BETWEEN, END, LONGEST, FinishedGames, from_text
from tests.history.games import kept, listed, lost_game, won_game

GAMES = (kept(lost_game(), 1_600_000_000), kept(won_game(), 1_700_000_000, seed="a seed", day="2026-11-22"))


def test_a_shelf_round_trips() -> None:
    shelf = listed(GAMES, ("7", '{"of": "another version"}'))
    again = from_text(shelf.to_text())
    assert again.to_text() == shelf.to_text()
    assert again.others == shelf.others
    assert [rounded(game) for game in again.all] == [rounded(game) for game in GAMES]
    assert [game.game.end for game in again.all] == [game.game.end for game in GAMES]


def rounded(game: FinishedGame) -> FinishedGame:
    told = game.summary
    in_step = None if told.in_step is None else round(told.in_step, 3)
    tempo = None if told.tempo is None else round(told.tempo, 3)
    return replace(game, summary=replace(told, in_step=in_step, tempo=tempo))


def test_the_text_is_json_in_any_layout() -> None:
    shelf = listed(GAMES, ("7",))
    plain = json.loads(shelf.to_text())
    assert from_text(json.dumps(plain, indent=2)).to_text() == shelf.to_text()
    empty = FinishedGames().to_text()
    assert from_text(empty) == FinishedGames() and json.loads(empty)["games"] == []


def test_a_thousand_games_are_read() -> None:
    many = listed(tuple(replace(GAMES[1], ended=at) for at in range(1000)))
    assert len(from_text(many.to_text()).all) == 1000


def test_games_beyond_the_limit_are_preserved_and_hide_no_older_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.history.finished_games.MOST_GAMES", 3)
    many = listed(tuple(replace(GAMES[1], ended=at) for at in range(5)))
    shelf = from_text(many.to_text())
    assert [game.ended for game in shelf.all] == [0, 1, 2] and len(shelf.others) == 2
    again = from_text(shelf.without(shelf.all[0]).to_text())
    assert [game.ended for game in again.all] == [1, 2, 3] and len(again.others) == 1


def test_a_stored_game_takes_less_than_1800_bytes() -> None:
    assert len(listed(GAMES[1:]).to_text()) < 1800


def test_reading_a_list_replays_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    text = listed(GAMES).to_text()
    monkeypatch.setattr("game.core.record.apply", None)
    monkeypatch.setattr("game.history.finished_game.unpacked", None)
    assert len(from_text(text).all) == 2


def test_games_are_sorted_by_when_they_ended() -> None:
    assert listed(GAMES[1:]).with_game(replace(GAMES[0].game, ended=GAMES[0].ended)).all == listed(GAMES).all


def test_a_game_that_is_stored_twice_is_listed_once() -> None:
    again = replace(GAMES[1].game, ended=1_700_000_500)
    assert [game.ended for game in listed(GAMES).with_game(again).all] == [1_600_000_000, 1_700_000_500]


def test_merged_shelves_have_each_game_once() -> None:
    assert listed(GAMES[:1], ("1", "2")).with_all(listed(GAMES, ("2", "3"))) == listed(GAMES, ("1", "2", "3"))
    assert listed(GAMES).without(GAMES[0]) == listed(GAMES[1:])


ENDED, TEAM, VARIANT, SUMMARY, TEXT, SEED, DAY = range(7)
LEVEL, LIVES, STARS, WON, BLIND, MARKS, IN_STEP, TEMPO = range(8)


def line(game: FinishedGame) -> Any:
    return json.loads(listed((game,)).to_text())["games"][0]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ((ENDED,), -1),
        ((ENDED,), "now"),
        ((ENDED,), 10**30),
        ((TEAM, 0), []),
        ((TEAM, 0), ["You"] * 9),
        ((TEAM, 0, 0), "x" * 40),
        ((TEAM, 1), ["Ada"]),
        ((TEAM, 1, 1), "Zoe"),
        ((TEAM, 2), 4),
        ((TEAM, 2), True),
        ((TEAM, 2), "0"),
        ((VARIANT,), "chess"),
        ((SUMMARY, LEVEL), 0),
        ((SUMMARY, LEVEL), 9),
        ((SUMMARY, LIVES), 6),
        ((SUMMARY, STARS), -1),
        ((SUMMARY, WON), 2),
        ((SUMMARY, MARKS), ["dirty"]),
        ((SUMMARY, MARKS), [["clean"]]),
        ((SUMMARY, MARKS), ["clean"] * 1000),
        ((SUMMARY, IN_STEP), 1.1),
        ((SUMMARY, IN_STEP), float("nan")),
        ((SUMMARY, TEMPO), float("inf")),
        ((TEXT,), None),
        ((TEXT,), "A" * 100_000),
        ((SEED,), "s" * 1000),
        ((DAY,), "tomorrow and tomorrow"),
    ],
)
def test_an_invalid_entry_is_refused_but_preserved(place: tuple[int, ...], value: Any) -> None:
    spoilt = part = line(GAMES[1])
    for at in place[:-1]:
        part = part[at]
    part[place[-1]] = value
    shelf = from_text(BEGINNING + BETWEEN.join(map(json.dumps, [line(GAMES[0]), spoilt])) + END)
    assert [game.ended for game in shelf.all] == [GAMES[0].ended]
    assert [repr(json.loads(one)) for one in shelf.others] == [repr(spoilt)]
    assert from_text(shelf.to_text()).others == shelf.others


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", GameFault.DAMAGED),
        ("{", GameFault.DAMAGED),
        ("[" * 100_000, GameFault.DAMAGED),
        ('{"one-mind-games": 3, "games": [' + "[" * 100 + "]" * 100 + "]}", GameFault.DAMAGED),
        (listed(GAMES).to_text()[:-1], GameFault.DAMAGED),
        (listed(GAMES).to_text()[: -len(END) - 9], GameFault.DAMAGED),
        ("9" * 5000, GameFault.DAMAGED),
        ("[]", GameFault.NOT_OURS),
        ("null", GameFault.NOT_OURS),
        ('{"games": []}', GameFault.NOT_OURS),
        ('{"one-mind-games": 2, "games": []}', GameFault.VERSION),
        ('{"one-mind-games": "1", "games": []}', GameFault.DAMAGED),
        ('{"one-mind-games": "3"}', GameFault.DAMAGED),
        (" " * (LONGEST + 1), GameFault.TOO_LONG),
    ],
)
def test_an_invalid_shelf_is_refused(text: str, fault: GameFault) -> None:
    with pytest.raises(BadGame) as refused:
        from_text(text)
    assert refused.value.fault is fault


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(max_size=9), st.lists, max_leaves=9), st.data())
def test_random_values_are_refused_or_preserved(noise: object, data: st.DataObject) -> None:
    plain = line(GAMES[0])
    plain[data.draw(st.integers(0, DAY))] = noise
    shelf = from_text(json.dumps({"one-mind-games": 3, "games": [plain]}))
    assert len(shelf.all) + len(shelf.others) == 1
