"""When a teammate proposes a star: because of the cards, or because the person's tempo is unknown."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from statistics import fmean

import pytest

from game.core import MAX_STARS, StarRaised, Variant, variant
from game.core.variants import STAR_LEVELS
from game.table import Table
from game.teammates.characters import CHARACTERS, teammate
from game.teammates.mind import Mind
from game.teammates.prior import PRIOR_LEVEL, Prior
from game.teammates.stars import KEEPS_GOING, MOMENTS_A_CARD, RISKS, trust, worth_a_star
from game.teammates.tempo import Tempo
from tests.teammates.games import practised, stand_in

KNOWN = practised(PRIOR_LEVEL, 0.01, 0.15)


def ada(seed: int, prior: Prior) -> Mind:
    """Return Ada, who judges the cards with the same tempo whatever her estimate of the person."""
    mind = Mind(CHARACTERS["Ada"].traits, Random(seed), (0,), {0: prior})
    mind.clocks = {0: Tempo(KNOWN)}
    return mind


def first_asked(mind: Mind, seed: int) -> float:
    """Return when a teammate first proposes a star, in seconds, or the end of a game in which it proposes none."""
    table = Table(variant("classic"), 2, f"{seed}", {0: stand_in(seed), 1: mind})
    while (due := table.due()) is not None:
        table.tick(due)
        if any(StarRaised(1) in update.events for update in table.updates()):
            break
    return table.now


def test_ada_proposes_a_star_sooner_to_an_unknown_person() -> None:
    """The cards, the deals and their risk are the same."""
    known = [first_asked(ada(seed, KNOWN), seed) for seed in range(15)]
    unknown = [first_asked(ada(seed, practised(PRIOR_LEVEL, 0.4, 0.15)), seed) for seed in range(15)]
    assert all(sooner <= later for sooner, later in zip(unknown, known, strict=True))
    assert fmean(unknown) < fmean(known)


def test_edda_proposes_stars_sooner_than_ada() -> None:
    edda, ada = (
        fmean(first_asked(teammate(CHARACTERS[name], Random(seed)), seed) for seed in range(8))
        for name in ("Edda", "Ada")
    )
    assert edda < 0.8 * ada


def test_the_risk_threshold_is_lower_for_a_less_known_person() -> None:
    assert trust(0.15, 0.0) == 1.0
    assert trust(0.15, 0.15) == pytest.approx(0.91, abs=0.01)
    assert trust(0.15, 0.4) < trust(0.15, 0.1) < 1.0


def savings(game: Variant, seats: int, mates: int) -> Callable[[int, int, int], float]:
    """Return what `stars` save from here on, in mean risks, with `moments` left in `level`.

    Computed recursively: at each moment the team does the better of spending a star or keeping it. A star saves the
    risk of the moment, and the mean risk of the moments that its cards would have brought.
    """
    spared = seats * mates * MOMENTS_A_CARD

    @cache
    def saved(level: int, moments: int, stars: int) -> float:
        if moments == 0:
            if level == game.levels(seats):
                return 0.0
            gained = int(game.stars and level in STAR_LEVELS)
            more = round(game.dealt(level + 1, seats) * mates * MOMENTS_A_CARD) + 1
            return saved(level + 1, more, min(MAX_STARS, stars + gained))
        kept = saved(level, moments - 1, stars)
        spent = saved(level, moments - 1, stars - 1) + spared if stars else float("-inf")
        return KEEPS_GOING * sum(share * max(kept, spent + risk) for share, risk in RISKS)

    return saved


@pytest.mark.parametrize(
    ("game", "seats", "mates"),
    [("classic", 2, 1), ("classic", 3, 2), ("classic", 4, 1), ("no-stars", 2, 1), ("tens", 3, 2)],
)
def test_a_star_is_worth_the_risk_at_which_spending_equals_keeping(game: str, seats: int, mates: int) -> None:
    played = variant(game)
    levels, saved = played.levels(seats), savings(played, seats, mates)
    spared = seats * mates * MOMENTS_A_CARD
    for level in range(1, levels + 1):
        for cards in {1, 2, 5, played.dealt(level, seats)} & {*range(played.dealt(level, seats) + 1)}:
            left = round(cards * mates * MOMENTS_A_CARD)
            for stars in range(1, MAX_STARS + 1):
                worth = worth_a_star(played, seats, mates, levels, level, cards, stars)
                assert worth == pytest.approx(saved(level, left, stars) - saved(level, left, stars - 1) - spared)


def test_the_shares_of_all_risks_add_up_to_one() -> None:
    assert sum(share for share, _ in RISKS) == pytest.approx(1.0)
