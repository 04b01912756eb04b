"""A person at the page: sits down, concentrates, plays cards, waits, listens.

Hidden state is read from the game that the page saved, by the rules of `game.core`, so that a journey does not depend
on how teammates decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count
from math import ceil
from typing import Self

from playwright.sync_api import Locator, Page, expect

from game.core import (
    DEALER,
    Action,
    Card,
    LayHand,
    Phase,
    Play,
    State,
    Variant,
    apply,
    new_game,
    shuffled,
    variant,
)
from game.core.game_text import read, write
from game.core.record import DealtLevel, Game, Move, Team
from game.teammates.characters import CHARACTERS
from tests.browser.page_pool import StoppedClock
from tests.web import ready

ME = 0
STEP = 0.4
"""Step in seconds while waiting: shorter than the pause of any player between two cards."""

LONGEST = 120
"""Seconds within which something happens at every table."""

READ = """() => {
    const [table, lay, raise] = [".table", ".lay", ".raise"].map((one) => document.querySelector(one));
    const seen = {
        phase: table.dataset.phase,
        level: +table.dataset.level,
        lives: +table.dataset.lives,
        stars: +table.dataset.stars,
        counts: [...document.querySelectorAll(".teammate .count")].map((count) => +count.textContent),
        hands: [...document.querySelectorAll(".teammate")].map((teammate) => teammate.dataset.hand),
        down: lay.ariaPressed === "true",
        up: raise.ariaPressed === "true",
        mine: document.querySelectorAll(".hand button:not(.gone)").length,
    };
    return [localStorage.getItem("one-mind/game"), seen, "held" in table.dataset];
}"""

PASS = """async ({ steps, milliseconds }) => {
    let changed = false;
    const observer = new MutationObserver(() => { changed = true; });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    for (let step = 0; step < steps && !changed; step += 1) {
        await __pwClock.controller.runFor(milliseconds); // what page.clock.run_for calls
        await later();
    }
    observer.disconnect();
}"""
"""Advances the clock in steps until the page changes: one call instead of two per step."""

PRESS = """async (selector) => {
    const button = document.querySelector(selector);
    const ready = button?.matches(":not([aria-disabled=true])") && button.checkVisibility();
    if (!ready) throw new Error(`${selector} cannot be pressed`);
    button.click();
    await later();
}"""
"""Clicks without the mouse, for journeys that do not test whether the mouse can reach the button."""

SET_UP = """([players, variant, also]) => {
    const setup = document.getElementById("setup"), select = document.getElementById("variant");
    setup.querySelector(`[name=players][value="${players}"]`).click();
    for (const mate of setup.querySelectorAll("[name^=mate]")) mate.value = "Ada";
    setup.querySelector("details.options").open = true;
    const { index } = [...select.options].find(({ text }) => text === variant);
    if (select.selectedIndex !== index) {
        select.selectedIndex = index;
        for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, { bubbles: true }));
    }
    for (const option of setup.querySelectorAll("details.options label:has([type=checkbox])")) {
        const box = option.querySelector("[type=checkbox]");
        if (option.checkVisibility() && box.checked !== also.includes(option.innerText.trim())) box.click();
    }
}"""
"""Sets the number of players, steady teammates, the variant and the options, without the mouse."""

LISTEN = """() => {
    const announcement = document.querySelector(".announcement");
    window.listener?.disconnect();
    window.heard = [announcement.textContent];
    window.listener = new MutationObserver(() => heard.push(announcement.textContent));
    listener.observe(announcement, { childList: true });
}"""


def follow(page: Page, link: str) -> None:
    """Open a link to a table, a club or a game in the same page."""
    page.evaluate("hash => { location.hash = hash; }", link.partition("#")[2])


def unfold(page: Page) -> None:
    """Unfold what else can follow a game."""
    page.locator(".more:not([open]) summary").click()


class Person:
    """A person with a mouse. The clock of the page advances only while the person waits."""

    def __init__(self, page: Page, address: str, clock: StoppedClock, say: Callable[[str], str] = str) -> None:
        self.page = page
        self._address = address
        self._clock = clock
        self._say = say
        self._read: tuple[str, State] = ("", new_game(Variant(), 2))

    # --- Navigation ---------------------------------------------------------------

    @classmethod
    def arrive(cls, page: Page, address: str, seed: int = 1) -> Self:
        """Open the page on a blank tab, and wait until it handles the first click."""
        clock = StoppedClock(page)
        clock.install()
        page.goto(f"{address}?seed={seed}")
        person = cls(page, address, clock)
        person._get_ready()
        return person

    def start_over(self, seed: int = 1) -> None:
        """Clear all storage, and open the page as a newcomer."""
        self._clock.run()
        self.page.evaluate("onpagehide = () => localStorage.clear()")
        self.page.goto(f"{self._address}?seed={seed}")
        self._get_ready()

    def come_back(self, by: str = "") -> None:
        """Reload the page, with the browser or `by` the button of that name."""
        self._clock.run()
        if by:
            with self.page.expect_navigation():
                self.button(by).click()
        else:
            self.page.reload()
        self._get_ready()

    def _get_ready(self) -> None:
        ready(self.page)
        self._clock.stop()

    def sit_down(self, players: int = 2, variant: str = "Classic", also: Iterable[str] = ()) -> None:
        """Start a game from the title with steady teammates, and the options in `also` chosen by their labels."""
        self.button("Play solo").click()
        self.page.evaluate(SET_UP, [players, self._say(variant), [*also]])
        self.button("Start").click()
        expect(self.table).to_be_visible()

    def leave(self) -> None:
        """Return to the title."""
        self.button("Menu").click()
        self.button("Leave this game").click()
        expect(self.page.locator("#title")).to_be_visible()

    # --- What the page shows --------------------------------------------------------

    def button(self, name: str, **places: object) -> Locator:
        """Return the visible button with exactly this English name, in the language of the page."""
        return self.page.get_by_role("button", name=self._say(name).format(**places), exact=True)

    def unfold(self) -> None:
        """Unfold what else can follow a game."""
        unfold(self.page)

    @property
    def table(self) -> Locator:
        return self.page.locator(".table")

    @property
    def moment(self) -> Locator:
        return self.page.locator(".moment")

    @property
    def told(self) -> Locator:
        return self.page.locator(".announcement")

    @property
    def playable(self) -> Locator:
        """Return the cards in hand that can be played now."""
        return self.page.locator(".hand button[aria-disabled=false]:not(.gone)")

    def shows(self, **data: object) -> None:
        """Check the state of the table: `shows(phase="play", lives=2)`."""
        for name, value in data.items():
            expect(self.table).to_have_attribute(f"data-{name}", str(value))

    def names(self) -> list[str]:
        """Return the names of the teammates."""
        return self.page.locator(".teammate .name").all_inner_texts()

    def cards(self, where: str) -> list[str]:
        """Return the labels of all face-up cards in `where`, in order."""
        labels: list[str] = self.page.locator(f"{where} [data-card]").evaluate_all(
            "cards => cards.map((card) => card.dataset.card)"
        )
        return labels

    def data(self) -> dict[str, str]:
        """Return the state of the table."""
        data: dict[str, str] = self.table.evaluate("(table) => ({ ...table.dataset })")
        return data

    def truth(self) -> State:
        """Return the full state that the page saved, after its current event. First, watch the moments before it."""
        for _ in range(100):
            text, seen, held = self.page.evaluate(READ)
            if held:
                self.look_on()
                continue
            if text and text != self._read[0]:
                self._read = text, replayed(text)
            state = self._read[1]
            if text and _as_seen(state) == seen:
                return state
        pressed = _as_seen(state) | {"mine": seen["mine"]} == seen
        assert text and pressed, f"what is saved is not what is shown: {seen}, not {_as_seen(state)}"
        return state

    def listen(self) -> None:
        """Record every announcement of the live region from now on."""
        self.page.evaluate(LISTEN)

    def heard(self) -> list[str]:
        """Return the announcements since `listen`, and the text that the live region had then."""
        heard: list[str] = self.page.evaluate("heard")
        return heard

    # --- Actions --------------------------------------------------------------------

    def wait(self, seconds: float = STEP) -> None:
        """Advance the clock."""
        self.page.clock.run_for(round(seconds * 1000))
        self._let_python_run()

    def wait_until(self, happened: Callable[[], bool], seconds: float = LONGEST) -> None:
        """Advance the clock until a condition is true; fail after `seconds`."""
        until = self.now() + seconds
        while not happened():
            left = until - self.now()
            assert left > 0, f"it has not happened in {seconds} seconds; told: {self.told.inner_text()}"
            self.wait_for_change(left)

    def look_on(self) -> None:
        """Watch the moments of a level's end, one after the other, without a press."""
        self.wait_until(lambda: "held" not in self.data(), seconds=30)

    def now(self) -> float:
        """Return the time of the page in seconds."""
        milliseconds: float = self.page.evaluate("Date.now()")
        return milliseconds / 1000

    def wait_for_change(self, seconds: float = LONGEST, step: float = STEP) -> None:
        """Advance the clock in steps until the page changes, for `seconds` at most."""
        self.page.evaluate(PASS, {"steps": ceil(seconds / step), "milliseconds": round(1000 * step)})

    def lay_hand(self) -> None:
        """Concentrate: put the hand on the table, and leave it there. First, watch the moments before it."""
        self.look_on()
        self.button("Hand on the table").click()

    def begin(self) -> None:
        """Concentrate with all others until play is on."""
        self.lay_hand()
        self.wait_until(lambda: self.data()["phase"] == "play", seconds=10)

    def play(self, label: str = "") -> None:
        """Play the card with this label, or the one that can be played."""
        (self.button("Play {card}", card=label) if label else self.playable.first).click()
        self._let_python_run()

    def _let_python_run(self) -> None:
        """Let Python run the task that a timer or a press has queued."""
        self.page.evaluate("later()")

    def play_on(self, until: Callable[[State], bool]) -> None:
        """Play without a mistake until a condition is true."""
        for _ in range(10_000):
            state = self.truth()
            if state.phase in (Phase.WON, Phase.LOST) or until(state):
                return
            self._take_part(state)
        raise AssertionError("this game does not come to its end")

    def play_level(self) -> None:
        """Play the level to its end without a mistake."""
        level = self.truth().level
        self.play_on(lambda state: state.level != level or state.phase is Phase.REVEAL)

    def lose(self) -> None:
        """Play every card at once until the game is lost."""
        for _ in range(400):
            self.look_on()
            if self.data()["phase"] == "lost":
                return
            if (lay := self.page.locator(".lay[aria-pressed=false]:visible")).count():
                lay.click()
            elif self.playable.count():
                self.play()
            self.wait()
        raise AssertionError("haste does no harm")

    def _take_part(self, state: State) -> None:
        if state.phase is not Phase.PLAY and ME not in state.down:
            self.page.evaluate(PRESS, ".lay")
        elif state.phase is Phase.PLAY and not any(state.hands[1:]) and self.button("Play the rest").is_visible():
            self.button("Play the rest").click()
            self._let_python_run()
        elif state.phase is Phase.PLAY and (card := next_of_mine(state)) is not None:
            self.page.evaluate(PRESS, f'.hand [data-card="{state.variant.key(card)}"]')
        else:
            self.wait_for_change()


def _as_seen(state: State) -> dict[str, object]:
    """Return the part of `state` that the page shows."""
    others = range(1, state.seats)
    raised = dict(state.raised)
    return {
        "phase": state.phase.value,
        "level": state.level,
        "lives": state.lives,
        "stars": state.stars,
        "counts": [len(state.hands[seat]) for seat in others],
        "hands": [
            "up" if seat in raised else "down" if seat in state.down else "held" if state.hands[seat] else "none"
            for seat in others
        ],
        "down": ME in state.down,
        "up": ME in raised,
        "mine": len(state.hands[ME]),
    }


def lay_for(page: Page, players: int) -> None:
    """Add teammates at the setup's free place, or remove the last ones, until there are so many players."""
    chosen = page.get_by_role("radio", checked=True)
    while (now := int(chosen.input_value())) != players:
        if now < players:
            page.get_by_role("radio", name=str(now + 1), exact=True).click()
        else:
            page.locator("#setup .less:visible").click()
    expect(page.locator("#setup .chair .face:visible")).to_have_count(players)


def next_of_mine(state: State) -> Card | None:
    """Return the card that this seat can play now without a mistake."""
    precedes = state.variant.precedes
    others = [card for hand in state.hands[1:] for card in hand]
    safe = (c for c in state.variant.leading(state.hands[ME]) if not any(precedes(o, c) for o in others))
    return next(safe, None)


def dealt(seed: int, name: str = "classic", seats: int = 2, level: int = 1, *, blind: bool = False) -> State:
    """Return the deal of `?seed=` at a level of the first game on a page."""
    played = variant(name)
    game = new_game(played, seats)._replace(level=level, blind=blind or played.blind)
    return apply(game, DEALER, shuffled(game, f"{seed} 0"))[0]


def seed_where(wanted: Callable[[State], bool], name: str = "classic", seats: int = 2, level: int = 1) -> int:
    """Return the first seed whose deal of the level meets the condition."""
    return next(seed for seed in count(1) if wanted(dealt(seed, name, seats, level)))


def saved_game(name: str, seats: int, until: Callable[[State], bool], seed: str = "1") -> str:
    """Return a saved game, played without a mistake until a condition is true."""
    names = ("You", "Ada", "Bea", "Cora", "Dana", "Emil", "Fred", "Gus")[:seats]
    state, deals, moves = new_game(variant(name), seats), list[DealtLevel](), list[Move]()
    while state.phase is Phase.DEAL or not until(state):
        if state.phase is Phase.DEAL:
            state, _ = apply(state, DEALER, shuffled(state, seed))
            deals.append(DealtLevel(state.hands))
            continue
        seat, action = _next_move(state)
        state, _ = apply(state, seat, action)
        moves.append(Move(float(len(moves)), seat, action))
        deals[-1] = replace(deals[-1], moves=(*deals[-1].moves, moves[-1]))
    team = Team(names, ("", *(next(iter(CHARACTERS)),) * (seats - 1)), 0)
    return write(Game(state.variant, team, tuple(deals), seed))


def _next_move(state: State) -> tuple[int, Action]:
    if state.phase is not Phase.PLAY:
        return min(set(range(state.seats)) - state.down), LayHand()
    return next_play(state)


def next_play(state: State) -> tuple[int, Play]:
    """Return who can play which card now without a mistake."""
    held = [(card, seat) for seat, hand in enumerate(state.hands) for card in state.variant.leading(hand)]
    precedes = state.variant.precedes
    return next((seat, Play(card)) for card, seat in held if not any(precedes(other, card) for other, _ in held))


def replayed(text: str) -> State:
    return read(text).end
