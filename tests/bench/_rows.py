"""Output of benchmarks: each row is printed at once, so a run that ends early keeps its results."""

from __future__ import annotations

import json
from collections.abc import Mapping

LOST = 3
"""Exit status of a benchmark in which a try failed with an error. Its rows hold the results of the other tries."""


def show(row: Mapping[str, object], text: str, as_json: bool) -> None:
    """Print `row` as one line of JSON, or as `text`, which holds the same for people."""
    print(json.dumps(row) if as_json else text, flush=True)
