"""A small internet on one machine: servers, networks of every kind, and computers in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import IPv4Address
from itertools import count
from os import getpid
from random import Random

from tests.lab.internet import Device, Network
from tests.lab.lines import Line, Quality
from tests.lab.namespaces import Namespace, namespace
from tests.lab.nat import ENDPOINT_INDEPENDENT, PORT_RESTRICTED, SYMMETRIC, UDP_BLOCKED, Nat
from tests.lab.servers import ADDRESSES, servers
from tests.lab.wires import Wires

EI, PR, SYM, CG, UB = "endpoint-independent", "port-restricted", "symmetric", "carrier-grade", "UDP blocked"
SAME, ISOLATED = "same network", "isolated Wi-Fi"
KINDS = {EI: ENDPOINT_INDEPENDENT, PR: PORT_RESTRICTED, SYM: SYMMETRIC, CG: PORT_RESTRICTED, UB: UDP_BLOCKED}

HOME = Quality(delay=0.01, jitter=0.002)
"""One direction of a line at home; the round trip between two homes takes 40 ms."""

FAR = Quality(delay=0.07, jitter=0.01, loss=1.0)
"""One direction of a long line; the round trip between two such homes takes 300 ms and loses 2 %."""


class Computer:
    """A computer that is connected to one network at a time; no other route leads to it."""

    def __init__(self, namespace: Namespace, wires: Wires, dice: Random) -> None:
        self.namespace = namespace
        self._wires = wires
        self._dice = dice
        self._line = ExitStack()
        self._device: Device | None = None

    def plug_into(self, network: Network, quality: Quality = HOME, *, resets: bool = True) -> None:
        """Move to `network`. Connections by the previous one hang, unless the computer `resets` them."""
        before, old = self._line, self._device
        address = network.next_address()
        plug = self.namespace.plug(address)
        self._device = Device(address, Line(quality, self._dice), Line(quality, self._dice))
        self._line = ExitStack()
        self._line.enter_context(self._wires.connected(network, [self._device], plug))
        if old and resets:
            self.namespace.reset(old.address)
        before.close()

    def cut(self, cut: bool) -> None:
        """Cut the line without an error, or restore it."""
        if self._device:
            self._device.cut(cut)

    def unplug(self) -> None:
        """Disconnect from every network."""
        self._line.close()
        self._device = None


class Laboratory:
    """Creates networks and computers, in a namespace that is `apart`."""

    def __init__(self, wires: Wires, site: str, relays: dict[str, Device]) -> None:
        self.site = site
        self.relays = relays
        """The lines of the relays, by address."""
        self._wires = wires
        self._numbers = count(1)
        self._dice = Random(1)

    def network(self, name: str) -> Network:
        """Return a new network of this kind."""
        number = next(self._numbers)
        public = IPv4Address("203.0.113.0") + number
        if name == CG:
            shared = IPv4Address("100.64.0.0") + number
            return Network(number, (Nat(KINDS[name], shared), Nat(KINDS[name], public)))
        return Network(number, (Nat(KINDS.get(name, PORT_RESTRICTED), public),), isolated=name == ISOLATED)

    def networks(self, host: str, *guests: str) -> list[Network]:
        """Return the networks of a host and of guests: one for all, if it is a kind that people share."""
        first = self.network(host)
        return [first, *(first if guest in (SAME, ISOLATED) else self.network(guest) for guest in guests)]

    @contextmanager
    def computer(self) -> Iterator[Computer]:
        """Provide a new computer without a network for the duration of the block."""
        with namespace() as place:
            computer = Computer(place, self._wires, self._dice)
            try:
                yield computer
            finally:
                computer.unplug()


@contextmanager
def laboratory() -> Iterator[Laboratory]:
    """Run the internet and its servers. The current process must be the first of a namespace that is `apart`."""
    dice, wires = Random(0), Wires()
    near = {address: Device(address, Line(Quality(), dice), Line(Quality(), dice)) for address in ADDRESSES}
    here = Namespace(getpid())
    plug = here.plug(*ADDRESSES)
    with (
        wires.running(),
        wires.connected(Network(0), [*near.values()], plug),
        servers() as (site, relays),
    ):
        lines = dict(zip(relays, list(near.values())[-len(relays) :], strict=True))
        yield Laboratory(wires, site, lines)
