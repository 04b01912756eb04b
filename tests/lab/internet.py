"""Networks and the lines between them, sans-I/O: packets in, packets out with their times.

Call `send` for each packet of a device and `tick` when one is due, then deliver the packets in `arrived`.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from ipaddress import IPv4Address
from itertools import count

from tests.lab.lines import Line
from tests.lab.nat import Nat
from tests.lab.packets import Packet

Step = Callable[[float], None]


@dataclass(eq=False, slots=True)
class Device:
    """A device with an address in a network, and the two directions of its line."""

    address: IPv4Address
    up: Line
    down: Line

    def cut(self, cut: bool) -> None:
        """Cut the line without an error, or restore it."""
        self.up.cut = self.down.cut = cut


@dataclass(eq=False, slots=True)
class Network:
    """Devices behind the same routers, innermost first. Without routers the devices have public addresses.

    In an `isolated` network the devices cannot reach each other.
    """

    number: int
    nats: tuple[Nat, ...] = ()
    isolated: bool = False
    devices: dict[IPv4Address, Device] = field(default_factory=dict)
    _hosts: Iterator[int] = field(default_factory=lambda: count(2))

    def next_address(self) -> IPv4Address:
        """Return an unused private address."""
        return IPv4Address("10.0.0.0") + 256 * self.number + next(self._hosts)

    @property
    def public(self) -> list[IPv4Address]:
        """The public addresses of this network."""
        return [self.nats[-1].address] if self.nats else [*self.devices]


class Internet:
    """All networks. Delivered packets stay in `arrived` until the caller removes them."""

    def __init__(self) -> None:
        self.arrived: list[tuple[Device, bytes]] = []
        self._networks: dict[IPv4Address, Network] = {}
        self._steps: list[tuple[float, int, Step]] = []
        self._order = count()

    def connect(self, network: Network) -> None:
        """Route the public addresses of `network` to it."""
        self._networks |= dict.fromkeys(network.public, network)

    def disconnect(self, network: Network) -> None:
        """Remove `network`."""
        for address in network.public:
            del self._networks[address]

    def send(self, network: Network, device: Device, packet: Packet, now: float) -> None:
        """Send `packet` from `device` of `network`."""
        self._travel(device.up, now, lambda at: self._route(network, packet, at))

    def due(self) -> float | None:
        """Return when the next packet arrives, or None."""
        return self._steps[0][0] if self._steps else None

    def tick(self, now: float) -> None:
        """Deliver all packets that are due by `now`."""
        while self._steps and self._steps[0][0] <= now:
            at, _, step = heapq.heappop(self._steps)
            step(at)

    def _travel(self, line: Line, now: float, step: Step) -> None:
        at = line.arrival(now)
        if at is not None:
            heapq.heappush(self._steps, (at, next(self._order), step))

    def _route(self, network: Network, packet: Packet, now: float) -> None:
        near = network.devices.get(packet.target.address)
        if near is not None:
            if not network.isolated:
                self._deliver(near, packet, now)
            return
        sent = packet
        for nat in network.nats:
            translated = nat.out(sent)
            if translated is None:
                return
            sent = translated
        other = self._networks.get(sent.target.address)
        if (
            other is not None and other is not network
        ):  # a router does not send a packet back to the network it came from
            self._admit(other, sent, now)

    def _admit(self, network: Network, packet: Packet, now: float) -> None:
        for nat in reversed(network.nats):
            translated = nat.into(packet)
            if translated is None:
                return
            packet = translated
        device = network.devices.get(packet.target.address)
        if device is not None:
            self._deliver(device, packet, now)

    def _deliver(self, device: Device, packet: Packet, now: float) -> None:
        self._travel(device.down, now, lambda _: self.arrived.append((device, packet.data)))
