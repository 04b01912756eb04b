"""Benchmarks with --json print one JSON object per line at once; a lost browser costs one try."""

from __future__ import annotations

import gzip
import json
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error

from assets.build import project
from tests.bench import (
    _in_page,
    attacks,
    clubs,
    devices,
    networks,
    page,
    peers,
    relays,
    teammates,
)
from tests.bench._rows import LOST
from tests.bench.pages import serving, starting
from tests.bench.pages.starting import Visit
from tests.lab import pairs
from tests.lab.laboratory import EI, PR
from tests.lab.outages import Outage, outage
from tests.net.attacks import ATTACKS
from tests.tries import Tries

Capture = pytest.CaptureFixture[str]
Main = Callable[[Sequence[str]], int]
Patch = pytest.MonkeyPatch

MEASURES = [
    (attacks.main, ["--tries", "1"]),
    (devices.main, []),
    (clubs.main, ["--tries", "2"]),
    (networks.main, []),
    (page.main, []),
    (peers.main, ["--pairs", "0", "--chaos", "0", "--fuzz", "0"]),
    (relays.main, []),
    (teammates.main, ["--in-page"]),
]
"""The benchmarks that measure in browsers or on a network, with the shortest run possible."""


def goes_well(row: devices.Row, where: object) -> None:
    row.tries += 1
    row.ok += 1


@pytest.fixture
def without_browsers(monkeypatch: Patch) -> None:
    """Replace builds and measurements by messages, as on a machine where nothing is installed yet."""

    @contextmanager
    def nowhere(*_: object) -> Iterator[None]:
        yield

    monkeypatch.setattr(attacks, "ATTACKS", ATTACKS[:2])
    monkeypatch.setattr(attacks, "IN_BROWSERS", [ATTACKS[0]._replace(attempt=lambda tries: 0)])
    monkeypatch.setattr(clubs, "open_host", nowhere)
    monkeypatch.setattr(clubs, "busy_while_flooded", lambda *_: 0.01)
    monkeypatch.setattr(clubs, "one_member", lambda _: clubs.Found(1.0, 2.0, 0.5))
    monkeypatch.setattr(devices, "open_browsers", nowhere)
    monkeypatch.setattr(devices, "alone", goes_well)
    monkeypatch.setattr(devices, "together", goes_well)
    monkeypatch.setattr(networks, "missing", lambda: "This machine has no networks.")
    monkeypatch.setattr("tests.bench._ready.dist", lambda: project.say("Building dist/"))
    monkeypatch.setattr("tests.bench._ready.need_browser", lambda: project.say("Testing in a browser"))
    monkeypatch.setattr(page, "open_browsers", nowhere)
    monkeypatch.setattr(page, "PARTS", {part: lambda *_, part=part: {part: {"ours": 1}} for part in page.PARTS})
    monkeypatch.setattr(peers, "traffic", lambda seats: {"messages a minute": seats})
    monkeypatch.setattr(relays, "open_page", nowhere)
    monkeypatch.setattr(relays, "measured", lambda relay, _: {"relay": relay, "seconds": 0.1})
    monkeypatch.setattr(_in_page, "open_page", nowhere)
    monkeypatch.setattr(_in_page, "measured", lambda *_: {"variant": "classic", "seats": 2, **PLANS})
    monkeypatch.setattr("tests.bench._browsers.in_browsers", lambda levels: {"people": 4})


PLANS = {"plans": 1, "mean": 0.1, "longest": 0.2}


@pytest.mark.usefixtures("without_browsers")
@pytest.mark.parametrize(("main", "arguments"), MEASURES)
def test_every_line_of_json_output_is_an_object(main: Main, arguments: list[str], capfd: Capture) -> None:
    assert main([*arguments, "--json"]) == 0
    assert all(type(json.loads(line)) is dict for line in capfd.readouterr().out.splitlines())


@pytest.mark.usefixtures("without_browsers")
@pytest.mark.parametrize(("ratio", "failed"), [(0.75, 0), (0.76, 1)])
def test_the_short_form_fails_if_a_ratio_is_twice_its_target(ratio: float, failed: int, monkeypatch: Patch) -> None:
    found = {"until playable": {"ratio": ratio, "to reach": 0.38}, "bytes": {"ratio": 9.0}}
    monkeypatch.setattr(page, "SHORT", {"starting": lambda *_: found})
    assert page.main(["--short"]) == failed


class Fragile:
    """Returns `result` at each call, but fails at the calls `failing`, counted from 0, as if the browser had closed."""

    def __init__(self, failing: set[int], result: object) -> None:
        self.calls = count()
        self.failing = failing
        self.result = result

    def __call__(self, *_: object) -> Any:
        if next(self.calls) in self.failing:
            raise Error("Target page, context or browser has been closed")
        return self.result


@pytest.mark.usefixtures("without_browsers")
def test_a_browser_lost_at_one_relay_does_not_skip_the_next(monkeypatch: Patch, capfd: Capture) -> None:
    monkeypatch.setattr(relays, "measured", Fragile({1}, {"relay": "wss://one.example", "seconds": 0.1}))
    asked = [f"--relay=wss://{name}.example" for name in ("one", "two", "three")]
    assert relays.main([*asked, "--json"]) == LOST
    printed, told = capfd.readouterr()
    assert len(printed.splitlines()) == 2
    assert "A try failed: Error: Target page" in told


@pytest.mark.usefixtures("without_browsers")
def test_a_browser_lost_while_a_teammate_plans_costs_one_row(monkeypatch: Patch, capfd: Capture) -> None:
    monkeypatch.setattr(_in_page, "measured", Fragile({0}, {"variant": "classic", "seats": 2, **PLANS}))
    assert teammates.main(["--in-page", "--json"]) == LOST
    assert len(capfd.readouterr().out.splitlines()) == len(_in_page.ASKED) - 1


@pytest.mark.usefixtures("without_browsers")
def test_four_lost_browsers_cost_no_other_figure_of_peers(monkeypatch: Patch, capfd: Capture) -> None:
    monkeypatch.setattr("tests.bench._browsers.in_browsers", Fragile({0}, {}))
    assert peers.main(["--pairs", "0", "--chaos", "0", "--fuzz", "0", "--json"]) == LOST
    assert len(capfd.readouterr().out.splitlines()) == 3


def test_a_lost_visit_keeps_the_figures_of_the_others(monkeypatch: Patch) -> None:
    seen = Visit({"playable": 500.0, "parsed": 100.0}, 1000)
    monkeypatch.setattr(starting, "first_and_repeat", Fragile({0}, (seen, seen)))
    with Tries(lambda: nullcontext(None)) as tries:
        one_run = page.starting(tries, 1)  # type: ignore[arg-type]
        two_runs = page.starting(tries, 2)  # type: ignore[arg-type]
    assert tries.failed == 1
    lost = {name for name in two_runs if name not in one_run}
    assert lost == {name for name in two_runs if "this machine" in name} and lost


def test_a_row_of_visits_shows_medians_and_spreads() -> None:
    row = page.compare([420, 400, 500], [1200, 1000, 1400])
    shown = " ".join(page.line("until playable", row).split())
    assert shown == "until playable 420 [400-500] 1200 [1000-1400] 0.35"


def test_the_renderer_of_an_earlier_page_costs_a_visit_nothing() -> None:
    assert starting.spent({1: 50.0, 2: 10.0}, {2: 30.0, 3: 100.0}) == 120.0


def test_the_service_worker_accepts_the_page_with_the_beacon(monkeypatch: Patch, tmp_path: Path) -> None:
    plain = b"<html><head><meta charset=utf-8 /></head></html>"
    (tmp_path / "index.html").write_bytes(plain)
    (tmp_path / "service-worker.js").write_bytes(serving.integrity(plain))
    monkeypatch.setattr(serving, "DIST", tmp_path)
    serving.answer.cache_clear()
    index, worker = (gzip.decompress(serving.answer(f"/ours/{name}")[0]) for name in ("", "service-worker.js"))
    serving.answer.cache_clear()
    assert b"/report" in index
    assert worker == serving.integrity(index)


class Guest:
    """A guest without a page, who joined by the direct route."""

    def way_to(self, name: str) -> str:
        return "direct"

    def ends(self) -> set[str]:
        return {"host-host"}


class Party:
    """A party without browsers. `plugged` counts the networks it moved to, in all parties of a test."""

    def __init__(self, plugged: Fragile) -> None:
        self.lab = None
        self.move = plugged

    @contextmanager
    def visitors(self, *, turn: bool = False) -> Iterator[list[Guest]]:
        yield [Guest(), Guest()]


class Networks:
    """`bench networks` without a laboratory: moving to a network and joining can be made to fail."""

    def __init__(self, patch: Patch) -> None:
        self.plugged, self.joined = Fragile(set(), None), Fragile(set(), 1.5)
        patch.setattr(networks, "laboratory", nullcontext)
        patch.setattr(networks, "ail", lambda *_: None)
        patch.setattr(networks, "party", lambda *_: nullcontext(Party(self.plugged)))
        patch.setattr(pairs, "_join", lambda *_: self.joined())

    def measure(self, *pairs: str) -> int:
        only = [f"--only={pair}" for pair in pairs]
        return networks.measure([*only, "--turn=without", "--levels=0", "--json"])


@pytest.fixture
def lab(monkeypatch: Patch) -> Iterator[Networks]:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    yield Networks(monkeypatch)
    for number, handler in before.items():
        signal.signal(number, handler)


def rows(capfd: Capture) -> list[dict[str, object]]:
    return [json.loads(line) for line in capfd.readouterr().out.splitlines()]


FIRST, SECOND = f"{EI}/{EI}", f"{EI}/{PR}"


def test_a_run_without_losses_succeeds(lab: Networks, capfd: Capture) -> None:
    assert lab.measure(FIRST, SECOND) == 0
    assert [(row["seated"], row["tries"], row["failed"]) for row in rows(capfd)] == [(3, 3, 0)] * 2


def test_a_browser_lost_while_a_guest_joins_costs_one_try(lab: Networks, capfd: Capture) -> None:
    lab.joined.failing = {1}
    assert lab.measure(FIRST, SECOND) == LOST
    assert [(row["seated"], row["tries"], row["failed"]) for row in rows(capfd)] == [(2, 3, 1), (3, 3, 0)]
    assert next(lab.plugged.calls) == 3  # the party that replaced the first moved to the networks too


def test_a_computer_lost_between_two_pairs_costs_one_try(lab: Networks, capfd: Capture) -> None:
    lab.plugged.failing = {1}
    assert lab.measure(FIRST, SECOND) == LOST
    assert [(row["seated"], row["failed"]) for row in rows(capfd)] == [(3, 0), (2, 1)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_run_and_keeps_its_rows(lab: Networks, capfd: Capture, number: signal.Signals) -> None:
    joins = count()

    def join() -> float:
        if next(joins) == 3:
            signal.raise_signal(number)
        return 1.5

    lab.joined = join  # type: ignore[assignment]
    with pytest.raises(SystemExit) as ended:
        lab.measure(FIRST, SECOND)
    assert ended.value.code == 128 + number
    assert [row["seated"] for row in rows(capfd)] == [3]


def test_an_outage_in_which_a_browser_is_lost_counts_as_failed_and_not_as_endless(monkeypatch: Patch) -> None:
    def happens(*_: object) -> float:
        raise Error("Target page, context or browser has been closed")

    monkeypatch.setattr("tests.lab.outages.cut_relays", lambda *_: None)
    monkeypatch.setattr("tests.lab.outages.Before.come_together", lambda *_: True)
    with Tries(lambda: nullcontext(Party(Fragile(set(), None)))) as tries:
        row = outage(tries, Outage("3 s without network, guest", 2, happens), 2)  # type: ignore[arg-type]
    assert (row.seated, row.failed, row.back) == (0, 2, None)
    assert "never" not in networks.line(row)
