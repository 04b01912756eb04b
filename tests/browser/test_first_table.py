"""The first table: offered to newcomers, played by mouse, keyboard and touch, left at any time, and reopened."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from game.browser.first_table.deals import DEALS
from game.core import DEALER, Card, Phase, State, apply, new_game, shuffled, variant
from game.words.title_screen import NOT_FETCHED
from tests.browser.conftest import Come
from tests.browser.table import Person, next_of_mine, saved_game
from tests.browser.test_keys_and_touch import focused, tab_to
from tests.conftest import Complaints
from tests.test_first_table import GAP, HANDS, MARKS, NO_TURNS, REST, STAR, STOP, YOUR_CARD

SEATS = 3
STANDING = saved_game("classic", 2, until=lambda state: state.level == 4)

SEEN = """() => {
    const mine = document.querySelectorAll(".hand .card").length;
    const others = [...document.querySelectorAll(".teammate .count")].map((count) => +count.textContent);
    return [+document.querySelector(".table").dataset.level, [mine, ...others]];
}"""


class Newcomer:
    """A person at a first table, which is not saved: hidden state is derived from the deal and the page."""

    def __init__(self, person: Person, seed: int) -> None:
        self.person = person
        self.page: Page = person.page
        self.presses_continue: Callable[[], None] = person.button("Continue").click
        self._seed = seed

    def try_it(self) -> None:
        self.person.button("Try it").click()
        self.lay_level_zero(self.person.play)

    def lay_level_zero(self, lay: Callable[[], None]) -> None:
        """Lay the three open cards, and look at the end of that level."""
        self.person.shows(phase="play", level=0, seats=SEATS)
        for _ in range(3):
            lay()
            self.person.wait(1)
        self.go_on()
        self.person.shows(phase="focus", level=1, seats=SEATS, variant="classic", lives=3, stars=1)

    def go_on(self) -> None:
        """Look at each moment of a level's end, and go on when it has been read."""
        while "held" in self.person.data():
            self.person.wait(10 if self.may_continue else 0.5)
            if self.may_continue:
                self.presses_continue()
                self.person.wait(0)

    @property
    def may_continue(self) -> bool:
        return self.person.button("Continue").is_visible()

    @property
    def hint(self) -> str:
        """Return the text of the hint, or "" if there is none that waits for a press."""
        waits = self.person.button("Got it").is_visible() or self.may_continue
        words = self.page.locator(".table-hint [data-part=hint-words]")
        return words.inner_text() if waits and words.is_visible() else ""

    def truth(self) -> State:
        """Return the state of the level: all players play their lowest cards first, so the highest ones are left."""
        level, counts = self.page.evaluate(SEEN)
        game = new_game(variant("gentle"), SEATS)._replace(level=level)
        state, _ = apply(game, DEALER, shuffled(game, str(Random(f"{self._seed} 0").choice(DEALS))))
        hands = tuple(hand[len(hand) - left :] for hand, left in zip(state.hands, counts, strict=True))
        return state._replace(hands=hands)

    def my_turn(self) -> Card | None:
        """Return my lowest card, if it is the lowest of all."""
        return next_of_mine(self.truth()) if self.person.data()["phase"] == "play" else None

    def play(self, lay: Callable[[], None], play: Callable[[], None], until: Callable[[], bool]) -> None:
        """Play without a mistake until a condition is true. `lay` concentrates, and `play` plays the lowest card."""
        for _ in range(3000):
            if until():
                return
            if self.may_continue:
                self.go_on()
            elif self.hint:
                self.page.keyboard.press("Escape")
            elif self.page.locator(".lay[aria-pressed=false]:visible").count():
                lay()
            elif self.my_turn() is not None:
                play()
                self.person.wait(0)
            else:
                self.person.wait()
        raise AssertionError(f"this table does not come to its end: {self.person.data()}, {self.hint}")

    def is_over(self) -> bool:
        return self.person.data()["phase"] in ("won", "lost")

    def reaches(self, level: int, phase: Phase = Phase.FOCUS) -> Callable[[], bool]:
        def reached() -> bool:
            data = self.person.data()
            return data["level"] == str(level) and data["phase"] == phase.value

        return reached

    def keeps_the_secret(self) -> None:
        """Check that the page still hides the secret: this does not count as a first game."""
        self.person.unfold()
        for name in ("Were you in sync?", "How can this work?"):
            expect(self.person.button(name)).to_be_hidden()


@pytest.fixture
def newcomer(come: Come) -> Callable[..., Newcomer]:
    """Return a person who has never played: `newcomer(seed=3, viewport=...)`."""

    def newcomer(seed: int = 6, **more: object) -> Newcomer:
        return Newcomer(come(seed, newcomer=True, **more), seed)

    return newcomer


Arrive = Callable[..., Newcomer]


# --- From the title to the next table -------------------------------------------------


def test_three_levels_by_keyboard_alone_have_each_hint_once_and_end_with_the_way_to_a_whole_game(
    newcomer: Arrive,
) -> None:
    one = newcomer()
    person, press = one.person, one.page.keyboard.press
    one.presses_continue = lambda: press("Enter")
    tab_to(person, "Try it")
    press("Enter")
    person.shows(phase="play", level=0)
    person.listen()
    one.lay_level_zero(lambda: press("Space"))
    expect(one.page.locator(".level")).to_contain_text("of 3")
    seen = [one.hint]
    put_away_by_keyboard(one)

    def look() -> bool:
        assert focused(one.page) not in ("", "body"), "the focus is lost"
        if (hint := one.hint) not in ("", *seen[-1:]):
            seen.append(hint)
        return one.is_over()

    one.play(lay=lambda: press("h"), play=lambda: press("Space"), until=look)
    assert seen == [HANDS, NO_TURNS, GAP, REST, YOUR_CARD, MARKS, STAR, STOP]
    heard = "".join(person.heard())
    assert [heard.count(hint) for hint in seen] == [1] * 8
    expect(one.page.locator(".table :is([aria-live], [role=status], [role=alert], [role=log])")).to_have_count(1)
    person.shows(phase="won", level=3)
    expect(person.moment).to_contain_text("No life lost.")
    expect(person.moment).not_to_contain_text("Gentle")
    expect(person.button("Continue blind")).to_be_hidden()
    person.wait(10)
    expect(one.page.locator(".dialog:popover-open")).to_have_count(0)
    assert focused(one.page) == "title"
    one.keeps_the_secret()
    tab_to(person, "Play a whole game")
    press("Enter")
    tab_to(person, "Start")
    press("Enter")
    person.shows(phase="focus", level=1, seats=4, variant="classic")
    expect(person.button("Play a whole game")).to_be_hidden()


def test_it_can_be_left_at_any_time_and_is_offered_again(newcomer: Arrive) -> None:
    one = newcomer()
    person = one.person
    one.try_it()
    person.leave()
    expect(person.button("Play solo")).to_be_focused()
    one.try_it()
    expect(one.page.locator("[data-part=hint-words]")).to_have_text(HANDS)
    person.begin()
    person.come_back()
    person.shows(level=1, seats=SEATS)
    expect(one.page.locator(".table-hint")).to_be_hidden()  # none is given twice
    person.leave()
    person.come_back()
    expect(person.page.locator("#try")).to_be_hidden()
    expect(person.button("Continue")).to_be_hidden()


def test_a_saved_game_stays_unchanged(come: Come) -> None:
    person = come(saved=STANDING)
    person.leave()
    kept = person.page.evaluate("localStorage.getItem('one-mind/game')")
    one = Newcomer(person, 6)
    one.try_it()
    person.begin()
    person.leave()
    assert person.page.evaluate("localStorage.getItem('one-mind/game')") == kept
    person.come_back()
    person.button("Continue").click()
    person.shows(level=4)


@pytest.mark.needs("tap")
def test_it_can_be_played_by_touch_alone(newcomer: Arrive) -> None:
    one = newcomer(viewport={"width": 360, "height": 640}, has_touch=True)
    person = one.person
    one.presses_continue = person.button("Continue").tap
    person.button("Try it").tap()
    one.lay_level_zero(lambda: person.playable.first.tap())

    def look() -> bool:
        if person.button("Got it").is_visible():
            person.button("Got it").tap()
        return one.reaches(2)()

    one.play(person.button("Hand on the table").tap, lambda: person.playable.first.tap(), look)
    person.shows(phase="focus", level=2)


# --- Loading on demand --------------------------------------------------------------------


def test_its_modules_are_loaded_on_demand_and_a_failed_load_is_reported(
    newcomer: Arrive, complaints: Complaints
) -> None:
    complaints.expect("first_table.pack|ERR_FAILED")
    one = newcomer(own=True)  # a page that has not loaded it yet
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url.split("/")[-1]))
    one.person.button("Rules").click()
    one.page.keyboard.press("Escape")
    assert asked == []
    one.page.route("**/first_table.pack", lambda route: route.abort(), times=1)
    one.person.button("Try it").click()
    expect(one.page.locator("#title-message [data-part=message-words]")).to_have_text(NOT_FETCHED.text)
    for _ in range(2):
        one.person.button("Try it").click()
        one.person.shows(phase="play", level=0)
        one.person.leave()
    assert asked.count("first_table.pack") == 2
    for _ in range(2):
        one.person.button("Your games").click()
        expect(one.page.locator("#games-screen")).to_be_visible()
        one.person.button("Back").click()
    assert asked.count("history.pack") == 1


def put_away_by_keyboard(one: Newcomer) -> None:
    """Put the hint away by its button, which is before the focused one, and check that the focus returns."""
    assert focused(one.page) == "lay"
    for _ in range(10):
        one.page.keyboard.press("Shift+Tab")
        if one.page.evaluate("document.activeElement.innerText") == "Got it":
            break
    else:
        raise AssertionError("it cannot be reached")
    one.page.keyboard.press("Enter")
    assert one.hint == ""
    assert focused(one.page) == "lay"
