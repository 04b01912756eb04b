"""Questions to open tables whether they are there, their answers and goodbyes: the contents of ephemeral events."""

from __future__ import annotations

import json
from typing import NamedTuple

from game.core.safe_json import read_json
from game.net.open_tables.listing import LIMIT, ListingError
from game.net.open_tables.listing_index import MOST_ASKED
from game.net.open_tables.listing_publisher import MOST_READERS
from game.net.protocol.fields import hexadecimal, list_of, one_of, record

SHORT = 16
"""The number of hexadecimal digits, out of a key's 64, that a question contains."""


class Question(NamedTuple):
    """A question to the tables whose keys begin with these digits. `nonce` is random."""

    nonce: str
    tables: tuple[str, ...]


class Answer(NamedTuple):
    """The answer of a table to the questions with these `nonces`. Only a new answer contains them."""

    nonces: tuple[str, ...]


GONE = '["gone"]'
"""The goodbye of a table whose page closes, and has no time for the proof of work of a withdrawal."""

NONCE = hexadecimal(16)
CONTENT = one_of(
    {
        "ask": record(Question, nonce=NONCE, tables=list_of(hexadecimal(SHORT), MOST_ASKED)),
        "here": record(Answer, nonces=list_of(NONCE, MOST_READERS)),
    }
)


def ask(nonce: str, keys: tuple[str, ...]) -> Question:
    """Return the question to the tables with these keys."""
    return Question(nonce, tuple(key[:SHORT] for key in keys))


def write_question(said: Question | Answer) -> str:
    """Return the content of the event."""
    return json.dumps(CONTENT.write(said), separators=(",", ":"))


def read_question(content: str) -> Question | Answer:
    """Return the question or answer in the content of an event. Raises ListingError."""
    if len(content) > LIMIT:
        raise ListingError(f"more than {LIMIT} characters")
    try:
        said: Question | Answer = CONTENT.read(read_json(content))
    except (ValueError, RecursionError) as error:
        raise ListingError(str(error)) from error
    return said
