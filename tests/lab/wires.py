"""The simulated internet in real time: moves packets between the TUN devices of the computers."""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.lab.internet import Device, Internet, Network
from tests.lab.namespaces import Plug
from tests.lab.packets import parse

AT_ONCE = 64
"""Packets to read from one device before the others get their turn."""


@dataclass(eq=False, slots=True)
class Wire:
    """A TUN device, and the devices of a network that use it."""

    plug: Plug
    network: Network
    devices: list[Device]


class Wires:
    """All TUN devices, and the thread that moves their packets. Only `connected` and `running` may change them."""

    def __init__(self) -> None:
        self._internet = Internet()
        self._wires: dict[int, Wire] = {}
        self._lock = threading.Lock()
        self._poll = select.epoll()
        self._woken, self._wake = os.pipe()
        self._poll.register(self._woken, select.EPOLLIN)
        self._running = True

    @contextmanager
    def running(self) -> Iterator[None]:
        """Move packets for the duration of the block."""
        thread = threading.Thread(target=self._run, daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._running = False
            os.write(self._wake, b"!")
            thread.join()

    @contextmanager
    def connected(self, network: Network, devices: list[Device], plug: Plug) -> Iterator[None]:
        """Connect `devices` of `network` through `plug` for the duration of the block."""
        with self._lock:
            network.devices |= {device.address: device for device in devices}
            self._internet.connect(network)
            self._wires[plug.file] = Wire(plug, network, devices)
            self._poll.register(plug.file, select.EPOLLIN)
        try:
            yield
        finally:
            with self._lock:
                self._poll.unregister(plug.file)
                del self._wires[plug.file]
                self._internet.disconnect(network)
                for device in devices:
                    del network.devices[device.address]
                if network.devices:
                    self._internet.connect(network)
                plug.close()

    def _run(self) -> None:
        while self._running:
            due = self._internet.due()
            ready = self._poll.poll(1.0 if due is None else max(0.0, due - time.monotonic()))
            with self._lock:
                for file, _ in ready:
                    if wire := self._wires.get(file):
                        self._take(wire)
                self._internet.tick(time.monotonic())
                self._hand_out()

    def _take(self, wire: Wire) -> None:
        for _ in range(AT_ONCE):
            data = wire.plug.read()
            if data is None:
                return
            packet = parse(data)
            device = packet and wire.network.devices.get(packet.source.address)
            if packet and device in wire.devices:
                self._internet.send(wire.network, device, packet, time.monotonic())

    def _hand_out(self) -> None:
        plugs = {id(device): wire.plug for wire in self._wires.values() for device in wire.devices}
        for device, data in self._internet.arrived:
            if plug := plugs.get(id(device)):
                plug.write(data)
        self._internet.arrived.clear()
