"""Untrusted JSON is parsed only to a nesting depth that every browser can handle."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.safe_json import DEEPEST, MOST_BRACKETS, MOST_NAMES, read_json, read_long_json


@pytest.mark.parametrize("nest", ["[", '{"":', '["", [', '["\\"', '"', '["\\\\", '])
def test_thousands_of_brackets_raise_an_error(nest: str) -> None:
    for text in (nest * 9000, f'"{nest * 9000}', f"[{nest * 9000}"):
        with pytest.raises((ValueError, RecursionError)):
            read_json(text)


def test_brackets_inside_strings_do_not_count() -> None:
    text = json.dumps(["[" * MOST_BRACKETS * 2, json.dumps(["[{"] * MOST_BRACKETS)])
    assert read_json(text) == json.loads(text)


def test_names_count_up_to_a_limit_and_colons_in_strings_do_not() -> None:
    most = {f"{number}:": ":" * MOST_NAMES for number in range(MOST_NAMES)}
    assert read_json(json.dumps(most)) == most
    with pytest.raises(ValueError, match=r"^that has too many names$"):
        read_json(json.dumps(most | {"": 0}))


@given(st.recursive(st.text() | st.integers(), st.lists))
def test_valid_json_round_trips(value: object) -> None:
    assert read_json(json.dumps(value)) == value


@pytest.mark.parametrize("nest", ["[", '{"":', '["", [', '["\\"', '["\\\\", '])
def test_a_long_text_must_not_nest_deeply_either(nest: str) -> None:
    for text in (nest * 9000, f"[{nest * (DEEPEST + 1)}"):
        with pytest.raises((ValueError, RecursionError)):
            read_long_json(text)


def test_a_long_text_may_have_any_number_of_brackets() -> None:
    text = json.dumps([[["[" * 99]]] * MOST_BRACKETS * 2)
    assert read_long_json(text) == json.loads(text)
    assert read_long_json("[" * DEEPEST + "]" * DEEPEST) == json.loads("[" * DEEPEST + "]" * DEEPEST)


def test_both_kinds_of_brackets_count_up_to_a_limit_even_unnested() -> None:
    empties: tuple[object, ...] = ([], {})
    for empty in empties:
        most = [empty] * (MOST_BRACKETS - 1)
        assert read_json(json.dumps(most)) == most
        with pytest.raises(RecursionError, match=r"^that is nested too deeply$"):
            read_json(json.dumps([*most, empty]))


@pytest.mark.parametrize(("opening", "closing"), ["[]", ('{"":', "}")])
def test_a_long_text_may_nest_up_to_the_limit_after_any_prefix(opening: str, closing: str) -> None:
    def text(depth: int) -> str:
        inner = depth - 1
        return f"[{'[{}],' * 50}{opening * (inner - 1)}[]{closing * (inner - 1)}]"

    assert read_long_json(text(DEEPEST)) == json.loads(text(DEEPEST))
    with pytest.raises(RecursionError, match=r"^that is nested too deeply$"):
        read_long_json(text(DEEPEST + 1))
