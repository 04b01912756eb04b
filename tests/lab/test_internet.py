"""Reachability and arrival times in the simulated internet, without a kernel and in virtual time."""

from __future__ import annotations

from ipaddress import IPv4Address
from random import Random

import pytest

from tests.lab.internet import Device, Internet, Network
from tests.lab.lines import Line, Quality
from tests.lab.nat import PORT_RESTRICTED, Nat
from tests.lab.packets import End, Packet
from tests.lab.test_nat import packet

QUICK = Quality()
SERVER = IPv4Address("198.51.100.1")


class Street:
    """An internet with one server, to which home networks are added."""

    def __init__(self) -> None:
        self.internet = Internet()
        self.world = Network(0)
        self.server = self.move_in(self.world, SERVER)

    def home(self, number: int, *, isolated: bool = False, routers: int = 1) -> Network:
        """Return a network behind `routers` routers."""
        addresses = [IPv4Address(f"203.0.{layer}.{number}") for layer in range(routers)]
        return Network(number, tuple(Nat(PORT_RESTRICTED, one) for one in addresses), isolated)

    def move_in(self, network: Network, address: IPv4Address | None = None, quality: Quality = QUICK) -> Device:
        """Add a device to `network`."""
        device = Device(address or network.next_address(), *(Line(quality, Random(1)) for _ in range(2)))
        network.devices[device.address] = device
        self.internet.connect(network)
        return device

    def say(self, network: Network, device: Device, said: Packet, now: float = 0.0) -> list[tuple[Device, float]]:
        """Send a packet, and return the devices that receive it with the times of arrival."""
        self.internet.send(network, device, said, now)
        heard = []
        while (due := self.internet.due()) is not None:
            self.internet.tick(due)
            heard += [(one, due) for one, _ in self.internet.arrived]
            self.internet.arrived.clear()
        return heard


@pytest.fixture
def street() -> Street:
    return Street()


def end(device: Device) -> End:
    return End(device.address, 5000)


def hears(heard: list[tuple[Device, float]]) -> list[Device]:
    return [device for device, _ in heard]


@pytest.mark.parametrize("routers", [1, 2])
def test_a_server_receives_a_packet_and_its_answer_arrives(street: Street, routers: int) -> None:
    home = street.home(1, routers=routers)
    ana = street.move_in(home)
    assert hears(street.say(home, ana, packet(end(ana), end(street.server)))) == [street.server]
    outside = End(home.public[0], 20_000)
    assert hears(street.say(street.world, street.server, packet(end(street.server), outside))) == [ana]


def test_devices_of_one_network_reach_each_other_unless_isolated(street: Street) -> None:
    for isolated in (False, True):
        home = street.home(1 + isolated, isolated=isolated)
        ana, ben = street.move_in(home), street.move_in(home)
        assert hears(street.say(home, ana, packet(end(ana), end(ben)))) == [ben] * (not isolated)


def test_no_router_sends_a_packet_back_to_its_sender(street: Street) -> None:
    home = street.home(1)
    ana = street.move_in(home)
    street.say(home, ana, packet(end(ana), end(street.server)))
    assert hears(street.say(home, ana, packet(end(ana), End(home.public[0], 20_000)))) == []


def test_a_private_address_is_not_reachable_from_another_network(street: Street) -> None:
    first, second = street.home(1), street.home(2)
    ana, ben = street.move_in(first), street.move_in(second)
    assert hears(street.say(first, ana, packet(end(ana), end(ben)))) == []


def test_a_line_delays_both_directions(street: Street) -> None:
    home = street.home(1)
    ana = street.move_in(home, quality=Quality(delay=0.5))
    ((_, at),) = street.say(home, ana, packet(end(ana), end(street.server)), now=1.0)
    assert at == 1.5
    answer = packet(end(street.server), End(home.public[0], 20_000))
    ((_, at),) = street.say(street.world, street.server, answer, now=2.0)
    assert at == 2.5


def test_a_cut_line_drops_packets_until_it_is_restored(street: Street) -> None:
    home = street.home(1)
    ana = street.move_in(home)
    said = packet(end(ana), end(street.server))
    ana.cut(True)
    assert street.say(home, ana, said) == []
    ana.cut(False)
    assert hears(street.say(home, ana, said)) == [street.server]


def test_packets_stay_in_order_and_some_are_lost() -> None:
    line = Line(Quality(delay=0.1, jitter=0.05, loss=2), Random(1))
    arrivals = [line.arrival(now / 1000) for now in range(10_000)]
    came = [at for at in arrivals if at is not None]
    assert came == sorted(came)
    assert 100 < arrivals.count(None) < 300
    assert all(0.1 <= at - now / 1000 <= 0.15 for now, at in enumerate(arrivals) if at is not None)


def test_a_disconnected_network_is_not_reachable(street: Street) -> None:
    home = street.home(1)
    ana = street.move_in(home)
    street.say(home, ana, packet(end(ana), end(street.server)))
    street.internet.disconnect(home)
    assert street.say(street.world, street.server, packet(end(street.server), End(home.public[0], 20_000))) == []
