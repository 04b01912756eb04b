"""The driver in virtual time, with a clock and an event loop that the tests advance."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

import pytest

from game.core import (
    Dealt,
    Event,
    IllegalAction,
    LayHand,
    Play,
    Played,
    RaiseStar,
    Started,
    Stop,
)
from game.core.events import HandLaid, StarRaised, Stopped
from game.driver import MAX_AGE, SUSPENDED, Driver
from game.table import Table, Update
from tests.core.examples import action, examples, spelled
from tests.test_table import Scripted, playing, scripted, sit_down


class Timer:
    """A call that a loop will make later, unless it is cancelled."""

    def __init__(self, at: float, call: Callable[[], None]) -> None:
        self.at = at
        self.call = call
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


Answers: TypeAlias = Mapping[Any, Callable[[Driver], None]]
"""What a listener does after an event."""


class Told:
    """Records the events of a driver as (table time, event), and lets it do what `answers` has for them."""

    def __init__(self, table: Table, answers: Answers) -> None:
        self.all: list[tuple[float, Event]] = []
        self.answers = answers
        self.driver = Driver(table, self)

    def __call__(self, update: Update) -> None:
        self.all += [(round(update.at, 6), event) for event in update.events]
        for event in update.events:
            if event in self.answers:
                self.answers[event](self.driver)

    @property
    def events(self) -> list[Event]:
        return [event for _, event in self.all]


class World:
    """A clock and an event loop in one. Time advances only in `wait`."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.timers: list[Timer] = []

    def clock(self) -> float:
        return self.now

    def call_later(self, delay: float, call: Callable[[], None]) -> Timer:
        assert delay >= 0
        self.timers.append(Timer(self.now + delay, call))
        return self.timers[-1]

    def armed(self) -> list[float]:
        """Return when the timers are due that are not cancelled."""
        return [timer.at for timer in self.timers if not timer.cancelled]

    def wait(self, seconds: float, late: float = 0.0) -> None:
        """Advance the time; every timer is called `late` seconds after it is due."""
        end = self.now + seconds
        while due := [timer for timer in self.timers if not timer.cancelled and timer.at + late <= end]:
            timer = min(due, key=lambda one: one.at)
            self.timers.remove(timer)
            self.now = max(self.now, timer.at + late)
            timer.call()
        self.now = end

    def drive(self, table: Table, answers: Answers = MappingProxyType({})) -> tuple[Driver, Told]:
        """Return a driver of the table, and what it reports to a listener that `answers` some events."""
        told = Told(table, answers)
        told.driver.start()
        return told.driver, told


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    world = World()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: world)
    monkeypatch.setattr(time, "monotonic", world.clock)
    return world


COURSES = """
One timer waits for the next event, and none while all wait for people.
    12 30 40 | 1: 2 hand | 2: 3 hand => armed 2; wait 2; told 2 HandLaid 1; armed 3; wait 1; told 3 HandLaid 2; armed
The timer is armed again after every submission.
    12 30 | 1: 2 hand, 2.5 play 30, 3 stop => wait 1; 0 hand; wait 0; armed 2; wait 1; armed 2.5; 0 play 12; wait 0
        => armed 2.5
A teammate that acts at once needs no timer.
    12 30 | 1: 0 hand => told 0 HandLaid 1; armed
A late timer changes no event times.
    12 30 | 0: 1 hand | 1: 2 hand, 2.5 stop, 6 hand => wait 10 late
        => told 1 HandLaid 0, 2 HandLaid 1, 2 Started, 2.5 Stopped 1, 6 HandLaid 1
The table stands still while the page is suspended. Otherwise the teammates would play on while the player sees nothing.
    12 30 | 1: 2 hand, 4 lift => wait 1; suspend 60; wait 1; told 2 HandLaid 1; wait 2; told 4 HandLifted 1
A press just after a suspension comes before what was due meanwhile.
    12 30 | 1: 2 hand, 4 lift => wait 3; told 2 HandLaid 1; suspend 60; 0 star; told 4 HandLifted 1, 4 StarRaised 0
A press counts from the time it was made, but is never earlier than the last event.
    12 30 40 => wait 1; 1 play 30 aged 0.1; wait 0; armed 1.05; 0 play 12
        => told 1 Played 0 12, 1 Played 1 30, 1 PhotoFinish 12 30
    12 30 40 => wait 1; 2 star; wait 0.05; 0 play 12 aged 0.2; told 1 StarRaised 2, 1.05 Played 0 12
An illegal action raises, and the game goes on.
    12 30 | 1: 2 hand => refused 0 play 12; wait 0; armed 2; wait 2; told 2 HandLaid 1
Events due before a refused action are reported.
    12 30 40 50 => 1 play 30; suspend 1; refused 0 play 12; told 0.15 Played 1 30, 0.15 LifeLost 30 (0:12)
A stopped driver does nothing.
    12 30 | 1: 2 hand => stop; stop; armed; wait 10; 0 hand; told; armed
Time in which the driver is stopped does not count.
    12 30 | 1: 2 hand => wait 1.5; stop; wait 60; start; start; wait 0.4; told; wait 0.1; told 2 HandLaid 1
"""


@pytest.mark.parametrize("course", examples(COURSES))
def test_the_driver_keeps_time(world: World, course: str) -> None:
    """The cards of the seats and the scripts of teammates, then what happens, is told, or is due at which time."""
    seating, *steps = course.split(" => ")
    cards, *scripts = seating.split(" | ")
    driver, told = world.drive(sit_down(cards, scripted(scripts)) if scripts else playing(cards))
    heard = 0
    for step in "; ".join(steps).split("; "):
        what, _, rest = step.partition(" ")
        match what:
            case "wait":
                seconds, *late = rest.split()
                world.wait(float(seconds), SUSPENDED if late else 0.0)
            case "suspend":
                world.now += float(rest)
            case "armed":
                assert world.armed() == pytest.approx(
                    [1000.0 + float(at) for at in rest.split()], abs=0.0011
                )  # timers count in ms
            case "told":
                news = [f"{at:g} {spelled(event)}" for at, event in told.all[heard:] if not isinstance(event, Dealt)]
                assert ", ".join(news) == rest
                heard = len(told.all)
            case "start":
                driver.start()
            case "stop":
                driver.stop()
            case "refused":
                with pytest.raises(IllegalAction):
                    submit(driver, rest)
            case _:
                submit(driver, step)


def submit(driver: Driver, press: str) -> None:
    """Take an action of a seat: "0 play 12", or "0 play 12 aged 0.2"."""
    doing, _, age = press.partition(" aged ")
    seat, _, what = doing.partition(" ")
    driver.submit(int(seat), action(what), float(age or 0))


def test_earlier_events_are_reported_at_once(world: World) -> None:
    table = playing("12 30 40")
    table.submit(0, Play(12), 0.0)
    _, told = world.drive(table)
    assert told.all == [(0.0, Played(0, 12))]


def test_the_tables_time_continues_when_the_driver_starts(world: World) -> None:
    table = playing("12 30 40")
    table.tick(7.0)
    driver, _ = world.drive(table)
    assert driver.now == 7.0
    world.wait(2.5)
    assert driver.now == 9.5


def test_an_action_is_reported_before_the_teammates_plan(world: World) -> None:
    script = Scripted((2.0, LayHand()), (2.5, Play(30)))
    driver, told = world.drive(sit_down("12 30", {1: script}))
    thought = len(script.seen)
    driver.submit(0, RaiseStar())
    assert told.events[1:] == [StarRaised(0)]
    assert len(script.seen) == thought
    world.wait(0.0)
    assert script.seen[-1][0].news == (StarRaised(0),)


def test_an_early_timer_is_armed_again(world: World) -> None:
    _, told = world.drive(sit_down("12 30", {1: Scripted((2.0, LayHand()))}))
    world.now = 1001.999
    world.timers[0].call()
    assert HandLaid(1) not in told.events
    assert world.armed()[-1] == pytest.approx(1002.0)


@pytest.mark.parametrize(
    ("age", "believed"),
    [((), 0.0), ((0.1,), 0.1), ((9.0,), MAX_AGE), ((float("inf"),), MAX_AGE), ((-1.0,), 0.0), ((float("nan"),), 0.0)],
)
def test_the_age_of_a_press_is_a_number_from_zero_to_a_quarter_of_a_second(
    world: World, age: tuple[float, ...], believed: float
) -> None:
    driver, _ = world.drive(playing("12 30 40", simultaneity=1.0))
    world.wait(5.0)
    driver.submit(1, Play(30), *age)
    world.wait(0.0)
    assert world.armed() == [pytest.approx(1005.0 + 1.0 - believed)]


# --- Listeners that act -----------------------------------------------------------


def test_updates_stay_in_order_when_the_listener_submits(world: World) -> None:
    def answer(driver: Driver) -> None:
        driver.submit(1, Play(30))
        told.all.append((-1, Stopped(99)))  # a mark: the listener was not entered again in between

    answers = {Played(0, 12): answer, Played(1, 30): lambda driver: driver.submit(2, Stop())}
    driver, told = world.drive(playing("12 30 40"), answers)
    driver.submit(0, Play(12))
    assert told.events == [Played(0, 12), Stopped(99), Played(1, 30), Stopped(2)]


def test_several_updates_stay_in_order_when_the_first_is_answered(world: World) -> None:
    teammates = {1: Scripted((1.0, LayHand())), 2: Scripted((1.5, LayHand()))}
    answers = {HandLaid(1): lambda driver: driver.submit(0, LayHand())}
    _, told = world.drive(sit_down("12 30 40", teammates), answers)
    world.wait(4.0, late=SUSPENDED)
    assert told.events[1:] == [HandLaid(1), HandLaid(2), HandLaid(0), Started()]


def test_a_failing_listener_misses_no_later_update_and_stops_nothing(world: World) -> None:
    def fail(driver: Driver) -> None:
        raise RuntimeError

    teammates = {1: Scripted((1.0, LayHand())), 2: Scripted((2.0, LayHand()))}
    _, told = world.drive(sit_down("12 30 40", teammates), {HandLaid(1): fail})
    with pytest.raises(RuntimeError):
        world.wait(1.0)
    assert world.armed() == [1002.0]
    world.wait(1.0)
    assert told.events[2:] == [HandLaid(2)]


def test_a_listener_may_stop(world: World) -> None:
    teammates = {1: Scripted((1.0, LayHand())), 2: Scripted((1.5, LayHand()), (9.0, Stop()))}
    _, told = world.drive(sit_down("12 30 40", teammates), {HandLaid(1): lambda driver: driver.stop()})
    world.wait(20.0, late=2.0)
    assert told.events[1:] == [HandLaid(1)]
    assert world.armed() == []
