"""Features of the device that may be missing, refuse, or never answer: the wake lock, and sharing."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Come
from tests.browser.party import Member
from tests.browser.table import seed_where
from tests.browser.test_keys_and_touch import nobody_is_quick

LOCKS = """
    let locks = 0;
    const count = (more) => (document.documentElement.dataset.locks = locks += more);
    window.grant = (done) => done();
    navigator.wakeLock.request = async () => {
        await new Promise((done) => grant(done));
        const lock = { released: false, async release() { if (!this.released) count(-1); this.released = true; } };
        count(1);
        window.lock = lock;
        return lock;
    };
    window.hide = (hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
        if (hidden && window.lock) lock.release();
        document.dispatchEvent(new Event("visibilitychange"));
    };
"""
"""Counts the wake locks that are held. `grant` says when a request is answered."""


DELAY = """() => {
    window.grant = (done) => {
        window.late = done;
        document.documentElement.dataset.asked = "yes";
    };
}"""
"""Answers requests only when `late` is called."""


def holds(page: Page, locks: int) -> None:
    expect(page.locator("html")).to_have_attribute("data-locks", str(locks))


def test_the_screen_stays_on_while_a_level_is_in_play_alone(come: Come) -> None:
    person = come(seed_where(nobody_is_quick), script=LOCKS)
    person.sit_down()
    expect(person.page.locator("html")).not_to_have_attribute("data-locks", "1")
    person.begin()
    holds(person.page, 1)
    person.button("Stop").click()
    holds(person.page, 0)
    person.begin()
    holds(person.page, 1)
    person.page.evaluate("hide(true)")
    holds(person.page, 0)
    person.page.evaluate("hide(false)")
    person.begin()
    holds(person.page, 1)
    person.leave()
    holds(person.page, 0)


REFUSES = """
    navigator.share = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    Object.defineProperty(navigator, "clipboard", { value: null });
"""
"""Refuses to share, and has no clipboard."""

LOBBY = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def open_lobby(person: Member) -> None:
    person.button("Play together").click()
    person.page.locator("#your-name").fill("Ana")
    person.button("Invite others").click()
    expect(person.button("Share invite link")).to_be_visible()


def test_the_screen_stays_on_in_the_lobby_and_an_invite_link_that_cannot_be_copied_is_selected(
    arrive: Callable[..., Member],
) -> None:
    """This browser refuses to share the link and to copy it."""
    host = arrive(script=LOCKS + REFUSES, **LOBBY)
    host.page.evaluate(DELAY)
    host.button("Play together").click()
    expect(host.page.locator("html")).to_have_attribute("data-asked", "yes")
    host.page.locator("#lobby header [data-do=leave]").click()
    expect(host.page.locator("#title")).to_be_visible()
    host.page.evaluate("late()")
    holds(host.page, 0)
    host.page.evaluate("() => { window.grant = (done) => done(); }")
    host.button("Play together").click()
    holds(host.page, 1)
    host.page.evaluate("hide(true)")
    holds(host.page, 0)
    host.page.evaluate("hide(false)")
    holds(host.page, 1)
    host.page.locator("#lobby header [data-do=leave]").click()
    open_lobby(host)
    host.button("Share invite link").click()
    expect(host.page.locator("#invite")).to_be_focused()
    assert host.page.evaluate("invite.selectionEnd - invite.selectionStart === invite.value.length")
