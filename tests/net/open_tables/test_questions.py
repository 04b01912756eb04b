"""Questions to tables and their answers as text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.net.open_tables.listing import LIMIT, ListingError
from game.net.open_tables.listing_index import MOST_ASKED
from game.net.open_tables.listing_publisher import MOST_READERS
from game.net.open_tables.questions import SHORT, Answer, Question, ask, read_question, write_question
from tests.net.open_tables.events import key

NONCE = "0123456789abcdef"


def test_questions_and_answers_are_read_as_they_were_written() -> None:
    asked = ask(NONCE, (key(1), key(2)))
    assert asked == Question(NONCE, (key(1)[:SHORT], key(2)[:SHORT]))
    for said in (asked, Answer((NONCE,)), Answer(())):
        assert read_question(write_question(said)) == said


def test_the_longest_question_and_answer_fit() -> None:
    assert len(write_question(ask(NONCE, tuple(map(key, range(MOST_ASKED)))))) <= LIMIT
    assert len(write_question(Answer((NONCE,) * MOST_READERS))) <= LIMIT


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '["ask"]',
        '["ask","x",[]]',
        json.dumps(["ask", NONCE, ["0" * 16] * (MOST_ASKED + 1)]),
        json.dumps(["here", [NONCE] * (MOST_READERS + 1)]),
        json.dumps(["here", [[]]]),
        json.dumps(["gone", NONCE]),
        "[" * 5000,
        " " * (LIMIT + 1),
    ],
)
def test_anything_else_is_refused(content: str) -> None:
    with pytest.raises(ListingError):
        read_question(content)


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_no_text_raises_anything_else(content: str) -> None:
    try:
        read_question(content)
    except ListingError:
        pass
