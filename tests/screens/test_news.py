"""What is announced about the people of a table, on a document without a browser."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock, call

from game.core import Phase, view_of
from tests.core.positions import playing
from tests.screens.dom import browser

with browser():
    from game.browser.online.news import News


def test_who_is_reached_by_a_server_is_said_once_and_never_during_play() -> None:
    view = view_of(playing("1 | 2"), 0)
    room: Any = SimpleNamespace(relayed=["Ana"], guest=SimpleNamespace(table=SimpleNamespace(view=None)))
    announcer = MagicMock()
    news = News(announcer)
    news.show_routes(room, in_lobby=True)
    room.relayed, room.guest.table.view = ["Ana", "Ben"], replace(view, phase=Phase.PLAY)
    news.show_routes(room, in_lobby=False)
    assert announcer.mock_calls == []
    room.guest.table.view = replace(view, phase=Phase.FOCUS)
    news.show_routes(room, in_lobby=False)
    news.show_routes(room, in_lobby=False)
    room.relayed = ["Ana"]
    news.show_routes(room, in_lobby=False)
    words = "No direct connection to Ben. Play is a little slower."
    assert announcer.mock_calls == [call.say_aside(words), call.withdraw(words)]
