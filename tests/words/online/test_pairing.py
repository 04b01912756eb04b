"""Messages about pairing codes."""

from __future__ import annotations

import pytest

from game.transport.pairing import PairingFault
from game.words.online.pairing import FAULTS, leads_to


@pytest.mark.parametrize("fault", PairingFault)
def test_every_invalid_code_gets_one_clear_sentence(fault: PairingFault) -> None:
    sentence = FAULTS[fault]()
    assert sentence.endswith(".") and len(sentence) < 120


def test_a_pairing_link_shows_where_it_leads() -> None:
    assert "directly to another player" in leads_to([])
    assert leads_to(["8.8.8.8", "spy.example"]).endswith("internet address: 8.8.8.8 and spy.example.")
