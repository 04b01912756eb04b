"""The benchmark of the page finds its way through the setup and the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Playwright

from tests.bench.pages.playing import HASTE, find_table, play, playing, sit_down
from tests.bench.pages.serving import serving


@pytest.mark.only_browser("chromium")
def test_the_benchmark_of_the_page_plays_a_level(playwright: Playwright) -> None:
    with serving() as server, playing(playwright, HASTE) as page:
        sit_down(page, server)
        find_table(page)
        assert play(page, 1) == 1
