"""The messages at the table: short sentences for the events. Knows no page.

Each message is both displayed and spoken, so it is as short as possible: "Ada: 34."
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from itertools import groupby

from game import core
from game.words.cards import held, is_numbered, label, owned
from game.words.language import Message, Plural, listed
from game.words.lists import BETWEEN_TAGS, COMMA, in_a_row, in_one_breath

UNNAMED = "You"
"""The name of the person at this page in a saved game, if no name was entered."""

# Translators: Name of a person who entered none. It can be {name} in messages such as "{name}: {card}."
YOU = Message("You")

# Translators: The person at this page, within {names} in a sentence such as "Waiting for {names}."
YOU_WITHIN = Message("you")

# Translators: Heading of the menu at a table with other people. Opening the menu does not stop play.
MENU = Message("Menu")
# Translators: Button in the menu of a table.
LEAVE_GAME = Message("Leave this game")
# Translators: Button that leads to the title: after a game, and in the menu of a table whose game is over.
HOME = Message("Home")
# Translators: Button in the menu of a table, for a person without a seat.
STOP_WATCHING = Message("Stop watching")
# Translators: Button in the menu of a table, on a TV that shows it to a whole room.
DISCONNECT_TV = Message("Disconnect this TV")
# Translators: Heading of the menu in solo play, and in the middle of the table after the person pressed “Stop” or
# came back.
PAUSED = Message("Paused")
# Translators: Shown after a press on the sound button, in a browser without sound.
NO_SOUND = Message("This browser can’t play sound.")

AS_YOU_LEFT_IT = Message("Your game is as you left it.")
WELCOME_BACK = Message("Welcome back. Put your hand on the table to go on.")

# --- Announcements --------------------------------------------------------------------

# Translators: Announced when a level is dealt. {level} is its number, {hand} is such as "12, 40 and 77".
DEALT = Message("Level {level}. You hold {hand}.")
# Translators: Announced when a level is dealt. {level} is its number.
DEALT_NOTHING = Message("Level {level}. You hold no cards.")
# Translators: Announced to a person who only watches, and in a replay, when a level is dealt. {level} is its number.
DEALT_TO_OTHERS = Message("Level {level}.")
# Translators: Announced when all hands are on the table, so that play begins.
STARTED = Message("Go.")
# Translators: Announced when a person presses a card before play begins.
NOT_YET = Message("You can play once everyone’s hand is on the table.")
# Translators: Announced when a person presses a card that cannot be played yet. Both are such as "37" or "white 12".
COMES_FIRST = Message("{first} comes before {card}.")
# Translators: Announced when a player plays cards. {name} is the player, {card} is such as "37" or "37, 38".
LAID = Message("{name}: {card}.")
# Translators: Announced after a mistake. {cards} are the lower cards, such as "12 (Ben), 25 (Cleo)".
TOO_SOON = Message("Mistake. Still held: {cards}.")
# Translators: Announced after a mistake, and part of the result. {Number} is such as "Two".
LIVES_LEFT = Plural("One life left.", "{Number} lives left.")
# Translators: Announced when a throwing star is used and takes no card.
STAR_USED = Message("Throwing star: no cards set aside.")
# Translators: Announced when a throwing star is used. {cards} is a list such as "12 (Ben), 25 (Cleo)".
STAR_TOOK = Message("Throwing star. Set aside: {cards}.")
# Translators: Announced when two players pressed almost at once. {first} and {second} are such as "37".
PHOTO_FINISH = Message("Photo finish: {first} before {second}.")
# Translators: Announced when the face-down piles are turned over.
TURNED_IN_ORDER = Message("Turned over: no mistakes.")
# Translators: Announced when the face-down piles are turned over. {number} is such as "two" or "12".
TURNED = Plural("Turned over: one mistake.", "Turned over: {number} mistakes.", TURNED_IN_ORDER)
# Translators: Announced at the end of a level. {level} is its number.
LEVEL_DONE = Message("Level {level} complete.")
# Translators: Announced when the blind levels begin.
WENT_BLIND = Message("Blind from now on: all cards face down.")
# Translators: Announced when the last level is done.
WON = Message("You won!")
# Translators: Announced at the end of a game that was lost.
LOST = Message("Game over: the last life is gone.")

# Pairs: the form for the person at this page, and the form for others.
SAYS_STOP = (
    # Translators: Announced when the person at this page presses “Stop”.
    Message("You stopped play."),
    # Translators: Announced when a player presses “Stop”. {name} is the player.
    Message("{name} stopped play."),
)
LAYS = {
    "": (
        # Translators: Announced when the person at this page plays a card face down.
        Message("You play a card."),
        # Translators: Announced when a player plays a card face down. {name} is the player.
        Message("{name} plays a card."),
    ),
    "white": (
        # Translators: Announced when the person at this page plays a white card face down.
        Message("You play a white card."),
        # Translators: Announced when a player plays a white card face down. {name} is the player.
        Message("{name} plays a white card."),
    ),
    "red": (
        # Translators: Announced when the person at this page plays a red card face down.
        Message("You play a red card."),
        # Translators: Announced when a player plays a red card face down. {name} is the player.
        Message("{name} plays a red card."),
    ),
}
ASKS = (
    # Translators: Announced when the person at this page asks for a throwing star.
    Message("You ask for a star."),
    # Translators: Announced when a player asks for a throwing star. {name} is the player.
    Message("{name} asks for a star."),
)
AGREES = (
    # Translators: Announced when the person at this page agrees to a throwing star.
    Message("You agree to the star."),
    # Translators: Announced when a player agrees to a throwing star. {name} is the player.
    Message("{name} agrees to the star."),
)
# Translators: Follows "Ben asks for a star." {names} is a list such as "you and Cleo".
STILL_TO_AGREE = Message("Still to agree: {names}.")
# Translators: Follows "Ben asks for a star." Players go on laying cards while some have not agreed.
MEANWHILE = Message("Play goes on.")
LOWERS = (
    # Translators: Announced when the person at this page no longer asks for a throwing star, or no longer agrees to it.
    Message("You lower your hand."),
    # Translators: Announced when a player no longer asks for a throwing star, or no longer agrees to it. {name} is
    # the player.
    Message("{name} lowers their hand."),
)

REWARDS = {
    # Translators: Announced after a level, and in the middle of the table: the reward of the level.
    core.Reward.LIFE: Message("The team gains a life."),
    # Translators: Announced after a level, and in the middle of the table: the reward of the level.
    core.Reward.STAR: Message("The team gains a star."),
}

# --- The middle of the table ------------------------------------------------------------


class Reader(Enum):
    """Who reads the middle of the table: a person with keys or only a touch screen, a newcomer, or the room at a TV."""

    KEYS = "keys"
    TOUCH = "touch"
    NEWCOMER = "newcomer"
    ROOM = "room"


NO_TURNS = Message("No turns, no talking. Low cards come early, high cards late. Play yours when it feels right.")
FEEL = {
    # Translators: In the middle of the table before a level.
    Reader.KEYS: Message("Put your hand on the table. To play a card, tap it or press Space."),
    # Translators: In the middle of the table before a level, on a touch screen.
    Reader.TOUCH: Message("Put your hand on the table. To play a card, tap it."),
    Reader.NEWCOMER: NO_TURNS,
}
# Translators: Heading in the middle of the table before a level, and of the chart of a level. In a club's list of
# tables: the level of a game under way. {level} is its number.
LEVEL_TITLE = Message("Level {level}")
# Translators: Heading in the middle of the table before the blind levels.
BLIND_TITLE = Message("Blind")
# Translators: In the middle of the table on a TV, when play is about to begin. The buttons are on the players' phones.
ON_PHONES = Message("On your phones, press “Hand on the table”.")
# Translators: In the middle of the table when play is about to begin, for a person who only watches, or whose hand is
# already on the table.
WATCHED = Message("Waiting for all hands on the table.")
STOP_TITLES = (
    PAUSED,
    # Translators: Heading in the middle of the table. {name} is the player who pressed “Stop”.
    Message("{name} stopped play"),
)
# Translators: Heading in the middle of the table in a replay, where the person at this page pressed “Stop”.
YOU_STOPPED = Message("You stopped play")
GO_ON = Message("Put your hand on the table. Play goes on when everyone’s hand is there.")
# Translators: Heading in the middle of the table after a mistake. It names no player. {card} is such as "37" or
# "White 12". {lower} should have come first.
ERROR_TITLE = Message("{card} before {lower}")
# Translators: Below "37 before 12". {card} is the lower card, such as "12" or "White 12".
CAME_BEFORE = Message("{card} should have come first.")
# Translators: Below "37 before 12", beside the cards and their players.
ALL_CAME_BEFORE = Message("These cards should have come first.")
# Translators: Below "11 before 45" in the variant "Around fifty". {card} is the card nearest to 50, such as "45".
NEARER = Message("{card} is nearer to 50.")
# Translators: Below a card that was a mistake, when the face-down piles are turned over, or when it cost the last
# life. {name} is its player, but others may have waited too long.
OF_MISTAKE = Message("{name}: mistake")
# Translators: Heading in the middle of the table while a player asks for a throwing star and play is stopped.
ASKED_TITLE = Message("Use a star?")
# Translators: Below "Use a star?", after who has asked for it and who has not agreed yet.
IF_ALL_AGREE = Message("If everyone agrees, each player sets aside their next card.")
# Translators: Below "Use a star?", to a person who has not agreed yet. The button shows a star.
TO_AGREE = Message("To agree, press the star.")
# Translators: Below "Use a star?", to a person who has asked for it or agreed. The button shows a star.
TO_WITHDRAW = Message("To lower your hand, press the star again.")
# Translators: Heading in the middle of the table, above the cards that the star took.
STAR_TITLE = Message("A throwing star")
ALL_AGREED = (
    # Translators: Below the heading "A throwing star", before "Set aside, face up."
    Message("You asked, and everyone agreed."),
    # Translators: Below the heading "A throwing star", before "Set aside, face up." {name} is a player.
    Message("{name} asked, and everyone agreed."),
)
# Translators: Below the heading "A throwing star", above the cards that it took.
SET_ASIDE = Message("Set aside, face up.")
# Translators: Heading in the middle of the table, when the face-down piles are turned over.
TURNED_TITLE = Message("Turned over")
# Translators: Below the heading "Turned over".
IN_ORDER = Message("Every card is in order.")
# Translators: Below the heading "Turned over". {Number} is such as "Two".
OUT_OF_ORDER = Plural("One mistake.", "{Number} mistakes.", IN_ORDER)
# Translators: Follows the number of mistakes. {Number} is such as "Two".
LIVES_LOST = Plural("One life lost.", "{Number} lives lost.")
# Translators: Heading in the middle of the table at the end of a level. {level} is its number.
LEVEL_DONE_TITLE = Message("Level {level} complete")
# Translators: In the middle of the table at the end of a level. {level} is the number of the next one.
ON_TO = Message("Next: level {level}.")
# Translators: Heading in the middle of the table after a game that was won.
WON_TITLE = Message("You are one mind")
# Translators: Below the heading "You are one mind". {levels} is the number of levels in the game.
ALL_LEVELS = Plural("All {levels} levels completed.", "All {levels} levels completed.")
# Translators: Below the heading "You are one mind". {levels} is the number of levels in the game.
ALL_LEVELS_BLIND = Plural("All {levels} levels completed, blind.", "All {levels} levels completed, blind.")
# Translators: Below the heading "You are one mind", after the number of lives.
NO_STARS_LEFT = Message("No stars left.")
# Translators: Below the heading "You are one mind", after the number of lives. {Number} is such as "Two".
STARS_LEFT = Plural("One star left.", "{Number} stars left.", NO_STARS_LEFT)
# Translators: In the middle of the table after a game that was won.
NO_LIFE_LOST = Message("No life lost.")
# Translators: In the middle of the table after a game that was won. {time} is between two cards, such as "0.08 s".
CLOSEST_CALL = Message("Closest call: {time}.")
# Translators: Heading in the middle of the table after a game that was lost.
LOST_TITLE = Message("Game over")
# Translators: Heading after a lost game: two cards in the order in which they should have come. {first} and {second}
# are such as "84" and "90". {number} is the difference of their numbers, such as "six" or "12".
APART = Plural("{first}, then {second}: one apart", "{first}, then {second}: {number} apart")
# Translators: Button after a game that was won.
PLAY_AGAIN = Message("Play again")
# Translators: Button after a game that was lost.
TRY_AGAIN = Message("Try again")
# Translators: Below "Game over". {level} is the level reached, {levels} the number of levels.
CAME_TO = Message("Level {level} of {levels} reached.")
# Translators: Below "Game over", if the team lost the first blind level.
NO_BLIND_LEVELS = Message("No blind levels completed.")
# Translators: Below "Game over", if the team lost a later blind level. {Number} is such as "Two".
BLIND_LEVELS = Plural("One blind level completed.", "{Number} blind levels completed.", NO_BLIND_LEVELS)

# Translators: Follows the result of a game with the option “Gentle timing”.
GENTLE_GAME = Message("Gentle timing (house rule).")
"""Part of every result of a gentle game, because it does not compare with other games."""

GENTLE_RULE = Message("Gentle timing (house rule): cards under half a second apart count as played together.")

MOST_SPELLED = 4
"""Cards set aside by a star that a phone has room for in words."""

# --- Around the table -------------------------------------------------------------------

# Translators: At the top of the table. Keep the tags. {level} is the current level of {levels} levels.
LEVEL_OF = Message("Level <b>{level}</b><small> of {levels}</small>")
# Translators: At the top of the table. Keep the tags. {level} is the current level of {levels} levels.
BLIND_LEVEL_OF = Message("Blind level <b>{level}</b><small> of {levels}</small>")
# Translators: At the top of the table, before the first level of a tutorial.
WARM_UP = Message("Warm-up")
# Translators: At the top of the table, after "Level 1 of 12". Keep the tags.
GENTLE_LEVEL = Message("<small>, gentle timing</small>")
# Translators: Tag after the name of a computer player.
COMPUTER = Message("computer")
# Translators: Tag below the face of a person who lost connection, closed or reloaded the page, or is in another tab
# or app. Keep it short.
AWAY = Message("away")
# Translators: Read by screen readers after the name of a player who has no cards left.
HOLDS_NOTHING = Message(", no cards")
# Translators: Read by screen readers after the name of a player. {cards} is the number of cards in the hand.
HOLDS = Plural(", 1 card", ", {cards} cards", HOLDS_NOTHING)
# Translators: Read by screen readers after the name of a player. {cards} is the number of cards in the hand.
HOLDS_HAND_UP = Plural(", 1 card, hand up for a star", ", {cards} cards, hand up for a star")
# Translators: Read by screen readers after the name of a player. {cards} is the number of cards in the hand.
HOLDS_HAND_DOWN = Plural(", 1 card, hand on the table", ", {cards} cards, hand on the table")


@dataclass(frozen=True, slots=True)
class MessageCard:
    """A card in the middle of the table, its player, and whether it is marked as a mistake."""

    card: core.Card
    seat: core.Seat
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class TableMessage:
    """The content of the middle of the table while play is halted.

    `kind` is one of start, stop, asked, error, star, level, turned, blind, won, lost. `fatal` is the card on the pile
    that was a mistake. At the end of a game, `why` says which mistake cost the last life. At the end of a level, or of
    a game that was won, `tokens` are the lives and stars that are `left`: "life", "star", and "life new" or "star new"
    for a reward.
    """

    kind: str
    title: str
    text: str
    cards: tuple[MessageCard, ...] = ()
    fatal: tuple[MessageCard, ...] = ()
    why: str = ""
    tokens: tuple[str, ...] = ()
    left: str = ""


def called(name: str) -> str:
    """Return the displayed name of a player stored as `name`; without a name, "You" in the language of the page."""
    return YOU() if name == UNNAMED else name


def tell(view: core.View, names: Sequence[str]) -> str:
    """Return the news of `view` in as few words as possible; empty if there is nothing to announce."""
    sentences: list[str] = []
    news = [event for event in view.news if not (isinstance(event, core.StarRaised) and view.tells(core.StarUsed))]
    for seat, events in groupby(news, _player_of_open_card):
        if seat is None:
            sentences += (_sentence(event, view, names) for event in events)
        else:
            laid = [event.card for event in events if isinstance(event, core.Played) and event.card is not None]
            cards = in_a_row(label(view.variant, card) for card in laid)
            sentences.append(LAID(name=names[seat], card=cards))
    return in_one_breath(sentences)


def glance(view: core.View, names: Sequence[str], reader: Reader = Reader.KEYS) -> str:
    """Return what the table does not explain anyway: the last card, a raised hand, a mistake, a star, the lives left.

    The heading "Paused" does not say that the person at this page stopped play.

    It is a part of `tell`. A big screen has room for mistakes and stars in words, beside the pile.
    """
    if not view.news:
        return ""
    *_, (seat, last) = [(seat, [*events]) for seat, events in groupby(view.news, _player_of_open_card)]
    if seat is not None:
        return tell(replace(view, news=tuple(last)), names)
    match event := last[-1]:
        case core.LifeLost(_, lower):
            came = "" if reader is Reader.ROOM else _came_before(lower, view)
            return in_one_breath((came, LIVES_LEFT(view.lives)))
        case core.PhotoFinish():
            left = LIVES_LEFT(view.lives) if view.tells(core.LifeLost) else ""
            return in_one_breath((left, _sentence(event, view, names)))
        case core.StarRaised(seat) if view.phase is not core.Phase.FOCUS:
            return _raises(seat, view, names)  # everybody sees whose hand is not up yet
        case core.StarUsed(discards) if len(discards) <= MOST_SPELLED and reader is not Reader.ROOM:
            return _sentence(event, view, names)
        case core.Stopped(seat) if seat == view.seat:  # the heading names others who stopped
            return _sentence(event, view, names)
        case core.Started() | core.Played() | core.StarLowered():
            return _sentence(event, view, names)
    return ""


def resumed(view: core.View) -> str:
    """Return the message for a player who returns to a game."""
    return (AS_YOU_LEFT_IT if view.phase in core.OVER else WELCOME_BACK)()


def star_asked(events: Iterable[core.Event], view: core.View, names: Sequence[str]) -> str:
    """Return who asked for a star: the first of the raised hands, according to the `events` since play began."""
    asked = next(
        (event.seat for event in events if isinstance(event, core.StarRaised) and event.seat in view.raised), None
    )
    return "" if asked is None else _by(asked, ASKS, view, names)


def level_of(view: core.View) -> str:
    """Return the level and the number of levels, as HTML."""
    if not view.level:
        return WARM_UP()
    shown = (BLIND_LEVEL_OF if view.blind else LEVEL_OF)(level=view.level, levels=view.levels)
    return shown + GENTLE_LEVEL() if view.variant.gentle else shown


def holds(cards: int, *, up: bool, down: bool, computer: bool, absent: str = "") -> str:
    """Return the suffix of a seat's name: whether it is a computer player, how many cards, and where the hand is.

    `absent` is the tag of a person who is not at the table.
    """
    marks = [word for word in (COMPUTER() if computer else "", absent) if word]
    tagged = "".join(COMMA(others="", last=word) for word in marks)
    return tagged + (HOLDS_HAND_UP if up else HOLDS_HAND_DOWN if down else HOLDS)(cards, cards=cards)


def owner(shown: MessageCard, names: Sequence[str]) -> str:
    """Return the player of a card in the middle of the table, and whether the card was a mistake."""
    name = names[shown.seat]
    return OF_MISTAKE(name=name) if shown.wrong else name


def moment(
    view: core.View, events: Iterable[core.Event], names: Sequence[str], reader: Reader = Reader.KEYS
) -> TableMessage | None:
    """Return what to show the `reader` for the `events` since play last began; None during play.

    `view` is the current state.
    """
    if view.phase is core.Phase.PLAY:
        return None
    events = list(events)
    if view.phase is core.Phase.FOCUS and view.raised:
        return _asked(view, events, names)
    players = {event.card: event.seat for event in events if isinstance(event, core.Played) and event.card is not None}
    shown, raised = None, list[core.Seat]()
    for event in events:
        match event:
            case core.StarRaised(seat):
                raised.append(seat)
            case core.StarLowered(seat) if seat in raised:
                raised.remove(seat)
            case core.StarUsed(discards):
                shown, raised = _star(discards, raised, view, names), []
            case _:
                shown = _moment(event, view, names, players, shown, reader) or shown
    return shown or _standing(view, reader)


def _player_of_open_card(event: core.Event) -> core.Seat | None:
    return event.seat if isinstance(event, core.Played) and event.card is not None else None


def _sentence(event: core.Event, view: core.View, names: Sequence[str]) -> str:
    done = partial(_by, view=view, names=names)
    match event:
        case core.Dealt(level) if view.seat is None:
            return DEALT_TO_OTHERS(level=level)
        case core.Dealt(level):
            hand = held(view)
            return DEALT(level=level, hand=hand) if hand else DEALT_NOTHING(level=level)
        case core.Started():
            return STARTED()
        case core.Stopped(seat):
            return done(seat, SAYS_STOP)
        case core.Played(seat, None, pile):
            return done(seat, LAYS[view.variant.piles[pile].colour])
        case core.LifeLost(_, lower):
            cards = owned(lower, view.variant, names)
            mistake = TOO_SOON(cards=cards), _came_before(lower, view)
            return in_one_breath((*mistake, LIVES_LEFT(view.lives)))
        case core.StarRaised(seat):
            return in_one_breath((_raises(seat, view, names), _still_to_agree(view, names)))
        case core.StarLowered(seat) if (
            seat == view.seat or not view.raised
        ):  # hands go down one by one: of the others, only the last
            return done(seat, LOWERS)
        case core.StarUsed(discards):
            cards = owned(discards, view.variant, names)
            return STAR_TOOK(cards=cards) if discards else STAR_USED()
        case core.PhotoFinish(first, second):
            return PHOTO_FINISH(first=label(view.variant, first), second=label(view.variant, second))
        case core.PilesTurned():
            return _turned_over(event, TURNED)
        case core.LevelCompleted(level, reward):
            return in_one_breath((LEVEL_DONE(level=level) if level else IN_ORDER(), _rewarded(reward)))
        case core.WentBlind():
            return WENT_BLIND()
        case core.GameWon():
            return in_one_breath((WON(), _gentle(view)))
        case core.GameLost():
            return in_one_breath((LOST(), _gentle(view)))
    return ""


def _hands(view: core.View, reader: Reader, own: Message | None) -> str:
    """Return who has to lay a hand down. `own` asks a player for it, unless that player has; the button alone may."""
    if reader is Reader.ROOM:
        return ON_PHONES()
    said = WATCHED if view.seat is None or view.seat in view.down else own
    return said() if said else ""


def _standing(view: core.View, reader: Reader) -> TableMessage | None:
    """Return what to show when a player returns to a game."""
    match view.phase:
        case core.Phase.FOCUS:
            return TableMessage("stop", PAUSED(), _hands(view, reader, GO_ON))
        case core.Phase.REVEAL:
            return TableMessage("turned", TURNED_TITLE(), "", _turned(view, frozenset()))
        case core.Phase.WON:
            return _won(view)
        case core.Phase.LOST:
            return _lost(view)
    return None


def _moment(
    event: core.Event,
    view: core.View,
    names: Sequence[str],
    players: Mapping[core.Card, core.Seat],
    before: TableMessage | None,
    reader: Reader,
) -> TableMessage | None:
    """Return the message after `event`; None if the message `before` stays. `players` maps face-up cards to seats."""
    cards, fatal = (before.cards, before.fatal) if before else ((), ())
    text = before.text if before and before.kind in ("error", "star", "turned") else ""
    match event:
        case core.Dealt(level) if before is None or before.kind == "blind":
            title = LEVEL_TITLE(level=level) if before is None else BLIND_TITLE()
            rule = GENTLE_RULE() if view.variant.gentle else ""
            own = FEEL.get(reader) if level == 1 else None
            hands = _hands(view, reader, own)
            return TableMessage("start", title, in_one_breath((hands, rule)))
        case core.Stopped(seat):
            title = _by(seat, STOP_TITLES if view.seat == seat else (YOU_STOPPED, STOP_TITLES[1]), view, names)
            return TableMessage("stop", title, _hands(view, reader, GO_ON))
        case core.LifeLost(card, lower):
            wrong = (MessageCard(card, players[card], wrong=True),) if card in players else ()
            in_order = _cards(sorted(lower, key=lambda laid: view.variant.rank(laid.card)))
            first = label(view.variant, in_order[0].card)
            title = ERROR_TITLE(card=label(view.variant, card, begins=True), lower=first)
            return TableMessage("error", title, _came_before(lower, view), in_order, wrong)
        case core.PilesTurned(misplaced):
            cards = _turned(view, frozenset(misplaced))
            return TableMessage("turned", TURNED_TITLE(), _turned_over(event, OUT_OF_ORDER), cards)
        case core.LevelCompleted(level, reward):
            following = "" if level == view.levels else ON_TO(level=level + 1)
            title = LEVEL_DONE_TITLE(level=level) if level else IN_ORDER()
            turned = before if before and before.kind == "turned" else None
            text = in_one_breath((turned.text if turned else "", _rewarded(reward), following))
            tokens = _tokens(view, reward)
            return TableMessage("level", title, text, turned.cards if turned else (), tokens=tokens, left=_left(view))
        case core.WentBlind():
            return TableMessage("blind", BLIND_TITLE(), "")
        case core.GameWon():
            return _won(view, () if fatal else cards)
        case core.GameLost():
            return _lost(view, (*cards, *fatal), text, _apart(view, cards, fatal))
    return None


def _star(
    discards: Iterable[core.Laid], raised: Sequence[core.Seat], view: core.View, names: Sequence[str]
) -> TableMessage:
    """Return what to show after a star. The first of the `raised` hands, if known, proposed it."""
    agreed = _by(raised[0], ALL_AGREED, view, names) if raised else ""
    return TableMessage("star", STAR_TITLE(), in_one_breath((agreed, SET_ASIDE())), _cards(discards))


def _asked(view: core.View, events: Iterable[core.Event], names: Sequence[str]) -> TableMessage:
    """Return the message while players propose a star and play is halted."""
    asks = star_asked(events, view, names) or _by(min(view.raised), ASKS, view, names)
    follows = "" if view.seat is None else (TO_WITHDRAW if view.seat in view.raised else TO_AGREE)()
    text = in_one_breath((asks, _still_to_agree(view, names), IF_ALL_AGREE(), follows))
    return TableMessage("asked", ASKED_TITLE(), text)


def _raises(seat: core.Seat, view: core.View, names: Sequence[str]) -> str:
    """Return a sentence: the player at `seat` asks for a star, or agrees. During play, add that play continues."""
    done = _by(seat, ASKS if _is_first(seat, view) else AGREES, view, names)
    return in_one_breath((done, MEANWHILE() if view.phase is core.Phase.PLAY else ""))


def _is_first(seat: core.Seat, view: core.View) -> bool:
    """Whether no other hand was up for a star when `seat` raised one."""
    raised_now = [event.seat for event in view.news if isinstance(event, core.StarRaised)]
    return raised_now[0] == seat and view.raised <= set(raised_now)


def _still_to_agree(view: core.View, names: Sequence[str]) -> str:
    """Return who has not agreed to a star yet: the person at this page first."""
    seats = sorted(set(range(view.seats)) - view.raised, key=lambda seat: (seat != view.seat, seat))
    others = [YOU_WITHIN() if _is_you(seat, view, names) else names[seat] for seat in seats]
    return STILL_TO_AGREE(names=listed(others)) if others else ""


def _came_before(lower: Sequence[core.Laid], view: core.View) -> str:
    """Return which cards a mistake cost."""
    if not is_numbered(view.variant):
        return NEARER(card=label(view.variant, min((one.card for one in lower), key=view.variant.rank)))
    first = label(view.variant, lower[0].card, begins=True)
    return (ALL_CAME_BEFORE if len(lower) > 1 else CAME_BEFORE)(card=first)


def _apart(view: core.View, lower: Sequence[MessageCard], fatal: Sequence[MessageCard]) -> str:
    """Return how far the `fatal` card is from the first one that it passed over, where numbers say that."""
    if not (lower and fatal and is_numbered(view.variant)):
        return ""
    first, second = lower[0].card, fatal[0].card
    pile = view.variant.piles[view.variant.pile_of(first)]
    told = label(view.variant, first, begins=True), label(view.variant, second)
    return APART(abs(pile.number(first) - pile.number(second)), first=told[0], second=told[1])


def _turned_over(event: core.PilesTurned, mistakes: Plural) -> str:
    """Return the number of `mistakes` on the piles, and the lives that they cost."""
    return in_one_breath((mistakes(len(event.misplaced)), LIVES_LOST(event.lives) if event.misplaced else ""))


def _cards(laid: Iterable[core.Laid]) -> tuple[MessageCard, ...]:
    return tuple(MessageCard(card, seat) for seat, card in laid)


def _turned(view: core.View, misplaced: frozenset[core.Card]) -> tuple[MessageCard, ...]:
    return tuple(
        MessageCard(laid.card, laid.seat, laid.card in misplaced)
        for pile in view.piles
        for laid in pile
        if not isinstance(laid, core.FaceDown)
    )


def _won(view: core.View, cards: tuple[MessageCard, ...] = ()) -> TableMessage:
    levels = (ALL_LEVELS_BLIND if view.blind else ALL_LEVELS)(view.levels, levels=view.levels)
    text = in_one_breath((levels, _gentle(view)))
    return TableMessage("won", WON_TITLE(), text, cards, tokens=_tokens(view), left=_left(view))


def _left(view: core.View) -> str:
    return in_one_breath((LIVES_LEFT(view.lives), STARS_LEFT(view.stars)))


def _tokens(view: core.View, reward: core.Reward | None = None) -> tuple[str, ...]:
    """Return the team's lives and stars; the last one is marked if it is the `reward`."""
    lives, stars = ["life"] * view.lives, ["star"] * view.stars
    rewarded = {None: [], core.Reward.LIFE: lives, core.Reward.STAR: stars}[reward]
    rewarded[-1:] = [f"{last} new" for last in rewarded[-1:]]
    return (*lives, *stars)


def _lost(view: core.View, cards: tuple[MessageCard, ...] = (), why: str = "", apart: str = "") -> TableMessage:
    """Return the message after a lost game, whose title says how far `apart` two cards were, if that says `why`."""
    reached = CAME_TO(level=view.level, levels=view.levels)
    if view.blind:
        reached = BLIND_LEVELS(view.level - 1)
    text = in_one_breath((reached, _gentle(view)))
    if apart:
        text = BETWEEN_TAGS.join((LOST_TITLE(), text))
    return TableMessage("lost", apart or LOST_TITLE(), text, cards, why="" if apart else why)


def _rewarded(reward: core.Reward | None) -> str:
    return REWARDS[reward]() if reward else ""


def _gentle(view: core.View) -> str:
    return GENTLE_GAME() if view.variant.gentle else ""


def _by(seat: core.Seat, forms: tuple[Message, Message], view: core.View, names: Sequence[str]) -> str:
    """Return the one of `forms` for the person at this page, or for another player."""
    mine, anybodys = forms
    return (mine if _is_you(seat, view, names) else anybodys)(name=names[seat])


def _is_you(seat: core.Seat, view: core.View, names: Sequence[str]) -> bool:
    """Whether `seat` is that of the person at this page. In a replay, whose view has no seat, the name tells."""
    return seat == view.seat or (view.seat is None and names[seat] == YOU())
