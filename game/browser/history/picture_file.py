"""PNG export of an SVG element: each of its shapes is painted on a canvas.

Drawing the SVG itself as an image is impossible: the content security policy allows only images from the page's files.
"""

from __future__ import annotations

from math import pi
from typing import Any

import js
from js import document, getComputedStyle
from pyodide.ffi import create_once_callable, to_js

from game.browser.history.file_download import give

LEVEL_PICTURE, GAME_PICTURE = "one-mind-level.png", "one-mind-game.png"

SCALE = 3
"""Pixels per SVG unit."""

MARGIN = 12
SHAPES = "path, polyline, polygon, circle, text"
ANCHORS = {"middle": "center", "end": "right"}


def save_picture(drawing: Any, name: str) -> None:
    """Save the SVG element `drawing` as a file called `name`, on the page's background colour."""
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
    canvas.toBlob(create_once_callable(lambda blob: give(name, blob, "image/png")))


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
