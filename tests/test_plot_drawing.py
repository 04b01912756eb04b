"""SVG pictures of games: complete, within their box, with one mark for each figure."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from game.browser.history.plot_drawing import MOST, game_picture, plot
from game.core import variant
from game.history.played_game import PlayedGame
from game.history.summary import views
from game.teammates.story import stories
from tests.history.games import kept, lost_game, won_game

GAME = kept(won_game())


def parsed(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)


def test_every_game_with_figures_is_a_dot_in_each_row() -> None:
    nothing = replace(GAME, summary=replace(GAME.summary, tempo=None, in_step=None))
    drawn = parsed(plot([GAME, nothing, GAME]))
    assert len(drawn.findall("circle[@class='tempo']")) == len(drawn.findall("circle[@class='step']")) == 2
    assert "3 games" in drawn.attrib["aria-label"]


def test_only_the_latest_games_are_shown() -> None:
    drawn = parsed(plot([GAME] * 500))
    assert len(drawn.findall("circle[@class='tempo']")) == MOST


def test_every_dot_is_inside_the_plot() -> None:
    games = [replace(GAME, summary=replace(GAME.summary, tempo=tempo, in_step=step)) for tempo, step in FIGURES]
    drawn = parsed(plot(games))
    _, _, width, height = map(float, drawn.attrib["viewBox"].split())
    for dot in drawn.findall("circle"):
        x, y, radius = (float(dot.attrib[name]) for name in ("cx", "cy", "r"))
        assert radius < x < width - radius and radius < y < height - radius


FIGURES = [(0.0, 0.0), (999.0, 1.0), (0.5, 0.5)]


@pytest.mark.parametrize("game", [won_game(), lost_game(), won_game("extreme", 2)])
def test_the_picture_of_a_game_has_all_its_levels(game: PlayedGame) -> None:
    told = stories(views(kept(game).game(), 0))
    drawn = parsed(game_picture(told, kept(game).variant, 0, "Won <all> levels", ["One & two", "three"]))
    titles = [text.text for text in drawn.iter("text") if text.attrib.get("class") == "head-line"]
    assert titles == [f"Level {story.level}" for story in told]
    small = parsed(game_picture(told, kept(game).variant, 0, "", [], numbered=False))
    numbers = {number.text for number in drawn.iter("text")} - {number.text for number in small.iter("text")}
    assert len(numbers) > len(told)
    assert len([*small.iter("path")]) < len([*drawn.iter("path")])
    lines = [text.text for text in drawn.iter("text") if text.attrib.get("class") in ("title-line", "line")]
    assert lines == ["Won <all> levels", "One & two", "three"]


def test_the_levels_do_not_overlap_and_are_below_the_text() -> None:
    told = stories(views(kept(won_game()).game(), 0))
    drawn = parsed(game_picture(told, variant("classic"), 0, "Title", ["One", "two", "three"]))
    _, _, width, height = map(float, drawn.attrib["viewBox"].split())
    places = [tuple(map(float, cell.attrib["transform"][10:-1].split())) for cell in drawn.findall("g")]
    assert len(set(places)) == len(places) == 8
    lowest = max(float(text.attrib["y"]) for text in drawn.findall("text"))
    assert all(0 <= x < width - 340 and lowest < y < height - 200 for x, y in places)
