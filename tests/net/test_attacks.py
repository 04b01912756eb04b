"""Nobody gets what is not theirs, by any attack that we know of; and what else such attacks showed."""

from __future__ import annotations

import pytest

from tests.net.attacks import ATTACKS, Attack


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.what)
def test_an_attack_comes_back_empty_handed(attack: Attack) -> None:
    assert attack.attempt(min(attack.tries, 4)) == 0
