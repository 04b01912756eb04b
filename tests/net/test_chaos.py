"""Games with faults of every kind, which must end all the same."""

from __future__ import annotations

import pytest

from tests.net.chaos import play
from tests.thorough import thorough_after


@pytest.mark.parametrize("seed", thorough_after(4, range(30)))
def test_a_game_in_chaos_ends_and_all_pages_agree_about_it(seed: int) -> None:
    play(f"chaos {seed}")


@pytest.mark.parametrize("seed", thorough_after(2, range(12)))
def test_a_game_in_chaos_with_a_screen_ends_and_all_pages_agree_about_it(seed: int) -> None:
    play(f"screen {seed}", screen=True)


@pytest.mark.parametrize("seed", thorough_after(4, range(10)))
def test_a_game_with_attackers_ends_and_attackers_gain_nothing(seed: int) -> None:
    play(f"attacked {seed}", attacked=True)
