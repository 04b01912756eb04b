"""Levels played at a fixed tempo in the right order, so that every lost life is caused by the network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from playwright.sync_api import expect

from tests.browser.party import begin, start
from tests.lab.people import PATIENCE, Visitor

TEMPO = 0.67
"""Seconds between presses: the median of people for one number."""

SHOWN_WITHIN = 20.0
"""Seconds after which a press counts as lost."""

PRESS_LATER = """([card, after]) => void setTimeout(() => {
    const button = document.querySelector(`.hand [data-card="${card}"]`);
    marks[`pressed ${document.querySelector(".table").dataset.level} ${card}`] = now();
    button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
}, after)"""


@dataclass(slots=True)
class Played:
    """Milliseconds from each press to the other screens, and lives lost although all presses were in order."""

    shown: list[float] = field(default_factory=list)
    lost: int = 0

    def add(self, more: Played) -> None:
        """Add the results of `more`."""
        self.shown += more.shown
        self.lost += more.lost


def sit_down(people: Sequence[Visitor], names: Sequence[str]) -> None:
    """Mark every guest as ready and start the game."""
    host, *guests = people
    for guest, name in zip(guests, names, strict=True):
        guest.call(name)
        guest.button("Ready").click()
        expect(host.person(name).get_by_text("ready")).to_be_visible(timeout=PATIENCE)
    start(host, people)


def play(people: Sequence[Visitor], levels: int) -> Played:
    """Play this many levels; after a win, start another game."""
    played = Played()
    for _ in range(levels):
        _play_level(people, played)
    played.lost = people[0].page.evaluate("lost")
    return played


def _play_level(people: Sequence[Visitor], played: Played) -> None:
    level = int(people[0].data("level"))
    begin(people)
    cards = sorted((card, number) for number, member in enumerate(people) for card in member.hand())
    for at, (card, number) in enumerate(cards, start=1):
        people[number].page.evaluate(PRESS_LATER, [card, 1000 * TEMPO * at])
    for card, number in cards:
        pressed = people[number].mark(f"pressed {level} {card}", TEMPO * len(cards) + SHOWN_WITHIN)
        for member in people:
            seen = member.mark(f"level {level} card {card}", SHOWN_WITHIN)
            if pressed and seen and member is not people[number]:
                played.shown.append(seen - pressed)
    _go_on(people, level)


def _go_on(people: Sequence[Visitor], level: int) -> None:
    over = "(level) => document.querySelector('.table').matches(`[data-level='${level + 1}'], [data-phase=won]`)"
    for member in people:
        member.page.wait_for_function(over, arg=level, timeout=PATIENCE)
    if people[0].data("phase") == "won":
        people[0].button("Play again").click()
        for member in people:
            member.page.evaluate("for (const name in marks) delete marks[name]")
            member.shows(phase="focus", level=1)
