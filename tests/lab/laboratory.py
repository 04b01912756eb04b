"""A small internet on this machine: servers, networks of every kind, and computers in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address
from itertools import count
from os import getpid
from random import Random

from tests.lab.internet import Device, Network
from tests.lab.lines import Line, Quality
from tests.lab.namespaces import Namespace, Plug, namespace
from tests.lab.nat import ENDPOINT_INDEPENDENT, PORT_RESTRICTED, SYMMETRIC, UDP_BLOCKED, Kind, Nat
from tests.lab.servers import ADDRESSES, servers
from tests.lab.wires import Wires

EI, PR, SYM, CG, UB = "endpoint-independent", "port-restricted", "symmetric", "carrier-grade", "UDP blocked"
SAME, ISOLATED = "same network", "isolated Wi-Fi"
KINDS = {EI: ENDPOINT_INDEPENDENT, PR: PORT_RESTRICTED, SYM: SYMMETRIC, CG: PORT_RESTRICTED, UB: UDP_BLOCKED}

HOME = Quality(delay=0.01, jitter=0.002)
"""One direction of a line at home: two homes are 40 ms apart, there and back."""

FAR = Quality(delay=0.07, jitter=0.01, loss=1.0)
"""As far that two such homes are some 300 ms apart, there and back, and lose 2 % on the way."""


@dataclass(eq=False, slots=True)
class Computer:
    """A computer in a network; nothing but its own line leads to it."""

    namespace: Namespace
    device: Device
    plug: Plug


class Laboratory:
    """Makes networks and computers, in a world that is `apart`."""

    def __init__(self, wires: Wires, site: str, relays: dict[str, Device]) -> None:
        self.site = site
        self.relays = relays
        """The lines of the relays, by address."""
        self._wires = wires
        self._numbers = count(1)
        self._dice = Random(1)

    def network(self, name: str) -> Network:
        """A new network of this kind."""
        number = next(self._numbers)
        public = IPv4Address("203.0.113.0") + number
        if name == CG:
            shared = IPv4Address("100.64.0.0") + number
            return Network((Nat(KINDS[name], shared), Nat(KINDS[name], public)))
        return Network((Nat(KINDS.get(name, PORT_RESTRICTED), public),), isolated=name == ISOLATED)

    def networks(self, host: str, guest: str) -> tuple[Network, Network]:
        """The networks of two people: one for both, where both are of a kind that is one for all its devices."""
        first = self.network(host)
        return first, first if guest in (SAME, ISOLATED) else self.network(guest)

    @contextmanager
    def computer(self, network: Network, quality: Quality = HOME) -> Iterator[Computer]:
        """A new computer in `network`, for as long as the block lasts."""
        with namespace() as place, self.line(place, network, quality) as (device, plug):
            yield Computer(place, device, plug)

    @contextmanager
    def line(self, place: Namespace, network: Network, quality: Quality = HOME) -> Iterator[tuple[Device, Plug]]:
        """A line from a computer into `network`, for as long as the block lasts; from now on it uses this one."""
        device = self._device(self._address(), quality)
        plug = place.plug(device.address)
        with self._wires.connected(network, [device], plug):
            yield device, plug

    def _address(self) -> IPv4Address:
        return IPv4Address("192.168.0.0") + next(self._numbers)

    def _device(self, address: IPv4Address, quality: Quality) -> Device:
        return Device(address, Line(quality, self._dice), Line(quality, self._dice))


@contextmanager
def laboratory() -> Iterator[Laboratory]:
    """An internet with servers and nobody else in it. This process must be the first of a world `apart`."""
    dice, wires = Random(0), Wires()
    near = {address: Device(address, Line(Quality(), dice), Line(Quality(), dice)) for address in ADDRESSES}
    here = Namespace(getpid())
    plug = here.plug(*ADDRESSES)
    with (
        wires.running(),
        wires.connected(Network(), [*near.values()], plug),
        servers() as (site, relays),
    ):
        lines = dict(zip(relays, list(near.values())[-len(relays) :], strict=True))
        yield Laboratory(wires, site, lines)
