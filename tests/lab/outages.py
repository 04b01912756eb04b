"""Network outages during a game, and the time until all players are connected again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from playwright.sync_api import TimeoutError, expect

from tests.browser.party import begin
from tests.lab.laboratory import CG, PR, Laboratory
from tests.lab.pairs import LONGEST, NAMES, Party, Row, either
from tests.lab.people import PATIENCE, Visitor
from tests.lab.playing import sit_down
from tests.tries import Tries

LONGEST_ABSENCE = 60.0
"""Seconds after which a table that has not recovered counts as failed."""

LOOK_EVERY = 0.05
"""Seconds between two checks of all pages."""

STEADY = 6.0
"""Seconds without change that count as recovered: a page detects a lost peer within 3.6 s of its last frame."""

RELAYS_DEAD, RELAYS_DOWN = 75.0, 60.0


@dataclass(frozen=True, slots=True)
class Outage:
    """An outage for a table of `people`. `happens` causes it and returns the time of its end by time.monotonic()."""

    name: str
    people: int
    happens: Callable[[Laboratory, Sequence[Visitor]], float]
    playing: bool = True


def without_network(who: int, seconds: float) -> Callable[[Laboratory, Sequence[Visitor]], float]:
    """Return an outage in which the line of one person is cut for `seconds`, without an error."""

    def happens(lab: Laboratory, people: Sequence[Visitor]) -> float:
        computer = people[who].computer
        computer.cut(True)
        wait(people, seconds)
        computer.cut(False)
        return time.monotonic()

    return happens


def changes_network(*, resets: bool) -> Callable[[Laboratory, Sequence[Visitor]], float]:
    """Return an outage in which the guest's phone moves from the home network to that of its carrier."""

    def happens(lab: Laboratory, people: Sequence[Visitor]) -> float:
        people[1].computer.plug_into(lab.network(CG), resets=resets)
        return time.monotonic()

    return happens


def relays_die(lab: Laboratory, people: Sequence[Visitor]) -> float:
    """Suspend all relays, and reload a guest's page during that time."""
    cut_relays(lab, True)
    wait(people, RELAYS_DEAD / 3)
    people[1].page.reload(wait_until="commit")
    wait(people, RELAYS_DEAD * 2 / 3)
    cut_relays(lab, False)
    return time.monotonic()


def relays_down(lab: Laboratory, people: Sequence[Visitor]) -> float:
    """Suspend all relays of an open lobby; shortly before they answer again, a guest opens its link."""
    host, guest = people
    cut_relays(lab, True)
    wait(people, RELAYS_DOWN - 10)
    guest.follow(host.invite)
    wait(people, 10)
    cut_relays(lab, False)
    return time.monotonic()


OUTAGES = [
    *(Outage(f"{seconds} s without network, guest", 2, without_network(1, seconds)) for seconds in (3, 5, 10, 30)),
    *(Outage(f"{seconds} s without network, host of two", 2, without_network(0, seconds)) for seconds in (3, 10)),
    *(Outage(f"{seconds} s without network, host of three", 3, without_network(0, seconds)) for seconds in (3, 10, 30)),
    Outage("phone changes network, old connections hang", 2, changes_network(resets=False)),
    Outage("phone changes network, old connections are reset", 2, changes_network(resets=True)),
    Outage("phone of one of three changes network, old connections hang", 3, changes_network(resets=False)),
    Outage("relays dead for 75 s while playing, a guest comes anew", 2, relays_die),
    Outage("relays down for 60 s while a lobby is open", 2, relays_down, playing=False),
]


def outage(parties: Tries[Party], what: Outage, tries: int) -> Row:
    """Measure the longest time from the end of an outage until all are connected again."""
    before = Before()
    backs: list[float | None] = []

    def one_try(party: Party) -> None:
        party.move(PR, PR)
        cut_relays(party.lab, False)
        with party.visitors() as people:
            if not what.playing:
                people[0].open_table(NAMES[0], party.lab.relays)
            elif not before.come_together(party.lab, people):
                return
            backs.append(whole_again(people, what.happens(party.lab, people), playing=what.playing))

    failed = parties.failed
    for _ in range(tries):
        parties.run(one_try)
    known = [one for one in backs if one is not None]
    return Row(
        host=PR,
        guest=PR,
        turn=False,
        seated=len(backs) if what.playing else len(known),
        tries=tries,
        seconds=round(median(before.seconds), 1) if before.seconds else None,
        way=either(before.ways),
        ends=either(before.ends),
        outage=what.name,
        back=round(max(known), 1) if known and len(known) == len(backs) else None,
        failed=parties.failed - failed,
    )


@dataclass(slots=True)
class Before:
    """How people were connected before the outage."""

    seconds: list[float] = field(default_factory=list)
    ways: set[str | None] = field(default_factory=set)
    ends: set[str] = field(default_factory=set)

    def come_together(self, lab: Laboratory, people: Sequence[Visitor]) -> bool:
        """Whether all guests reached the host's table, where they then play."""
        host, *guests = people
        host.open_table(NAMES[0], lab.relays)
        for number, guest in enumerate(guests, start=2):
            took = guest.seated_by(host.invite, number, LONGEST)
            if took is None:
                return False
            self.seconds.append(took)
            self.ways.add(guest.way_to(NAMES[0]))
            self.ends |= guest.ends()
        sit_down(people, NAMES[1 : len(people)])
        begin(people)
        return True


def whole_again(people: Sequence[Visitor], over: float, *, playing: bool) -> float | None:
    """Return the seconds from `over` until all pages stay connected, or None if they do not, or cannot play then."""
    apart = over
    while (now := time.monotonic()) - apart < STEADY:
        if any(one.people() < len(people) for one in people):
            apart = now
        if apart - over > LONGEST_ABSENCE:
            return None
        wait(people, LOOK_EVERY)
    return apart - over if not playing or play_on(people) else None


def play_on(people: Sequence[Visitor]) -> bool:
    """Whether all pages show a card that one person plays."""
    try:
        for one in people:
            one.page.wait_for_function(
                "() => ['focus', 'play'].includes(document.querySelector('.table')?.dataset.phase)", timeout=PATIENCE
            )
        if any(one.data("phase") == "focus" for one in people):
            begin(people)
        card, number = min((one.hand()[0], number) for number, one in enumerate(people) if one.hand())
        people[number].play(card)
        for one in people:
            expect(one.page.locator(f'.piles [data-card="{card}"]')).to_be_attached(timeout=PATIENCE)
    except (AssertionError, TimeoutError, ValueError):
        return False
    return True


def cut_relays(lab: Laboratory, cut: bool) -> None:
    """Suspend all relays, or let them answer again."""
    for line in lab.relays.values():
        line.cut(cut)


def wait(people: Sequence[Visitor], seconds: float) -> None:
    """Let `seconds` pass on all pages."""
    people[0].page.wait_for_timeout(1000 * seconds)
