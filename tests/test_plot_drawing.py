"""SVG pictures of games: complete, within their box, with one mark for each figure."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from game.browser.history.picture_drawing import picture
from game.browser.history.plot_drawing import MOST, plot, plot_symbols
from game.browser.table.level_drawing import symbols
from game.browser.table.svg import legend
from game.core import variant
from game.core.record import Game
from game.teammates.story import stories
from tests.history.games import kept, lost_game, won_game

GAME = kept(won_game())


def parsed(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)


def test_every_game_with_figures_is_a_dot_in_each_row() -> None:
    nothing = replace(GAME, summary=replace(GAME.summary, tempo=None, in_step=None))
    drawn = parsed(plot([GAME, nothing, GAME], "Nov 1", "Nov 3"))
    assert len(drawn.findall("circle[@class='tempo']")) == len(drawn.findall("circle[@class='step']")) == 2
    assert "3 games" in drawn.attrib["aria-label"]


def test_games_of_different_variants_are_not_connected() -> None:
    fifty = replace(GAME, variant=variant("fifty"))
    games = [GAME, fifty, GAME, fifty, fifty]
    drawn = parsed(plot(games, "Nov 1", "Nov 3"))
    lines = [len((line.attrib["points"]).split()) for line in drawn.findall("polyline")]
    assert lines == [2, 3, 2, 3]
    marks = [mark.attrib["class"] for mark in drawn.findall("g")]
    assert marks == [f"seat{kind} {row}" for row in ("tempo", "step") for kind in (0, 1, 0, 1, 1)]
    assert [symbol.word for symbol in plot_symbols(games)] == ["Classic", "Around fifty"]
    assert plot_symbols([GAME, GAME]) == []


def test_games_of_one_day_have_one_date() -> None:
    drawn = parsed(plot([GAME, GAME], "Nov 1", "Nov 1"))
    assert [text.text for text in drawn.findall("text")].count("Nov 1") == 1


def test_only_the_latest_games_are_shown() -> None:
    drawn = parsed(plot([GAME] * 500, "Nov 1", "Nov 3"))
    assert len(drawn.findall("circle[@class='tempo']")) == MOST


def test_every_dot_is_inside_the_plot() -> None:
    games = [replace(GAME, summary=replace(GAME.summary, tempo=tempo, in_step=step)) for tempo, step in FIGURES]
    drawn = parsed(plot(games, "Nov 1", "Nov 3"))
    _, _, width, height = map(float, drawn.attrib["viewBox"].split())
    for dot in drawn.findall("circle"):
        x, y, radius = (float(dot.attrib[name]) for name in ("cx", "cy", "r"))
        assert radius < x < width - radius and radius < y < height - radius


FIGURES = [(0.0, 0.0), (999.0, 1.0), (0.5, 0.5)]


def test_each_axis_has_a_lower_and_an_upper_value() -> None:
    slow = replace(GAME, summary=replace(GAME.summary, tempo=2.5))
    drawn = parsed(plot([slow, GAME], "Nov 1", "Nov <3>"))
    words = [text.text for text in drawn.findall("text")]
    assert words == ["2.5 s", "0 s", "100%", "0%", "seconds per step", "in sync", "Nov 1", "Nov <3>"]


NAMES = ("Fox", "<Ada>", "Iris", "Juno")
ADDRESS = "https://example.org/mind/"


def texts(drawn: ElementTree.Element, style: str) -> list[str | None]:
    return [text.text for text in drawn.iter("text") if text.attrib.get("class") == style]


@pytest.mark.parametrize("game", [won_game(), lost_game(), won_game("extreme", 2)])
def test_a_saved_picture_says_what_it_shows(game: Game) -> None:
    stored = kept(game)
    told = stories(stored.game.views(0))
    names = NAMES[: game.seats]
    drawn = parsed(picture(told, game.variant, 0, ["Won <all> levels", "Classic, 4 players"], names, ADDRESS))
    assert texts(drawn, "head-line") == [f"Level {story.level}" for story in told]
    assert texts(drawn, "title-line") == ["One Mind"]
    lines = texts(drawn, "line")
    assert lines[:2] == ["Won <all> levels", "Classic, 4 players"]
    assert [*lines[2 : 2 + len(names)], lines[-1]] == [*names, ADDRESS]
    assert ("too soon" in lines) == any(one.error for story in told for one in story.laid)


def test_without_an_address_a_picture_has_none() -> None:
    told = stories(won_game().views(0))
    assert texts(parsed(picture(told[:1], variant("classic"), 0, [], NAMES, "")), "line") == [*NAMES]


def test_a_picture_has_a_size_because_an_image_needs_one() -> None:
    told = stories(won_game().views(0))
    drawn = parsed(picture(told[:1], variant("classic"), 0, [], NAMES, ADDRESS))
    _, _, width, height = map(int, drawn.attrib["viewBox"].split())
    assert (int(drawn.attrib["width"]), int(drawn.attrib["height"])) == (3 * width, 3 * height)


def test_names_in_a_legend_are_not_translated() -> None:
    markup = legend(symbols(stories(lost_game().views(0)), ["<Ada>"]))
    assert '<bdi translate="no">&lt;Ada&gt;</bdi>' in markup
    assert "<bdi>too soon</bdi>" in markup


def test_long_names_in_a_legend_do_not_overlap() -> None:
    told = stories(won_game().views(0))
    drawn = parsed(picture(told, variant("classic"), 0, [], ("Wwwwwwwwwwwwww",) * 8, ADDRESS))
    names = [one for one in drawn.iter("text") if (one.text or "").startswith("Ww")]
    places = sorted((float(one.attrib["y"]), float(one.attrib["x"])) for one in names)
    apart = [x - before for (row, before), (y, x) in pairwise(places) if row == y]
    assert min(apart) > 14 * 12  # pixels of a W in the page's typeface


@pytest.mark.parametrize(("levels", "names"), [(8, NAMES), (1, ("Maximiliane-12",) * 8), (2, ("Maximiliane-12",) * 8)])
def test_the_parts_of_a_picture_do_not_overlap(levels: int, names: tuple[str, ...]) -> None:
    told = stories(won_game().views(0))[:levels]
    drawn = parsed(picture(told, variant("classic"), 0, ["One", "two"], names, ADDRESS))
    _, _, width, height = map(float, drawn.attrib["viewBox"].split())
    moved = [tuple(map(float, cell.attrib["transform"][10:-1].split())) for cell in drawn.findall("g")]
    cells, legend = moved[:levels], moved[levels:]
    assert len({*cells}) == levels
    assert all(y > 64 and 0 <= x <= width - 340 and y + 200 < min(y for _, y in legend) for x, y in cells)
    assert len({*legend}) == len(legend) == len(symbols(told, names))
    assert all(0 <= x < width and y < height - 20 for x, y in legend)
