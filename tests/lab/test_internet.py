"""Who reaches whom, and when, with no kernel and no clock."""

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
    """An internet with a server, and homes that are added to it."""

    def __init__(self) -> None:
        self.internet = Internet()
        self.world = Network(0)
        self.server = self.move_in(self.world, SERVER)

    def home(self, number: int, *, isolated: bool = False, routers: int = 1) -> Network:
        """A network behind so many routers."""
        addresses = [IPv4Address(f"203.0.{layer}.{number}") for layer in range(routers)]
        return Network(number, tuple(Nat(PORT_RESTRICTED, one) for one in addresses), isolated)

    def move_in(self, network: Network, address: IPv4Address | None = None, quality: Quality = QUICK) -> Device:
        """A device in `network`."""
        device = Device(address or network.next_address(), *(Line(quality, Random(1)) for _ in range(2)))
        network.devices[device.address] = device
        self.internet.connect(network)
        return device

    def say(self, network: Network, device: Device, said: Packet, now: float = 0.0) -> list[tuple[Device, float]]:
        """Who hears it, and when."""
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
def test_a_server_is_asked_and_answers(street: Street, routers: int) -> None:
    home = street.home(1, routers=routers)
    ana = street.move_in(home)
    assert hears(street.say(home, ana, packet(end(ana), end(street.server)))) == [street.server]
    outside = End(home.public[0], 20_000)
    assert hears(street.say(street.world, street.server, packet(end(street.server), outside))) == [ana]


def test_two_in_one_network_hear_each_other_unless_it_isolates_them(street: Street) -> None:
    for isolated in (False, True):
        home = street.home(1 + isolated, isolated=isolated)
        ana, ben = street.move_in(home), street.move_in(home)
        assert hears(street.say(home, ana, packet(end(ana), end(ben)))) == [ben] * (not isolated)


def test_no_router_turns_a_packet_back_to_where_it_came_from(street: Street) -> None:
    home = street.home(1)
    ana = street.move_in(home)
    street.say(home, ana, packet(end(ana), end(street.server)))
    assert hears(street.say(home, ana, packet(end(ana), End(home.public[0], 20_000)))) == []


def test_an_address_at_home_leads_nowhere_from_another_home(street: Street) -> None:
    first, second = street.home(1), street.home(2)
    ana, ben = street.move_in(first), street.move_in(second)
    assert hears(street.say(first, ana, packet(end(ana), end(ben)))) == []


def test_a_line_delays_both_ways(street: Street) -> None:
    home = street.home(1)
    ana = street.move_in(home, quality=Quality(delay=0.5))
    ((_, at),) = street.say(home, ana, packet(end(ana), end(street.server)), now=1.0)
    assert at == 1.5
    answer = packet(end(street.server), End(home.public[0], 20_000))
    ((_, at),) = street.say(street.world, street.server, answer, now=2.0)
    assert at == 2.5


def test_a_line_that_is_cut_is_silent_until_it_is_whole(street: Street) -> None:
    home = street.home(1)
    ana = street.move_in(home)
    said = packet(end(ana), end(street.server))
    ana.cut(True)
    assert street.say(home, ana, said) == []
    ana.cut(False)
    assert hears(street.say(home, ana, said)) == [street.server]


def test_packets_do_not_overtake_each_other_and_so_many_are_lost() -> None:
    line = Line(Quality(delay=0.1, jitter=0.05, loss=2), Random(1))
    arrivals = [line.arrival(now / 1000) for now in range(10_000)]
    came = [at for at in arrivals if at is not None]
    assert came == sorted(came)
    assert 100 < arrivals.count(None) < 300
    assert all(0.1 <= at - now / 1000 <= 0.15 for now, at in enumerate(arrivals) if at is not None)


def test_a_network_that_is_gone_is_reached_no_more(street: Street) -> None:
    home = street.home(1)
    ana = street.move_in(home)
    street.say(home, ana, packet(end(ana), end(street.server)))
    street.internet.disconnect(home)
    assert street.say(street.world, street.server, packet(end(street.server), End(home.public[0], 20_000))) == []
