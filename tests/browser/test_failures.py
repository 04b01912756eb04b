"""Failures after the start: one message, and a report that names the place and quotes no data."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from game.core import State
from tests.browser.conftest import Arrive, Come
from tests.browser.table import seed_where
from tests.conftest import Complaints
from tests.web import ready

SENTENCE = "Something went wrong You can continue. If it happens again, reload the page."
SECRET = "secret lusab gutih #join=abc 42"
"""Private data that an exception message might contain."""

BREAK = """(method) => {
    const { [method]: works } = Element.prototype;
    window.mend = () => { Element.prototype[method] = works; };
    Element.prototype[method] = () => { throw new Error("%s"); };
}"""
LINE = re.compile(
    r"One Mind \d+\.\d+\.\d+ \([0-9a-f]{8}\)"
    r"|Mozilla/.*"
    r"|(\d+ times: )?\w+(Error|Exception)"
    r"|  [\w./:<>-]+:\d+( in [\w.<>]+)?"
)


@pytest.fixture(autouse=True)
def expected(complaints: Complaints) -> None:
    """Expect the error in the console, which shows everything to developers."""
    complaints.expect(SECRET)


def sheet(page: Page) -> Locator:
    return page.get_by_role("alertdialog")


def broken(page: Page, method: str = "setAttribute") -> None:
    """Make this method fail everywhere in the page from now on."""
    page.evaluate(BREAK % SECRET, method)


def told(page: Page) -> str:
    """Check that the message is shown, and return the report."""
    if page.evaluate("Object.hasOwn(window, 'later')"):  # otherwise the clock runs by itself
        page.clock.run_for(0)
    page.bring_to_front()  # without an emulated focus, only one page has it
    expect(sheet(page)).to_be_visible()
    said = sheet(page).locator("h2, #failed-words").all_inner_texts()
    assert " ".join(said) == SENTENCE
    expect(page.get_by_role("button", name="Continue anyway")).to_be_focused()
    report = sheet(page).locator("textarea").input_value()
    for line in report.splitlines():
        assert LINE.fullmatch(line), line
    return report


def own_lines(report: str) -> list[str]:
    """Return the files of the game that the report names, the innermost last."""
    return re.findall(r"^  (game/[\w/]+\.py):[1-9]\d* in \w+", report, re.MULTILINE)


def hers_comes_first(state: State) -> bool:
    return state.hands[1][0] < state.hands[0][0] <= 30


def test_a_failure_at_a_press_is_reported_and_the_game_continues(come: Come) -> None:
    """A report that cannot be copied is shown selected."""
    person = come(permissions=["clipboard-read", "clipboard-write"])
    person.sit_down()
    broken(person.page)
    person.button("Hand on the table").click()
    report = told(person.page)
    person.button("Copy error report").click()
    expect(sheet(person.page).get_by_role("status")).to_have_text("Error report copied.")
    assert person.page.evaluate("navigator.clipboard.readText()") == report
    files = own_lines(report)
    assert files[0] == "game/browser/table/controls.py" and "game/browser/table/table_screen.py" in files
    person.page.evaluate("mend()")
    person.button("Continue anyway").click()
    expect(sheet(person.page)).to_be_hidden()
    expect(person.button("Hand on the table")).to_be_focused()
    broken(person.page, "removeAttribute")  # which the hand taken up again needs
    person.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    person.button("Hand on the table").click()
    report = told(person.page)
    person.button("Copy error report").click()
    expect(person.page.get_by_label("Error report")).to_be_visible()
    assert person.page.evaluate("getSelection().toString()").splitlines() == report.splitlines()
    person.page.evaluate("mend()")
    person.button("Continue anyway").click()
    person.begin()  # the second press has lifted the hand
    person.play_level()
    person.shows(level=2)


def test_a_failure_in_a_timer_pauses_and_the_last_state_is_saved(come: Come) -> None:
    person = come(seed_where(hers_comes_first))
    person.sit_down()
    (hers,) = person.truth().hands[1]
    person.begin()
    person.wait(1.5)  # until the faces rest
    broken(person.page)
    person.wait_until(sheet(person.page).is_visible)
    assert "game/driver.py" in own_lines(told(person.page))
    person.wait(1)
    person.come_back(by="Reload")
    person.shows(phase="focus", level=1)
    assert person.cards(".piles") == [str(hers)]
    expect(sheet(person.page)).to_be_hidden()


def test_a_failure_in_a_callback_of_a_library_is_reported(arrive: Arrive) -> None:
    host, guest = arrive(), arrive()
    host.host("Mia")
    broken(host.page)
    guest.page.goto(host.invite)
    guest.button("Sit down").click()
    expect(sheet(host.page)).to_be_visible(timeout=15_000)
    assert "game/browser/webrtc/room_transport.py" in own_lines(told(host.page))


OURS = "new Function(`%s\n//# sourceURL=${{location.origin}}/assets/offline.js`)()"
"""Runs a script under the address of one of the page's own files."""

THROWN = "setTimeout(function tick() {{ throw new TypeError('{secret}'); }})"
REJECTED = "void Promise.reject(new TypeError('{secret}'))"


def in_our_script(page: Page, script: str) -> None:
    page.evaluate((OURS % script).format(secret=SECRET))


def dismiss(page: Page) -> None:
    """Close the message, and wait for the close event, which follows: until then, further failures are counted."""
    page.evaluate("""() => {
        const sheet = document.getElementById("failed");
        window.dismissed = new Promise((done) => sheet.addEventListener("close", () => done(true), { once: true }));
    }""")
    page.keyboard.press("Escape")
    page.evaluate("dismissed")
    expect(sheet(page)).to_be_hidden()


def test_failures_in_javascript_are_reported_and_further_ones_counted(open_page: Callable[..., Page]) -> None:
    page = open_page()
    for script in (THROWN, REJECTED):
        in_our_script(page, script)
        assert told(page).splitlines()[2:] == ["TypeError", "  offline.js:3"]  # two lines of the function's own head
        dismiss(page)
    for _ in range(3):
        in_our_script(page, REJECTED)
    expect(sheet(page).get_by_text("More errors: 2.")).to_be_visible()
    assert told(page).splitlines()[2] == "3 times: TypeError"
    dismiss(page)
    in_our_script(page, REJECTED)
    assert told(page).splitlines()[2] == "TypeError"
    expect(sheet(page).get_by_text("More errors")).to_be_hidden()


FOREIGN = [
    f"void Promise.reject('{SECRET}')",
    f"void Promise.reject(new TypeError('{SECRET}'))",
    f"void Promise.reject(Object.assign(new Error('{SECRET}'), {{ stack: 'at chrome-extension://ab/in.js:1:2' }}))",
    f"void Promise.reject({{ get stack() {{ throw new Error('{SECRET}'); }} }})",
    f"void Promise.reject(null), void Promise.reject(undefined) /* {SECRET} */",
    f"setTimeout(() => {{ throw new Error('{SECRET}'); }})",
    "document.body.append(Object.assign(new Image(), { src: 'https://other.example/a.png' }))",
]
"""What extensions, in-app browsers and other sites do in this page."""


def test_failures_that_are_not_ours_are_ignored(
    new_page: Callable[..., Page], site: str, complaints: Complaints
) -> None:
    complaints.expect("null|undefined|Object|other.example")
    page = new_page()
    page.add_init_script("".join(f"addEventListener('DOMContentLoaded', () => {{ {script} }});" for script in FOREIGN))
    page.goto(site)
    ready(page)
    for script in FOREIGN:
        page.evaluate(f"() => {{ {script} }}")
        page.evaluate("() => new Promise((done) => setTimeout(done))")
        expect(page.locator("#failure"), script).to_be_hidden()
        expect(sheet(page), script).to_be_hidden()
