"""The line "Listed in" of a host, in the lobby and in the menu of the table."""

from __future__ import annotations

from collections.abc import Mapping

from game.browser.online.stored_clubs import clubs
from game.browser.page.view import Each, Parts, at
from game.words.online.clubs import NO_CLUB


def names_of_clubs() -> dict[str, str]:
    """Return the names of the stored clubs by id, after that of no club."""
    return {"": NO_CLUB()} | {club.id: club.name for club in clubs()}


def choice_of_club(names: Mapping[str, str], chosen: str, *, hosts: bool) -> Parts:
    """Return the choice of the club that lists the table, for its host."""
    chosen = chosen if chosen in names else ""
    return {
        "listed": hosts and len(names) > 1,
        "clubs": Each(
            "club-choice-template",
            {club: {"club": at(name, value=club, selected=club == chosen)} for club, name in names.items()},
        ),
    }
