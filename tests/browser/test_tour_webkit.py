"""The tour in the system's WebKitGTK, in real time because its clock cannot be paused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from selenium.common.exceptions import JavascriptException
from selenium.webdriver import ActionChains, WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

from assets.build import browsers, project, site
from assets.build.single import one_file
from game.core import Phase, State
from tests.browser.table import dealt, next_of_mine, replayed
from tests.engines.webkit import webkit

pytestmark = pytest.mark.only_browser("webkit")

SOON = 120
"""Timeout in seconds of a start on a busy machine."""

COMPLAINT = re.compile(
    r"CONSOLE (?!DEBUG)(?!SECURITY ERROR Unrecognized Content-Security-Policy directive 'manifest-src')"
)

NAMED = """
    const read = (part) => !part.ariaHidden && (part.checkVisibility?.({ visibilityProperty: true }) ?? true);
    const words = (button) => [...button.childNodes].filter(read).map((part) => part.textContent);
    const label = (button) => document.getElementById(button.getAttribute("aria-labelledby"))?.textContent;
    const name = (button) => button.ariaLabel ?? label(button) ?? words(button).join("").trim();
    const shown = [...document.querySelectorAll("button:enabled")].filter((button) => button.checkVisibility());
    return shown.find((button) => name(button) === arguments[0]);
"""
"""Returns the enabled button with a name."""


class Visitor:
    """A person with a mouse and a keyboard at the only page of a WebKitGTK."""

    def __init__(self, driver: WebKitGTK) -> None:
        self._driver = driver

    def arrive(self, address: str) -> None:
        """Open or reload the page, and wait until it handles the first click."""
        self._driver.get(address)
        self.until(lambda: self.root("ready") == "true")

    def until(self, happened: Callable[[], Any]) -> Any:
        """Wait until the condition is true, and return its value."""
        wait = WebDriverWait(self._driver, SOON, poll_frequency=0.05, ignored_exceptions=[JavascriptException])
        return wait.until(lambda _: happened())

    def read(self, script: str) -> Any:
        return self._driver.execute_script(f"return {script}")

    def root(self, name: str) -> str | None:
        """Return the state of the page's root element."""
        said: str | None = self.read(f"document.documentElement.dataset.{name}")
        return said

    def shows(self, **data: object) -> None:
        """Wait for a state of the table: `shows(phase="play", lives=2)`."""
        for name, value in data.items():
            self.until(partial(self.read, f"document.querySelector('.table').dataset.{name} === '{value}'"))

    def press(self, name: str) -> None:
        """Click the button with exactly this name, once it is visible and enabled."""
        self.until(lambda: self._driver.execute_script(NAMED, name)).click()

    def key(self, key: str) -> None:
        ActionChains(self._driver).send_keys(key).perform()

    def choose(self, label: str, value: str) -> None:
        """Choose an option of the field with this label."""
        Select(self._driver.find_element(By.XPATH, f"//select[@id=//label[.='{label}']/@for]")).select_by_value(value)

    def remove_players(self, left: int) -> None:
        """Remove the last computer players in the setup until so many players are left."""
        while self.read("document.querySelector('[name=players]:checked').value") != str(left):
            next(
                one for one in self._driver.find_elements(By.CSS_SELECTOR, "#setup .less") if one.is_displayed()
            ).click()

    def truth(self) -> State:
        """Return the full state that the page saved."""
        return replayed(self.read("localStorage.getItem('one-mind/game')"))

    def _changed(self, state: State) -> bool:
        return self.truth() != state

    def play_level(self, lay: Callable[[], None], play: Callable[[str], None]) -> None:
        """Play the level without a mistake: `lay` concentrates, and `play` plays the card with this label."""
        lay()
        self.until(lambda: self.truth().phase is Phase.PLAY)
        before = self.truth()
        while (state := self.truth()).level == before.level:
            if (card := next_of_mine(state)) is not None:
                play(state.variant.key(card))
            self.until(partial(self._changed, state))
        assert state.lives == before.lives


@pytest.fixture(scope="session")
def said(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file with the console output of `driver`."""
    return tmp_path_factory.mktemp("webkit") / "said"


@pytest.fixture(scope="session")
def driver(browser_name: str, said: Path) -> Iterator[WebKitGTK]:
    """Return a WebKitGTK without any stored data."""
    if browsers.of_this_machine(browser_name) is None:
        pytest.skip("there is no WebKitGTK that could be driven")
    with webkit(said.parent) as driver:
        yield driver


@pytest.fixture
def visitor(driver: WebKitGTK, said: Path) -> Iterator[Visitor]:
    """Return a person at a page that must not report errors."""
    before = said.stat().st_size
    yield Visitor(driver)
    lines = said.read_text(encoding="utf-8")[before:].splitlines()
    assert [line for line in lines if COMPLAINT.search(line)] == []


def test_the_first_start_and_a_repeat_visit(visitor: Visitor, site: str) -> None:
    visitor.arrive(site)
    assert visitor.root("snapshot") == "restored"
    visitor.until(lambda: visitor.root("kept") == "kept")
    visitor.arrive(site)
    assert visitor.root("snapshot") == "restored"


def test_settings_persist(visitor: Visitor, site: str) -> None:
    visitor.arrive(site)
    visitor.press("Settings")
    visitor.choose("Theme", "dark")
    visitor.until(lambda: visitor.root("theme") == "dark")
    visitor.choose("Motion", "less")
    visitor.arrive(site)
    assert (visitor.root("theme"), visitor.root("motion")) == ("dark", "less")


def quick_seed() -> int:
    """Return the first seed for which no teammate waits long at levels 1 and 2."""
    levels = ((1, 15), (2, 25))
    return next(s for s in count(1) if all(max(dealt(s, level=level).hands[1]) < least for level, least in levels))


def test_a_level_by_mouse_one_by_keyboard_and_a_reload_between(visitor: Visitor, site: str) -> None:
    address = f"{site}?seed={quick_seed()}"
    visitor.arrive(address)
    visitor.press("Play solo")
    visitor.remove_players(2)
    visitor.press("Start")
    visitor.shows(phase="focus", level=1, seats=2)
    visitor.play_level(lambda: visitor.press("Hand on the table"), lambda card: visitor.press(f"Play {card}"))
    visitor.shows(phase="focus", level=2)
    visitor.arrive(address)
    visitor.shows(phase="focus", level=2, lives=2)
    visitor.play_level(lambda: visitor.key("h"), lambda _: visitor.key(" "))
    visitor.shows(phase="focus", level=3, lives=2, stars=2)


def test_the_single_file_runs_from_disk(visitor: Visitor, tmp_path: Path) -> None:
    file = tmp_path / "one-mind.html"
    file.write_text(one_file(project.DIST, site.bundled), encoding="utf-8")
    visitor.arrive(f"{file.as_uri()}?seed={quick_seed()}")
    visitor.press("Play solo")
    visitor.remove_players(2)
    visitor.press("Start")
    visitor.play_level(lambda: visitor.press("Hand on the table"), lambda card: visitor.press(f"Play {card}"))
    visitor.shows(phase="focus", level=2)
