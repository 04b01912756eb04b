"""Games with faults of every kind, which must end all the same."""

from __future__ import annotations

from itertools import chain

import pytest

from tests.net.chaos import play
from tests.thorough import thorough_after


@pytest.mark.parametrize("seed", thorough_after(4, range(30)))
def test_a_game_in_chaos_ends_and_all_pages_agree_about_it(seed: int) -> None:
    play(f"chaos {seed}")


@pytest.mark.parametrize("seed", thorough_after(2, range(12)))
def test_a_game_in_chaos_with_a_screen_ends_and_all_pages_agree_about_it(seed: int) -> None:
    play(f"screen {seed}", screen=True)


@pytest.mark.parametrize("seed", range(10))
def test_a_game_with_attackers_ends_and_attackers_gain_nothing(seed: int) -> None:
    play(f"attacked {seed}", attacked=True)


FORMER_FAULTS = {
    "endless": ["bench 165", "bench 494", "bench 881", "bench 983"],
    "the host died at the start": ["attack 2025 42", "attack 2025 835"],
    "pages that blocked each other": ["eve 196", "eve 250", "dawn 396"],
}
FORMER_FAULTS_WITH_AN_ATTACKER = {
    "endless": ["door 64", "door 111", "door 271"],
    "a second tab": ["evening 330"],
    "the attacker, who is the last host, is banned": ["noon 1321"],
    "two tables with the same person": ["dusk 223"],
    "a second tab of the host loses its connection while it joins": ["dusk 445"],
    "a page that hosted alone, and an elected host": ["eve 65", "eve 175", "eve 275", "eve 441", "dawn 101"],
}


@pytest.mark.parametrize("seed", thorough_after(1, chain(*FORMER_FAULTS.values())))
def test_a_game_with_a_former_fault_ends_at_one_table(seed: str) -> None:
    play(seed)


@pytest.mark.parametrize("seed", thorough_after(1, chain(*FORMER_FAULTS_WITH_AN_ATTACKER.values())))
def test_a_game_with_an_attacker_and_a_former_fault_ends_at_one_table(seed: str) -> None:
    play(seed, attacked=True)
