"""Six pairs of networks in the laboratory, with the page as it is built: everybody has a way to the table."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from build import ROOT
from tests.lab.laboratory import EI, ISOLATED, PR, SAME, SYM, UB
from tests.lab.namespaces import missing

WAYS = [
    (EI, EI, "direct"),
    (SAME, SAME, "direct"),
    (SYM, SYM, "turn"),
    (PR, SYM, "relay"),
    (UB, EI, "relay"),
    (ISOLATED, ISOLATED, "relay"),
]
"""The networks of the host and the guest, and by which way they reach each other."""

MEASURE = "import sys; from tests.bench.networks import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture(scope="module")
def measured(browser_name: str) -> dict[tuple[str, str], Any]:
    """What the benchmark says of these pairs; it has processes and a world of its own."""
    if browser_name != "chromium":
        pytest.skip("The laboratory of networks knows Chromium alone.")
    if sentence := missing():
        pytest.skip(sentence)
    command = [sys.executable, "-c", MEASURE, "--short", "--calm", "--tries", "1", "--levels", "0", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {(row["host"], row["guest"]): row for row in json.loads(done.stdout)}


@pytest.mark.parametrize(("host", "guest", "way"), WAYS)
def test_everybody_has_a_way_to_the_table(
    measured: dict[tuple[str, str], Any], host: str, guest: str, way: str
) -> None:
    row = measured[host, guest]
    assert (row["seated"], row["way"]) == (1, way)
