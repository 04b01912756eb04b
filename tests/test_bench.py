"""What benchmarks compute: ratios, medians, processor time and intervals; what they serve; what a lost visit costs."""

from __future__ import annotations

import gzip
from contextlib import nullcontext
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Error

from tests.bench import page
from tests.bench.pages import serving, starting
from tests.bench.pages.starting import Visit
from tests.bench.teammates import interval
from tests.tries import Tries

Patch = pytest.MonkeyPatch


@pytest.mark.parametrize(("ratio", "failed"), [(0.75, 0), (0.76, 1)])
def test_the_short_form_fails_if_a_ratio_is_twice_its_target(ratio: float, failed: int, monkeypatch: Patch) -> None:
    found = {"until playable": {"ratio": ratio, "to reach": 0.38}, "bytes": {"ratio": 9.0}}
    monkeypatch.setattr(page, "get_ready", lambda: None)
    monkeypatch.setattr(page, "open_browsers", nullcontext)
    monkeypatch.setattr(page, "SHORT", {"starting": lambda *_: found})
    assert page.main(["--short"]) == failed


def test_a_lost_visit_keeps_the_figures_of_the_others(monkeypatch: Patch) -> None:
    seen, visits = Visit({"playable": 500.0, "parsed": 100.0}, 1000), count()

    def first_is_lost(*_: object) -> tuple[Visit, Visit]:
        if next(visits) == 0:
            raise Error("Target page, context or browser has been closed")
        return seen, seen

    monkeypatch.setattr(starting, "first_and_repeat", first_is_lost)
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


def test_the_interval_of_a_share() -> None:
    assert interval(50, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    assert interval(100, 100)[1] == 1.0
    assert interval(0, 100)[0] == 0.0
