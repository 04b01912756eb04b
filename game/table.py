"""The game in time: a State, the teammates' Plans, and presses that are judged by their timestamps.

Sans-I/O. Time is an argument, in seconds, and never runs backwards. The caller of a Table calls `submit` when a person
acts, calls `tick` no earlier than `due`, and then passes on the result of `updates`. A late tick changes nothing: each
due action happens at its own time.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from game.core import (
    DEALER,
    GESTURES,
    Action,
    Card,
    Dealt,
    Event,
    HandLaid,
    HandLifted,
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
    is_too_soon,
    legal_actions,
    new_game,
    shuffled,
    view_of,
    views_of,
)
from game.core.record import DealtLevel, Game, Move, Team
from game.teammates import Plan, Teammate

SIMULTANEITY = 0.15
"""Seconds within which two presses are simultaneous: a simple human reaction time (house rule)."""

GENTLE = 0.5
"""The same for a gentle game: about as long as people who do not know each other yet hesitate (house rule)."""


@dataclass(frozen=True, slots=True)
class Update:
    """The events at the time `at`, and the state after them."""

    at: float
    state: State
    events: tuple[Event, ...]

    def view(self, seat: Seat | None) -> View:
        """Return what `seat` may know of the update."""
        return view_of(self.state, seat, self.events)


def simultaneity_of(variant: Variant) -> float:
    """Return the seconds within which two presses are simultaneous in a game of `variant`."""
    return GENTLE if variant.gentle else SIMULTANEITY


def concerned(events: tuple[Event, ...], seats: Collection[Seat]) -> Collection[Seat]:
    """Return those of `seats` that must plan again: all, or after a hand is laid or lifted only its own seat."""
    match events:
        case (HandLaid(seat) | HandLifted(seat),):
            return [seat] if seat in seats else []
    return seats


def _is_gesture(update: Update) -> bool:
    return all(isinstance(event, GESTURES) for event in update.events)


@dataclass(slots=True)
class TimedAction:
    """A card that was pressed and would cost a life. It waits until a lower card is pressed or its time expires."""

    at: float
    seat: Seat
    card: Card
    beaten_by: list[Card] = field(default_factory=list)


class Table:
    """One game of `seats`, dealt from `seed`, with `teammates` at some of the seats.

    `simultaneity` is in seconds. At 0, every press is judged immediately. None selects the value for `variant`, which
    is larger for a gentle one. `lag` is the largest network delay of a press, in seconds: a card that would cost a life
    waits that much longer, so that presses are compared by their timestamps (lag compensation). It may change at any
    time.

    `start` is a state without cards that replaces a new game: a level about to be dealt, or a game that is over. Such a
    table's `game` is not a whole one.
    """

    def __init__(
        self,
        variant: Variant,
        seats: int,
        seed: str,
        teammates: Mapping[Seat, Teammate],
        *,
        simultaneity: float | None = None,
        lag: float = 0.0,
        start: State | None = None,
    ) -> None:
        self._seed = seed
        self._state = new_game(variant, seats) if start is None else start
        self._teammates = dict(teammates)
        self._simultaneity = simultaneity_of(variant) if simultaneity is None else simultaneity
        self.lag = lag
        self._now = 0.0
        self._deals: list[tuple[DealtLevel, list[Move]]] = []
        self._plans: dict[Seat, Plan] = {}
        self._unasked: list[tuple[Seat, View, float]] = []
        self._presses: list[TimedAction] = []
        self._updates: list[Update] = []
        self._level: list[Update] = []
        self._deal()

    @classmethod
    def resume(
        cls,
        game: Game,
        teammates: Mapping[Seat, Teammate],
        stopper: Seat,
        *,
        lag: float = 0.0,
    ) -> Table:
        """Return the table as `game` left it, with all hands on the table.

        If play was on, `stopper` stops it. The teammates see the whole game again as it happened, so that their
        knowledge is restored. Raises BadGame.
        """
        table = cls(game.variant, game.seats, game.seed, teammates, lag=lag)
        table._unasked.clear()
        for at, (state, events) in game.steps:
            table._now = at
            table._settle(state, events)
        table._deals = [(deal, [*deal.moves]) for deal in game.deals]
        table._deal()  # a save may end with a level
        table._updates.clear()
        if table._state.phase is Phase.PLAY:
            table.submit(stopper, Stop(), table._now)
        return table

    @property
    def now(self) -> float:
        """The time of the latest event or call, in seconds."""
        return self._now

    @property
    def game(self) -> Game:
        """The game so far, of players without names."""
        deals = tuple([replace(deal, moves=tuple(moves)) for deal, moves in self._deals])
        return Game(self._state.variant, Team.unnamed(self._state.seats), deals, self._seed)

    @property
    def plays_face_down(self) -> bool:
        """Whether any pile lies face down now."""
        return bool(self._state.face_down)

    def view(self, seat: Seat | None) -> View:
        """Return what `seat` may know now, without news."""
        return view_of(self._state, seat)

    def updates(self) -> list[Update]:
        """Return what happened since the last call, in order."""
        updates, self._updates = self._updates, []
        return updates

    def due(self) -> float | None:
        """Return when `tick` next has something to do, in seconds; None while the table waits for people.

        The teammates plan during this call, and not earlier, so that a page can first show the action they react to.
        """
        self.inform()
        moments = [plan.at for plan in self._plans.values()]
        if press := self._next_press():
            moments.append(self._expiry(press))
        return min(moments, default=None)

    def inform(self) -> None:
        """Let the teammates plan after each event since the last call, with the event's own time."""
        unasked, self._unasked = self._unasked, []
        for seat, view, at in unasked:
            self._ask(seat, view, at)

    def tick(self, now: float) -> None:
        """Do everything that is due by `now`, each action at its own time."""
        while (at := self.due()) is not None and at <= now:
            self._now = max(self._now, at)
            press = self._next_press()
            if press and self._expiry(press) <= at:
                self._land(press)
            else:
                seat = min([seat for seat, plan in self._plans.items() if plan.at == at])
                self._do(seat, self._plans.pop(seat).action, self._now)
        self._now = max(self._now, now)

    def submit(self, seat: Seat, action: Action, now: float, pressed: float | None = None) -> None:
        """Take `action` for `seat` at `now`. Raises IllegalAction, and changes nothing, if the action is not legal.

        A card that costs nothing lands at once. A card that would cost a life waits for simultaneous presses of lower
        cards. An action that halts play takes effect after all presses. `pressed` is the timestamp of the press, if it
        is earlier than `now`. The teammates react in the next `tick`.
        """
        self.tick(now)
        self._do(seat, action, self._now if pressed is None else min(pressed, self._now))
        while (press := self._next_press()) and self._expiry(press) <= self._now:
            self._land(press)

    def seat(self, seat: Seat, teammate: Teammate | None, now: float) -> None:
        """Put `teammate` at `seat` from `now` on; None leaves the seat to a person.

        A teammate that joins during a level first gets the level's events so far, as the seat saw them.
        """
        self.tick(now)
        self._plans.pop(seat, None)
        self._teammates.pop(seat, None)
        if teammate is not None:
            self._teammates[seat] = teammate
            for update in self._level:
                self._ask(seat, update.view(seat), update.at)

    def reseed(self, seed: str) -> None:
        """Deal from `seed` from now on. Such a table's `game` is not a whole one."""
        self._seed = seed

    def _do(self, seat: Seat, action: Action, pressed: float) -> None:
        if isinstance(action, Play):
            self._press(seat, action, pressed)
            return
        press = self._next_press()
        if press and apply(self._state, seat, action)[0].phase is not Phase.PLAY:
            self._land(press)
            if action not in legal_actions(self._state, seat):
                return  # that press has halted play already
        self._take(seat, action)

    def _press(self, seat: Seat, play: Play, pressed: float) -> None:
        if play not in legal_actions(self._state, seat):
            raise IllegalAction(f"seat {seat} may not {play} now")
        if play.card in [press.card for press in self._presses]:
            raise IllegalAction(f"seat {seat} has pressed {play.card} already")
        self._plans.pop(seat, None)
        if not self._presses and not is_too_soon(self._state, play.card):
            self._take(seat, play)
            return
        press, earlier = TimedAction(pressed, seat, play.card), self._next_press()
        if earlier and self._precedes(press, earlier) and self._comes_after(press, earlier):
            self._land(earlier)  # a mistake, which voids this press
            return
        self._presses.append(press)
        while harmless := self._harmless():
            self._land(harmless)

    def _harmless(self) -> TimedAction | None:
        """Return the lowest press that costs nothing, unless an earlier one may cost a life and halt play."""
        costly = self._first([press for press in self._presses if is_too_soon(self._state, press.card)])
        others = [press for press in self._presses if not is_too_soon(self._state, press.card)]
        landing = [press for press in others if not (costly and self._comes_after(press, costly))]
        return min(landing, key=lambda press: self._state.variant.rank(press.card), default=None)

    def _comes_after(self, press: TimedAction, other: TimedAction) -> bool:
        """Whether `press` is so much later than `other` that the two are not simultaneous."""
        return other.at + self._simultaneity <= press.at

    def _next_press(self) -> TimedAction | None:
        """Return the press that lands next, when its time expires."""
        return self._first(self._presses)

    def _first(self, presses: list[TimedAction]) -> TimedAction | None:
        """Return the earliest of those `presses` that have no waiting press of a lower card."""
        if not presses:
            return None
        lowest = [one for one in presses if not any(self._precedes(other, one) for other in presses)]
        return min(lowest, key=lambda press: press.at)

    def _expiry(self, press: TimedAction) -> float:
        return press.at + self._simultaneity + self.lag

    def _land(self, press: TimedAction) -> None:
        self._presses.remove(press)
        for other in self._presses:
            simultaneous = other.at < press.at < other.at + self._simultaneity
            if simultaneous and self._precedes(press, other):
                other.beaten_by.append(press.card)
        finishes = tuple(PhotoFinish(first, press.card) for first in press.beaten_by)
        self._take(press.seat, Play(press.card), finishes)

    def _precedes(self, press: TimedAction, other: TimedAction) -> bool:
        return self._state.variant.precedes(press.card, other.card)

    def _take(self, seat: Seat, action: Action, finishes: tuple[Event, ...] = ()) -> None:
        state, events = apply(self._state, seat, action)
        if self._deals:
            self._deals[-1][1].append(Move(round(self._now, 2), seat, action))
        self._settle(state, events + finishes)
        self._deal()

    def _deal(self) -> None:
        if self._state.phase is Phase.DEAL:
            self._settle(*apply(self._state, DEALER, shuffled(self._state, self._seed)))
            self._deals.append((DealtLevel(self._state.hands), []))

    def _settle(self, state: State, events: tuple[Event, ...]) -> None:
        """Set the state, drop the presses that it voids, and queue the events for the teammates that they concern."""
        self._state = state
        self._presses = [press for press in self._presses if Play(press.card) in legal_actions(state, press.seat)]
        update = Update(self._now, state, events)
        if any(isinstance(event, Dealt) for event in events):
            self._level.clear()
        if self._level and _is_gesture(update) and _is_gesture(self._level[-1]):
            self._level.pop()  # repeated gestures must not fill the memory
        self._level.append(update)
        self._updates.append(update)
        asked = concerned(events, self._teammates)
        views = views_of(state, asked, events)
        self._unasked += [(seat, view, self._now) for seat, view in zip(asked, views, strict=True)]

    def _ask(self, seat: Seat, view: View, at: float) -> None:
        """Let the teammate at `seat` plan from now on, given what happened at the time `at`."""
        self._plans.pop(seat, None)
        plan = self._teammates[seat].plan(view, at)
        if plan is None or seat in [press.seat for press in self._presses]:
            return
        if plan.action not in view.legal:
            raise IllegalAction(f"the teammate at seat {seat} plans {plan.action}")
        self._plans[seat] = plan if plan.at >= self._now else Plan(self._now, plan.action)
