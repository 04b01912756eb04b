"""The benchmark of the page finds its way through the setup and the table, and the page reports its start."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.bench.pages.playing import HASTE, find_table, play, playing
from tests.bench.pages.serving import serving
from tests.bench.pages.starting import HERE, PAGES, visit

pytestmark = pytest.mark.only_browser("chromium")


@pytest.mark.thorough  # each push runs it: python build.py bench page --short
def test_the_benchmark_of_the_page_plays_a_level(playwright: Playwright) -> None:
    with playing(playwright, HASTE) as page:
        find_table(page)
        assert play(page, 1) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("page", PAGES)
def test_a_page_without_a_debugger_reports_its_start(page: str, playwright: Playwright, tmp_path: Path) -> None:
    with serving() as server:
        first, repeat = (visit((playwright, server), str(tmp_path), page, HERE) for _ in range(2))
    assert first.bytes > 1_000_000 > repeat.bytes
    assert first.processor > 0 and repeat.processor > 0
    if page == "ours":
        assert 0 < repeat.title <= repeat.playable
        assert repeat.press > 0 and repeat.deal > 0
