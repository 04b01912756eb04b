"""The driver in virtual time, with a clock and an event loop that the tests advance."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

import pytest

from game.core import (
    Event,
    IllegalAction,
    Laid,
    LayHand,
    LifeLost,
    LiftHand,
    PhotoFinish,
    Play,
    Played,
    RaiseStar,
    Started,
    Stop,
)
from game.core.events import HandLaid, HandLifted, StarRaised, Stopped
from game.driver import MAX_AGE, SUSPENDED, Driver
from game.table import SIMULTANEITY, Table, Update
from game.teammates import Plan
from tests.test_table import Scripted, playing, sit_down


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


def test_one_timer_waits_for_the_next_event(world: World) -> None:
    teammates = {1: Scripted((2.0, LayHand())), 2: Scripted((3.0, LayHand()))}
    _, told = world.drive(sit_down("12 30 40", teammates))
    assert world.armed() == [1002.0]
    world.wait(2.0)
    assert told.events[1:] == [HandLaid(1)]
    assert world.armed() == [1003.0]
    world.wait(1.0)
    assert told.events[2:] == [HandLaid(2)]
    assert world.armed() == []  # all wait for people


def test_the_timer_is_armed_again_after_every_submission(world: World) -> None:
    table = sit_down("12 30", {1: Scripted((2.0, LayHand()), (2.5, Play(30)), (3.0, Stop()))})
    driver, _ = world.drive(table)
    world.wait(1.0)
    driver.submit(0, LayHand())
    world.wait(0.0)
    assert world.armed() == [1002.0]
    world.wait(1.0)
    assert world.armed() == [1002.5]
    driver.submit(0, Play(12))
    world.wait(0.0)
    assert world.armed() == [1002.5]


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


def test_a_late_timer_changes_no_event_times(world: World) -> None:
    teammates = {0: Scripted((1.0, LayHand())), 1: Scripted((2.0, LayHand()), (2.5, Stop()), (6.0, LayHand()))}
    _, told = world.drive(sit_down("12 30", teammates))
    world.wait(10.0, late=SUSPENDED)
    assert told.all[1:] == [
        *((1.0, HandLaid(0)), (2.0, HandLaid(1)), (2.0, Started())),
        *((2.5, Stopped(1)), (6.0, HandLaid(1))),
    ]


def test_the_table_stands_still_while_the_page_is_suspended(world: World) -> None:
    """Otherwise the teammates would play on while the player sees nothing, and cost lives."""
    _, told = world.drive(sit_down("12 30", {1: Scripted((2.0, LayHand()), (4.0, LiftHand()))}))
    world.wait(1.0)
    world.now += 60.0
    world.wait(1.0)
    assert told.all[1:] == [(2.0, HandLaid(1))]
    world.wait(2.0)
    assert told.all[2:] == [(4.0, HandLifted(1))]


def test_a_press_just_after_a_suspension_comes_before_what_was_due_meanwhile(world: World) -> None:
    driver, told = world.drive(sit_down("12 30", {1: Scripted((2.0, LayHand()), (4.0, LiftHand()))}))
    world.wait(3.0)
    world.now += 60.0
    driver.submit(0, RaiseStar())
    assert told.all[2:] == [(4.0, HandLifted(1)), (4.0, StarRaised(0))]


# --- The age of a press -----------------------------------------------------------


def test_a_press_counts_from_the_time_it_was_made(world: World) -> None:
    driver, told = world.drive(playing("12 30 40"))
    world.wait(1.0)
    driver.submit(1, Play(30), age=0.1)
    world.wait(0.0)
    assert world.armed() == [pytest.approx(1001.0 - 0.1 + SIMULTANEITY)]
    driver.submit(0, Play(12))
    assert told.events == [Played(0, 12), Played(1, 30), PhotoFinish(12, 30)]


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


def test_an_old_press_is_never_earlier_than_the_last_event(world: World) -> None:
    driver, told = world.drive(playing("12 30 40"))
    world.wait(1.0)
    driver.submit(2, RaiseStar())
    world.wait(0.05)
    driver.submit(0, Play(12), age=0.2)
    assert told.all == [(1.0, StarRaised(2)), (1.05, Played(0, 12))]


# --- Refusals ---------------------------------------------------------------------


def test_an_illegal_action_raises_and_the_game_goes_on(world: World) -> None:
    driver, told = world.drive(sit_down("12 30", {1: Scripted((2.0, LayHand()))}))
    with pytest.raises(IllegalAction):
        driver.submit(0, Play(12))
    world.wait(0.0)
    assert world.armed() == [1002.0]
    world.wait(2.0)
    assert told.events[1:] == [HandLaid(1)]


def test_events_due_before_a_refused_action_are_reported(world: World) -> None:
    driver, told = world.drive(playing("12 30 40 50"))
    driver.submit(1, Play(30))
    world.now += 1.0
    with pytest.raises(IllegalAction):
        driver.submit(0, Play(12))
    assert told.events == [Played(1, 30), LifeLost(30, (Laid(0, 12),))]


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


# --- Stopping ----------------------------------------------------------------------


def test_a_stopped_driver_does_nothing(world: World) -> None:
    table = sit_down("12 30", {1: Scripted((2.0, LayHand()))})
    driver, told = world.drive(table)
    driver.stop()
    driver.stop()
    assert world.armed() == []
    world.wait(10.0)
    driver.submit(0, LayHand())
    assert len(told.all) == 1
    assert [deal.moves for deal in table.game.deals] == [()]
    assert world.armed() == []


def test_time_in_which_the_driver_is_stopped_does_not_count(world: World) -> None:
    driver, told = world.drive(sit_down("12 30", {1: Scripted((2.0, LayHand()))}))
    world.wait(1.5)
    driver.stop()
    world.wait(60.0)
    driver.start()
    driver.start()
    assert driver.now == 1.5
    world.wait(0.4)
    assert HandLaid(1) not in told.events
    world.wait(0.1)
    assert HandLaid(1) in told.events


def test_a_listener_may_stop(world: World) -> None:
    teammates = {1: Scripted((1.0, LayHand())), 2: Scripted((1.5, LayHand()), (9.0, Stop()))}
    _, told = world.drive(sit_down("12 30 40", teammates), {HandLaid(1): lambda driver: driver.stop()})
    world.wait(20.0, late=2.0)
    assert told.events[1:] == [HandLaid(1)]
    assert world.armed() == []


def test_a_teammate_that_acts_at_once_needs_no_timer(world: World) -> None:
    class Hasty:
        def plan(self, view: Any, now: float) -> Plan | None:
            return Plan(now, LayHand()) if LayHand() in view.legal else None

    _, told = world.drive(sit_down("12 30", {1: Hasty()}))
    assert told.events[1:] == [HandLaid(1)]
    assert world.armed() == []
