"""The game in time: a State, the teammates' Plans, and presses judged by their moment.

Sans-I/O. Time is an argument, in seconds, and never runs backwards. Whoever drives a
Table calls `submit` when a person acts and `tick` no earlier than `due`, and then
passes on what `updates` returns. A tick that comes late changes nothing: each thing
that was due happens at its own time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.core import (
    DEALER,
    Action,
    Card,
    Event,
    IllegalAction,
    Phase,
    PhotoFinish,
    Play,
    Seat,
    State,
    Stop,
    Variant,
    View,
    apply,
    legal_actions,
    new_game,
    shuffled,
    view_of,
)
from game.core.record import Move, Record
from game.teammates import Plan, Teammate

SIMULTANEITY = 0.15
"""Seconds within which two presses are simultaneous: a simple human reaction (house rule)."""


@dataclass(frozen=True, slots=True)
class Update:
    """What happened at the time `at`, and the truth after it."""

    at: float
    state: State
    events: tuple[Event, ...]

    def view(self, seat: Seat | None) -> View:
        """The update as `seat` may know it."""
        return view_of(self.state, seat, self.events)


@dataclass(slots=True)
class Press:
    """A card that was pressed and would cost a life; it waits for a lower one to be pressed."""

    at: float
    seat: Seat
    card: Card
    beaten_by: list[Card] = field(default_factory=list)


class Table:
    """One game of `seats`, dealt from `seed`, with `teammates` at some of the seats.

    `simultaneity` is in seconds; at 0 every press is judged the moment it is made.
    """

    def __init__(
        self,
        variant: Variant,
        seats: int,
        seed: str,
        teammates: Mapping[Seat, Teammate],
        *,
        simultaneity: float = SIMULTANEITY,
    ) -> None:
        self._seed = seed
        self._state = new_game(variant, seats)
        self._teammates = dict(teammates)
        self._simultaneity = simultaneity
        self._now = 0.0
        self._moves: list[Move] = []
        self._plans: dict[Seat, Plan] = {}
        self._presses: list[Press] = []
        self._updates: list[Update] = []
        self._deal()

    @classmethod
    def resume(cls, record: Record, teammates: Mapping[Seat, Teammate], stopper: Seat) -> Table:
        """The table as `record` left it, with all hands on the table.

        Where play was on, `stopper` says stop. The teammates see the whole game again
        as it was, so that they know what they knew. Raises RecordError.
        """
        steps = list(record.replay())
        table = cls(record.variant, record.seats, record.seed, teammates)
        for at, (state, events) in steps[1:]:
            table._now = at
            table._settle(state, events)
        table._moves = list(record.moves)
        table._updates.clear()
        if table._state.phase is Phase.PLAY:
            table.submit(stopper, Stop(), table._now)
        return table

    @property
    def now(self) -> float:
        """The time of the latest thing that happened or was asked for, in seconds."""
        return self._now

    @property
    def record(self) -> Record:
        """The game so far."""
        state = self._state
        return Record(state.variant, state.seats, self._seed, tuple(self._moves))

    def view(self, seat: Seat | None) -> View:
        """What `seat` may know now, without news."""
        return view_of(self._state, seat)

    def updates(self) -> list[Update]:
        """What happened since this was last called, in order."""
        updates, self._updates = self._updates, []
        return updates

    def due(self) -> float | None:
        """When `tick` next has something to do, in seconds; None while all wait for people."""
        moments = [plan.at for plan in self._plans.values()]
        if self._presses:
            moments.append(self._presses[0].at + self._simultaneity)
        return min(moments, default=None)

    def tick(self, now: float) -> None:
        """Do all that is due by `now`, each thing at its own time."""
        while (at := self.due()) is not None and at <= now:
            self._now = max(self._now, at)
            if self._presses and self._presses[0].at + self._simultaneity <= at:
                self._land_lowest()
            else:
                self._act_on_plan()
        self._now = max(self._now, now)

    def submit(self, seat: Seat, action: Action, now: float) -> None:
        """`seat` takes `action` at `now`. Raises IllegalAction, and changes nothing, if it may not.

        A play that would cost a life waits up to `simultaneity` for the lower cards;
        one that costs nothing lands at once. Any other action comes after all presses.
        """
        self.tick(now)
        if isinstance(action, Play):
            self._press(seat, action)
        else:
            self._land_all()
            self._take(seat, action)

    def _act_on_plan(self) -> None:
        seat = min(self._plans, key=lambda one: (self._plans[one].at, one))
        action = self._plans.pop(seat).action
        if isinstance(action, Play):
            self._press(seat, action)
        else:
            self._land_all()
            if action in legal_actions(self._state, seat):
                self._take(seat, action)

    def _press(self, seat: Seat, play: Play) -> None:
        if play not in legal_actions(self._state, seat):
            raise IllegalAction(f"seat {seat} may not {play} now")
        if any(press.card == play.card for press in self._presses):
            raise IllegalAction(f"seat {seat} has pressed {play.card} already")
        self._plans.pop(seat, None)
        self._presses.append(Press(self._now, seat, play.card))
        self._land_harmless()
        if not self._simultaneity:
            self._land_all()

    def _land_harmless(self) -> None:
        """Land every press that costs nothing; one landing can make way for another."""
        while harmless := [press for press in self._presses if not self._lower_than(press)]:
            self._land(min(harmless, key=self._rank))

    def _land_all(self) -> None:
        while self._presses:
            self._land_lowest()

    def _land_lowest(self) -> None:
        """The earliest press has waited long enough: its pile's lowest press lands."""
        pile = self._pile(self._presses[0])
        self._land(min((p for p in self._presses if self._pile(p) == pile), key=self._rank))

    def _land(self, press: Press) -> None:
        self._presses.remove(press)
        for other in self._presses:
            if self._state.variant.precedes(press.card, other.card) and other.at < press.at:
                other.beaten_by.append(press.card)
        finishes = tuple(PhotoFinish(first, press.card) for first in press.beaten_by)
        self._take(press.seat, Play(press.card), finishes)

    def _lower_than(self, press: Press) -> bool:
        """Whether another seat holds a card that precedes the pressed one, on an open pile."""
        if self._pile(press) in self._state.face_down:
            return False
        return any(
            self._state.variant.precedes(card, press.card)
            for hand in self._state.hands
            for card in hand
        )

    def _pile(self, press: Press) -> int:
        return self._state.variant.pile_of(press.card)

    def _rank(self, press: Press) -> int:
        return self._state.variant.rank(press.card)

    def _take(self, seat: Seat, action: Action, finishes: tuple[Event, ...] = ()) -> None:
        state, events = apply(self._state, seat, action)
        self._moves.append(Move(self._now, seat, action))
        self._settle(state, events + finishes)
        self._deal()

    def _deal(self) -> None:
        if self._state.phase is Phase.DEAL:
            self._settle(*apply(self._state, DEALER, shuffled(self._state, self._seed)))

    def _settle(self, state: State, events: tuple[Event, ...]) -> None:
        """Make `state` the truth, drop the presses it voids, and ask the teammates anew."""
        self._state = state
        self._presses = [
            press
            for press in self._presses
            if Play(press.card) in legal_actions(state, press.seat)
        ]
        self._updates.append(Update(self._now, state, events))
        pressing = {press.seat for press in self._presses}
        self._plans = {}
        for seat, teammate in self._teammates.items():
            view = view_of(state, seat, events)
            plan = teammate.plan(view, self._now)
            if plan is not None and seat not in pressing:
                self._plans[seat] = self._checked(plan, view)

    def _checked(self, plan: Plan, view: View) -> Plan:
        if plan.action not in view.legal:
            raise IllegalAction(f"the teammate at seat {view.seat} plans {plan.action}")
        return Plan(max(plan.at, self._now), plan.action)
