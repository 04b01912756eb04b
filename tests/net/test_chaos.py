"""Games in which everything goes wrong, and which end all the same."""

from __future__ import annotations

import json

import pytest

from tests.bench.peers import main as bench
from tests.net.chaos import play


@pytest.mark.parametrize("seed", range(30))
def test_a_game_in_chaos_ends_and_all_pages_agree_about_it(seed: int) -> None:
    play(f"chaos {seed}")


@pytest.mark.parametrize("seed", range(12))
def test_so_does_one_before_a_screen_that_comes_and_goes_as_well(seed: int) -> None:
    play(f"screen {seed}", screen=True)


@pytest.mark.parametrize("seed", ["bench 165", "bench 494", "bench 881", "bench 983"])
def test_a_game_that_once_did_not_end_ends(seed: str) -> None:
    play(seed)


def test_a_game_with_an_attacker_and_a_second_tab_that_once_stayed_in_two_ends_at_one_table() -> None:
    play("evening 330", attacked=True)


def test_whoever_shuts_out_an_attacker_who_is_the_last_host_is_left_without_a_table() -> None:
    play("noon 1321", attacked=True)


def test_two_tables_at_which_the_same_person_sits_are_one_in_the_end() -> None:
    play("dusk 223", attacked=True)


def test_a_newer_page_of_the_host_that_is_cut_off_as_it_comes_in_costs_nobody_the_table() -> None:
    play("dusk 445", attacked=True)


@pytest.mark.parametrize("seed", ["eve 196", "eve 250", "dawn 396"])
def test_pages_that_stood_against_each_other_for_ever_elect_one(seed: str) -> None:
    play(seed)


@pytest.mark.parametrize("seed", ["eve 65", "eve 175", "eve 275", "eve 441", "dawn 101"])
def test_a_page_that_kept_the_table_alone_goes_over_to_one_that_was_elected(seed: str) -> None:
    play(seed, attacked=True)


def test_pages_that_are_too_few_to_elect_a_host_keep_the_table_alone() -> None:
    assert play("dawn 510").alone


def test_the_benchmark_measures_pairs_chaos_and_noise(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench(["--pairs", "5", "--chaos", "1", "--fuzz", "200", "--levels", "0", "--json"]) == 0
    rows = map(json.loads, capsys.readouterr().out.splitlines())
    figures = {row["figure"]: row for row in rows}
    assert figures["pairs, 5-250 ms in all"]["right"] == "100.00 %"
    assert figures["chaos"]["failed"] == []
    assert figures["fuzz"]["messages"] == 200
