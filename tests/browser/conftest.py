"""What the journeys share: somebody who comes to the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.table import Person


@pytest.fixture
def come(new_page: Callable[..., Page], site: str) -> Callable[..., Person]:
    """A person at a page of their own: `come(seed=3, viewport=...)`. Motion is off unless asked for."""

    def come(seed: int = 1, saved: str | None = None, **context_options: Any) -> Person:
        person = Person(new_page(**{"reduced_motion": "reduce", **context_options}), site)
        person.arrive(seed, saved)
        return person

    return come
