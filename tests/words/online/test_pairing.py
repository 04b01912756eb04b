"""What is said of codes to pair with by hand."""

from __future__ import annotations

import pytest

from game.transport.pairing import PairingError, PairingFault
from game.words.online.pairing import leads_to, refused


@pytest.mark.parametrize("fault", PairingFault)
def test_every_code_that_leads_nowhere_gets_one_clear_sentence(fault: PairingFault) -> None:
    sentence = refused(PairingError(fault))
    assert sentence.endswith(".") and len(sentence) < 120


def test_a_link_to_pair_says_where_it_leads() -> None:
    assert "straight to the other person's page" in leads_to([])
    assert leads_to(["8.8.8.8", "spy.example"]).endswith("gives this address: 8.8.8.8 and spy.example.")
