"""Six pairs of simulated networks with the built page: every guest reaches the table."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from assets.build.project import ROOT
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
"""The networks of the host and the guest, and the route between them."""

MEASURE = "import sys; from tests.bench.networks import main; sys.exit(main(sys.argv[1:]))"


def test_every_guest_has_a_route_to_the_table(browser_name: str) -> None:
    """The benchmark measures this, in processes and a simulated network of its own."""
    if browser_name != "chromium":
        pytest.skip("The laboratory of networks knows Chromium alone.")
    if sentence := missing():
        pytest.skip(sentence)
    command = [sys.executable, "-c", MEASURE, "--short", "--calm", "--tries", "1", "--levels", "0", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    measured = {
        (row["host"], row["guest"]): (row["seated"], row["way"]) for row in map(json.loads, done.stdout.splitlines())
    }
    assert measured == {(host, guest): (1, way) for host, guest, way in WAYS}, done.stderr
