"""People on separate pages who play together in real time. All waits are for a condition; there is no sleep."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Error, Locator, Page, expect

SOON = 30_000
"""Timeout in milliseconds of any step between pages on a busy machine."""


PRESS_ON = """(level) => {
    const table = document.querySelector(".table");
    const isHeld = "held" in table.dataset;
    if (isHeld) table.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    return !isHeld && [table.dataset.level, null].includes(level);
}"""
"""Presses a key while the end of a level is shown. Returns whether the page has gone on to the level, or to any."""


class Member:
    """A person at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def button(self, name: str) -> Locator:
        """Return the visible button with exactly this name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def enter(self, label: str, text: str) -> None:
        """Type into an empty field of the focused window, and go to the next field.

        Firefox sends no change event if a field is filled in another way.
        """
        self.page.bring_to_front()
        self.page.get_by_label(label).click()
        self.page.keyboard.type(text)
        self.page.keyboard.press("Tab")

    # --- The lobby ------------------------------------------------------------------

    @property
    def invite(self) -> str:
        """Return the link of the table."""
        return self.page.locator("#invite").input_value()

    def host(self, name: str) -> None:
        """Open a lobby, and unfold the game's options and the other ways to invite."""
        self.button("Play together").click()
        self.call(name)
        self.unfold()

    def unfold(self) -> None:
        """Unfold everything in the lobby."""
        self.page.locator("#lobby details").evaluate_all("folds => folds.forEach((fold) => { fold.open = true; })")

    def come(self, link: str) -> None:
        """Open the link of a table, and sit down."""
        self.page.goto(link)
        self.button("Sit down").click()

    def call(self, name: str) -> None:
        """Enter the name `name` in the lobby."""
        self.page.locator("#lobby").get_by_label("Your name").fill(name)
        self.page.keyboard.press("Enter")
        expect(self.person(name)).to_have_attribute("data-state", "connected", timeout=SOON)

    def code(self) -> str:
        """Return the code to say aloud that the page shows."""
        code = self.page.locator("#code")
        expect(code).to_have_text(re.compile("^[a-z]{5} [a-z]{5} [a-z]{5}$"), timeout=SOON)
        return code.inner_text()

    def knock(self, name: str, code: str) -> None:
        """Request admission with a code."""
        self.button("Join with a code").click()
        self.page.locator("#joining").get_by_label("Your name").fill(name)
        self.page.get_by_label("Table code", exact=True).fill(code)
        self.button("Join").click()

    def person(self, name: str) -> Locator:
        """Return the entry of one person in the lobby."""
        return self.page.locator(".peers li").filter(has=self.page.get_by_text(name, exact=True))

    def sees(self, *names: str, state: str = "connected") -> None:
        """Check that these are all the people in that state."""
        expect(self.page.locator(f".peers [data-state={state}] .name")).to_have_text([*names], timeout=SOON)

    def fill(self, *names: str) -> None:
        """Add teammates in the free seats."""
        for number, name in enumerate(names, start=1):
            self.page.get_by_label("Add a computer player").select_option(name)
            expect(self.page.locator("#lobby-teammates li")).to_have_count(number)

    def crash(self) -> None:
        """Crash the page."""
        with self.page.expect_event("crash"):
            try:
                self.page.goto("chrome://crash")
            except Error:
                pass  # a crashed page does not answer

    def leave(self) -> None:
        """Leave the seat permanently."""
        self.button("Menu").click()
        self.page.locator("#leave").click()
        if (sure := self.page.locator("#left")).is_visible():  # in the middle of a game
            sure.click()
        expect(self.button("Play solo")).to_be_visible()

    # --- The table ------------------------------------------------------------------

    @property
    def table(self) -> Locator:
        return self.page.locator(".table")

    @property
    def told(self) -> Locator:
        return self.page.locator(".announcement")

    def shows(self, **data: object) -> None:
        """Check the state of the table: `shows(phase="play", lives=2)`."""
        for name, value in data.items():
            expect(self.table).to_have_attribute(f"data-{name}", str(value), timeout=SOON)

    def data(self, name: str) -> str:
        """Return the current state of the table."""
        return self.table.get_attribute(f"data-{name}") or ""

    def hand(self) -> list[int]:
        """Return the cards in hand."""
        cards: list[str] = self.page.locator(".hand [data-card]").evaluate_all(
            "cards => cards.map((card) => card.dataset.card)"
        )
        return [int(card) for card in cards]

    def play(self, card: int) -> None:
        """Play this card."""
        self.button(f"Play {card}").click()

    def press_on(self, level: int | None = None) -> None:
        """Press a key at each moment of a level's end, until this level begins, or any."""
        self.page.wait_for_function(PRESS_ON, arg=level and str(level), polling=100, timeout=SOON)

    def sees_card(self, card: int) -> None:
        """Check that this card lies face up on the pile."""
        expect(self.page.locator(f'.piles [data-card="{card}"]')).to_be_attached(timeout=SOON)


def seat(host: Member, guests: dict[str, Member], link: str | None = None) -> None:
    """Let all guests open the link and be ready."""
    for name, guest in guests.items():
        guest.come(link or host.invite)
        guest.call(name)
        guest.button("Ready").click()
    for name in guests:
        expect(host.person(name).get_by_text("ready")).to_be_visible(timeout=SOON)


def start(host: Member, everybody: Sequence[Member]) -> None:
    """Start the game."""
    host.button("Start").click()
    for member in everybody:
        expect(member.table).to_be_visible(timeout=SOON)


def begin(everybody: Sequence[Member]) -> None:
    """Concentrate together until play is on."""
    for member in everybody:
        member.button("Hand on the table").click()
    for member in everybody:
        member.shows(phase="play")


def play_level(level: int, everybody: Sequence[Member]) -> None:
    """Play a level to its end without a mistake."""
    begin(everybody)
    cards = sorted((card, number) for number, member in enumerate(everybody) for card in member.hand())
    for at, (card, number) in enumerate(cards):
        if len({one for _, one in cards[at:]}) == 1:
            everybody[number].button("Play the rest").click()
            break
        everybody[number].play(card)
        for member in everybody:
            member.sees_card(card)
    for member in everybody:
        member.press_on(level + 1)
        member.shows(phase="focus", level=level + 1)


def lose_a_life(everybody: Sequence[Member], left: int) -> None:
    """Make a mistake: a player whose lowest card is high plays it too early."""
    for member in everybody:
        member.press_on()
    if any(not member.hand() for member in everybody):
        finish(everybody)
    begin(everybody)
    card, hasty = max((member.hand()[0], number) for number, member in enumerate(everybody))
    everybody[hasty].play(card)
    for member in everybody:
        member.shows(lives=left)


def finish(everybody: Sequence[Member]) -> None:
    """Play the remaining cards of the only player who still has some."""
    level = int(everybody[0].data("level")) + 1
    begin(everybody)
    next(member for member in everybody if member.hand()).button("Play the rest").click()
    for member in everybody:
        member.press_on(level)
        member.shows(phase="focus", level=level)
