"""Pairs of simulated networks with the built page: every guest reaches the table."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from assets.build.project import ROOT
from tests.lab.laboratory import EI, PR, SYM
from tests.lab.namespaces import missing
from tests.lab.pairs import PAIRS

WAYS = [(EI, EI, "direct"), (SYM, SYM, "turn"), (PR, SYM, "relay")]
"""The networks of the host and the guest, and the route between them."""

MEASURE = "import sys; from tests.bench.networks import main; sys.exit(main(sys.argv[1:]))"


def test_every_guest_has_a_route_to_the_table(browser_name: str) -> None:
    rows = _measure(browser_name, "--short")
    measured = {(row["host"], row["guest"]): (row["seated"], row["way"]) for row in rows}
    assert measured == {(host, guest): (1, way) for host, guest, way in WAYS}


@pytest.mark.thorough
def test_a_guest_is_seated_across_every_pair_of_networks(browser_name: str) -> None:
    rows = _measure(browser_name, *(f"--only={host}/{guest}" for host, guest in PAIRS))
    assert len(rows) == 2 * len(PAIRS)  # each without TURN and with it
    assert [row for row in rows if not row["seated"]] == []


def _measure(browser_name: str, *options: str) -> list[dict[str, Any]]:
    """Return the rows of the benchmark, which runs in processes and a simulated network of its own."""
    if browser_name != "chromium":
        pytest.skip("The laboratory of networks knows Chromium alone.")
    if sentence := missing():
        pytest.skip(sentence)
    command = [sys.executable, "-c", MEASURE, "--calm", "--tries", "1", "--levels", "0", "--json", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [*map(json.loads, done.stdout.splitlines())]
