"""The messages about clubs: their links, and their lists of open tables."""

from __future__ import annotations

from game.net.clubs.listing import Listing
from game.words.language import Message, Plural
from game.words.table import LEVEL_TITLE
from game.words.variants import variant_name

LOOKING = Message("Looking for open tables…")
# Translators: In a club's list. "Play now" is a button.
NONE_OPEN = Message("No tables are listed now. Press “Play now”, and others can join you.")
# Translators: Question after a link to a club was opened. {club} is its name.
JOIN_CLUB = Message("Join the club “{club}”?")
# Translators: Below the question whether to join a club.
MEMBERS_SEE = Message("Members see the tables listed in the club, and the names of the players there.")
# Translators: Button: yes, join the club.
JOIN = Message("Join")
DAMAGED_LINK = Message("This club link is damaged. Ask for it again, and copy all of it.")
# Translators: Shown after the button that copies the link of a club was pressed.
LINK_COPIED = Message("Club link copied.")
# Translators: Question, with the buttons "Stay" and "Leave this club". {club} is the name of a club.
LEAVE_CLUB = Message("Leave the club “{club}”?")
# Translators: Choice in a list of clubs in which a table can be listed.
NO_CLUB = Message("No club")
# Translators: Hint in the lobby, below the club in which the table is listed.
LISTED = Message("Members see your table and can sit down. During a game, they take a computer player’s seat.")
# Translators: Question after a table in a club's list was chosen, with the buttons "Sit down" and "Not now".
SEAT_THERE = Message("You already have a seat at this table.")
# Translators: In the list. {people} of {seats} seats are taken; both are numbers.
TAKEN = Message("{people} of {seats} seats taken")
# Translators: In the list: how many computer players a table has.
TEAMMATES = Plural("1 computer player", "{number} computer players")


def about(listing: Listing) -> list[str]:
    """Return what the list says about a table, beside the names."""
    told = [
        variant_name(listing.variant, house_rules=False),
        TAKEN(people=listing.seats - listing.free, seats=listing.seats),
    ]
    if listing.level:
        told.insert(1, LEVEL_TITLE(level=listing.level))
    if listing.teammates:
        told.append(TEAMMATES(listing.teammates))
    return told
