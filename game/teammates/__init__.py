"""Minds that hold cards and decide when to lay them.

A teammate is given Views and the time, and answers with a Plan. It never sleeps, and
it cannot peek: nothing that it is given holds a secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.core import Action, View


@dataclass(frozen=True, slots=True)
class Plan:
    """What a teammate will do at the time `at` (seconds), unless it is asked again before."""

    at: float
    action: Action


class Teammate(Protocol):
    """Who sits at a seat and is not a person."""

    def plan(self, view: View, now: float) -> Plan | None:
        """What to do next and when, given what has just come to pass; None is to wait.

        It is asked once after every event, `view.news`, at the event's own time `now`
        in seconds, but not of another's hand that is laid or lifted; the answer replaces
        its earlier one. The action must be among `view.legal`. What it made up its mind to
        before, it keeps in mind itself.
        """
        ...
