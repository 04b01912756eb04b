"""The chart of a level: every number is legible, the axes have values, and the forecast is behind the cards."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from math import dist, log
from random import Random

import pytest

from game.browser.table.level_drawing import HEIGHT, LEFT, MARK, WIDTH, drawing, forecasts, symbols
from game.browser.table.svg import SHAPES
from game.core import Card, Seat, Variant, variant
from game.teammates.story import Landing, Story, expected
from game.teammates.tempo import Tempo
from tests.teammates.games import practised
from tests.thorough import thorough_after

CLASSIC = variant("classic")
DIGIT, LINE = 5.5, 8.0  # minimum size of a number, in units of the picture


def story(*laid: Landing, level: int = 1, aside: tuple[Landing, ...] = ()) -> Story:
    return Story(level, max(one.at for one in laid), laid, aside, (), None, None)


def landing(at: float, seat: Seat, card: Card, game: Variant = CLASSIC) -> Landing:
    return Landing(at, seat, card, game.pile_of(card), game.rank(card))


def numbers(picture: str) -> dict[str, tuple[float, float]]:
    """Return the position of every card's number."""
    found = re.findall(
        r'translate\(([\d.]+) ([\d.]+)\)"><path.*?<text class="" x="([-\d.]+)" y="([-\d.]+)">([^<]+)<', picture
    )
    return {text: (float(x) + float(across), float(y) + float(down)) for x, y, across, down, text in found}


def places(picture: str, kind: str) -> list[tuple[float, float]]:
    """Return where the marks of the cards of this `kind` are: "aside", or "laid"."""
    found = re.findall(rf'"seat\d {kind}" transform="translate\(([\d.]+) ([\d.]+)', picture)
    return [(float(x), float(y)) for x, y in found]


def values(picture: str) -> list[str]:
    return re.findall(r'<text class="scale[^>]*>([^<]*)<', picture)


def hidden(picture: str) -> list[tuple[str, str]]:
    """Return the pairs of numbers that overlap."""
    return [
        (one, two)
        for (one, (ax, ay)), (two, (bx, by)) in combinations(numbers(picture).items(), 2)
        if abs(ax - bx) < DIGIT * (len(one) + len(two)) / 2 and abs(ay - by) < LINE
    ]


def test_two_simultaneous_cards_both_have_their_number() -> None:
    picture = drawing(story(landing(9.9, 0, 15), landing(10.0, 1, 16), landing(60.0, 0, 90)), CLASSIC, 0, None)
    assert [*numbers(picture)] == ["15", "16", "90"]
    assert hidden(picture) == []


def test_numbers_of_cards_one_above_another_are_beside_their_own_marks() -> None:
    laid = landing(70.0, 3, 71), landing(74.0, 3, 76), landing(76.0, 3, 77), landing(79.0, 0, 81), landing(79.3, 3, 92)
    picture = drawing(story(*laid), CLASSIC, 0, None)
    marks, found = places(picture, "laid"), numbers(picture)
    for mark, number in zip(marks[-2:], ("81", "92"), strict=True):
        assert min(marks, key=lambda place: dist(place, found[number])) == mark


@pytest.mark.parametrize("game", ["classic", "fifty", "extreme", "descending"])
@pytest.mark.parametrize("seed", thorough_after(3, range(12)))
def test_every_number_of_a_full_level_is_legible(game: str, seed: int) -> None:
    dice, played = Random(seed), variant(game)
    cards = dice.sample(range(1, 101), 24)
    laid = [landing(round(dice.uniform(0, 45), 2), n % 4, card, played) for n, card in enumerate(cards)]
    picture = drawing(story(*laid[4:], level=12, aside=tuple(laid[:4])), played, 0, None)
    assert len(numbers(picture)) == 24
    assert hidden(picture) == []
    assert all(LEFT < x < WIDTH and 0 < y < HEIGHT for x, y in numbers(picture).values())


def test_neighbouring_cards_that_are_set_aside_together_are_drawn_side_by_side() -> None:
    aside = tuple(landing(20.0, 1, card) for card in (41, 42, 43))
    picture = drawing(story(landing(9.0, 0, 15), landing(20.0, 0, 60), aside=aside), CLASSIC, 0, None)
    found = places(picture, "aside")
    assert len(found) == 3
    assert all(max(abs(ax - bx), abs(ay - by)) > 11 for (ax, ay), (bx, by) in combinations(found, 2))


def test_marks_of_cards_played_together_do_not_cover_each_other() -> None:
    laid = landing(1.0, 0, 54), landing(1.1, 1, 55), landing(1.2, 0, 56), landing(30.0, 1, 90), landing(30.0, 0, 91)
    picture = drawing(story(*laid), CLASSIC, 0, None)
    found = places(picture, "laid")
    assert len(found) == 5
    assert all(abs(ax - bx) > 8 or abs(ay - by) > 8 for (ax, ay), (bx, by) in combinations(found, 2))
    assert found == sorted(found)


def test_the_shape_of_a_mistake_is_in_front_of_its_cross() -> None:
    picture = drawing(story(replace(landing(3.0, 1, 20), error=True)), CLASSIC, 0, None)
    assert picture.index("cross") < picture.index(SHAPES[1])


def test_a_band_far_from_its_mark_has_the_number_of_the_card() -> None:
    clock = Tempo(practised(level=log(5.0), spread=0.01, noise=0.1))
    late = Landing(55.0, 0, 20, 0, 20, wait=55.0, gap=20)
    picture = drawing(story(late, landing(60.0, 1, 100)), CLASSIC, 0, clock)
    assert re.findall(r'<text class="band seat0"[^>]*>([^<]*)<', picture) == ["20"]
    near = Landing(10.0, 0, 20, 0, 20, wait=10.0, gap=20)
    assert 'text class="band' not in drawing(story(near, landing(60.0, 1, 100)), CLASSIC, 0, clock)


@pytest.mark.parametrize(
    ("game", "cards", "end"),
    [
        ("classic", (15, 61), ["0", "5", "10", "15", "20 s", "1", "20", "40", "60", "card"]),
        ("fifty", (57,), ["2", "4", "6", "distance from 50"]),
        ("extreme", (21,), ["20", "position in the order"]),
        ("descending", (41,), ["80", "90", "100", "card"]),
    ],
)
def test_the_axes_have_values_and_units(game: str, cards: tuple[Card, ...], end: list[str]) -> None:
    played = variant(game)
    laid = (landing(9.0 + 14.0 * seat, seat, card, played) for seat, card in enumerate(cards))
    found = values(drawing(story(*laid), played, 0, None))
    assert found[-len(end) :] == end and "-1" not in found


def test_a_band_behind_a_card_of_ones_own_shows_when_it_was_expected() -> None:
    clock = Tempo(practised(level=log(5.0), spread=0.01, noise=0.1))
    mine = Landing(10.0, 0, 20, 0, 20, wait=10.0, gap=20)
    hers = Landing(20.0, 1, 40, 0, 40, wait=10.0, gap=20)
    picture = drawing(story(mine, hers, landing(60.0, 1, 100)), CLASSIC, 0, clock)
    (band,) = re.findall(r'<polygon class="band seat0" points="([^"]+)"', picture)
    points = [tuple(map(float, point.split(","))) for point in band.split()]
    (left, top), (right, bottom) = min(points), max(points)
    seconds = [(at - LEFT) / (WIDTH - LEFT - 18) * 60 for at in (left, right)]
    wait = expected(clock, 20)
    assert seconds == pytest.approx([wait.least, wait.most], abs=0.2)
    (middle,) = re.findall(r'"seat0 laid" transform="translate\([\d.]+ ([\d.]+)', picture)
    assert (top + bottom) / 2 == pytest.approx(float(middle), abs=0.1)
    assert picture.index("band") < picture.index(' laid"')
    assert "band" in str(symbols([story(mine, hers)], [], 0, clock))
    assert "band" not in str(symbols([story(mine, hers)], [], 0, None))
    assert "band" not in drawing(story(mine, hers), CLASSIC, 0, None)
    assert "band" not in drawing(story(mine, hers), CLASSIC, None, clock)


def test_a_card_expected_after_the_end_of_the_chart_has_no_band() -> None:
    clock = Tempo(practised(level=log(5.0), spread=0.01, noise=0.1))
    played = story(Landing(1.0, 0, 90, 0, 90, wait=1.0, gap=90))
    assert forecasts(played, 0, clock) == []
    assert "band" not in drawing(played, CLASSIC, 0, clock)


def test_a_card_set_aside_lies_beside_the_one_that_was_too_soon() -> None:
    soon = replace(landing(5.0, 2, 6), error=True)
    picture = drawing(story(soon, landing(60.0, 0, 90), aside=(landing(5.0, 0, 5),)), CLASSIC, 0, None)
    wrong, aside = (re.search(rf'{kind}" transform="translate\(([\d.]+)', picture) for kind in ("error", "aside"))
    assert wrong and aside and float(wrong[1]) - float(aside[1]) > MARK
