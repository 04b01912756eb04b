"""Replays a recorded game. Needs only `game`, so that the page's own Python can do it too."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from game.core import Event, Phase, State, view_of
from game.core.record import Record, from_json
from tests.core.position_text import spell_position


def replay(transcript: str) -> list[str]:
    """The positions in which levels, and the game, ended; last a digest of all that happened.

    `transcript` is the text of one of the JSON files beside this one, whose "positions"
    are what this must return.
    """
    return positions(from_json(json.dumps(json.loads(transcript)["record"])))


def positions(record: Record) -> list[str]:
    """What `replay` returns, of a record."""
    digest = hashlib.sha256()
    found: list[str] = []
    last = ""
    for _, (state, events) in record.replay():
        last = spell_position(state)
        digest.update(f"{last}\n{told(state, events)}\n".encode())
        if state.phase not in (Phase.FOCUS, Phase.PLAY):
            found.append(last)
    return [*found, last, digest.hexdigest()]


def told(state: State, events: Iterable[Event]) -> str:
    """The news and the piles as each seat sees them."""
    views = [view_of(state, seat, events) for seat in (*range(state.seats), None)]
    return "\n".join(f"{view.counts} {view.piles} {view.news}" for view in views)
