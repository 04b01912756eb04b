"""The transition table of a guest: every step in every state."""

from __future__ import annotations

import pytest

from game.net.guest_state import TRANSITIONS, GuestState, Membership, Step

TABLE = """
            FOLLOWS  ADMITTED LOSES_HOST DISMISSED OUTDATED LEAVES
SEEKING     JOINING  -        -          -         OUT      OUT
JOINING     JOINING  IN       SEEKING    OUT       -        OUT
IN          JOINING  -        SEEKING    OUT       -        OUT
OUT         -        -        -          -         -        OUT
"""


def cells() -> dict[tuple[Membership, Step], str]:
    head, *rows = (line.split() for line in TABLE.strip().split("\n"))
    return {(Membership[row[0]], Step[step]): cell for row in rows for step, cell in zip(head, row[1:], strict=True)}


@pytest.mark.parametrize(("before", "step"), cells(), ids=lambda one: one.value)
def test_a_step_leads_to_the_state_in_the_table_or_is_refused(before: Membership, step: Step) -> None:
    state = GuestState()
    state.membership, state.host = before, "ana"
    after = cells()[before, step]
    if after == "-":
        with pytest.raises(KeyError):
            state.move(step, "ben")
        assert (state.membership, state.host) == (before, "ana")
    else:
        state.move(step, "ben")
        assert state.membership is Membership[after]
        assert state.host == ("ben" if after in ("JOINING", "IN") else None)


def test_the_table_has_all_states_and_steps() -> None:
    assert {*cells()} == {(state, step) for state in Membership for step in Step}
    assert {one for one, cell in cells().items() if cell != "-"} == {*TRANSITIONS}


def test_only_a_guest_that_waits_for_a_seat_is_admitted() -> None:
    state = GuestState()
    assert not state.admit()
    state.move(Step.FOLLOWS, "ana")
    assert state.admit() and state.membership is Membership.IN and state.host == "ana"
    assert not state.admit() and state.host == "ana"
