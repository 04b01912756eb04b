"""What the title tells of a saved game."""

from __future__ import annotations

from game.words.title_screen import DAMAGED_GAME, kept_aside


def test_a_saved_game_that_cannot_be_used_is_kept_aside() -> None:
    assert kept_aside(DAMAGED_GAME) == "The saved game is damaged. It is kept aside, and you can start anew."
