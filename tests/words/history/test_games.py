"""Messages about finished games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core import Phase, new_game, variant, view_of
from game.core.record import GameFault, Team
from game.core.result import Result
from game.history.figures import Streaks
from game.history.finished_game import FinishedGame
from game.history.summary import Summary
from game.words import rivals
from game.words.history import games as told
from game.words.history import replay, sharing
from game.words.variants import variant_name

TEAM = Team(("You", "Ada", "Iris", "Juno"), ("", "Ada", "Ada", "Ada"), 0)
WON = FinishedGame(0, TEAM, variant("classic"), Summary(8, 1, 2, True, False, ("clean",) * 8, 0.934, 0.846))
LOST = replace(WON, summary=Summary(3, 0, 1, False, False, ("life", "star", "both"), None, None))


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("classic", "Classic"),
        ("tens-descending", "Sets of ten, descending"),
        ("extreme+no-stars+blind", "Extreme, no stars, blind"),
        ("strict+gentle", "Classic, one life per mistake, gentle timing"),
    ],
)
def test_variant_names(name: str, spelled: str) -> None:
    assert variant_name(variant(name)) == spelled


def test_outcome_of_a_game() -> None:
    assert told.outcome(WON) == "Won: all 8 levels"
    assert told.outcome(LOST) == "Lost at level 3 of 8"
    blind = replace(LOST, summary=replace(LOST.summary, blind=True))
    assert told.outcome(blind) == "Won, then lost at blind level 3 of 8"
    assert told.outcome(replace(WON, summary=replace(WON.summary, blind=True))) == "Won, then all 8 levels blind"
    assert told.outcome(replace(blind, variant=variant("blind"))) == "Lost at level 3 of 8"
    assert told.outcome(replace(LOST, summary=replace(LOST.summary, lives=1))) == "Level 3 of 8"


def test_team_and_what_was_left() -> None:
    assert told.team(WON) == "You, Ada, Iris and Juno"
    assert told.played(WON) == "Classic, 4 players"
    assert told.played(replace(WON, day="2026-11-22")) == "Classic, 4 players, daily game"
    with_others = replace(TEAM, characters=("", "", "Ada", ""))
    assert told.played(replace(WON, team=with_others)) == "Classic, 4 players (3 people)"
    assert told.left(WON) == "One life and two stars left"
    assert told.left(LOST) == "No lives and one star left"


def test_figures_are_shown_where_they_exist() -> None:
    assert (told.in_step(WON), told.tempo(WON)) == ("93% in sync", "0.85 s per step")
    assert (told.in_step(LOST), told.tempo(LOST)) == ("", "")
    assert told.plot_rows([WON, LOST], 7) == [("7", "0.85 s", "93%"), ("8", "–", "–")]


def test_each_level_has_a_title_also_those_played_blind_after_a_win() -> None:
    assert [told.level_title(LOST, [1, 2, 3][:end]) for end in (1, 3)] == ["Level 1 of 8", "Level 3 of 8"]
    assert [told.level_title(WON, [*range(1, 9), 1, 2][:end]) for end in (8, 9, 10)] == [
        "Level 8 of 8",
        "Blind level 1 of 8",
        "Blind level 2 of 8",
    ]


def test_pictures_to_share_name_teammates_but_no_people() -> None:
    assert replay.public_names(("You", "Ada", "Ben"), ("", "Ada", "")) == ["Fox", "Ada", "Bear"]
    assert len({*replay.animals(8)}) == 8


def test_only_long_streaks_are_mentioned() -> None:
    assert told.streak_sentences(Streaks(1, 1, 0)) == ""
    assert told.streak_sentences(Streaks(2, 12, 3)) == (
        "Longest winning streak: two games. Most levels in a row without losing a life or using a star: 12. "
        "Most days played in a row: three."
    )


def test_number_of_saved_games() -> None:
    assert told.HOW_MANY(0).startswith("Finished games appear here")
    assert told.HOW_MANY(1) == "One game, saved on this device only."
    assert told.HOW_MANY(40) == "40 games, saved on this device only."


@pytest.mark.parametrize("fault", GameFault)
def test_every_fault_has_at_most_three_sentences(fault: GameFault) -> None:
    for sentence in (told.UNREAD[fault](), told.BAD_FILE[fault](), told.DAMAGED_LINK[fault]()):
        assert sentence.endswith(".")
        assert 1 <= sentence.count(". ") + 1 <= 3


def test_replay_position() -> None:
    assert replay.clock(65.9, 460, 3) == "1:05 of 7:40, level 3"


def test_a_shared_result_of_the_day_reveals_no_card() -> None:
    lines = sharing.result_lines(LOST, "22 Nov 2026", "https://example.org/#today").split("\n")
    assert lines == ["One Mind, 22 Nov 2026", "Lost at level 3 of 8", "💔⭐💔", "https://example.org/#today"]
    assert sharing.result_lines(WON, "22 Nov 2026", "x").split("\n")[2:] == ["🟢" * 8, "93% in sync", "x"]


def test_a_challenge_describes_the_game_and_the_result_of_the_others() -> None:
    result = Result(4, 0, 1, False)
    assert rivals.their_result(result, 12) == "They reached level 4 of 12."
    assert rivals.to_beat(result) == "Get past level 4 to beat them."
    assert rivals.their_result(Result(12, 2, 0, True), 12) == "They won, with two lives and no stars left."
    assert rivals.to_beat(Result(12, 2, 0, True)).startswith("To beat them, win with more lives left")
    assert rivals.their_result(None, 12) == rivals.to_beat(None) == ""


@pytest.mark.parametrize(
    ("ours", "theirs", "verdict"),
    [
        (Result(5, 0, 0, False), Result(4, 0, 3, False), "You beat them! They reached level 4 of 8."),
        (Result(5, 0, 0, False), Result(5, 0, 3, False), "It’s a tie. They reached level 5 of 8."),
        (Result(8, 0, 0, False), Result(8, 1, 0, True), "They did better. They won, with one life and no stars left."),
        (Result(8, 2, 0, True), Result(8, 0, 0, False), "You beat them! They reached level 8 of 8."),
        (Result(8, 2, 0, True), Result(8, 1, 3, True), "You beat them! They won, with one life and three stars left."),
        (Result(8, 2, 1, True), Result(8, 2, 2, True), "They did better. They won, with two lives and two stars left."),
    ],
)
def test_two_teams_with_the_same_cards_are_compared_at_the_end(ours: Result, theirs: Result, verdict: str) -> None:
    state = new_game(variant("classic"), 4)
    view = view_of(state, 0, ())
    assert rivals.compared(view, theirs) == ""
    phase = Phase.WON if ours.won else Phase.LOST
    ended = replace(view, phase=phase, level=ours.level, lives=ours.lives, stars=ours.stars)
    assert rivals.compared(ended, theirs) == verdict
    assert rivals.compared(replace(ended, blind=True), theirs) == ""
