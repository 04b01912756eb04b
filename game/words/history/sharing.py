"""The messages about links: to a game, to a challenge, and to the deal of the day."""

from __future__ import annotations

from game.history.finished_game import FinishedGame
from game.history.summary import BOTH, CLEAN, LIFE, STAR
from game.words.history.games import in_step, outcome
from game.words.language import Message, percent
from game.words.lists import in_one_breath

# Translators: Heading of the dialog with the link to a game.
SHARE_GAME = Message("Share this game")
# Translators: Heading in the dialog “Share this game”.
LINK = Message("Link")
GAME_TOLD = Message("Anyone with the link can watch this game. It isn’t stored on a server.")
# Translators: Checkbox of the dialog with the link to a game: the link tells the names of the players.
WITH_NAMES = Message("Include everyone’s names")
# Translators: Heading in the dialog “Share this game”: an image to save.
CHART = Message("Chart")
# Translators: In the dialog “Share this game”, above the button “Save the chart”.
CHART_TOLD = Message("All levels of the game in one image.")
TOO_LONG = Message("This game is too long for a link. Export your games to a file instead.")

# Translators: Heading in the dialog “Share this game”, above a link that lets other people play the same cards.
CHALLENGE = Message("Challenge a friend")
CHALLENGE_TOLD = Message("Anyone with this link gets the same cards. Can they do better?")
# Translators: Checkbox of the dialog with the link to a challenge: the link tells the result.
WITH_RESULT = Message("Include your result")

# Translators: Heading of the screen of the daily game, and of the dialog to share such a game.
TODAY = Message("Daily game")
# Translators: In the dialog “Share this game”, heading above the result of a daily game as text.
RESULT = Message("Result")
# Translators: In the dialog to share the result of the daily game.
TODAY_TOLD = Message("This text doesn’t reveal any cards.")

# Translators: Shown after the person pressed the button to copy a link or a text.
COPIED = Message("Copied.")
# Translators: Shown if the browser forbids to copy a link or a text.
COPY_BY_HAND = Message("Couldn’t copy automatically. Copy the selected text.")

CHALLENGE_TRUST = Message("Results aren’t checked. Please play fair.")
# Translators: Button that starts the game of a challenge.
TAKE_ON = Message("Play solo")
# Translators: Button that opens a table with other people for the game of a challenge.
TAKE_ON_TOGETHER = Message("Play together")
# Translators: Button that starts a game with the cards of a shared game.
PLAY_THESE_CARDS = Message("Play these cards")
# Translators: Below a shared game, above the button “Play these cards”.
SAME_CARDS = Message("You can play the same cards with your own teammates. Can you do better?")
# Translators: Heading of the screen for the link to a challenge.
CHALLENGED = Message("You’ve been challenged")
# Translators: About a challenge. {variant} is such as "Classic, blind", {seats} the number of players.
WHAT = Message(
    "{variant}, {seats} players. You get your challenger’s cards. Your computer players may play differently."
)
# Translators: About the daily game. {day} is its date, such as "22 Nov 2026".
DATED = Message("{day}: the same cards for everyone in the world.")
TO_PLAY = Message("Classic, 4 players. The first game you finish counts. You can play again for fun.")
PLAYED = Message("You’ve already played this daily game. You can play it again for fun.")
# Translators: About the daily game: how equal the tempos of the players were. {share} is such as "93%".
IN_STEP = Message("{share} in sync.")
# Translators: At the end of a daily game. {day} is its date, such as "22 Nov 2026".
COUNTS = Message("Daily game, {day}. This is your result for the day.")
# Translators: At the end of a daily game that was played again. {day} is its date, such as "22 Nov 2026".
FOR_FUN = Message("Daily game, {day}. Only your first game counts.")
UNFINISHED = Message("Starting another game replaces the one you can continue.")
NEXT = Message("The next daily game starts at midnight UTC.")

# Translators: First line of a result to share; One Mind is the game. {day} is a date, such as "22 Nov 2026".
RESULT_HEAD = Message("One Mind, {day}")
RESULT_MARKS = {CLEAN: "🟢", LIFE: "💔", STAR: "⭐", BOTH: "💔"}
# Translators: Button that starts the daily game.
PLAY_TODAY = Message("Play the daily game")
# Translators: Button that starts the daily game, after the person played it.
PLAY_FOR_FUN = Message("Play for fun")


def dated(day: str) -> str:
    """Return the date of the deal, and when the next one comes."""
    return in_one_breath((DATED(day=day), NEXT()))


def played_today(game: FinishedGame) -> str:
    """Return that the player has played the deal of the day, and how well the team was in step."""
    told = game.summary.in_step
    return in_one_breath(("" if told is None else IN_STEP(share=percent(told)), PLAYED()))


def result_lines(game: FinishedGame, day: str, link: str) -> str:
    """Return the result of the deal of the day in a few lines that reveal no card."""
    marks = "".join(RESULT_MARKS[mark] for mark in game.summary.marks[: game.levels])
    return "\n".join(filter(None, (RESULT_HEAD(day=day), outcome(game), marks, in_step(game), link)))
