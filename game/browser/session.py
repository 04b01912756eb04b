"""What the page asks of whoever plays at it, alone or with others, or is on the way to a table."""

from __future__ import annotations

from typing import Protocol


class Session(Protocol):
    """One game at this page, from the choice on the title until it is closed."""

    def pause(self) -> None:
        """The person looks elsewhere: stop what can be stopped, and keep what would be lost."""

    def leave(self) -> None:
        """Get up from the table, and go back to the title."""

    def close(self) -> None:
        """Be gone from the page. May be called twice."""
