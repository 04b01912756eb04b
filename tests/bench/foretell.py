"""Accuracy of the teammates' forecasts of people's waits: each wait is scored before it is learned.

    python3 build.py bench foretell [--people FILE.json] [--drawn PEOPLE] [--refit] [--json]

The games are those of a file in the format of `tests/bench/people/recorded.py`; without a file, people are simulated
by `Newcomer` in `tests/bench/people/kinds.py`. The score is the mean natural logarithm of a forecast's density in
seconds, or, for a wait that the partner's card cut off, of its tail probability; higher is better. 2 % of every
forecast is uniform over 0 to 30 s. Medians and shares are of the waits that ended with the person's own card. The
intervals are 95 %, by bootstrap over people.

With --refit the habits of newcomers are first fitted to the other people of the file, for each person who is scored,
from a prior without information about them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import erfc, exp, log, pi, sqrt
from random import Random
from statistics import fmean, median
from typing import Any, Protocol

from game.core import Dealt, Laid, Played, View
from game.teammates.prior import ANYBODY, Prior, density_and_tail
from game.teammates.public_history import Listener
from game.teammates.tempo import Tempo
from tests.bench.people.earlier import REACTION, EarlierTempo
from tests.bench.people.files import Unfit
from tests.bench.people.fitting import Wait, fitted_figures, fitted_line
from tests.bench.people.kinds import Newcomer
from tests.bench.people.recorded import heard, people_drawn, people_recorded

DRAWN, CV = 21, 0.15
"""How many people are simulated if no file is given, and their coefficient of variation."""

ALLOWANCE, LONGEST = 0.02, 30.0
"""The share of every forecast that is uniform, and over how many seconds."""

SINCE = (1, 3)
"""The first games of the ranges for which scores are given."""

REDRAWN = 1000


@dataclass(frozen=True, slots=True)
class Forecast:
    """A forecast evaluated at the wait that followed: its `density` in seconds and its tail probability `later`.

    `far` is the logarithm of the wait over the forecast's median.
    """

    density: float
    later: float
    far: float


@dataclass(frozen=True, slots=True)
class Scored:
    """A scored wait in a person's `game`; `laid` if it ended when the person played a card."""

    game: int
    laid: bool
    score: float
    later: float
    far: float


Heard = list[tuple[float, View, int | None]]
"""What the partner of one person saw, and when, with the person's lowest card."""


class Model(Protocol):
    """A model that forecasts the waits of one person."""

    def hear(self, view: View, now: float) -> None:
        """Update on an event."""

    def foretell(self, gap: int) -> Callable[[float], Forecast]:
        """Return the forecast for the stretch that has just begun, with the person's card `gap` ranks away."""


class Ears:
    """The teammates: a listener and the tempo it estimates."""

    def __init__(self, prior: Prior = ANYBODY) -> None:
        self._listener = Listener({0: Tempo(prior)})

    def hear(self, view: View, now: float) -> None:
        self._listener.hear(view, now)

    def foretell(self, gap: int) -> Callable[[float], Forecast]:
        middle, spread = self._listener.tempos[0].expect(gap, self._listener.situation(0, 0))

        def at(seconds: float) -> Forecast:
            z = (log(seconds) - middle) / spread
            density, later = density_and_tail(z)
            return Forecast(density / spread / seconds, later, z * spread)

        return at


class EarlierEars:
    """The teammates with the earlier estimator."""

    def __init__(self) -> None:
        self._tempo = EarlierTempo()
        self._listener = Listener({0: self._tempo})

    def hear(self, view: View, now: float) -> None:
        self._listener.hear(view, now)

    def foretell(self, gap: int) -> Callable[[float], Forecast]:
        mean, deviation = self._tempo.beyond(gap)

        def at(seconds: float) -> Forecast:
            beyond = seconds - REACTION
            far = log(seconds / (REACTION + exp(mean)))
            if beyond <= 0:
                return Forecast(0.0, 1.0, far)
            density, later = normal((log(beyond) - mean) / deviation)
            return Forecast(density / deviation / beyond, later, far)

        return at


class PartnersClock:
    """Forecasts the partner's tempo so far, with the deviation of the other people from theirs."""

    def __init__(self, middle: float, deviation: float) -> None:
        self._before, self._deviation = middle, deviation
        self.tempos: list[float] = []
        self._since, self._reached = 0.0, 0

    def hear(self, view: View, now: float) -> None:
        for event in view.news:
            if isinstance(event, Played) and event.card is not None:
                if event.seat == 1 and event.card > self._reached and now > self._since:
                    self.tempos.append(log((now - self._since) / (event.card - self._reached)))
                self._reached = event.card
        if view.piles == ((),):
            self._reached = 0
        self._since = now

    def foretell(self, gap: int) -> Callable[[float], Forecast]:
        return lognormal((median(self.tempos) if self.tempos else self._before) + log(gap), self._deviation)


class OneLine:
    """One lognormal for all people, with a median that is linear in the logarithm of the gap, fitted to the others."""

    def __init__(self, start: float, slope: float, deviation: float) -> None:
        self._start, self._slope, self._deviation = start, slope, deviation

    def hear(self, view: View, now: float) -> None:
        """This model learns nothing."""

    def foretell(self, gap: int) -> Callable[[float], Forecast]:
        return lognormal(self._start + self._slope * log(gap), self._deviation)


def normal(z: float) -> tuple[float, float]:
    """Return the density and the upper tail probability of the standard normal at `z`."""
    return exp(-z * z / 2) / sqrt(2 * pi), erfc(z / sqrt(2)) / 2


def lognormal(middle: float, deviation: float) -> Callable[[float], Forecast]:
    """Return the lognormal forecast with this mean and deviation of the logarithm."""

    def at(seconds: float) -> Forecast:
        far = log(seconds) - middle
        density, later = normal(far / deviation)
        return Forecast(density / deviation / seconds, later, far)

    return at


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench foretell", description=__doc__.partition("\n")[0])
    parser.add_argument("--people", metavar="FILE.json", help="real games (default: people are drawn)")
    parser.add_argument("--drawn", type=int, metavar="PEOPLE", default=DRAWN, help="how many are drawn (21)")
    parser.add_argument("--refit", action="store_true", help="fit newcomers' habits to the other people as well")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    asked = parser.parse_args(argv)
    try:
        games = people_recorded(asked.people) if asked.people else people_drawn(Newcomer, asked.drawn, CV)
    except Unfit as unfit:
        print(unfit, file=sys.stderr)
        return 1
    people = [list(heard(one)) for one in games]
    figures = {name: summary(waits) for name, waits in compared(people, asked.refit).items()}
    if asked.json:
        print(json.dumps({"people": len(people), "games": sum(map(len, games)), "models": figures}))
    else:
        print(f"{len(people)} people, {sum(map(len, games))} games", *table(figures), sep="\n")
    return 0


def compared(people: Sequence[Heard], refit: bool) -> dict[str, list[list[Scored]]]:
    """Return the scored waits of every person by model."""
    found: dict[str, list[list[Scored]]] = {}
    for at, person in enumerate(people):
        for name, model in models([*people[:at], *people[at + 1 :]] or people, refit):
            found.setdefault(name, []).append(list(scored(model, person)))
    return found


def models(others: Sequence[Heard], refit: bool) -> Iterator[tuple[str, Model]]:
    """Yield the models that forecast a person, fitted at most to the waits of `others`."""
    waits = [wait for other in others for _, wait, _ in waits_of(OneLine(0.0, 1.0, 1.0), other)]
    yield "teammates", Ears()
    if refit:
        yield "teammates, fitted to the others", Ears(fitted_figures(partial(mean_score, others)).prior)
    yield "earlier teammates", EarlierEars()
    tempo, deviation = partners_pace(others)
    yield "partner's clock", PartnersClock(tempo, deviation)
    yield "one lognormal", OneLine(*fitted_line(waits))


def mean_score(people: Sequence[Heard], prior: Prior) -> float:
    """Return the mean score of teammates with this prior for `people`."""
    return fmean(wait.score for person in people for wait in scored(Ears(prior), person))


def partners_pace(people: Sequence[Heard]) -> tuple[float, float]:
    """Return the mean logarithm of the partners' seconds for each number, and people's deviation from it."""
    clock = [PartnersClock(0.0, 1.0) for _ in people]
    far = [
        forecast.far
        for model, person in zip(clock, people, strict=True)
        for _, wait, forecast in waits_of(model, person)
        if wait.laid
    ]
    return median([tempo for model in clock for tempo in model.tempos]), sqrt(fmean(one * one for one in far))


def waits_of(model: Model, person: Heard) -> Iterator[tuple[int, Wait, Forecast]]:
    """Yield every wait of a person while both held cards: the game, the wait and the forecast of `model`."""
    game = 0
    for (began, view, lowest), (ended, after, _) in pairwise(person):
        model.hear(view, began)
        game += any(isinstance(event, Dealt) for event in view.news)
        laid = [event for event in after.news if isinstance(event, Played)]
        if lowest is None or not laid:
            continue
        reached = _top(view)
        wait = Wait(lowest - reached, max(ended - began, 0.001), laid[0].seat == 0)
        yield game, wait, model.foretell(wait.gap)(wait.seconds)


def _top(view: View) -> int:
    top = view.piles[0][-1] if view.piles[0] else None
    return top.card if isinstance(top, Laid) else 0


def scored(model: Model, person: Heard) -> Iterator[Scored]:
    """Score the forecasts of `model` for the waits of a person."""
    for game, wait, forecast in waits_of(model, person):
        foretold = forecast.density if wait.laid else forecast.later
        even = 1 / LONGEST if wait.laid else max(0.0, 1 - wait.seconds / LONGEST)
        score = log(max((1 - ALLOWANCE) * foretold + ALLOWANCE * even, 1e-9))
        yield Scored(game, wait.laid, score, forecast.later, forecast.far)


def summary(people: Sequence[Sequence[Scored]]) -> dict[str, Any]:
    """Return the figures of a model from its scored waits."""
    laid = [wait for person in people for wait in person if wait.laid]
    return {
        "waits": sum(map(len, people)),
        "laid": len(laid),
        **{f"score from game {first}": since(people, first) for first in SINCE},
        **{f"interval from game {first}": interval(people, first) for first in SINCE},
        "median error": round(median(abs(wait.far) for wait in laid), 3),
        "in middle 50 %": round(fmean(0.25 <= wait.later <= 0.75 for wait in laid), 3),
        "in middle 80 %": round(fmean(0.10 <= wait.later <= 0.90 for wait in laid), 3),
    }


def since(people: Sequence[Sequence[Scored]], first: int) -> float:
    """Return the mean score of a wait, from game `first` on."""
    scores = [wait.score for person in people for wait in person if wait.game >= first]
    return round(fmean(scores), 3) if scores else 0.0


def interval(people: Sequence[Sequence[Scored]], first: int) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of that mean, over people."""
    dice = Random(first)
    means = sorted(since(dice.choices(people, k=len(people)), first) for _ in range(REDRAWN))
    return means[REDRAWN * 25 // 1000], means[REDRAWN * 975 // 1000]


def table(figures: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Format the figures as text, one line for each model."""
    yield f"{'':34}{'from game 1':>25}{'from game 3':>25}{'median error':>15}{'middle 50 %':>13}{'middle 80 %':>13}"
    for name, it in figures.items():
        scores = "".join(
            f"{it[f'score from game {first}']:9.3f} ({low:.2f} to {high:.2f})"
            for first in SINCE
            for low, high in [it[f"interval from game {first}"]]
        )
        middles = "".join(f"{100 * it[f'in middle {share} %']:11.0f} %" for share in (50, 80))
        yield f"{name:34}{scores}{it['median error']:15.2f}{middles}"
