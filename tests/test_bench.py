"""With --json a benchmark prints JSON on standard output, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest

import build
from tests.bench import _in_page, attacks, foretell, networks, page, peers, relays, table, teammates
from tests.net.attacks import ATTACKS

Patch = pytest.MonkeyPatch

MEASURES = [
    (attacks.main, ["--tries", "1"]),
    (foretell.main, ["--drawn", "2"]),
    (networks.main, []),
    (page.main, []),
    (peers.main, ["--pairs", "0", "--chaos", "0", "--fuzz", "10", "--levels", "1"]),
    (relays.main, []),
    (table.main, ["--games", "1"]),
    (teammates.main, ["--games", "1", "--seats", "2", "--cv", "0.1", "--simultaneity", "0"]),
    (teammates.main, ["--in-page"]),
]
"""Every benchmark that knows --json, as short as it can be."""


@pytest.fixture
def without_browsers(monkeypatch: Patch) -> None:
    """What is built and what is found is said, as on a machine where nothing is there yet; nothing is measured."""

    @contextmanager
    def nowhere() -> Iterator[None]:
        yield

    monkeypatch.setattr(attacks, "ATTACKS", ATTACKS[:1])
    monkeypatch.setattr(attacks, "IN_BROWSERS", [ATTACKS[0]._replace(attempt=lambda tries: 0)])
    monkeypatch.setattr(networks, "missing", lambda: "This machine has no networks.")
    monkeypatch.setattr(page, "sync_playwright", nowhere)
    monkeypatch.setattr("tests.bench._ready.dist", lambda: build.say("Building dist/"))
    monkeypatch.setattr("tests.bench._ready.need_browser", lambda: build.say("Testing in a browser"))
    monkeypatch.setattr(page, "serving", nowhere)
    monkeypatch.setattr(page, "measured", lambda *_: {})
    monkeypatch.setattr(peers, "traffic", lambda seats: {})
    monkeypatch.setattr(relays, "measured", lambda _: [])
    monkeypatch.setattr(_in_page, "in_browser", lambda games: [{}])
    monkeypatch.setattr("tests.bench._browsers.in_browsers", lambda levels: {})


@pytest.mark.usefixtures("without_browsers")
@pytest.mark.parametrize(("main", "arguments"), MEASURES)
def test_with_json_there_is_nothing_else(
    main: Callable[[Sequence[str]], int], arguments: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--json"]) == 0
    json.loads(capfd.readouterr().out)


def test_every_benchmark_that_knows_json_is_tried() -> None:
    tried = {main.__module__.split(".")[-1] for main, _ in MEASURES}
    files = (build.ROOT / "tests/bench").glob("[!_]*.py")
    assert tried == {file.stem for file in files if '"--json"' in file.read_text(encoding="utf-8")}


@pytest.mark.usefixtures("without_browsers")
@pytest.mark.parametrize(("ratio", "failed"), [(0.75, 0), (0.76, 1)])
def test_the_short_look_at_the_start_fails_where_a_ratio_is_twice_what_is_to_be_reached(
    ratio: float, failed: int, monkeypatch: Patch
) -> None:
    found = {"until playable": {"ratio": ratio, "to reach": 0.38}, "bytes": {"ratio": 9.0}}
    monkeypatch.setattr(page, "measured", lambda *_: found)
    assert page.main(["--short"]) == failed
