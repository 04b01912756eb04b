"""Computer players: they hold cards and decide when to play them.

A teammate gets Views and the time, and returns a Plan. It never sleeps. It cannot cheat, because a View contains no
secret of another seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.core import Action, View


@dataclass(frozen=True, slots=True)
class Plan:
    """The action that a teammate will take at the time `at` (seconds), unless a newer plan replaces it."""

    at: float
    action: Action


class Teammate(Protocol):
    """The interface of a computer player."""

    def plan(self, view: View, now: float) -> Plan | None:
        """Return the next action and its time; None to wait.

        The caller calls this once after every event, with `view.news` and the time `now` of the event in seconds.
        Events about another seat that lays or lifts its hand are left out. The result replaces the previous plan. Its
        action must be one of `view.legal`. A teammate stores its own earlier decisions.
        """
        ...
