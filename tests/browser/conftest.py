"""What the journeys share: somebody who comes to the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.table import Person


@pytest.fixture
def come(new_page: Callable[..., Page], site: str) -> Callable[..., Person]:
    """A person at a page of their own: `come(seed=3, viewport=...)`. Motion is off unless asked for.

    `saved` is the game that is saved there already, `script` runs before everything else.
    """

    def come(seed: int = 1, saved: str | None = None, script: str = "", **context_options: Any) -> Person:
        person = Person(new_page(**{"reduced_motion": "reduce", **context_options}), site)
        if script:
            person.page.add_init_script(script)
        person.arrive(seed, saved)
        return person

    return come
