"""Statistics over many games: the best of each kind, and streaks of games, levels and days."""

from __future__ import annotations

from dataclasses import replace

from game.core import Variant, variant
from game.core.record import Team
from game.history.figures import Best, Streaks, best, days_in_a_row, streaks
from game.history.finished_game import FinishedGame
from game.history.summary import Summary

DAY = 86_400
NOON = DAY // 2


def utc(seconds: int) -> int:
    """Return the number of the day in UTC."""
    return seconds // DAY


def game(day: int, level: int = 4, marks: str = "ccc", played: str = "classic", seats: int = 4) -> FinishedGame:
    """Return a game of that day, won at level 8; each mark is a level: "c" cost nothing, "l" a life, "s" a star."""
    costs = tuple({"c": "clean", "l": "life", "s": "star"}[mark] for mark in marks)
    told = Summary(level, 1, 1, level == 8, False, costs, None, None)
    team = Team(("You",) * seats, ("",) * seats, 0)
    return FinishedGame(day * DAY + NOON, team, variant(played), told)


def test_the_best_game_is_found_for_each_variant_and_number_of_players() -> None:
    games = [game(1, 3), game(2, 5), game(3, 8), game(4, 2, played="extreme", seats=2), game(5, 6, seats=3)]
    assert best(games) == [
        Best(Variant(), 4, 8, 8, 3, 1),
        Best(Variant(), 3, 6, 10, 1, 0),
        Best(Variant("extreme"), 2, 2, 12, 1, 0),
    ]


def test_a_game_that_continued_blind_counts_as_won() -> None:
    blind = game(1, 2)
    blind = replace(blind, summary=replace(blind.summary, blind=True))
    assert best([blind])[0] == Best(Variant(), 4, 8, 8, 1, 1)
    assert streaks([blind], utc).won == 1
    from_the_start = replace(blind, variant=variant("blind"))
    assert best([from_the_start])[0].level == 2
    assert streaks([from_the_start], utc).won == 0


def test_streaks_are_the_longest_of_their_kind() -> None:
    games = [game(1, 8), game(2, 8), game(3, 4), game(7, 8), game(8), game(9), game(10)]
    assert streaks(games, utc) == Streaks(won=2, clean=21, days=4)


def test_levels_without_loss_are_counted_across_games() -> None:
    assert streaks([game(1, marks="clc"), game(2, marks="ccl"), game(9, marks="sc")], utc).clean == 3


def test_two_games_on_one_day_count_as_one_day() -> None:
    assert streaks([game(3), replace(game(3), ended=3 * DAY + 9), game(4)], utc).days == 2


def test_the_days_are_those_of_the_player() -> None:
    midnight = [replace(game(3), ended=4 * DAY - 60), replace(game(3), ended=4 * DAY + 60)]
    assert streaks(midnight, utc).days == 2
    assert streaks(midnight, lambda seconds: utc(seconds + 3600)).days == 1


def test_no_games_have_no_best_and_no_streaks() -> None:
    assert best([]) == []
    assert streaks([], utc) == Streaks(0, 0, 0)


def test_days_in_a_row_end_with_the_last_one() -> None:
    assert [days_in_a_row(days) for days in ((), (5,), (5, 4, 4, 3), (5, 3, 2), (9, 8, 6))] == [0, 1, 3, 1, 2]
