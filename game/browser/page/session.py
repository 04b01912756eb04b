"""The interface between the page and its current session: a solo game, multiplayer, or finished games."""

from __future__ import annotations

from typing import Protocol


class Session(Protocol):
    """One session of this page, from the choice on the title until `close`."""

    def pause(self) -> None:
        """Pause what can be paused and save unsaved state, since the page may be hidden."""

    @property
    def leaving_means(self) -> str:
        """What follows for others if this person leaves in the middle of a game, so that the page asks first."""

    def leave(self) -> None:
        """Leave the table and go to the title."""

    def close(self) -> None:
        """Remove the session from the page. May be called twice."""
