"""The messages of the lobby, one sentence each. Knows no page."""

from __future__ import annotations

from game.core.variants import MIN_SEATS
from game.net.host.lobby import hindrance
from game.net.protocol.messages import Note
from game.net.roster import Place, Roster, Sitter
from game.words.language import Message, Plural, listed
from game.words.lists import BETWEEN_TAGS, LIVES, STARS, in_one_breath
from game.words.online.people import HOSTS_NOW, NOTES
from game.words.title_screen import length
from game.words.variants import variant_name

# Translators: Shown and announced before a game. {names} is a list such as "Ben and Cleo".
ABSENT = Message("Waiting for {names} to come back.")
# Translators: Shown and announced before a game. {names} is a list such as "Ben and Cleo".
UNREADY = Message("Waiting for {names} to be ready.")
ALONE = Message("Invite someone, or add a computer player.")
# Translators: On a TV, before a game, after "A table needs 2 to 8 players." {name} can start the game.
ALONE_ON_TV = Message("Scan with another phone, or let {name} add a computer player.")
# Translators: Shown and announced before a game. {seats} is the number of players.
TOO_FEW_FOR_CHALLENGE = Message("This challenge needs {seats} players. Invite someone, or add a computer player.")
# Translators: Shown and announced to the host before a game.
READY = Message("Everyone is ready.")
# Translators: Shown and announced before a game to a person who has no seat.
WATCHING = Message("You’re watching.")
# Translators: Shown and announced before a game. "Ready" is a button.
PRESS_READY = Message("Press “Ready” when you are.")
# Translators: Shown and announced before a game, after "Press “Ready” when you are." {host} is a person.
HOST_STARTS_SOON = Message("{host} starts the game when everyone is ready.")
# Translators: Shown before a game to a new host, after such as "Ben left."
YOU_HOST = Message("You’re the host now. Share the invite link, and start when everyone is ready.")
# Translators: Shown before a game, before such as "Cleo is the host now." {name} was the host.
ONLY_WATCHES = Message("{name} is only watching now.")
# Translators: Question to the host before a game, with the buttons “Cancel” and “Remove {name}”.
REMOVE = Message("Remove {name}?")
# Translators: Shown and announced before a game. {host} is the name of the person who can start it.
HOST_STARTS = Message("Waiting for {host} to start the game.")
# Translators: Shown after a game. {host} is the name of the person who can start the next one.
HOST_STARTS_NEXT = Message("Waiting for {host} to start the next game.")
BIG_SCREEN_STARTS = Message("Start the game on the TV.")
# Translators: Announced after a choice of too few seats. {people} have a seat, {most} is the largest choice.
SEATS_TAKEN = Plural(
    "1 person is already seated. Choose up to {most} seats.",
    "{people} people are already seated. Choose {people} to {most} seats.",
)

TOO_FEW = Message("A table needs 2 to 8 players.")

CHALLENGE = Message("This is a challenge. Results aren’t checked.")
# Translators: Shown before a game. {level} is the level that others reached, {levels} the number of levels.
CHALLENGE_CAME = Message(
    "This is a challenge. The challenger reached level {level} of {levels}. Results aren’t checked."
)
# Translators: Shown before a game. {lives} is such as "two lives", {stars} such as "one star".
CHALLENGE_WON = Message(
    "This is a challenge. The challenger won, with {lives} and {stars} left. Results aren’t checked."
)
# Translators: Button that leaves the challenge, so that the cards are shuffled.
OTHER_CARDS = Message("Play other cards")

# Translators: Summary of the game options. {variant} is a name such as "Classic".
CHOSEN = Message("{variant}, up to {seats} players")
# Translators: The same in a challenge, which needs so many players.
CHOSEN_FOR_ALL = Message("{variant}, {seats} players")
# Translators: Follows the chosen game, as in "Classic, up to 4 players · house rules".
HOUSE_RULES = Message("house rules")
# Translators: Follows the chosen game, as in "Classic, up to 4 players · locked". No new players can join.
LOCKED = Message("locked")

# Translators: Shown after the button that copies the link was pressed.
COPIED = Message("Invite link copied.")
SITS_NEXT = Message("You’ll get a seat for the next game if one is free.")
# Translators: Heading of a TV, beside a QR code.
SCAN_TO_SIT = Message("Scan to join")
# Translators: Below a QR code on a TV.
SCAN_TO_WATCH = Message("Scan to watch")
# Translators: On a TV, before a code of three words. {address} is the address of this page.
OPEN_AND_TYPE = Message("Or open {address}, press “Join with a code” and enter this table code.")
# Translators: After the button "Copy watch link": the link to watch without a seat is copied.
WATCH_COPIED = Message("Watch link copied.")


def blocked(roster: Roster) -> str:
    """Return why the game cannot start yet; empty if it can."""
    why = hindrance(roster)
    if why is None:
        return ""
    if why.absent:
        return ABSENT(names=listed(why.absent))
    if why.unready:
        return UNREADY(names=listed(why.unready))
    return TOO_FEW_FOR_CHALLENGE(seats=len(roster.places)) if why.too_few else ALONE()


def standing(roster: Roster, *, hosts: bool, ready: bool, watches: bool) -> str:
    """Return the status message of the lobby for this page."""
    if hosts:
        return blocked(roster) or READY()
    if watches:
        return in_one_breath((WATCHING(), _who_starts(roster)))
    if not ready:
        return in_one_breath((PRESS_READY(), _who_starts(roster, HOST_STARTS_SOON)))
    why = hindrance(roster)
    return blocked(roster) if why and (why.absent or why.unready) else _who_starts(roster)  # the host fills seats


def new_host(former: Place, roster: Roster, peer: str) -> str:
    """Return why `former` is no longer the host, and who is, for the person at the page `peer`."""
    if any(one.peer == former.peer for one in roster.watchers):
        why = "" if former.peer == peer else ONLY_WATCHES(name=former.name)
    else:
        why = "" if former.here else NOTES[Note(former.presence.value)](name=former.name)
    leader = roster.leader
    if leader is None:
        return why
    host = roster.places[leader]
    return in_one_breath((why, (YOU_HOST if host.peer == peer else HOSTS_NOW)(host=host.name)))


def on_big_screen(roster: Roster) -> str:
    """Return the status message of the lobby for the room."""
    if not lacks_player(roster):
        return standing(roster, hosts=False, ready=True, watches=False)
    leader = roster.leader
    how = "" if leader is None else ALONE_ON_TV(name=roster.places[leader].name)
    return in_one_breath((TOO_FEW(), how))


def lacks_player(roster: Roster) -> bool:
    """Whether nothing but a second player is missing."""
    why = hindrance(roster)
    return why is not None and why.alone and not (why.absent or why.unready)


def _who_starts(roster: Roster, host_starts: Message = HOST_STARTS) -> str:
    leader = roster.leader
    return BIG_SCREEN_STARTS() if leader is None else host_starts(host=roster.places[leader].name)


def levels(roster: Roster) -> str:
    """Return what a table of all seated players would play; for a challenge, with its own number of seats."""
    free = 0 if roster.settings.challenge else sum(place.sitter is Sitter.NOBODY for place in roster.places)
    seats = len(roster.places) - free
    if seats < MIN_SEATS:
        return TOO_FEW()
    return length(roster.settings.variant, seats)


def chosen(roster: Roster) -> str:
    """Return the game that the leader has chosen, in one line."""
    variant = roster.settings.variant
    more = [
        HOUSE_RULES if roster.settings.signs or roster.settings.tell or variant.gentle or variant.strict else None,
        LOCKED if roster.settings.locked else None,
    ]
    game = CHOSEN if roster.settings.challenge is None else CHOSEN_FOR_ALL
    parts = [game(variant=variant_name(variant, house_rules=False), seats=len(roster.places))]
    return BETWEEN_TAGS.join(parts + [one() for one in more if one is not None])


def challenge(roster: Roster) -> str:
    """Return whether a challenge determines the cards, and the result of the other team; empty if all shuffle."""
    if roster.settings.challenge is None:
        return ""
    result = roster.settings.challenge.result
    if result is None:
        return CHALLENGE()
    if result.won:
        return CHALLENGE_WON(lives=LIVES(result.lives), stars=STARS(result.stars))
    return CHALLENGE_CAME(level=result.level, levels=roster.settings.variant.levels(len(roster.places)))
