"""The messages at the table: short sentences for the events. Knows no page.

Each message is both displayed and spoken, so it is as short as possible: "Ada 34".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from game.core import (
    Card,
    Dealt,
    Event,
    FaceDown,
    GameLost,
    GameWon,
    Laid,
    LevelCompleted,
    LifeLost,
    Phase,
    PhotoFinish,
    PilesTurned,
    Played,
    Reward,
    Seat,
    StarLowered,
    StarRaised,
    Started,
    StarUsed,
    Stopped,
    View,
    WentBlind,
)
from game.words.cards import held, label, owned
from game.words.language import said
from game.words.lists import Counted, capital, count, in_a_row, in_one_breath, listed

YOU = "You"
"""The name of the person at this page, if no name was entered."""

YOU_WITHIN = "you"
"""The same name within a sentence."""

MENU, PAUSED = "Menu", "Paused"
"""Titles of the menu: while play continues behind it, and while it is paused."""

RESUMED = {
    False: "Your game is as you left it.",
    True: "Paused, hands on the table. Your game is as you left it.",
}

# --- Announcements --------------------------------------------------------------------

DEALT = "Level {level}. You hold {hand}."
DEALT_NOTHING = "Level {level}. You hold no cards."
DEALT_TO_OTHERS = "Level {level}."
STARTED = "Go."
LAID = "{name} {card}."
TOO_SOON = "Too soon: {cards}."
LIVES_LEFT = Counted("One life left.", "{number} lives left.")
STAR_USED = "Throwing star."
STAR_TOOK = "Throwing star: {cards}."
PHOTO_FINISH = "Photo finish: {first} before {second}."
TURNED = Counted("Turned over: one card misplaced.", "Turned over: {number} cards misplaced.")
TURNED_IN_ORDER = "Turned over: all in order."
LEVEL_DONE = "Level {level} done."
WENT_BLIND = "Blind from here: all cards face down."
WON = "Won!"
LOST = "The last life is gone."

# Pairs: the form for the person at this page, and the form for others.
SAYS_STOP = "You say stop.", "{name} says stop."
LAYS = {
    "": ("You lay a card.", "{name} lays a card."),
    "white": ("You lay a white card.", "{name} lays a white card."),
    "red": ("You lay a red card.", "{name} lays a red card."),
}
RAISES = "You raise a hand.", "{name} raises a hand."
LOWERS = "You lower the hand.", "{name} lowers the hand."

REWARDS = {None: "", Reward.LIFE: "One life more.", Reward.STAR: "One star more."}

# --- The middle of the table ------------------------------------------------------------

LEVEL_TITLE = "Level {level}"
BLIND_TITLE = "Blind"
FEEL = "Feel your cards. Then lay your hand on the table."
STOP_TITLES = PAUSED, "{name} says stop"
GO_ON = "Go on when all hands are on the table."
ERROR_TITLE = "{card} came too soon"
CAME_BEFORE = {
    False: "This came before it, held by {names}. One life is lost.",
    True: "These came before it, held by {names}. One life is lost.",
}
CAME_TOO_SOON = "{name} – too soon"
STAR_TITLE = "A throwing star"
SET_ASIDE = "Set aside for all to see."
TURNED_TITLE = "Turned over"
OUT_OF_ORDER = Counted("One card out of order.", "{number} cards out of order.")
LIVES_LOST = Counted("One life lost.", "{number} lives lost.")
IN_ORDER = "Every card is in its place."
LEVEL_DONE_TITLE = "Level {level} done"
ON_TO = "On to level {level}."
WON_TITLE = "You are one mind"
ALL_LEVELS = {
    False: Counted("All {levels} levels.", "All {levels} levels."),
    True: Counted("All {levels} levels, blind.", "All {levels} levels, blind."),
}
STARS_LEFT = Counted("One star left.", "{number} stars left.", none="No stars left.")
LOST_TITLE = "The last life is gone"
CAME_TO = "You came to level {level} of {levels}."
BLIND_LEVELS = Counted(
    "One blind level completed.", "{number} blind levels completed.", none="No blind levels completed."
)

GENTLE_GAME = "Gentle, a house rule."
"""Part of every result of a gentle game, because it does not compare with other games."""

GENTLE_RULE = "Gentle: cards less than half a second apart are laid at once, the lower one first (house rule)."

# --- Around the table -------------------------------------------------------------------

LEVEL_OF = {
    False: "Level <b>{level}</b><small> of {levels}</small>",
    True: "Blind level <b>{level}</b><small> of {levels}</small>",
}
GENTLE_LEVEL = "<small>, gentle</small>"
HOLDS = Counted(", 1 card", ", {cards} cards")
HOLDS_HAND_UP = Counted(", 1 card, hand up for a star", ", {cards} cards, hand up for a star")
HOLDS_HAND_DOWN = Counted(", 1 card, hand on the table", ", {cards} cards, hand on the table")


@dataclass(frozen=True, slots=True)
class MessageCard:
    """A card in the middle of the table, its player, and whether it is marked as a mistake."""

    card: Card
    seat: Seat
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class TableMessage:
    """The content of the middle of the table while play is halted.

    `kind` is one of start, stop, error, star, level, turned, blind, won, lost.
    """

    kind: str
    title: str
    text: str
    cards: tuple[MessageCard, ...] = ()


def called(name: str) -> str:
    """Return the displayed name of a player stored as `name`; without a name, "You" in the language of the page."""
    return said(YOU) if name == YOU else name


def tell(view: View, names: Sequence[str]) -> str:
    """Return the news of `view` in as few words as possible; empty if there is nothing to announce."""
    sentences: list[str] = []
    for seat, events in groupby(view.news, _player_of_open_card):
        if seat is None:
            sentences += (_sentence(event, view, names) for event in events)
        else:
            laid = [event.card for event in events if isinstance(event, Played) and event.card is not None]
            cards = in_a_row(label(view.variant, card) for card in laid)
            sentences.append(said(LAID, name=names[seat], card=cards))
    return in_one_breath(sentences)


def resumed(view: View) -> str:
    """Return the message for a player who returns to a game."""
    return said(RESUMED[view.phase is not Phase.WON])


def level_of(view: View) -> str:
    """Return the level and the number of levels, as HTML."""
    shown = said(LEVEL_OF[view.blind], level=view.level, levels=view.levels)
    return shown + said(GENTLE_LEVEL) if view.variant.gentle else shown


def holds(cards: int, *, up: bool, down: bool) -> str:
    """Return the suffix of a seat's name: the number of its cards, and the position of its hand."""
    return count(cards, HOLDS_HAND_UP if up else HOLDS_HAND_DOWN if down else HOLDS, cards=cards)


def owner(shown: MessageCard, names: Sequence[str]) -> str:
    """Return the player of a card in the middle of the table, and whether the card was a mistake."""
    name = names[shown.seat]
    return said(CAME_TOO_SOON, name=name) if shown.wrong else name


def moment(view: View, events: Iterable[Event], names: Sequence[str]) -> TableMessage | None:
    """Return what to show for the `events` since play last began, in the current state `view`; None during play."""
    if view.phase is Phase.PLAY:
        return None
    shown = None
    for event in events:
        shown = _moment(event, view, names, shown) or shown
    return shown or _standing(view)


def _player_of_open_card(event: Event) -> Seat | None:
    return event.seat if isinstance(event, Played) and event.card is not None else None


def _sentence(event: Event, view: View, names: Sequence[str]) -> str:
    def done(seat: Seat, forms: tuple[str, str]) -> str:
        return _by(seat, view, names, forms)

    match event:
        case Dealt(level) if view.seat is None:
            return said(DEALT_TO_OTHERS, level=level)
        case Dealt(level):
            hand = held(view)
            return said(DEALT, level=level, hand=hand) if hand else said(DEALT_NOTHING, level=level)
        case Started():
            return said(STARTED)
        case Stopped(seat):
            return done(seat, SAYS_STOP)
        case Played(seat, None, pile):
            return done(seat, LAYS[view.variant.piles[pile].colour])
        case LifeLost(_, lower):
            cards = owned(lower, view.variant, names)
            return in_one_breath((said(TOO_SOON, cards=cards), capital(count(view.lives, LIVES_LEFT))))
        case StarRaised(seat):
            return done(seat, RAISES)
        case StarLowered(seat):
            return done(seat, LOWERS)
        case StarUsed(discards):
            cards = owned(discards, view.variant, names)
            return said(STAR_TOOK, cards=cards) if discards else said(STAR_USED)
        case PhotoFinish(first, second):
            return said(PHOTO_FINISH, first=label(view.variant, first), second=label(view.variant, second))
        case PilesTurned(misplaced, lost):
            if not misplaced:
                return said(TURNED_IN_ORDER)
            return in_one_breath((count(len(misplaced), TURNED), capital(count(lost, LIVES_LOST))))
        case LevelCompleted(level, reward):
            return in_one_breath((said(LEVEL_DONE, level=level), said(REWARDS[reward])))
        case WentBlind():
            return said(WENT_BLIND)
        case GameWon():
            return in_one_breath((said(WON), _gentle(view)))
        case GameLost():
            return in_one_breath((said(LOST), _gentle(view)))
    return ""


def _standing(view: View) -> TableMessage | None:
    """Return what to show when a player returns to a game."""
    match view.phase:
        case Phase.FOCUS:
            return TableMessage("stop", said(PAUSED), said(GO_ON))
        case Phase.REVEAL:
            return TableMessage("turned", said(TURNED_TITLE), "", _turned(view, frozenset()))
        case Phase.WON:
            return TableMessage("won", said(WON_TITLE), _won(view))
    return None


def _moment(event: Event, view: View, names: Sequence[str], before: TableMessage | None) -> TableMessage | None:
    cards = before.cards if before else ()
    text = before.text if before and before.kind in ("error", "star", "turned") else ""
    match event:
        case Dealt(level) if before is None or before.kind == "blind":
            title = said(LEVEL_TITLE, level=level) if before is None else said(BLIND_TITLE)
            rule = said(GENTLE_RULE) if view.variant.gentle else ""
            return TableMessage("start", title, in_one_breath((said(FEEL), rule)))
        case Stopped(seat):
            return TableMessage("stop", _by(seat, view, names, STOP_TITLES), said(GO_ON))
        case LifeLost(card, lower):
            title = said(ERROR_TITLE, card=label(view.variant, card))
            return TableMessage("error", title, _came_before(lower, view, names), _cards(lower))
        case StarUsed(discards):
            return TableMessage("star", said(STAR_TITLE), said(SET_ASIDE), _cards(discards))
        case PilesTurned(misplaced, lost):
            return TableMessage(
                "turned", said(TURNED_TITLE), _verdict(misplaced, lost), _turned(view, frozenset(misplaced))
            )
        case LevelCompleted(level, reward):
            following = "" if level == view.levels else said(ON_TO, level=level + 1)
            title = said(LEVEL_DONE_TITLE, level=level)
            return TableMessage("level", title, in_one_breath((text, said(REWARDS[reward]), following)), cards)
        case WentBlind():
            return TableMessage("blind", said(BLIND_TITLE), "")
        case GameWon():
            return TableMessage("won", said(WON_TITLE), _won(view), cards)
        case GameLost():
            return TableMessage("lost", said(LOST_TITLE), in_one_breath((text, _lost(view))), cards)
    return None


def _came_before(lower: Iterable[Laid], view: View, names: Sequence[str]) -> str:
    """Return which cards a mistake cost. Within the sentence, a player with the name "You" is "you"."""
    lower = list(lower)
    holders = [
        said(YOU_WITHIN) if seat == view.seat and names[seat] == said(YOU) else names[seat]
        for seat in dict.fromkeys(seat for seat, _ in lower)
    ]
    return said(CAME_BEFORE[len(lower) > 1], names=listed(holders))


def _verdict(misplaced: Sequence[Card], lost: int) -> str:
    if not misplaced:
        return said(IN_ORDER)
    return in_one_breath((capital(count(len(misplaced), OUT_OF_ORDER)), capital(count(lost, LIVES_LOST))))


def _cards(laid: Iterable[Laid]) -> tuple[MessageCard, ...]:
    return tuple(MessageCard(card, seat) for seat, card in laid)


def _turned(view: View, misplaced: frozenset[Card]) -> tuple[MessageCard, ...]:
    return tuple(
        MessageCard(laid.card, laid.seat, laid.card in misplaced)
        for pile in view.piles
        for laid in pile
        if not isinstance(laid, FaceDown)
    )


def _won(view: View) -> str:
    levels = count(view.levels, ALL_LEVELS[view.blind], levels=view.levels)
    left = [capital(count(view.lives, LIVES_LEFT)), capital(count(view.stars, STARS_LEFT))]
    return in_one_breath((levels, *left, _gentle(view)))


def _lost(view: View) -> str:
    reached = said(CAME_TO, level=view.level, levels=view.levels)
    if view.blind:
        reached = capital(count(view.level - 1, BLIND_LEVELS))
    return in_one_breath((reached, _gentle(view)))


def _gentle(view: View) -> str:
    return said(GENTLE_GAME) if view.variant.gentle else ""


def _by(seat: Seat, view: View, names: Sequence[str], forms: tuple[str, str]) -> str:
    """Return the one of `forms` for the person at this page, or for another player."""
    mine, anybodys = forms
    return said(mine if seat == view.seat else anybodys, name=names[seat])
