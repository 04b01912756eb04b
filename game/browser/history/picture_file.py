"""PNG export of levels: their SVG picture, drawn as an image."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence

import js
from js import document, getComputedStyle, location
from pyodide.ffi import JsException, create_once_callable, to_js

from game.browser.history.picture_drawing import picture
from game.browser.page.dom import download, js_object, new_element
from game.browser.page.links import link_with
from game.browser.page.tasks import soon
from game.core import View
from game.history.finished_game import FinishedGame
from game.teammates.story import Story, stories
from game.teammates.tempo import Clock
from game.words.history.games import in_step, left, outcome, played, table_kind
from game.words.history.replay import public_names

FILE = re.compile(r'url\("(?!data:)([^"]+)')
"""The address of a file in the text of a style rule, which has quotes in every browser."""

LEVEL_PICTURE, GAME_PICTURE = "one-mind-level.png", "one-mind-game.png"

ATTRIBUTES = (
    *("fill", "fill-opacity", "opacity", "stroke", "stroke-linejoin", "stroke-width"),
    *("font-family", "font-size", "font-weight", "text-anchor"),
)
"""The style of a picture, as presentation attributes: the page's style sheets do not apply inside an image."""


def save_game(game: FinishedGame) -> None:
    """Save a picture of all levels of `game`. Raises BadGame."""
    team = game.team
    told = stories(game.game.views(team.seat))
    lines = [*filter(None, (outcome(game), played(game), left(game), in_step(game)))]
    names = public_names(team.names, team.characters)
    soon(_save(picture(told, game.variant, team.seat, lines, names, _address()), GAME_PICTURE))


def save_level(story: Story, view: View, clock: Clock | None, names: Sequence[str], characters: Sequence[str]) -> None:
    """Save a picture of one level."""
    lines = [table_kind(view.variant, characters)]
    names = public_names(names, characters)
    soon(_save(picture([story], view.variant, view.seat, lines, names, _address(), clock), LEVEL_PICTURE))


def _address() -> str:
    """Return the address of the page, without language or anything else that is personal; empty for a local file."""
    return "" if location.protocol == "file:" else link_with("")


async def _save(markup: str, name: str) -> None:
    """Save the SVG element in `markup` as a file called `name`, on the page's background colour."""
    image = js.Image.new()
    image.src = js.URL.createObjectURL(
        js.Blob.new(to_js([await _styled(markup)]), js_object({"type": "image/svg+xml"}))
    )
    await image.decode()
    js.URL.revokeObjectURL(image.src)
    canvas = document.createElement("canvas")
    canvas.width, canvas.height = image.width, image.height
    paint = canvas.getContext("2d")
    paint.fillStyle = getComputedStyle(document.documentElement).backgroundColor
    paint.fillRect(0, 0, canvas.width, canvas.height)
    paint.drawImage(image, 0, 0)
    canvas.toBlob(create_once_callable(lambda blob: download(name, blob, "image/png")))


async def _styled(markup: str) -> str:
    """Return the SVG element in `markup` as a document with its style. For that it is in the page for a moment."""
    place = new_element("div")
    place.hidden = True
    place.innerHTML = markup
    document.body.append(place)
    drawing = place.firstElementChild
    for shape in drawing.querySelectorAll(":not(g)"):
        style = getComputedStyle(shape)
        for name in ATTRIBUTES:
            shape.setAttribute(name, style.getPropertyValue(name))
    place.remove()
    fonts = document.createElementNS(drawing.namespaceURI, "style")
    fonts.textContent = await _fonts()
    drawing.prepend(fonts)
    return str(js.XMLSerializer.new().serializeToString(drawing))


async def _fonts() -> str:
    """Return the page's @font-face rules with the fonts embedded, because an image can fetch no files."""
    rules = [
        await _embedded(rule.cssText, sheet.href or document.baseURI)
        for sheet in document.styleSheets
        for rule in sheet.cssRules
        if rule.constructor.name == "CSSFontFaceRule"
    ]
    return "".join(rules)


async def _embedded(rule: str, base: str) -> str:
    """Return an @font-face rule with its file embedded; unchanged if it is already, or cannot be fetched."""
    found = FILE.search(rule)
    if found is None:
        return rule
    try:
        content = (await (await js.fetch(js.URL.new(found[1], base).href)).arrayBuffer()).to_bytes()
    except JsException:  # offline: the picture has a font of the system
        return rule
    return rule.replace(found[1], f"data:font/woff2;base64,{b64encode(content).decode()}")
