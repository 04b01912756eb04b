"""How benchmarks print: each row as soon as it is known, so that a run that ends early keeps what it measured."""

from __future__ import annotations

import json
from collections.abc import Mapping

LOST = 3
"""Exit status of a benchmark in which a try failed with an error. The rows that it printed are those of the others."""


def show(row: Mapping[str, object], text: str, as_json: bool) -> None:
    """Print `row` as one line of JSON, or `text`, which says the same to people."""
    print(json.dumps(row) if as_json else text, flush=True)
