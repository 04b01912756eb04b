"""Rosters from a line of text, as `tests/core/positions.py` has states of a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.net.roster import Place, Presence, Roster, Settings, Sitter, unseated
from tests.net.pages import CLASSIC

PLAIN = Settings(CLASSIC)
TV = unseated("tv", "TV key")


def place(text: str) -> Place:
    """Return the place of a person such as "Ben", "Ben ready" or "Ben away hidden", of "Gus computer", or a free seat.

    The peer of a person is the name, and the key is twice the name.
    """
    name, *words = text.split()
    if name == "-":
        return Place()
    if "computer" in words:
        return Place(Sitter.TEAMMATE, name)
    presence = next((one for one in Presence if one.value in words), Presence.CONNECTED)
    flags: dict[str, Any] = {flag: True for flag in ("ready", "hidden", "votable", "stands_in") if flag in words}
    return Place(Sitter.PERSON, name, name, presence, key=name * 2, **flags)


def roster(text: str, *, host: int | None = 0, settings: Settings = PLAIN, **more: Any) -> Roster:
    """Return a table with these places during a game: "Ana | Ben away | Gus computer | -".

    A "removed" person is gone and banned.
    """
    places = [place(one.replace("removed", "gone")) for one in text.split("|")]
    banned = tuple(one.split()[0] * 2 for one in text.split("|") if "removed" in one)
    return replace(Roster(1, host, settings, True, tuple(places), (), sent_away=banned), **more)
