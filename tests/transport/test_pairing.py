"""The long codes for pairing two pages by hand."""

from __future__ import annotations

import base64
import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.transport.pairing import LONGEST, Code, PairingError, PairingFault, check_page, pack, public_addresses, unpack

SDP = """v=0\r
o=- 1 2 IN IP4 127.0.0.1\r
a=candidate:1 1 udp 2113937151 3f9c.local 51472 typ host generation 0\r
a=candidate:2 1 udp 1677729535 203.0.113.7 51472 typ srflx raddr 0.0.0.0 rport 0\r
a=candidate:3 1 udp 1677729535 8.8.8.8 51472 typ srflx raddr 0.0.0.0 rport 0\r
a=candidate:4 1 udp 2113937151 192.168.1.2 51472 typ host\r
a=candidate:5 1 udp 2113937151 2001:4860:4860::8888 51472 typ host\r
a=candidate:6 1 udp 2113937151 fd00::1 51472 typ host\r
a=candidate:7 1 tcp 1518280447 8.8.8.8 9 typ host tcptype active\r
a=candidate:8 1 udp 2113937151 spy.example 51472 typ host\r
"""


OFFER = Code("offer", "page", SDP, 32 * "a", 64 * "b")


def packed(value: object) -> str:
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(value).encode())).decode()


def test_a_code_is_read_with_line_breaks_and_from_a_link() -> None:
    code = pack(OFFER)
    broken = "\n".join(code[at : at + 60] for at in range(0, len(code), 60))
    for sent in (code, f" {broken}\n", f"https://example.org/mind/#pair={code}"):
        assert unpack(sent, "offer") == OFFER


def test_an_offer_in_place_of_an_answer_is_not_called_damaged() -> None:
    for kind, fault in (("answer", PairingFault.ANSWER_WANTED), ("offer", PairingFault.OFFER_WANTED)):
        with pytest.raises(PairingError) as refused:
            unpack(pack(OFFER._replace(kind={"answer": "offer", "offer": "answer"}[kind])), kind)
        assert refused.value.fault is fault


@pytest.mark.parametrize(
    "code",
    [
        "",
        "nonsense",
        pack(OFFER)[:-9],
        pack(OFFER._replace(page="no name")),
        pack(OFFER._replace(room="short")),
        pack(OFFER._replace(founder="short")),
        packed(["offer", "page"]),
        packed("[" * 9000),
        base64.urlsafe_b64encode(zlib.compress(b"[" * 9000)).decode(),
        base64.urlsafe_b64encode(zlib.compress(b'{"":' * 4500)).decode(),
        base64.urlsafe_b64encode(zlib.compress(b"[" * 10**7)).decode(),
        base64.urlsafe_b64encode(zlib.compress(b"\xff")).decode(),
        pack(OFFER._replace(sdp="x" * LONGEST)),
        "A" * 10**6,
        "#pair=" + "[" * 9000,
    ],
)
def test_an_invalid_code_is_refused_as_damaged(code: str) -> None:
    with pytest.raises(PairingError) as refused:
        unpack(code, "offer")
    assert refused.value.fault is PairingFault.DAMAGED


@given(st.text() | st.binary().map(lambda some: base64.urlsafe_b64encode(zlib.compress(some)).decode()))
def test_a_random_code_raises_no_other_error(code: str) -> None:
    with pytest.raises(PairingError):
        unpack(code, "offer")


def test_public_addresses_of_an_offer_are_listed() -> None:
    assert public_addresses(SDP) == ("8.8.8.8", "2001:4860:4860::8888", "spy.example")
    assert public_addresses("") == ()


@pytest.mark.parametrize("page", ["me", "ben"])
def test_a_code_from_a_page_that_is_already_connected_is_refused(page: str) -> None:
    with pytest.raises(PairingError) as refused:
        check_page(OFFER._replace(page=page), {"me", "ben"}.__contains__)
    assert refused.value.fault is PairingFault.UNUSABLE
    check_page(OFFER, {"me", "ben"}.__contains__)
