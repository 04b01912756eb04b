"""Recorded games: waits are scored before they are learned, and an invalid file gets a one-sentence error."""

from __future__ import annotations

import json
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.bench.foretell import EarlierEars, Ears, PartnersClock, main, scored, waits_of
from tests.bench.people.files import Unfit
from tests.bench.people.fitting import Wait, fitted_line
from tests.bench.people.kinds import Newcomer
from tests.bench.people.recorded import Game, heard, people_drawn, people_recorded

WON = {
    "hands": [[4, 34, 63], [22, 24, 70]],
    "plays": [[0, 4, 0.6], [1, 22, 5.6], [1, 24, 0.6], [0, 34, 6.9], [0, 63, 18.6], [1, 70, 0.3]],
    "won": True,
}
TOO_LATE = {"hands": [[28, 60, 93], [14, 53, 81]], "plays": [[1, 14, 4.4], [1, 53, 12.1], [0, 28, 0.02]], "won": False}


def file(folder: Path, people: Any) -> str:
    path = folder / "people.json"
    path.write_text(json.dumps(people), encoding="utf-8")
    return str(path)


def test_each_wait_is_scored_while_both_hold_cards_until_the_first_mistake(tmp_path: Path) -> None:
    (person,) = people_recorded(file(tmp_path, [[WON, TOO_LATE]]))
    waits = [(game, wait) for game, wait, _ in waits_of(Ears(), list(heard(person)))]
    assert [(game, gap, laid) for game, (gap, _, laid) in waits] == [
        (1, 4, True),
        (1, 30, False),
        (1, 12, False),
        (1, 10, True),
        (1, 29, True),
        (2, 28, False),
        (2, 14, False),
    ]
    assert [wait.seconds for _, wait in waits] == pytest.approx([0.6, 5.6, 0.6, 6.9, 18.6, 4.4, 12.1])


def test_a_forecast_is_made_before_its_wait_is_known(tmp_path: Path) -> None:
    """Changing the last wait changes only its own score."""
    late = {**WON, "plays": [*WON["plays"][:4], [0, 63, 80.0], WON["plays"][5]]}  # type: ignore[index]
    scores = [
        [wait.score for wait in scored(model(), list(heard(people_recorded(file(tmp_path, [[game]]))[0])))]
        for game in (WON, late)
        for model in (Ears, EarlierEars)
    ]
    for one, other in zip(scores[:2], scores[2:], strict=True):
        assert one[:-1] == other[:-1]
        assert one[-1] > other[-1]


def test_a_steady_person_gets_better_scores_over_time(tmp_path: Path) -> None:
    games = [{"hands": [[20], [60]], "plays": [[0, 20, 6.0], [1, 60, 12.0]], "won": True}] * 8
    (steady,) = people_recorded(file(tmp_path, [games]))
    scores = [wait.score for wait in scored(Ears(), list(heard(steady)))]
    assert scores[-1] > scores[0] + 0.3
    clock = PartnersClock(log(0.3), 0.5)
    assert [abs(wait.far) < 0.01 for wait in scored(clock, list(heard(steady)))] == [True] * 8


@pytest.mark.parametrize(
    ("people", "sentence"),
    [
        ({}, "is not a list of people, each a list of games."),
        ([[]], "is not a list of people, each a list of games."),
        ([[{**WON, "hands": [[4, 34], [22, 24, 70]]}]], "person 1, game 1 has no two hands of as many cards"),
        ([[{**WON, "hands": [[4, 34, 34], [22, 24, 70]]}]], "person 1, game 1 has no two hands"),
        ([[WON, {**WON, "plays": [[0, 4]]}]], "person 1, game 2 has no two hands"),
        ([[WON, {**WON, "plays": [[2, 4, 1.0]]}]], "person 1, game 2 has no two hands"),
        ([[{**WON, "plays": [[0, 34, 1.0]]}]], "has a play of 34, which is not the lowest card in that hand."),
        ([[{**WON, "plays": [[0, 4, -1]]}]], "person 1, game 1 has no two hands"),
    ],
)
def test_an_invalid_file_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], people: Any, sentence: str
) -> None:
    with pytest.raises(Unfit):
        people_recorded(path := file(tmp_path, people))
    assert main(["--people", path]) == 1
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_a_missing_file_or_invalid_json_gets_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unfit, match=r"^There is no file nowhere\.json\.$"):
        people_recorded("nowhere.json")
    (tmp_path / "not.json").write_text("{", encoding="utf-8")
    with pytest.raises(Unfit, match="is not JSON"):
        people_recorded(str(tmp_path / "not.json"))


def test_simulated_people_play_like_recorded_ones() -> None:
    for person in people_drawn(Newcomer, 3, 0.15):
        assert len(person) == 8
        assert all(isinstance(game, Game) and game.plays for game in person)
        assert len([*waits_of(Ears(), list(heard(person)))]) > 8


def test_a_line_is_fitted_to_censored_waits_too() -> None:
    dice, waits = Random(1), []
    for _ in range(600):
        gap, limit = dice.randint(1, 40), dice.uniform(1, 20)
        seconds = 0.5 * gap**1.2 * exp(dice.gauss(0, 0.4))
        waits.append(Wait(gap, min(seconds, limit), seconds <= limit))
    start, slope, deviation = fitted_line(waits)
    assert start + slope * log(10) == pytest.approx(log(0.5) + 1.2 * log(10), abs=0.1)
    assert (slope, deviation) == pytest.approx((1.2, 0.4), abs=0.1)
