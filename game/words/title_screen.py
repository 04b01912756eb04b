"""The messages of the title screen: about a new game, the saved game, other tabs, and failed downloads."""

from __future__ import annotations

from game.core import Variant, new_game
from game.core.record import GameFault
from game.words.language import Message, Plural
from game.words.lists import in_one_breath

OTHER_TAB = Message("One Mind is open in another tab. To save your game, play there.")
NOTHING_IS_KEPT = Message("This browser can’t save your game. You’ll lose it if you close the page.")
# Translators: Button beside the one that returns to the last table, read by screen readers. {name} is the text of
# that button, such as "Back to the table".
FORGET_TABLE = Message("Remove “{name}” from Home")
BACK_TO_OWN_TABLE = Message("Back to the table")
# Translators: Button on the title: returns to the table that this person left. {name} is the host's name.
BACK_TO_TABLE = Message("Back to {name}’s table")
# Translators: Shown after a press if the part of the page that it needs could not be loaded.
NOT_FETCHED = Message("Couldn’t load this part. Check your connection, then try again.")
DAMAGED_LINK = Message("This link is damaged or incomplete. Ask for it again, and copy all of it.")
NO_ROOM_FOR_GAME = Message(
    "This game can’t be saved: browser storage is full or blocked. Export your games, then delete some."
)

# Translators: On the tile of the daily game, after it was played.
DAILY_PLAYED = Message("Played today.")
# Translators: On the tile of the daily game: it was played on so many days, without a gap.
DAILY_STREAK = Plural("1 day in a row.", "{days} days in a row.")

DAMAGED_GAME = Message("The saved game is damaged.")
GAME_OF_OTHER_VERSION = Message("The saved game is from another version of One Mind.")
# Translators: Follows the message that the saved game is damaged or from another version.
KEPT_ASIDE = Message("You can’t continue it. You can download it, or start a new game.")

# Translators: Shown before a game. {seats} counts players, {levels} is "12 levels", {lives} "2 lives".
LENGTH = Message("{seats} players: {levels}, {lives}.")
# Translators: Shown before a game. {seats} counts players, {levels} is "8 levels", {lives} "5 lives".
LENGTH_OF_MANY = Message("{seats} players: {levels}, {lives}. With 5 or more players, house rules apply.")

# Translators: Is {levels} in "{seats} players: {levels}, {lives}." Here, {levels} is a number.
LEVELS = Plural("1 level", "{levels} levels")
# Translators: Is {lives} in "{seats} players: {levels}, {lives}." Here, {lives} is a number.
LIVES = Plural("1 life", "{lives} lives")


CHARACTER_LINES = {
    # Translators: Before a game, about a computer player who is steady. At most 36 letters.
    "Ada": Message("Learns your tempo and sticks to it."),
    # Translators: Before a game, about a computer player who is eager. At most 36 letters.
    "Ben": Message("Often a moment too soon."),
    # Translators: Before a game, about a computer player who is dreamy. At most 36 letters.
    "Cleo": Message("Likes to wait a little longer."),
    # Translators: Before a game, about a computer player who is changeable. At most 36 letters.
    "Dov": Message("Never waits the same time twice."),
    # Translators: Before a game, about a computer player who is fond of stars. At most 36 letters.
    "Edda": Message("Raises a hand when in doubt."),
    # Translators: Before a game, about a computer player who is stubborn. At most 36 letters.
    "Finn": Message("Adapts to you, but slowly."),
    # Translators: Before a game, about a computer player who is independent. At most 36 letters.
    "Gus": Message("Never adapts. You have to."),
}


def length(variant: Variant, seats: int) -> str:
    """Return the number of levels of a game, and the lives with which it starts."""
    game = new_game(variant, seats)
    levels = LEVELS(game.levels, levels=game.levels)
    lives = LIVES(game.lives, lives=game.lives)
    return (LENGTH_OF_MANY if seats > 4 else LENGTH)(seats=seats, levels=levels, lives=lives)


def daily_note(streak: int, *, played: bool) -> str:
    """Return the note on the daily game: whether it was `played` today, and a `streak` of at least two days."""
    if streak > 1:
        return DAILY_STREAK(streak, days=streak)
    return DAILY_PLAYED() if played else ""


def kept_aside(fault: GameFault) -> str:
    """Return the message about a saved game that cannot continue because of its `fault`."""
    why = GAME_OF_OTHER_VERSION if fault is GameFault.VERSION else DAMAGED_GAME
    return in_one_breath((why(), KEPT_ASIDE()))
