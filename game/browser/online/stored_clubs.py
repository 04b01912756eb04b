"""The clubs that this browser remembers, and the one that the page itself may name."""

from __future__ import annotations

from js import document

from game.browser.page import storage
from game.net.clubs.club import Club, ClubLinkError, parse_club, stored_club
from game.net.invite import InviteError, parse_invite

CLUBS = "clubs"
"""The storage key of the clubs: their names by their keys, the oldest first."""

SAVED_TABLES = "tables", "own-tables"
"""The storage keys of saved tables, which clubs have replaced."""

MOST = 20
"""The number of remembered clubs: the latest ones."""

_unsaved: dict[str, str] | None = None
"""The clubs while the browser stores nothing."""


def clubs() -> list[Club]:
    """Return the remembered clubs, after the one of the page."""
    remembered = [club for key, name in _names().items() if (club := stored_club(key, name)) is not None]
    pages = club_of_page()
    return [*([] if pages is None else [pages]), *(one for one in remembered if pages is None or one.key != pages.key)]


def club_with_id(club_id: str) -> Club | None:
    """Return the club with this id, if this browser knows it."""
    return next((club for club in clubs() if club.id == club_id), None)


def club_of_page() -> Club | None:
    """Return the club that the build has put into the page."""
    named = document.querySelector("meta[name=club]")
    try:
        return parse_club(named.content) if named else None
    except ClubLinkError:
        return None


def remember(club: Club) -> None:
    """Remember `club`."""
    names = {key: name for key, name in _names().items() if key != club.key} | {club.key: club.name}
    _save(dict([*names.items()][-MOST:]))


def leave(club: Club) -> None:
    """Forget `club`."""
    _save({key: name for key, name in _names().items() if key != club.key})


def convert_saved_tables() -> None:
    """Make a club of each saved table. Everyone who saved the same table gets the same club."""
    for link, name in storage.read_texts(SAVED_TABLES[0]).items():
        try:
            remember(Club(parse_invite(link).token, name))
        except InviteError:
            continue
    for key in SAVED_TABLES:
        storage.remove(key)


def _names() -> dict[str, str]:
    return storage.read_texts(CLUBS) if _unsaved is None else _unsaved


def _save(names: dict[str, str]) -> None:
    global _unsaved
    _unsaved = None if storage.write_texts(CLUBS, names) else names
