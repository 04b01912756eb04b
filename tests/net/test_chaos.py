"""Games in which everything goes wrong, and which end all the same."""

from __future__ import annotations

import pytest

from tests.net.chaos import play


@pytest.mark.parametrize("seed", range(30))
def test_a_game_in_chaos_ends_and_all_pages_agree_about_it(seed: int) -> None:
    play(f"chaos {seed}")
