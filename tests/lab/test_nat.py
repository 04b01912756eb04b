"""NAT behaviour of each kind of router: its filtering, and the addresses that peers see."""

from __future__ import annotations

import struct
from ipaddress import IPv4Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lab.nat import ENDPOINT_INDEPENDENT, PORT_RESTRICTED, SYMMETRIC, UDP_BLOCKED, Kind, Nat
from tests.lab.packets import TCP, UDP, End, Packet, parse

HOME = End(IPv4Address("192.168.1.2"), 5000)
PEER = End(IPv4Address("203.0.113.9"), 7000)
SAME_PEER_ELSEWHERE = End(PEER.address, 7001)
STUN = End(IPv4Address("198.51.100.2"), 3478)
OUTSIDE = IPv4Address("203.0.113.1")

ENDS = st.builds(End, st.ip_addresses(v=4), st.integers(0, 65535))


def packet(source: End, target: End, protocol: int = UDP, content: bytes = b"say") -> Packet:
    """Return a packet as a kernel would send it, with correct checksums."""
    if protocol == UDP:
        body = struct.pack(">HHHH", source.port, target.port, 8 + len(content), 0) + content
    else:
        body = struct.pack(">HHIIHHHH", source.port, target.port, 1, 1, 5 << 12, 1024, 0, 0) + content
    addresses = source.address.packed + target.address.packed
    at = 6 if protocol == UDP else 16
    both = checksum(addresses + struct.pack(">HH", protocol, len(body)) + body)
    body = body[:at] + struct.pack(">H", both or 0xFFFF) + body[at + 2 :]
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(body), 1, 0x4000, 64, protocol, 0) + addresses
    head = head[:10] + struct.pack(">H", checksum(head)) + head[12:]
    read = parse(head + body)
    assert read is not None
    return read


def checksum(data: bytes) -> int:
    words: tuple[int, ...] = struct.unpack(f">{(len(data) + 1) // 2}H", data + b"\0" * (len(data) % 2))
    total = sum(words)
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


def seen(nat: Nat, whom: End, protocol: int = UDP) -> End:
    """Return the source end of a packet to `whom` from the device behind the NAT."""
    sent = nat.out(packet(HOME, whom, protocol))
    assert sent is not None and sent.target == whom
    return sent.source


def comes_in(nat: Nat, source: End, target: End, protocol: int = UDP) -> bool:
    """Whether a packet from `source` to `target` reaches the device behind the NAT."""
    came = nat.into(packet(source, target, protocol))
    assert came is None or (came.source, came.target) == (source, HOME)
    return came is not None


@pytest.mark.parametrize("kind", [ENDPOINT_INDEPENDENT, PORT_RESTRICTED, SYMMETRIC])
def test_answers_come_in_and_the_private_address_is_hidden(kind: Kind) -> None:
    nat = Nat(kind, OUTSIDE)
    outside = seen(nat, STUN)
    assert outside.address == OUTSIDE
    assert comes_in(nat, STUN, outside)
    assert seen(nat, STUN) == outside


def test_an_endpoint_independent_nat_has_one_port_that_is_open_to_every_peer() -> None:
    nat = Nat(ENDPOINT_INDEPENDENT, OUTSIDE)
    outside = seen(nat, STUN)
    assert comes_in(nat, PEER, outside)
    assert seen(nat, PEER) == outside


def test_a_port_restricted_nat_lets_in_only_ends_that_were_sent_to() -> None:
    nat = Nat(PORT_RESTRICTED, OUTSIDE)
    outside = seen(nat, STUN)
    assert not comes_in(nat, PEER, outside)
    assert seen(nat, PEER) == outside
    assert comes_in(nat, PEER, outside)
    assert not comes_in(nat, SAME_PEER_ELSEWHERE, outside)


def test_a_symmetric_nat_has_another_port_for_each_peer() -> None:
    nat = Nat(SYMMETRIC, OUTSIDE)
    outside = seen(nat, STUN)
    assert len({outside, seen(nat, PEER), seen(nat, SAME_PEER_ELSEWHERE)}) == 3
    assert not comes_in(nat, PEER, outside)
    assert comes_in(nat, PEER, seen(nat, PEER))


def test_a_router_that_blocks_udp_passes_tcp() -> None:
    nat = Nat(UDP_BLOCKED, OUTSIDE)
    assert nat.out(packet(HOME, STUN)) is None
    assert comes_in(nat, STUN, seen(nat, STUN, TCP), TCP)


def test_no_nat_accepts_tcp_connections_from_outside() -> None:
    nat = Nat(ENDPOINT_INDEPENDENT, OUTSIDE)
    assert not comes_in(nat, PEER, seen(nat, STUN, TCP), TCP)


@given(ENDS, ENDS, ENDS, ENDS, st.sampled_from((TCP, UDP)), st.binary(max_size=9))
def test_checksums_stay_correct(
    source: End, target: End, new_source: End, new_target: End, protocol: int, content: bytes
) -> None:
    sent = packet(source, target, protocol, content).sent_from(new_source).sent_to(new_target)
    addresses = new_source.address.packed + new_target.address.packed
    assert (sent.source, sent.target) == (new_source, new_target)
    assert parse(sent.data) == sent
    assert checksum(sent.data[:20]) == 0
    assert checksum(addresses + struct.pack(">HH", protocol, len(sent.data) - 20) + sent.data[20:]) == 0


def test_udp_without_a_checksum_stays_without() -> None:
    whole = packet(HOME, PEER)
    without = parse(whole.data[:26] + b"\0\0" + whole.data[28:])
    assert without is not None
    assert without.sent_from(PEER).data[26:28] == b"\0\0"


@pytest.mark.parametrize("data", [b"", b"\x60" + bytes(60), packet(HOME, PEER).data[:20]])
def test_other_packets_are_ignored(data: bytes) -> None:
    assert parse(data) is None
