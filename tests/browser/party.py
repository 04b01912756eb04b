"""People at pages of their own who play together, in real time: everything waits for what it needs, nothing sleeps."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Error, Locator, Page, expect

SOON = 30_000
"""Milliseconds that anything between pages may take on a busy machine."""


class Member:
    """Somebody at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def button(self, name: str) -> Locator:
        """The button of exactly this name that is shown."""
        return self.page.get_by_role("button", name=name, exact=True)

    def enter(self, label: str, text: str) -> None:
        """Write into an empty field and go on to the next, at the window that has the focus: Firefox tells the page
        of no change that another way made."""
        self.page.bring_to_front()
        self.page.get_by_label(label).click()
        self.page.keyboard.type(text)
        self.page.keyboard.press("Tab")

    # --- the lobby ------------------------------------------------------------------

    @property
    def invite(self) -> str:
        """The link by which others come."""
        return self.page.locator("#invite").input_value()

    def host(self, name: str) -> None:
        """Open a lobby."""
        self.button("Play together").click()
        self.call(name)

    def come(self, link: str) -> None:
        """Follow somebody's link to their table."""
        self.page.goto(link)
        self.button("Sit down").click()

    def call(self, name: str) -> None:
        """Be called `name` in the lobby."""
        self.page.get_by_label("Your name").fill(name)
        expect(self.person(name)).to_have_attribute("data-state", "connected", timeout=SOON)

    def person(self, name: str) -> Locator:
        """The line about one of the people here."""
        return self.page.locator("#peers li").filter(has=self.page.get_by_text(name, exact=True))

    def sees(self, *names: str, state: str = "connected") -> None:
        """These are all the people in that state."""
        expect(self.page.locator(f"#peers [data-state={state}] .name")).to_have_text([*names], timeout=SOON)

    def fill(self, *names: str) -> None:
        """Let teammates sit down."""
        for number, name in enumerate(names, start=1):
            self.page.get_by_label("A teammate for an empty seat").select_option(name)
            expect(self.page.locator("#mates li")).to_have_count(number)

    def crash(self) -> None:
        """The page ends in the middle of a word."""
        with self.page.expect_event("crash"):
            try:
                self.page.goto("chrome://crash")
            except Error:
                pass  # there is nobody left to answer

    def leave(self) -> None:
        """Get up from the table for good."""
        self.button("Menu").click()
        self.button("Leave this game").click()
        expect(self.button("Play solo")).to_be_visible()

    # --- the table ------------------------------------------------------------------

    @property
    def table(self) -> Locator:
        return self.page.locator("#table")

    @property
    def told(self) -> Locator:
        return self.page.locator("#told")

    def shows(self, **data: object) -> None:
        """The table says this of itself: `shows(phase="play", lives=2)`."""
        for name, value in data.items():
            expect(self.table).to_have_attribute(f"data-{name}", str(value), timeout=SOON)

    def data(self, name: str) -> str:
        """What the table says of itself now."""
        return self.table.get_attribute(f"data-{name}") or ""

    def hand(self) -> list[int]:
        """The cards in hand."""
        cards: list[str] = self.page.locator("#hand [data-card]").evaluate_all(
            "cards => cards.map((card) => card.dataset.card)"
        )
        return [int(card) for card in cards]

    def play(self, card: int) -> None:
        """Play this card."""
        self.button(f"Play {card}").click()

    def sees_card(self, card: int) -> None:
        """This card lies face up on the pile."""
        expect(self.page.locator(f'#piles [data-card="{card}"]')).to_be_attached(timeout=SOON)


def seat(host: Member, guests: dict[str, Member], link: str | None = None) -> None:
    """Everybody comes by the link and is ready."""
    for name, guest in guests.items():
        guest.come(link or host.invite)
        guest.call(name)
        guest.button("Ready").click()
    for name in guests:
        expect(host.person(name).get_by_text("ready")).to_be_visible(timeout=SOON)


def start(host: Member, everybody: Sequence[Member]) -> None:
    """Begin the game."""
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
        member.shows(phase="focus", level=level + 1)


def lose_a_life(everybody: Sequence[Member], left: int) -> None:
    """Whoever holds the highest of the cards that could be next lays it too soon."""
    if any(not member.hand() for member in everybody):
        finish(everybody)
    begin(everybody)
    card, hasty = max((member.hand()[0], number) for number, member in enumerate(everybody))
    everybody[hasty].play(card)
    for member in everybody:
        member.shows(lives=left)


def finish(everybody: Sequence[Member]) -> None:
    """One alone still holds cards: the level is played to its end."""
    level = int(everybody[0].data("level")) + 1
    begin(everybody)
    next(member for member in everybody if member.hand()).button("Play the rest").click()
    for member in everybody:
        member.shows(phase="focus", level=level)
