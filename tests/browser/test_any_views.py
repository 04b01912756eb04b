"""The table of a page with random Views: whatever a host sends, the page shows it without an error."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from random import Random

from playwright.sync_api import expect

from game.net.protocol.view_check import VIEW
from tests.browser.party import Member
from tests.net.views import any_views

SHOWN, MORE = 25, 200
"""Views in every run, and in a thorough one."""

SHOW = """
import asyncio, gc, json
from dataclasses import replace
from js import document
from game.browser.online.visit import Visit
from game.net.protocol.messages import Did, MakeSign, Sign
from game.net.protocol.view_check import VIEW
from game.net.roster import Place, Presence, Sitter

async def show(texts):
    (visit,) = [one for one in gc.get_objects() if isinstance(one, Visit)]
    own = visit.table.room.guest.table
    before, charts = own.roster, 0
    mine, ben = before.places[own.seat], Place(Sitter.PERSON, "Ben", "ben", Presence.CONNECTED, key="b" * 64)
    others = ben, replace(ben, presence=Presence.AWAY, votable=True), Place(Sitter.TEAMMATE, "Ada", character="Ada")
    for number, text in enumerate(texts):
        view = VIEW.read(json.loads(text))
        places = tuple(mine if seat == view.seat else others[seat % 3] for seat in range(view.seats))
        settings = replace(before.settings, variant=view.variant)
        own.told = own.roster = replace(before, settings=settings, places=places, host=view.seat or 0)
        own.view = view
        document.documentElement.toggleAttribute("data-keys", number % 2 == 0)
        visit.shown(own.roster)
        visit.shown(Did(view.seats - 1, MakeSign(Sign.WOW)))
        visit.shown(view)
        await asyncio.sleep(0)
        charts += document.querySelector("[data-part=drawing] svg") is not None
    return charts
"""


def test_random_views_are_shown_without_an_error(arrive: Callable[..., Member], thorough: bool) -> None:
    shown = MORE if thorough else SHOWN
    ana = arrive(storage={"one-mind/played": "yes", "one-mind/ended": "yes"})
    ana.host("Ana")
    ana.fill("Ada")
    ana.button("Start").click()
    expect(ana.table).to_be_visible()
    views = [json.dumps(VIEW.write(view)) for view in islice(any_views(Random(1), 10 * shown), shown)]
    ana.page.evaluate("code => python.runPython(code)", SHOW)
    charts = ana.page.evaluate("async (views) => await python.globals.get('show')(views)", views)
    assert charts, "no level has ended, whose chart is drawn"
    expect(ana.page.get_by_role("alertdialog")).to_have_count(0)
