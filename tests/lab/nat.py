"""Routers that put many devices behind one address, each kind by the two rules that RFC 4787 tells them apart by.

They know no time: what is mapped once stays mapped.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address
from itertools import count

from tests.lab.packets import TCP, UDP, End, Packet

FIRST_PORT = 20_000


@dataclass(frozen=True, slots=True)
class Kind:
    """What a router does with a device that speaks to several others, and with those who speak first.

    `one_port`: a device's port looks the same to everybody; else everybody sees another.
    `open`: whoever knows that port may come in; else only who was spoken to, and from that port.
    `udp`: whether UDP is passed on at all.
    """

    one_port: bool = True
    open: bool = False
    udp: bool = True


ENDPOINT_INDEPENDENT = Kind(open=True)
PORT_RESTRICTED = Kind()
SYMMETRIC = Kind(one_port=False)
UDP_BLOCKED = Kind(udp=False)


class Nat:
    """A router of this kind, whose address outside is `address`."""

    def __init__(self, kind: Kind, address: IPv4Address) -> None:
        self.address = address
        self._kind = kind
        self._ports = count(FIRST_PORT)
        self._outside: dict[tuple[int, End, End | None], End] = {}
        self._inside: dict[tuple[int, End], End] = {}
        self._spoken: set[tuple[int, End, End]] = set()

    def out(self, packet: Packet) -> Packet | None:
        """`packet` from inside as the world sees it, or None if it is dropped."""
        if packet.protocol == UDP and not self._kind.udp:
            return None
        whom = None if self._kind.one_port else packet.target
        key = packet.protocol, packet.source, whom
        if (outside := self._outside.get(key)) is None:
            outside = self._outside[key] = End(self.address, next(self._ports))
            self._inside[packet.protocol, outside] = packet.source
        self._spoken.add((packet.protocol, outside, packet.target))
        return packet.sent_from(outside)

    def into(self, packet: Packet) -> Packet | None:
        """`packet` from outside on its way to the device that it is for, or None if it is dropped."""
        inside = self._inside.get((packet.protocol, packet.target))
        welcome = self._kind.open and packet.protocol != TCP
        if inside is None or not (welcome or (packet.protocol, packet.target, packet.source) in self._spoken):
            return None
        return packet.sent_to(inside)
