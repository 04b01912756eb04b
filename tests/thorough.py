"""Repetitions that only `build.py test --thorough` runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def thorough_after(first: int, values: Iterable[object]) -> list[Any]:
    """Return `values` as parameters of a test, with all but the `first` ones marked as thorough."""
    mark = pytest.mark.thorough
    return [value if at < first else pytest.param(value, marks=mark) for at, value in enumerate(values)]
