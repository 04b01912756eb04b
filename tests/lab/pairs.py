"""Two people in networks of two kinds: whether and how fast they connect, by which route, and how play works then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import combinations_with_replacement
from statistics import median

from playwright.sync_api import sync_playwright

from tests.lab.laboratory import CG, EI, HOME, ISOLATED, PR, SAME, SYM, UB, Laboratory
from tests.lab.lines import Quality
from tests.lab.people import Browser, Visitor, browser
from tests.lab.playing import Played, play, sit_down
from tests.tries import Tries

NAMES = ("Ana", "Ben", "Cem")

PAIRS = [*combinations_with_replacement((EI, PR, SYM, CG, UB), 2), (SAME, SAME), (ISOLATED, ISOLATED)]
"""The networks of the host and of the guest."""

LONGEST = 20.0
"""Seconds after which a guest who has not joined counts as failed."""


@dataclass(frozen=True, slots=True)
class Row:
    """The results of one measurement: medians over the `seated` of `tries`, and the sum of lives `lost`.

    `failed` tries ended with an error, such as a browser that closed.

    `seconds` go from opening the link to being seated. `ends` are the kinds of ICE candidate that the guest's browser
    chose. `press` is in milliseconds from one person's press to another's screen. `back` is the longest time in
    seconds from the end of an `outage` until all were connected again, or None for never.
    """

    host: str
    guest: str
    turn: bool
    seated: int
    tries: int
    seconds: float | None
    way: str | None
    ends: str | None = None
    press: int | None = None
    lost: int | None = None
    outage: str | None = None
    back: float | None = None
    failed: int = 0


class Party:
    """People in the laboratory; each keeps one browser while moving between networks."""

    def __init__(self, lab: Laboratory, browsers: Sequence[Browser]) -> None:
        self.lab = lab
        self.browsers = browsers

    def move(self, host: str, guest: str, quality: Quality = HOME) -> None:
        """Move the host to a network of one kind, and the guests to networks of another."""
        networks = self.lab.networks(host, *[guest] * (len(self.browsers) - 1))
        for one, network in zip(self.browsers, networks, strict=True):
            one.computer.plug_into(network, quality)

    @contextmanager
    def visitors(self, *, turn: bool = False) -> Iterator[list[Visitor]]:
        """Open a new page for each; with `turn`, the host's settings, and so the link, name a TURN server."""
        with ExitStack() as stack:
            host, *guests = self.browsers
            yield [stack.enter_context(one.visitor(turn=turn and one is host)) for one in (host, *guests)]


@contextmanager
def party(lab: Laboratory, people: int, *flags: str) -> Iterator[Party]:
    """Provide people who have visited the page before, for the duration of the block. `flags` are their browsers'."""
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        home = lab.networks(*[EI] * people)
        browsers = []
        for network in home:
            computer = stack.enter_context(lab.computer())
            computer.plug_into(network)
            browsers.append(stack.enter_context(browser(playwright, lab, computer, *flags)))
            browsers[-1].visit_first()
        yield Party(lab, browsers)


@dataclass(frozen=True, slots=True)
class Joined:
    """How a guest joined in one try, and how play worked then."""

    seconds: float
    way: str | None
    ends: AbstractSet[str]
    played: Played


def pair(
    parties: Tries[Party], host: str, guest: str, *, turn: bool, tries: int, levels: int, quality: Quality = HOME
) -> Row:
    """Measure joining and playing with this pair of networks."""
    moved: list[Party] = []

    def one_try(two: Party) -> Joined | None:
        if two not in moved:
            two.move(host, guest, quality)
            moved.append(two)
        with two.visitors(turn=turn) as people:
            took = _join(people, two.lab)
            if took is None:
                return None
            way, ends = people[1].way_to(NAMES[0]), people[1].ends()
            if not levels:
                return Joined(took, way, ends, Played())
            sit_down(people, NAMES[1:2])
            return Joined(took, way, ends, play(people, levels))

    failed = parties.failed
    joined = [one for one in (parties.run(one_try) for _ in range(tries)) if one]
    played = Played()
    for one in joined:
        played.add(one.played)
    return Row(
        host,
        guest,
        turn,
        len(joined),
        tries,
        round(median(one.seconds for one in joined), 1) if joined else None,
        either({one.way for one in joined}),
        either({end for one in joined for end in one.ends}),
        round(median(played.shown)) if played.shown else None,
        played.lost if levels and joined else None,
        failed=parties.failed - failed,
    )


def either(names: AbstractSet[str | None]) -> str | None:
    """Return the observed values as text."""
    return " or ".join(sorted(filter(None, names))) or None


def _join(people: Sequence[Visitor], lab: Laboratory) -> float | None:
    host, guest = people
    host.open_table(NAMES[0], lab.relays)
    return guest.seated_by(host.invite, 2, LONGEST)
