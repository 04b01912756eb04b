"""Devices that sleep, hide or fail: what other devices say, when play continues, and what is lost.

Each row names whose page goes away. In the rows of the host and of a guest, three people play; in those of a watcher
and a TV, two people do. In the rows "alone", one person plays with computer players.
All people lay their hands as soon as they can, and play in order. After `IMPATIENT` seconds without a player, the
others play on, even if that costs a life, unless the table has stopped. Each try has a row of its own.

Play begins once the service worker of every page has cached it, in its first seconds. Otherwise that work would delay
a page that comes back.

A page without a window is never hidden by Chromium. Its visibility and freeze events are scripted, with timers aligned
to full seconds, as in a hidden tab. A frozen device is real: its browser's processes are stopped by a signal.
"""

from __future__ import annotations

import os
import re
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Error, Locator, Page, expect, sync_playwright

from tests.bench._bench import LOST, Options, Row, get_ready, parser, show
from tests.browser.party import Member, play_level, seat, start
from tests.relay import relay
from tests.tries import Tries
from tests.web import chromium_options, ready, served

NAMES = ("Ana", "Ben", "Cem")
PLAYERS = ("host", "guest", "alone")
WHICH = {"host": 0, "guest": 1, "watcher": 2, "TV": 0, "alone": 0}
"""The device to which it happens, by its role."""

IMPATIENT = 5.0
"""Seconds after which the others play on without waiting. Within this time, a table has to say who is away."""

AT_TABLE_WITHIN, GOES_ON_WITHIN = 2.0, 5.0
"""The most seconds after the return of the device until its page shows the table, and until play continues."""

PATIENCE = 30.0
"""Seconds after which a page that is not at the table has lost its seat."""

SLOWEST = 120_000
"""Timeout in milliseconds of any step on a busy machine."""

EFFECT_WITHIN = 2.0
"""Seconds in which a press has an effect on the page, even on a busy machine."""

LOOK_EVERY = 0.05
"""Seconds between two checks of all pages."""

THROTTLE = 6
"""The factor by which a throttled processor is slower."""

DEVICE = """
    window.said = [];
    const shown = {};
    const state = { hidden: false };
    const note = () => {
        for (const place of [".announcement", ".company .pause:not([hidden]) p"]) {
            const text = document.querySelector(place)?.textContent.trim() ?? "";
            if (text && text !== shown[place]) said.push([performance.timeOrigin + performance.now(), text]);
            shown[place] = text;
        }
    };
    new MutationObserver(note).observe(document, {
        attributes: true, characterData: true, childList: true, subtree: true,
    });
    Object.defineProperty(document, "hidden", { get: () => state.hidden });
    Object.defineProperty(document, "visibilityState", { get: () => (state.hidden ? "hidden" : "visible") });
    window.hide = (hidden) => {
        state.hidden = hidden;
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    };
    const { setTimeout } = window;
    window.setTimeout = (work, wait = 0, ...rest) => {
        const at = performance.now() + wait;
        const late = state.hidden ? Math.ceil(at / 1000) * 1000 - at : 0;
        return setTimeout.call(window, work, wait + late, ...rest);
    };
    const now = Date.now;
    window.setBack = (milliseconds) => {
        Date.now = () => now() - milliseconds;
    };
"""
"""Notes what the page says and when, and scripts what this browser does not do to a page without a window."""

LOOK = """((table) => ({
    table: table?.checkVisibility() ?? false,
    phase: table?.dataset.phase ?? "",
    lives: +(table?.dataset.lives ?? 0),
    level: +(table?.dataset.level ?? 0),
    here: document.querySelectorAll('.company .peers li[data-state="connected"]').length,
    pause: document.querySelector(".company .pause:not([hidden]) p")?.textContent ?? "",
    hand: [...document.querySelectorAll(".hand [data-card]:not(.gone)")].map((card) => +card.dataset.card),
}))(document.querySelector(".table"))"""

EMPTY = {"table": False, "phase": "", "lives": 0, "level": 0, "here": 0, "pause": "", "hand": []}
"""The state of a page that cannot answer."""


class Device:
    """A person's device: a browser of its own with one page, and what can happen to it."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.member = Member(browser.new_context(reduced_motion="reduce").new_page())
        self.address = ""
        self._stopped: list[int] = []
        self.page.set_default_timeout(SLOWEST)
        self.page.add_init_script(DEVICE)

    @property
    def page(self) -> Page:
        return self.member.page

    def is_kept(self) -> None:
        """Wait until the service worker has cached the page."""
        self.address = self.page.url
        self.page.wait_for_function("document.documentElement.dataset.kept")

    def asked(self, question: str, instead: Any, *argument: object) -> Any:
        """Return what the page answers, or `instead` while it cannot answer."""
        try:
            return self.page.evaluate(question, *argument)
        except Error:
            return instead

    def look(self) -> dict[str, Any]:
        """Return the state of the page."""
        return dict(self.asked(LOOK, EMPTY))

    def said(self, since: float) -> list[tuple[float, str]]:
        """Return what the page said since that time, in milliseconds since the epoch."""
        return list(self.asked("(since) => said.filter(([at]) => at >= since)", [], since))

    def hide(self) -> None:
        self.page.evaluate("hide(true)")

    def come_to_the_front(self) -> None:
        self.page.evaluate("hide(false)")

    def sleep(self) -> None:
        """Stop the processes that run pages without an event, as a lid that closes."""
        session = self.browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        session.detach()
        self._stopped = [int(one["id"]) for one in processes if one["type"] == "renderer"]
        self._signal(signal.SIGSTOP)

    def wake(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        for one in self._stopped:
            os.kill(one, number)

    def freeze(self) -> None:
        """Hide the page, and stop its processes a moment later, as a phone does."""
        self.hide()
        self.page.evaluate("document.dispatchEvent(new Event('freeze'))")
        self.sleep()

    def thaw(self) -> None:
        self.wake()
        self.page.evaluate("document.dispatchEvent(new Event('resume'))")
        self.come_to_the_front()

    def restore(self) -> None:
        """Open the page, which was killed, in a new tab."""
        self.member.page = self.page.context.new_page()
        self.page.add_init_script(DEVICE)
        self.page.goto(self.address, wait_until="commit")

    def reload(self) -> None:
        self.page.reload(wait_until="commit")

    def clear_storage(self) -> None:
        origin = re.sub(r"(//[^/]*)/.*", r"\1", self.address)
        self.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})

    def clear_storage_and_reload(self) -> None:
        self.clear_storage()
        self.reload()

    def send(self, command: str, arguments: dict[str, Any]) -> None:
        self.page.context.new_cdp_session(self.page).send(command, arguments)


class Situation(NamedTuple):
    """What happens to a device: it `begins`, and `ends` after some `seconds`. `away` if its person cannot play."""

    begins: Callable[[Device], object]
    ends: Callable[[Device], object] | None
    seconds: float
    away: bool = True


SITUATIONS = {
    "hidden for 5 s": Situation(Device.hide, Device.come_to_the_front, 5),
    "hidden for 1 min": Situation(Device.hide, Device.come_to_the_front, 60),
    "frozen for 5 s": Situation(Device.freeze, Device.thaw, 5),
    "frozen for 30 s": Situation(Device.freeze, Device.thaw, 30),
    "asleep without a word for 30 s": Situation(Device.sleep, Device.wake, 30),
    "killed, and restored after 5 s": Situation(lambda it: it.member.crash(), Device.restore, 5),
    "reloaded": Situation(Device.reload, None, 0),
    "away by a link, and back": Situation(
        lambda it: it.page.goto("about:blank"), lambda it: it.page.go_back(wait_until="commit"), 3
    ),
    "offline for 10 s": Situation(
        lambda it: it.page.context.set_offline(True), lambda it: it.page.context.set_offline(False), 10, away=False
    ),
    "clock set back by an hour": Situation(lambda it: it.page.evaluate("setBack(3_600_000)"), None, 1, away=False),
    "storage cleared": Situation(Device.clear_storage, None, 1, away=False),
    "storage cleared, and reloaded": Situation(Device.clear_storage_and_reload, None, 0),
    f"processor {THROTTLE} times slower": Situation(
        lambda it: it.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE}), None, 1, away=False
    ),
}
ROWS = [f"{name}, {role}" for name, role in product(SITUATIONS, WHICH)]


class Place(NamedTuple):
    """Where the pages run: one browser for each person, the page's address and a relay's."""

    browsers: Sequence[Browser]
    site: str
    relay: str


def main(argv: Sequence[str]) -> int:
    options: Options = {
        "tries": {"type": int, "default": 3, "help": "of each row (3)"},
        "only": {"choices": ROWS, "action": "append", "metavar": "ROW", "help": "this row; may be repeated"},
    }
    asked = parser("devices", __doc__, options).parse_args(argv)
    get_ready()
    with Tries(open_browsers) as places:
        rows = show(measured(places, asked.only or ROWS, asked.tries), asked.json)
    return LOST if places.failed else int(any(row["wrong"] for row in rows))


def measured(places: Tries[Place], rows: Sequence[str], tries: int) -> Iterator[Row]:
    for name in rows:
        situation, _, role = name.rpartition(", ")
        for _ in range(tries):
            row = places.run(partial(alone if role == "alone" else together, situation, role))
            if row is not None:
                yield row, f"{name:40}" + "  ".join(f"{figure} {it!r}" for figure, it in row.items())


@contextmanager
def open_browsers() -> Iterator[Place]:
    """Provide a browser for each person, the page and a relay, for the duration of the block."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        address = stack.enter_context(relay(Path(folder)))
        site = stack.enter_context(served())
        playwright = stack.enter_context(sync_playwright())
        browsers = [playwright.chromium.launch(**chromium_options()) for _ in NAMES]
        yield Place(browsers, site, address)
        for browser in browsers:
            browser.close()


def together(situation: str, role: str, where: Place) -> dict[str, Any]:
    """Let it happen once, to one of three devices at a table."""
    devices = [Device(browser) for browser in where.browsers]
    first, *more = (device.member for device in devices)
    first.page.goto(f"{where.site}?relay={where.relay}")
    ready(first.page)
    start(open_table(role, first, more), [first, *more])
    for device in devices:
        device.is_kept()
    one = devices[WHICH[role]]
    others = [device for device in devices if device is not one]
    if role in PLAYERS:  # a card of another person would cost a life if this one is ignored
        while one.look()["hand"][0] > max(other.look()["hand"][-1] for other in others):
            play_level(one.look()["level"], [first, *more])
    go_on(devices)
    return happen(situation, role, one, others, devices)


def alone(situation: str, role: str, where: Place) -> dict[str, Any]:
    """Let it happen once, to a person who plays with computer players."""
    device = Device(where.browsers[0])
    device.page.goto(where.site)
    ready(device.page)
    device.member.button("Play solo").click()
    device.member.button("Start").click()
    device.member.table.wait_for()
    device.is_kept()
    go_on([device])
    return happen(situation, role, device, [], [device])


def open_table(role: str, first: Member, more: Sequence[Member]) -> Member:
    """Open a table on the `first` page, and let the others join. Return the one who starts the game."""
    if role == "TV":
        first.button("Play on a TV").click()
        expect(first.page.locator("#invite")).to_have_value(re.compile("#join="), timeout=SLOWEST)
        for name, phone in zip(NAMES[1:], more, strict=True):
            phone.come(first.invite)
            phone.call(name)
        more[1].button("Ready").click()
        return more[0]
    first.host(NAMES[0])
    if role == "watcher":
        seat(first, {NAMES[1]: more[0]})
        more[1].page.goto(first.invite.replace("#join=", "#watch="))
        more[1].button("Watch").click()
        expect(first.page.locator(".watching")).not_to_be_empty(timeout=SLOWEST)
    else:
        seat(first, dict(zip(NAMES[1:], more, strict=True)))
    return first


def happen(
    situation: str, role: str, one: Device, others: Sequence[Device], devices: Sequence[Device]
) -> dict[str, Any]:
    """Let the `situation` happen to `one`, and return the results, with times in seconds.

    "said" is the first message about the device on another page. "back" is the time from the device's return until its
    page shows the table, and "goes on" until play continues. "told" are its page's messages since then.
    """
    what, before = SITUATIONS[situation], one.look()
    here = (others or [one])[0].look()["here"]
    missed = what.away and role in PLAYERS
    since = 1000 * time.time()
    what.begins(one)
    stopped = watch(what.seconds, others, before["hand"][:1] if missed else [])
    ended, again = time.monotonic(), 1000 * time.time()
    if what.ends is not None:
        what.ends(one)
    back = wait_for(lambda: is_whole(one, others, devices, here))
    goes_on = None if back is None or go_on(devices) is None else time.monotonic() - ended
    name = "TV" if role == "TV" else NAMES[devices.index(one)]
    about = re.compile(rf"{name}\b(?!:)")  # not a card that was played
    first = min((text for other in others for text in other.said(since) if about.search(text[1])), default=None)
    said_after = None if first is None else (first[0] - since) / 1000
    lost = max(0, before["lives"] - min(device.look()["lives"] for device in (others or [one])))
    told = " | ".join(text for _, text in one.said(again))
    for device in devices:
        device.page.context.close()
    wrong = {
        "not back": back is None,
        "back late": back is not None and back > AT_TABLE_WITHIN,
        "goes on late": back is not None and (goes_on is None or goes_on > GOES_ON_WITHIN),
        "said late": said_after is not None and said_after > IMPATIENT,
        "not said": bool(others and what.away and what.seconds) and role != "watcher" and first is None,
        "play went on": bool(others) and missed and what.seconds > IMPATIENT and not stopped,
        "play stopped": role == "watcher" and stopped,
        "a life lost": lost > 0,
    }
    seconds = {"said after": said_after, "back": back, "goes on": goes_on}
    return {
        "situation": situation,
        "role": role,
        "wrong": [fault for fault, is_so in wrong.items() if is_so],
        **{moment: None if at is None else round(at, 2) for moment, at in seconds.items()},
        "stopped": stopped,
        "lives lost": lost,
        "said": first and first[1],
        "told": told,
    }


def watch(seconds: float, others: Sequence[Device], lowest: list[int]) -> bool:
    """Return whether play has stopped on another page within `seconds`.

    If a player with the `lowest` card is missed, the others play on after a while, unless play has stopped.
    """
    began, stopped = time.monotonic(), False
    plays_at = IMPATIENT if lowest else float("inf")
    while (passed := time.monotonic() - began) < seconds:
        for other in others:
            state = other.look()
            stopped = stopped or state["phase"] != "play"
            if passed >= plays_at and state["phase"] == "play" and state["hand"][-1:] > lowest:
                press(other.member.button(f"Play {state['hand'][0]}"))
                plays_at = passed + 1
        time.sleep(LOOK_EVERY)
    return stopped


def wait_for(happened: Callable[[], bool]) -> float | None:
    """Return the seconds until it has happened; None if it does not within `PATIENCE`."""
    began = time.monotonic()
    while (passed := time.monotonic() - began) < PATIENCE:
        if happened():
            return passed
        time.sleep(LOOK_EVERY)
    return None


def is_whole(one: Device, others: Sequence[Device], devices: Sequence[Device], here: int) -> bool:
    """Whether all devices show the table with `here` players. Alone, open the saved game again if needed."""
    if not others:
        again = one.member.button("Continue")
        if not one.look()["table"] and again.is_visible():
            press(again)
        return bool(one.look()["table"])
    states = [device.look() for device in devices]
    return all(state["table"] and state["here"] == here and not state["pause"] for state in states)


def press(button: Locator) -> None:
    """Press the button, if it is still there."""
    try:
        button.click(timeout=500)
    except Error:
        pass  # it has changed in the meantime


def go_on(devices: Sequence[Device]) -> float | None:
    """Let all people lay their hands until play is on everywhere. Return the seconds; None if it never is.

    A second press of the button lifts the hand again, so each person waits for the effect of the first.
    """
    pressed: dict[Device, float] = {}

    def is_on() -> bool:
        states = [device.look() for device in devices]
        for device, state in zip(devices, states, strict=True):
            lay = device.page.locator(".lay[aria-pressed=false]")
            waits = time.monotonic() < pressed.get(device, 0.0) + EFFECT_WITHIN
            if state["phase"] == "focus" and state["hand"] and not waits and lay.is_visible():
                press(lay)
                pressed[device] = time.monotonic()
        return all(state["phase"] == "play" for state in states)

    return wait_for(is_on)
