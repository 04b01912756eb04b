"""NAT routers, classified by their mapping and filtering behaviour (RFC 4787).

Mappings never expire.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address
from itertools import count

from tests.lab.packets import TCP, UDP, End, Packet

FIRST_PORT = 20_000


@dataclass(frozen=True, slots=True)
class Kind:
    """Mapping and filtering behaviour of a NAT.

    `one_port`: endpoint-independent mapping, else each peer sees a different port.
    `open`: endpoint-independent filtering, else only ends that the device has sent to may answer.
    `udp`: whether UDP is forwarded at all.
    """

    one_port: bool = True
    open: bool = False
    udp: bool = True


ENDPOINT_INDEPENDENT = Kind(open=True)
PORT_RESTRICTED = Kind()
SYMMETRIC = Kind(one_port=False)
UDP_BLOCKED = Kind(udp=False)


class Nat:
    """A NAT router with the public `address`."""

    def __init__(self, kind: Kind, address: IPv4Address) -> None:
        self.address = address
        self._kind = kind
        self._ports = count(FIRST_PORT)
        self._outside: dict[tuple[int, End, End | None], End] = {}
        self._inside: dict[tuple[int, End], End] = {}
        self._spoken: set[tuple[int, End, End]] = set()

    def out(self, packet: Packet) -> Packet | None:
        """Translate an outgoing packet, or return None to drop it."""
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
        """Translate an incoming packet, or return None to drop it."""
        inside = self._inside.get((packet.protocol, packet.target))
        welcome = self._kind.open and packet.protocol != TCP
        if inside is None or not (welcome or (packet.protocol, packet.target, packet.source) in self._spoken):
            return None
        return packet.sent_to(inside)
