"""How much a peer may say."""

from __future__ import annotations

from game.net.rate_limit import MESSAGES_A_SECOND, PATIENCE, UNTIMELY, Manners


def test_fifty_messages_a_second_are_heard_and_no_more() -> None:
    manners = Manners(0.0)
    heard = sum(manners.may_speak(0.0) for _ in range(200))
    assert heard == MESSAGES_A_SECOND == 50
    assert sum(manners.may_speak(1.0) for _ in range(200)) == 50


def test_a_steady_forty_a_second_is_never_refused() -> None:
    manners = Manners(0.0)
    assert all(manners.may_speak(n / 40) for n in range(4000))


def test_a_few_offences_are_forgiven_and_many_are_not() -> None:
    manners = Manners(0.0)
    assert not any(manners.offend(second) for second in range(600))
    assert any(manners.offend(600.0) for _ in range(int(PATIENCE) + 2))


def test_well_formed_messages_out_of_turn_weigh_less() -> None:
    manners = Manners(0.0)
    assert not any(manners.offend(0.0, UNTIMELY) for _ in range(60))
    assert any(manners.offend(0.0, UNTIMELY) for _ in range(60))
