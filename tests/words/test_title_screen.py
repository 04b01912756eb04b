"""Messages of the title screen about a saved game."""

from __future__ import annotations

import pytest

from game.core import variant
from game.core.record import GameFault
from game.words.title_screen import kept_aside, length


@pytest.mark.parametrize(
    ("game", "seats", "told"),
    [
        ("classic", 2, "2 players: 12 levels, 2 lives."),
        ("classic", 3, "3 players: 10 levels, 3 lives."),
        ("extreme", 4, "4 players: 8 levels, 4 lives."),
        ("tens", 2, "2 players: 10 levels, 2 lives."),
        ("classic", 8, "8 players: 4 levels, 5 lives. With 5 or more players, house rules apply."),
    ],
)
def test_a_new_game_has_a_length(game: str, seats: int, told: str) -> None:
    assert length(variant(game), seats) == told


@pytest.mark.parametrize("fault", GameFault)
def test_an_unusable_saved_game_is_kept_aside(fault: GameFault) -> None:
    version = fault is GameFault.VERSION
    why = "from another version of One Mind" if version else "damaged"
    told = f"The saved game is {why}. You can’t continue it. You can download it, or start a new game."
    assert kept_aside(fault) == told
