"""The messages of the title screen: about the saved game, other tabs, and failed downloads."""

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
    """Return the label of the button that removes a table from the title screen."""
    return said(FORGET_TABLE, name=name)


def kept_aside(why: str) -> str:
    """Return the message about a saved game that cannot continue; `why` is the English message with the reason."""
    return in_one_breath((said(why), said(KEPT_ASIDE)))
