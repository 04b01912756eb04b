"""IPv4 packets as a router handles them: source, target, and address translation."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import NamedTuple

TCP, UDP = 6, 17
CHECKSUM = {TCP: 16, UDP: 6}
"""Offset of the checksum in the header of each protocol. Packets of other protocols are dropped."""


class End(NamedTuple):
    """One end of a connection."""

    address: IPv4Address
    port: int

    @property
    def packed(self) -> bytes:
        return self.address.packed + self.port.to_bytes(2, "big")


@dataclass(frozen=True, slots=True)
class Packet:
    """A whole TCP or UDP packet."""

    data: bytes
    protocol: int
    source: End
    target: End

    def sent_from(self, source: End) -> Packet:
        """Return the packet with another source."""
        return Packet(_readdressed(self, source, self.target), self.protocol, source, self.target)

    def sent_to(self, target: End) -> Packet:
        """Return the packet with another target."""
        return Packet(_readdressed(self, self.source, target), self.protocol, self.source, target)


def parse(data: bytes) -> Packet | None:
    """Return the packet in `data`, or None if no router of ours forwards it: ICMP, IPv6, a fragment."""
    if len(data) < 28 or data[0] >> 4 != 4 or data[9] not in CHECKSUM or data[6] & 0x3F or data[7]:
        return None
    at = _header(data)
    source, target = struct.unpack_from(">HH", data, at)
    return Packet(data, data[9], End(IPv4Address(data[12:16]), source), End(IPv4Address(data[16:20]), target))


def _header(data: bytes | bytearray) -> int:
    """Return the length of the IP header in bytes."""
    return 4 * (data[0] & 0x0F)


def _readdressed(packet: Packet, source: End, target: End) -> bytes:
    data = bytearray(packet.data)
    at = _header(data)
    before, after = packet.source.packed + packet.target.packed, source.packed + target.packed
    data[12:20] = source.address.packed + target.address.packed
    data[at : at + 4] = struct.pack(">HH", source.port, target.port)
    _mend(data, 10, _addresses(before), _addresses(after))
    _mend(data, at + CHECKSUM[packet.protocol], before, after)
    return bytes(data)


def _addresses(ends: bytes) -> bytes:
    return ends[:4] + ends[6:10]


def _mend(data: bytearray, at: int, before: bytes, after: bytes) -> None:
    """Update the checksum at `at` after `before` was replaced by `after` (RFC 1624)."""
    checksum = int.from_bytes(data[at : at + 2], "big")
    if checksum == 0 and data[9] == UDP and at != 10:
        return  # this packet has no checksum
    total = (checksum ^ 0xFFFF) + sum(word ^ 0xFFFF for word in _words(before)) + sum(_words(after))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    data[at : at + 2] = (total ^ 0xFFFF or 0xFFFF).to_bytes(2, "big")  # equivalent to 0, which in UDP means none


def _words(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f">{len(data) // 2}H", data)
