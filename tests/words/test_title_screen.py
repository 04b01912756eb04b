"""Messages of the title screen about a saved game."""

from __future__ import annotations

from game.words.title_screen import DAMAGED_GAME, kept_aside


def test_an_unusable_saved_game_is_kept_aside() -> None:
    assert (
        kept_aside(DAMAGED_GAME)
        == "The saved game is damaged. You can't continue it. You can download it, or start a new game."
    )
