"""What the title tells: of the saved game, of other tabs, and of what could not be fetched."""

from __future__ import annotations

from game.words.language import said
from game.words.lists import in_one_breath

OTHER_TAB = "One Mind is open in another tab: a game played here is not kept."
NOTHING_IS_KEPT = "This browser lets the page keep nothing: a game is over when the page is closed."
FORGET_TABLE = "Forget {name}"
NOT_FETCHED = "What it takes to play together could not be fetched. You may be offline."
FIRST_TABLE_NOT_FETCHED = "The first table could not be fetched. You may be offline."
GAMES_NOT_FETCHED = "What it takes to look at your games could not be fetched. You may be offline."
NO_ROOM_FOR_GAME = "The browser has no room left to keep this game. Export some of your games, then delete them."

DAMAGED_GAME = "The saved game is damaged."
GAME_OF_OTHER_VERSION = "The saved game is from another version of One Mind."
KEPT_ASIDE = "It is kept aside, and you can start anew."


def forget_table(name: str) -> str:
    """What the button says that takes a table from the title."""
    return said(FORGET_TABLE, name=name)


def kept_aside(why: str) -> str:
    """What becomes of a saved game that cannot be gone on with; `why` is the English sentence that says the reason."""
    return in_one_breath((said(why), said(KEPT_ASIDE)))
