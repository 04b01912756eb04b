"""People from a file: finds the classes that fit the benchmark, or reports their missing methods."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import cast

from tests.bench.people import Kind, missing


class Unfit(Exception):
    """Raised for a file of people that cannot be used; the message says why, in one sentence."""


@cache
def people_in(path: str) -> Mapping[str, Kind]:
    """Return the people in the file `path`, by the name of their class. Raises Unfit."""
    if not Path(path).is_file():
        raise Unfit(f"There is no file {path}.")
    spec = spec_from_file_location("people_from_a_file", path)
    if spec is None or spec.loader is None:
        raise Unfit(f"{path} is not a Python file.")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Unfit(f"{path} cannot be run: {type(error).__name__}: {error}.") from error
    classes = {
        name: value
        for name, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == spec.name and name[0] != "_"
    }
    faults = {name: missing(value) for name, value in classes.items()}
    fit: dict[str, Kind] = {name: cast(Kind, classes[name]) for name in faults if not faults[name]}
    if fit:
        return fit
    if not faults:
        raise Unfit(f"{path} has no class with the methods wait, accepts_star and observe.")
    name, fault = next(iter(faults.items()))
    raise Unfit(f"{path} has nobody to play with: {name} {fault}.")
