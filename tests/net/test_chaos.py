"""Games with faults of every kind, which must end all the same."""

from __future__ import annotations

import json

import pytest

from tests.bench.peers import main as bench
from tests.net.chaos import play


@pytest.mark.parametrize("seed", range(30))
def test_a_game_in_chaos_ends_and_all_pages_agree_about_it(seed: int) -> None:
    play(f"chaos {seed}")


@pytest.mark.parametrize("seed", range(12))
def test_a_game_in_chaos_with_a_screen_ends_and_all_pages_agree_about_it(seed: int) -> None:
    play(f"screen {seed}", screen=True)


@pytest.mark.parametrize("seed", ["bench 165", "bench 494", "bench 881", "bench 983"])
def test_a_game_ends_in_former_endless_cases(seed: str) -> None:
    play(seed)


def test_a_game_with_an_attacker_and_a_second_tab_ends_at_one_table() -> None:
    play("evening 330", attacked=True)


def test_a_page_that_banned_the_attacker_who_is_the_last_host_has_no_table() -> None:
    play("noon 1321", attacked=True)


def test_two_tables_with_the_same_person_become_one() -> None:
    play("dusk 223", attacked=True)


def test_a_second_tab_of_the_host_that_loses_its_connection_while_it_joins_does_not_end_the_table() -> None:
    play("dusk 445", attacked=True)


@pytest.mark.parametrize("seed", ["eve 196", "eve 250", "dawn 396"])
def test_pages_that_blocked_each_other_elect_one_host(seed: str) -> None:
    play(seed)


@pytest.mark.parametrize("seed", ["eve 65", "eve 175", "eve 275", "eve 441", "dawn 101"])
def test_a_page_that_hosted_the_table_alone_joins_an_elected_host(seed: str) -> None:
    play(seed, attacked=True)


def test_pages_too_few_to_elect_a_host_each_host_the_table_alone() -> None:
    assert play("dawn 510").alone


def test_the_benchmark_measures_pairs_chaos_and_noise(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench(["--pairs", "5", "--chaos", "1", "--fuzz", "200", "--levels", "0", "--json"]) == 0
    rows = map(json.loads, capsys.readouterr().out.splitlines())
    figures = {row["figure"]: row for row in rows}
    assert figures["pairs, 5-250 ms in all"]["right"] == "100.00 %"
    assert figures["chaos"]["failed"] == []
    assert figures["fuzz"]["messages"] == 200
