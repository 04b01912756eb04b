"""PNG export of an SVG element: each of its shapes is painted on a canvas.

Drawing the SVG itself as an image is impossible: the content security policy allows only images from the page's files.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from typing import Any

import js
from js import document, getComputedStyle, location
from pyodide.ffi import create_once_callable, to_js

from game.browser.history.file_download import give
from game.browser.history.plot_drawing import picture
from game.browser.page.dom import new_element
from game.browser.page.links import link_with
from game.core import View
from game.history.stored_game import StoredGame
from game.history.summary import views
from game.teammates.story import Story, stories
from game.teammates.tempo import Clock
from game.words.history.games import in_step, left, outcome, played, table_kind
from game.words.history.replay import public_names

LEVEL_PICTURE, GAME_PICTURE = "one-mind-level.png", "one-mind-game.png"

SCALE = 3
"""Pixels per SVG unit."""

MARGIN = 12
SHAPES = "path, polyline, polygon, circle, text"
ANCHORS = {"middle": "center", "end": "right"}


def save_game(game: StoredGame) -> None:
    """Save a picture of all levels of `game`. Raises BadGame."""
    team = game.team
    told = stories(views(game.game(), team.seat))
    lines = [*filter(None, (outcome(game), played(game), left(game), in_step(game)))]
    names = public_names(team.names, team.characters)
    _save(picture(told, game.variant, team.seat, lines, names, _address()), GAME_PICTURE)


def save_level(story: Story, view: View, clock: Clock | None, names: Sequence[str], characters: Sequence[str]) -> None:
    """Save a picture of one level."""
    lines = [table_kind(view.variant, characters)]
    names = public_names(names, characters)
    _save(picture([story], view.variant, view.seat, lines, names, _address(), clock), LEVEL_PICTURE)


def _save(markup: str, name: str) -> None:
    """Save the SVG element in `markup` as a file called `name`, on the page's background colour.

    While it is painted, the element is part of the page, so that the style sheets apply.
    """
    place = new_element("div", "to-save")
    place.innerHTML = markup
    document.body.append(place)
    canvas = _painted(place.firstElementChild)
    place.remove()
    canvas.toBlob(create_once_callable(lambda blob: give(name, blob, "image/png")))


def _painted(drawing: Any) -> Any:
    """Return a canvas with the SVG element `drawing`."""
    box = drawing.viewBox.baseVal
    canvas = document.createElement("canvas")
    canvas.width, canvas.height = (round(SCALE * (side + 2 * MARGIN)) for side in (box.width, box.height))
    paint = canvas.getContext("2d")
    paint.fillStyle = getComputedStyle(document.documentElement).backgroundColor
    paint.fillRect(0, 0, canvas.width, canvas.height)
    back = drawing.getScreenCTM().inverse()
    for shape in drawing.querySelectorAll(SHAPES):
        place = back.multiply(shape.getScreenCTM())
        moved = SCALE * (place.e + MARGIN), SCALE * (place.f + MARGIN)
        paint.setTransform(*(SCALE * part for part in (place.a, place.b, place.c, place.d)), *moved)
        _paint(paint, shape, getComputedStyle(shape))
    return canvas


def _address() -> str:
    """Return the address of the page, without language or anything else that is personal; empty for a local file."""
    return "" if location.protocol == "file:" else link_with("")


def _paint(paint: Any, shape: Any, style: Any) -> None:
    """Paint one shape in its computed `style`."""
    paint.fillStyle, paint.strokeStyle, paint.lineWidth = style.fill, style.stroke, float(style.strokeWidth[:-2])
    paint.setLineDash(to_js([]))
    paint.lineJoin = style.strokeLinejoin
    opacity = float(style.opacity)
    filled, stroked = style.fill != "none", style.stroke != "none"
    if shape.localName == "text":
        paint.globalAlpha = opacity
        paint.font = f"{style.fontWeight} {style.fontSize} {style.fontFamily}"
        paint.textAlign = ANCHORS.get(style.textAnchor, "left")
        paint.fillText(shape.textContent, float(shape.getAttribute("x")), float(shape.getAttribute("y")))
        return
    outline = _outline(shape)
    if filled:
        paint.globalAlpha = opacity * float(style.fillOpacity)
        paint.fill(outline)
    if stroked:
        paint.globalAlpha = opacity
        paint.stroke(outline)


def _outline(shape: Any) -> Any:
    if shape.localName == "path":
        return js.Path2D.new(shape.getAttribute("d"))
    if shape.localName == "circle":
        x, y, radius = (float(shape.getAttribute(name)) for name in ("cx", "cy", "r"))
        circle = js.Path2D.new()
        circle.arc(x, y, radius, 0, 2 * pi)
        return circle
    points = shape.getAttribute("points").strip().replace(" ", "L")
    end = "Z" if shape.localName == "polygon" else ""
    return js.Path2D.new(f"M{points}{end}" if points else "")
