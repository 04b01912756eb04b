"""Devices that sleep, hide or fail: the messages on the other devices, the time until play continues, and the losses.

Two people play with the host, who goes away in the rows of the host; a guest does in those of a guest. In the rows of
a watcher and a TV, that page goes away, and two people play. In the rows "alone", a person plays with computer players.
All people lay their hands as soon as they can, and play in order. After `IMPATIENT` seconds without a player, the
others play on, even if that costs a life, unless the table has stopped.

Play begins once the service worker of every page has cached it, in its first seconds. Otherwise that work would delay
a page that comes back.

A page without a window is never hidden by Chromium. Its visibility and freeze events are scripted, with timers aligned
to full seconds, as in a hidden tab. A frozen device is real: its browser's processes are stopped by a signal.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Error, Locator, expect, sync_playwright

from tests.bench._ready import get_ready
from tests.bench._rows import LOST, show
from tests.browser.party import Member, play_level, seat, start
from tests.relay import relay
from tests.tries import Tries
from tests.web import chromium_options, ready, served

NAMES = ("Ana", "Ben", "Cem")
ROLES = ("host", "guest", "watcher", "TV", "alone")

PLAYERS = ("host", "guest", "alone")
WHICH = {"host": 0, "guest": 1, "watcher": 2, "TV": 0}
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

LOOK = """(table = document.querySelector(".table")) => ({
    table: table?.checkVisibility() ?? false,
    phase: table?.dataset.phase ?? "",
    lives: +(table?.dataset.lives ?? 0),
    level: +(table?.dataset.level ?? 0),
    here: document.querySelectorAll('.company .peers li[data-state="connected"]').length,
    pause: document.querySelector(".company .pause:not([hidden]) p")?.textContent ?? "",
    hand: [...document.querySelectorAll(".hand [data-card]:not(.gone)")].map((card) => +card.dataset.card),
})"""

SAID_SINCE = "(since) => said.filter(([at]) => at >= since)"


@dataclass
class Device:
    """A person's device: a `browser` of its own with one page. `address` is that of its page."""

    member: Member
    browser: Browser
    address: str = ""

    def look(self) -> dict[str, Any]:
        """Return the state of the page; that of an empty page while it cannot answer."""
        try:
            state: dict[str, Any] = self.member.page.evaluate(LOOK)
        except Error:
            return {"table": False, "phase": "", "lives": 0, "level": 0, "here": 0, "pause": "", "hand": []}
        return state

    def tell(self, event: str) -> None:
        """Dispatch `event` at the document."""
        self.member.page.evaluate("(name) => document.dispatchEvent(new Event(name))", event)

    def hide(self, hidden: bool) -> None:
        self.member.page.evaluate("hide", hidden)

    def processes(self) -> list[int]:
        """Return the processes of this browser that run pages."""
        session = self.browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        session.detach()
        return [int(one["id"]) for one in processes if one["type"] == "renderer"]


class Situation(NamedTuple):
    """What happens to a device: it `begins`, and `ends` after some `seconds`. `away` if its person cannot play."""

    begins: Callable[[Device], Callable[[], object]]
    seconds: float
    away: bool = True


def hides(device: Device) -> Callable[[], object]:
    device.hide(True)
    return lambda: device.hide(False)


def freezes(device: Device) -> Callable[[], object]:
    """Hide the page, and stop its processes a moment later, as a phone does."""
    device.hide(True)
    device.tell("freeze")
    thaws = sleeps(device)

    def ends() -> None:
        thaws()
        device.tell("resume")
        device.hide(False)

    return ends


def sleeps(device: Device) -> Callable[[], object]:
    """Stop the processes without an event, as a lid that closes."""
    processes = device.processes()
    for one in processes:
        os.kill(one, signal.SIGSTOP)

    def ends() -> None:
        for one in processes:
            os.kill(one, signal.SIGCONT)

    return ends


def is_killed(device: Device) -> Callable[[], object]:
    """Kill the page, and open it again in a new tab."""
    device.member.crash()

    def ends() -> None:
        context = device.member.page.context
        device.member.page = context.new_page()
        device.member.page.add_init_script(DEVICE)
        device.member.page.goto(device.address, wait_until="commit")

    return ends


def reloads(device: Device) -> Callable[[], object]:
    device.member.page.reload(wait_until="commit")
    return lambda: None


def goes_back(device: Device) -> Callable[[], object]:
    device.member.page.goto("about:blank")
    return lambda: device.member.page.go_back(wait_until="commit")


def is_offline(device: Device) -> Callable[[], object]:
    device.member.page.context.set_offline(True)
    return lambda: device.member.page.context.set_offline(False)


def sets_back_the_clock(device: Device) -> Callable[[], object]:
    device.member.page.evaluate("setBack(3_600_000)")
    return lambda: None


def clears_storage(device: Device) -> Callable[[], object]:
    session = device.member.page.context.new_cdp_session(device.member.page)
    origin = re.sub(r"(//[^/]*)/.*", r"\1", device.address)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    return lambda: None


def clears_storage_and_reloads(device: Device) -> Callable[[], object]:
    clears_storage(device)
    return reloads(device)


def is_throttled(device: Device) -> Callable[[], object]:
    session = device.member.page.context.new_cdp_session(device.member.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    return lambda: None


SITUATIONS: Mapping[str, Situation] = MappingProxyType(
    {
        "hidden for 5 s": Situation(hides, 5),
        "hidden for 1 min": Situation(hides, 60),
        "frozen for 5 s": Situation(freezes, 5),
        "frozen for 30 s": Situation(freezes, 30),
        "asleep without a word for 30 s": Situation(sleeps, 30),
        "killed, and restored after 5 s": Situation(is_killed, 5),
        "reloaded": Situation(reloads, 0),
        "away by a link, and back": Situation(goes_back, 3),
        "offline for 10 s": Situation(is_offline, 10, away=False),
        "clock set back by an hour": Situation(sets_back_the_clock, 1, away=False),
        "storage cleared": Situation(clears_storage, 1, away=False),
        "storage cleared, and reloaded": Situation(clears_storage_and_reloads, 0),
        f"processor {THROTTLE} times slower": Situation(is_throttled, 1, away=False),
    }
)
ROWS = [f"{name}, {role}" for name, role in product(SITUATIONS, ROLES)]


@dataclass
class Row:
    """The results of all tries of a row. Each time is the longest one, in seconds; None if the event never happened.

    `said` is the first message about the device on another page, after `said_after`. `back` is the time from the
    device's return until its page shows the table, and `goes_on` until play continues. `told` are its page's messages.
    """

    situation: str
    role: str
    tries: int = 0
    ok: int = 0
    said: str = ""
    said_after: float | None = None
    stopped: int = 0
    back: float | None = None
    goes_on: float | None = None
    lives_lost: int = 0
    seats_lost: int = 0
    told: str = ""
    failed: int = 0
    wrong: list[str] = field(default_factory=list)


class Place(NamedTuple):
    """Where the pages run: one browser for each person, the page's address and a relay's."""

    browsers: Sequence[Browser]
    site: str
    relay: str


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench devices", description=__doc__)
    parser.add_argument("--tries", type=int, default=3, help="of each row (3)")
    parser.add_argument("--only", choices=ROWS, action="append", metavar="ROW", help="this row; may be repeated")
    parser.add_argument("--json", action="store_true", help="print each row as an object of JSON on a line of its own")
    asked = parser.parse_args(argv)
    get_ready()
    return measure(asked.only or ROWS, asked.tries, asked.json)


def measure(rows: Sequence[str], tries: int, as_json: bool) -> int:
    """Measure `rows`, and return the exit status."""
    missed = False
    with Tries(open_browsers) as places:
        for name in rows:
            situation, _, role = name.rpartition(", ")
            row = Row(situation, role)
            for _ in range(tries):
                before = places.failed
                places.run(partial(alone if role == "alone" else together, row))
                row.failed += places.failed - before
            missed = missed or row.ok < tries
            show(asdict(row), line(row), as_json)
    return LOST if places.failed else int(missed)


def line(row: Row) -> str:
    """Format `row` as text."""
    times = "  ".join(
        f"{name} {'never' if at is None else f'{at:.1f} s'}"
        for name, at in (("said", row.said_after), ("back", row.back), ("goes on", row.goes_on))
    )
    costs = f"lives {row.lives_lost}  seats {row.seats_lost}"
    return (
        f"{row.situation:32}{row.role:7}{row.ok} of {row.tries}  {times}  {costs}  "
        f"{row.said!r} / {row.told!r} {'; '.join(sorted({*row.wrong}))}"
    )


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


def new_device(browser: Browser) -> Device:
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.set_default_timeout(SLOWEST)
    page.add_init_script(DEVICE)
    return Device(Member(page), browser)


def together(row: Row, where: Place) -> None:
    """Let it happen once, to one of three devices at a table."""
    devices = [new_device(browser) for browser in where.browsers]
    first, *more = (device.member for device in devices)
    first.page.goto(f"{where.site}?relay={where.relay}")
    ready(first.page)
    leader = open_table(row.role, first, more)
    start(leader, [first, *more])
    for device in devices:
        device.address = device.member.page.url
        is_kept(device)
    one = devices[WHICH[row.role]]
    others = [device for device in devices if device is not one]
    if row.role in PLAYERS:
        until_someone_has_a_higher_card(one, others, devices)
    else:
        go_on(devices, PATIENCE)
    happen(row, one, others, devices)
    for device in devices:
        device.member.page.context.close()


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


def is_kept(device: Device) -> None:
    """Wait until the service worker has cached the page."""
    device.member.page.wait_for_function("document.documentElement.dataset.kept")


def until_someone_has_a_higher_card(one: Device, others: Sequence[Device], devices: Sequence[Device]) -> None:
    """Play until play is on, and a card of another person would cost a life if `one` is ignored."""
    while one.look()["hand"][0] > max(other.look()["hand"][-1] for other in others):
        play_level(one.look()["level"], [device.member for device in devices])
    go_on(devices, PATIENCE)


def alone(row: Row, where: Place) -> None:
    """Let it happen once, to a person who plays with computer players."""
    device = new_device(where.browsers[0])
    device.member.page.goto(where.site)
    ready(device.member.page)
    device.member.button("Play solo").click()
    device.member.button("Start").click()
    device.member.table.wait_for()
    device.address = device.member.page.url
    is_kept(device)
    go_on([device], PATIENCE)
    happen(row, device, [], [device])
    device.member.page.context.close()


def happen(row: Row, one: Device, others: Sequence[Device], devices: Sequence[Device]) -> None:
    """Let it happen to `one`, and note the results in `row`."""
    what, before = SITUATIONS[row.situation], one.look()
    here = (others or [one])[0].look()["here"]
    began, since = time.monotonic(), 1000 * time.time()
    ends = what.begins(one)
    missed = what.away and row.role in PLAYERS
    plays_at, stopped = IMPATIENT if missed else float("inf"), False
    while (passed := time.monotonic() - began) < what.seconds:
        for other in others:
            state = other.look()
            stopped = stopped or state["phase"] != "play"
            if passed >= plays_at and state["phase"] == "play" and state["hand"][-1:] > before["hand"][:1]:
                press(other.member.button(f"Play {state['hand'][0]}"))
                plays_at = passed + 1
        time.sleep(LOOK_EVERY)
    ended, again = time.monotonic(), 1000 * time.time()
    ends()
    wrong = []
    back = wait_for(lambda: is_whole(one, others, devices, here), PATIENCE)
    goes_on = None
    if back is None:
        row.seats_lost += 1
        wrong.append("not back")
    else:
        went = go_on(devices, PATIENCE)
        goes_on = None if went is None else time.monotonic() - ended
        wrong += [] if goes_on is not None and goes_on <= GOES_ON_WITHIN else ["goes on late"]
        wrong += [] if back <= AT_TABLE_WITHIN else ["back late"]
    name = "TV" if row.role == "TV" else NAMES[devices.index(one)]
    about = re.compile(rf"{name}\b(?!:)")  # not a card that was played
    first = min((text for other in others for text in said(other, since) if about.search(text[1])), default=None)
    lost = max(0, before["lives"] - min(device.look()["lives"] for device in (others or [one])))
    if first is not None:
        row.said, row.said_after = first[1], longest(row.said_after, (first[0] - since) / 1000)
        wrong += [] if (first[0] - since) / 1000 <= IMPATIENT else ["said late"]
    elif others and what.away and row.role != "watcher" and what.seconds:
        wrong.append("not said")
    if others and missed and what.seconds > IMPATIENT and not stopped:
        wrong.append("play went on")
    if row.role == "watcher" and stopped:
        wrong.append("play stopped")
    row.told = " | ".join(text for _, text in said(one, again)) or row.told
    row.tries += 1
    row.stopped += stopped
    row.back, row.goes_on = longest(row.back, back), longest(row.goes_on, goes_on)
    row.lives_lost += lost
    wrong += ["a life lost"] if lost else []
    row.ok += not wrong
    row.wrong += wrong


def said(device: Device, since: float) -> list[tuple[float, str]]:
    """Return what the page said since that time, in milliseconds since the epoch."""
    try:
        found: list[tuple[float, str]] = device.member.page.evaluate(SAID_SINCE, since)
    except Error:
        return []
    return found


def longest(before: float | None, now: float | None) -> float | None:
    """Return the longer time, rounded."""
    return before if now is None else round(max(before or 0.0, now), 2)


def wait_for(happened: Callable[[], bool], seconds: float) -> float | None:
    """Return the seconds until it has happened; None if it does not within `seconds`."""
    began = time.monotonic()
    while (passed := time.monotonic() - began) < seconds:
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


def go_on(devices: Sequence[Device], seconds: float) -> float | None:
    """Let all people lay their hands until play is on everywhere. Return the seconds; None if it never is.

    A second press of the button lifts the hand again, so each person waits for the effect of the first.
    """
    pressed: dict[int, float] = {}

    def is_on() -> bool:
        states = [device.look() for device in devices]
        if all(state["phase"] == "play" for state in states):
            return True
        for number, (device, state) in enumerate(zip(devices, states, strict=True)):
            lay = device.member.page.locator(".lay[aria-pressed=false]")
            waits = time.monotonic() < pressed.get(number, 0.0) + EFFECT_WITHIN
            if state["phase"] == "focus" and state["hand"] and not waits and lay.is_visible():
                press(lay)
                pressed[number] = time.monotonic()
        return False

    return wait_for(is_on, seconds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
