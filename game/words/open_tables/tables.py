"""The messages about open tables: the list, the switch of the host, and the generated names."""

from __future__ import annotations

from game.net.open_tables.generated_names import Numbers, in_english
from game.net.open_tables.listing import Listing
from game.words.language import Message, Plural, gettext, ngettext
from game.words.online.lobby import variant_name

# Translators: Heading and button: strangers who want to play, at tables that anyone may join.
FIND_PLAYERS = Message("Find players")
LOOKING = Message("Looking for open tables…")
NONE_OPEN = Message(
    "No table is open right now. Quick play opens yours with computer players, and newcomers take their seats."
)
# Translators: Button: sits down at the fullest open table, or opens one.
QUICK_PLAY = Message("Quick play")
# Translators: Button: opens a table that anyone may join.
OPEN_TABLE = Message("Open this table")
# Translators: To the host, before the table is open to anyone.
OPENS = Message("Strangers can find your table and sit down. During a game, they take a computer player's seat.")
# Translators: Button: strangers can no longer find this table.
CLOSE_TABLE = Message("Close to strangers")
# Translators: Button of a table in the list: takes a seat there.
SIT_DOWN = Message("Sit down")
# Translators: Button of a table in the list: watches the game there, without a seat.
WATCH = Message("Watch")
# Translators: Choice of the host of an open table.
MAY_WATCH = Message("Strangers may watch")
# Translators: Fold: the variant and the timing that Quick play looks for.
OPTIONS = Message("Options")
VARIANT = Message("Variant")
# Translators: Choice: Quick play takes a table of any variant.
ANY_VARIANT = Message("Any variant")
GENTLE = Message("Gentle timing")
# Translators: Button: leaves the list.
BACK = Message("Back")
GONE = Message("This table is no longer there.")
# Translators: After the button "Sit down" or "Watch" of a table in the list.
KNOCKS = Message("Asking the host…")
# Translators: In the list. {people} of {seats} seats are taken; both are numbers.
TAKEN = Message("{people} of {seats} seats taken")
# Translators: In the list: how many computer players a table has.
TEAMMATES = Plural("1 computer player", "{number} computer players")
# Translators: In the list: the level of a game under way.
LEVEL = Message("Level {level}")
# Translators: To a person who watches a game under way, and waits for a seat.
NEXT_LEVEL = Message("You take a seat at the next level.")
# Translators: Announced to the host of a game at an open table, when a person has found it in the list.
NEWCOMER_WAITS = Message("A newcomer watches, and takes a computer player's seat at the next level.")
# Translators: In the list: how many people this person does not want to meet again.
AVOIDED = Plural("You don't meet 1 person.", "You don't meet {number} people.")
# Translators: Button: this person may meet all these people again.
MEET_AGAIN = Message("Meet everyone again")
# Translators: Choice: the face that other players see. Strangers have generated names.
YOUR_FACE = Message("Your face")
# Translators: 6 faces to choose from, each in a single word.
FACE_NAMES = Message("Smile Glasses Wink Cat Moustache Freckles")
ADDRESSES = Message("Players connect directly, so they see each other's internet address. The host knows all cards.")
# Translators: Choice: play over servers, so that other players do not see one's internet address.
BY_RELAY = Message("Hide your address from players (slower)")
# Translators: To the host, below the choice "Open to anyone".
IS_OPEN = Message("Strangers can find this table. They get generated names, and see one for you.")

# Translators: A generated name: an adjective and an animal, such as "Calm Otter".
NAME = Message("{adjective} {animal}", "a generated name")
ADJECTIVES = (
    # Translators: 8 adjectives for generated names, of at most 7 letters. Each agrees with each animal.
    Message("Brave Bright Calm Clever Fair Gentle Happy Kind"),
    # Translators: 8 more adjectives for generated names, of at most 7 letters. Each agrees with each animal.
    Message("Merry Noble Patient Quick Quiet Sunny Swift Wise"),
)
ANIMALS = (
    # Translators: 8 animals for generated names, of at most 6 letters and one gender. They may be others.
    Message("Badger Bear Beaver Crane Deer Falcon Fox Hare"),
    # Translators: 8 more animals for generated names, of at most 6 letters and one gender. They may be others.
    Message("Heron Lynx Otter Owl Panda Raven Seal Wolf"),
)


def about(listing: Listing) -> list[str]:
    """Return what the list says about a table: the variant first."""
    told = [variant_name(listing.variant), gettext(TAKEN, people=listing.people, seats=listing.seats)]
    if listing.level:
        told.insert(1, gettext(LEVEL, level=listing.level))
    if listing.teammates:
        told.append(ngettext(TEAMMATES, listing.teammates))
    return told


def generated_name(numbers: Numbers) -> str:
    """Return a generated name in the language of the page; in English if its list of words is damaged."""
    adjectives, animals = (" ".join(map(gettext, words)).split() for words in (ADJECTIVES, ANIMALS))
    try:
        return gettext(NAME, adjective=adjectives[numbers.adjective], animal=animals[numbers.animal])
    except IndexError:
        return in_english(numbers)
