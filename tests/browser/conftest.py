"""What the journeys share: somebody who comes to the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.table import Person

ON_A_PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "device_scale_factor": 2}


@pytest.fixture
def come(new_page: Callable[..., Page], site: str) -> Callable[..., Person]:
    """A person at a page of their own: `come(seed=3, viewport=...)`. Motion is off unless asked for."""

    def come(seed: int = 1, **context_options: Any) -> Person:
        person = Person(new_page(**{"reduced_motion": "reduce", **context_options}), site)
        person.arrive(seed)
        return person

    return come
