"""The transition table of a guest: every step in every state."""

from __future__ import annotations

import pytest

from game.net.guest_membership import TRANSITIONS, GuestMembership, Membership, Step
from tests.transport.state_table import cells, documented, taken

TABLE = """
            FOLLOWS  ADMITTED LOSES_HOST DISMISSED OUTDATED LEAVES
SEEKING     JOINING  -        -          -         OUT      OUT
JOINING     JOINING  IN       SEEKING    OUT       -        OUT
IN          JOINING  -        SEEKING    OUT       -        OUT
OUT         -        -        -          -         -        OUT
"""


CELLS = cells(TABLE, Membership, Step)


@pytest.mark.parametrize(("before", "step"), CELLS, ids=lambda one: one.value)
def test_a_step_leads_to_the_state_in_the_table_or_is_refused(before: Membership, step: Step) -> None:
    state = GuestMembership()
    state.membership, state.host = before, "ana"
    after = CELLS[before, step]
    if after is None:
        with pytest.raises(KeyError):
            state.move(step, "ben")
        assert (state.membership, state.host) == (before, "ana")
    else:
        state.move(step, "ben")
        assert state.membership is after
        assert state.host == ("ben" if after in (Membership.JOINING, Membership.IN) else None)


def test_code_and_documentation_have_the_transitions_of_the_table() -> None:
    assert taken(CELLS) == TRANSITIONS == documented(Membership, Step)


def test_only_a_guest_that_waits_for_a_seat_is_admitted() -> None:
    state = GuestMembership()
    assert not state.admit()
    state.move(Step.FOLLOWS, "ana")
    assert state.admit() and state.membership is Membership.IN and state.host == "ana"
    assert not state.admit() and state.host == "ana"
