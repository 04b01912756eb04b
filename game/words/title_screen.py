"""The messages of the title screen: about the saved game, other tabs, and failed downloads."""

from __future__ import annotations

from game.words.language import Message, gettext
from game.words.lists import in_one_breath

OTHER_TAB = Message("One Mind is open in another tab: a game played here is not kept.")
NOTHING_IS_KEPT = Message("This browser lets the page keep nothing: a game is over when the page is closed.")
# Translators: Button beside a kept table, read by screen readers. {name} is the name of the table.
FORGET_TABLE = Message("Forget {name}")
NOT_FETCHED = Message("What it takes to play together could not be fetched. You may be offline.")
FIRST_TABLE_NOT_FETCHED = Message("The first table could not be fetched. You may be offline.")
GAMES_NOT_FETCHED = Message("What it takes to look at your games could not be fetched. You may be offline.")
NO_ROOM_FOR_GAME = Message(
    "The browser has no room left to keep this game. Export some of your games, then delete them."
)

DAMAGED_GAME = Message("The saved game is damaged.")
GAME_OF_OTHER_VERSION = Message("The saved game is from another version of One Mind.")
# Translators: Follows the message that the saved game is damaged or from another version.
KEPT_ASIDE = Message("It is kept aside, and you can start anew.")


def forget_table(name: str) -> str:
    """Return the label of the button that removes a table from the title screen."""
    return gettext(FORGET_TABLE, name=name)


def kept_aside(why: Message) -> str:
    """Return the message about a saved game that cannot continue; `why` is the reason."""
    return in_one_breath((gettext(why), gettext(KEPT_ASIDE)))
