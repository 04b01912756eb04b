"""What a table shows: a function of its state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape

from game import core
from game.browser.page import first_game
from game.browser.page.view import At, Each, Markup, Parts, Sentence, at, each
from game.browser.table.cards import small_card
from game.browser.table.hand import parts_of_hand
from game.browser.table.looks import SIGNS, Look
from game.browser.table.moments import turning
from game.browser.table.piles import parts_of_piles
from game.browser.table.player_faces import face
from game.browser.table.seats import holding, standing
from game.browser.table.variant_rule import rule_of
from game.core.record import Game
from game.core.result import Result
from game.core.variants import LIFE_LEVELS, STAR_LEVELS
from game.words.cards import STAR_TAKES, label
from game.words.lists import LIVES, STARS
from game.words.table import PAUSED, PLAY_AGAIN, TRY_AGAIN, TableMessage, holds, level_of, owner

KINDS: dict[type, str] = {
    core.GameLost: "lost",
    core.GameWon: "won",
    core.LifeLost: "error",
    core.PilesTurned: "turned",
    core.StarUsed: "star",
    core.LevelCompleted: "level",
    core.PhotoFinish: "photo",
    core.Started: "start",
    core.Played: "card",
    core.Dealt: "deal",
}
"""The kinds of events with their own animation, sound and vibration, most important first."""

CROWD = 4
"""Others at the table from which on the seats are small."""

FOR_PLAYERS = "heading", "company", "hear", "menu", "after", "discard", "hand", "actions"
"""Parts of a table for the person who sits at it. The table of a replay has none of them."""


@dataclass
class TableState:
    """The state of a table. `names` and `characters` are by seat; a person's character is an empty string.

    The `view` is that of the moment on the screen; the rules may already have gone on. The `pressed` cards are no
    longer shown in this person's hand, although the `view` still has them there. `message` is the text in the middle.
    While the moment is `held`, a press shows the next one.

    A star takes the card `discard` where this person has a choice, who has `declined` the question of raised hands.

    `looks` are the expressions of players for a moment. `absent` has the tags of the persons who are not at the table,
    `signs` the symbols that players show, and `leaning` the words about those who lean towards the pile. `has_company`
    and `paused` say whether the table shows other people, and why play pauses.

    After the game, this person `may_deal` the next one, `may_change` its options, sit down for it (`may_sit`), or read
    who `starts` it. `ended` is the game that has just ended, if this page can look back on it. `unverified`
    says which of its cards could not be verified. `to_beat` is the result of another team with the same cards.
    `sounds` says whether sound is on, and `tells_of_sound` whether the table tells so until play begins.
    A tutorial shows a `hint`, that may be `standing`, and has `taught` some objects at the table's edge; without a
    tutorial, that is None. At its end, it offers a whole game.
    """

    names: Sequence[str]
    characters: Sequence[str]
    view: core.View | None = None
    message: TableMessage | None = None
    held: bool = False
    pressed: tuple[core.Card, ...] = ()
    discard: core.Card | None = None
    declined: frozenset[core.Seat] = frozenset()
    looks: Mapping[core.Seat, Look] = field(default_factory=dict)
    absent: Mapping[core.Seat, str] = field(default_factory=dict)
    signs: Mapping[core.Seat, str] = field(default_factory=dict)
    leaning: Mapping[core.Seat, str] = field(default_factory=dict)
    has_company: bool = False
    paused: bool = False
    sounds: bool = False
    tells_of_sound: bool = False
    has_chart: bool = False
    may_deal: bool = False
    may_change: bool = False
    may_sit: bool = False
    starts: Sentence | None = None
    ended: Game | None = None
    unverified: str = ""
    to_beat: Result | None = None
    hint: str = ""
    standing: bool = False
    taught: str | None = None

    @property
    def over(self) -> bool:
        """Whether the game is over, and its end is shown."""
        return self.view is not None and self.view.phase in core.OVER

    @property
    def fatal(self) -> frozenset[core.Card]:
        """The cards on the piles that were a mistake, while the message is about it."""
        told = self.message
        return frozenset(one.card for one in told.fatal) if told is not None and told.kind == "error" else frozenset()


def parts_of_table(it: TableState) -> Parts:
    """Return what the table of a session shows."""
    view = it.view
    if view is None:
        told = _tells_of_sound(it)
        return {"screen": at(data_sounding=told), "hear": at(aria_pressed=it.sounds), "sounding": told}
    over, lost, is_tutorial = it.over, view.phase is core.Phase.LOST, it.taught is not None
    return {
        **parts_of_public_table(it, view),
        **parts_of_hand(view, it.pressed),
        **_buttons(it, view),
        "hear": at(aria_pressed=it.sounds),
        "sounding": _tells_of_sound(it),
        "hint": bool(it.hint),
        "hint-words": it.hint,
        "hint-waits": _waits(it, view) and PAUSED(),
        "got-it": not it.standing,
        "how": it.has_chart and _is_between(it.message, view),
        "starts": it.starts,
        "whole": over and is_tutorial and not lost,
        "again": over
        and it.may_deal
        and (lost or not is_tutorial)
        and (TRY_AGAIN if lost and it.to_beat is None else PLAY_AGAIN)(),
        "sit": it.may_sit,
        "more": over,
        "whole-too": is_tutorial and lost,
        "again-too": it.may_deal and is_tutorial and not lost and PLAY_AGAIN(),
        "how-too": it.has_chart,
        "blind": core.GoBlind() in view.legal,
        "change": it.may_change,
        "past": it.ended is not None and bool(it.ended.deals),
        "tell": over and first_game.has_just_ended(),
        "unverified": it.unverified,
    }


def _buttons(it: TableState, view: core.View) -> Parts:
    """Return the buttons below the hand. While the moment is held, no hand is to be laid down.

    A proposal of a star cannot be refused: "Not now" only ends the question, until another hand goes up. The same
    button takes down this person's own hand.
    """
    raised, others = view.seat in view.raised, view.raised - {view.seat}
    no_star = not raised and star_offered(it, view) is None
    takes, needed = star_takes(it, view), _needed(it, view)
    # A label does not change while its button is pressed.
    label_of_star: Parts = {} if raised else {"proposes": not others, "agrees": bool(others)}
    return {
        "lay": at(needed == "lay", aria_pressed=view.seat in view.down),
        "rest": needed == "rest",
        "go": needed == "go",
        "raise": at(view.variant.stars, aria_pressed=raised, aria_disabled=no_star, data_asked=_is_asked(it, view)),
        **label_of_star,
        "decline": needed == "decline",
        "puts-off": not raised,
        "withdraws": raised,
        "stop": at(aria_disabled=core.Stop() not in view.legal),
        "discard": None if takes is None else STAR_TAKES(card=label(view.variant, takes)),
    }


def _needed(it: TableState, view: core.View) -> str | None:
    """Return the button that a player needs next, which is between Star and Stop; None if there is none."""
    if view.seat is None:
        return None
    if it.held:
        return None if it.message is None else "go"
    if view.phase in core.BETWEEN_PLAY:
        return "lay"
    if core.PlayRest() in view.legal:
        return "rest"
    own = view.phase is core.Phase.PLAY and view.seat in view.raised
    return "decline" if own or _is_asked(it, view) else None


def _is_asked(it: TableState, view: core.View) -> bool:
    """Whether other hands are up, about which this person has not decided."""
    if view.seat is None or view.phase is not core.Phase.PLAY or view.seat in view.raised:
        return False
    return not view.raised <= it.declined


def _waits(it: TableState, view: core.View) -> bool:
    """Whether computer players wait until the hint is read."""
    return bool(it.hint) and not it.standing and view.phase is core.Phase.PLAY


def _tells_of_sound(it: TableState) -> bool:
    return it.tells_of_sound and it.sounds


def star_takes(it: TableState, view: core.View) -> core.Card | None:
    """Return the card that a star would take, or None where this person has no choice."""
    leading = view.variant.leading(view.hand)
    if not view.stars or len(leading) < 2:
        return None
    return it.discard if it.discard in leading else leading[0]


def star_offered(it: TableState, view: core.View) -> core.RaiseStar | None:
    """Return the action that proposes a star, for the chosen card where there is a choice."""
    offers = [action for action in view.legal if isinstance(action, core.RaiseStar)]
    chosen = star_takes(it, view)
    return min(offers, key=lambda offer: (offer.discard != chosen, offer.discard or 0), default=None)


def _is_between(message: TableMessage | None, view: core.View) -> bool:
    """Whether play waits for hands, and nothing else is to be seen."""
    seen = message is not None and message.kind in ("error", "star", "level")
    return view.phase in (core.Phase.FOCUS, core.Phase.REVEAL) and not seen


def parts_of_replay(it: TableState, view: core.View) -> Parts:
    """Return what the table of a replay shows."""
    return {**parts_of_public_table(it, view), **dict.fromkeys(FOR_PLAYERS, False)}


def parts_of_public_table(it: TableState, view: core.View) -> Parts:
    """Return what everyone at a table sees: the status line, the seats, and the message between phases of play."""
    mates = view.seats - (view.seat is not None)
    return {
        "screen": at(
            data_phase=(core.Phase.FOCUS if view.phase is core.Phase.DEAL else view.phase).value,
            data_level=str(view.level),
            data_lives=str(view.lives),
            data_stars=str(view.stars),
            data_variant=view.variant.name,
            data_seats=str(view.seats),
            data_crowded=mates >= CROWD,
            data_blind=str(view.blind).lower(),
            data_watching=str(view.seat is None).lower(),
            data_moment=None if it.message is None else it.message.kind,
            data_held=it.held,
            data_company=it.has_company,
            data_paused=it.paused,
            data_hint=bool(it.hint),
            data_waits=_waits(it, view),
            data_taught=it.taught,
            data_sounding=_tells_of_sound(it),
            data_piles=str(len(view.piles)),
            data_aside=bool(view.aside),
            data_cards=it.message is not None and bool(it.message.cards),
            data_told=it.message is not None and bool(it.message.text),
            data_single=len(view.hand) - len(it.pressed) < 2,
            data_down=view.seat in view.down,
            data_next=_needed(it, view),
            data_takes=star_takes(it, view) is not None,
        ),
        **_status(view.variant, view.level, view.levels, level_of(view), view.lives, view.stars),
        "seats": At(
            each("seat-template", (_seat_of(it, view, seat) for seat in range(view.seats))),
            {"data-mates": str(mates), "--mates": str(mates)},
        ),
        **_message(it.message, view, tuple(it.names)),
        **parts_of_piles(view, it.pressed, tuple(it.names), it.fatal),
    }


@lru_cache
def _status(variant: core.Variant, level: int, levels: int, words: str, lives: int, stars: int) -> Parts:
    """Return the line at the top: the current level among all levels, the variant, and the team's lives and stars."""
    return {
        "level": Markup(words),
        "variant": rule_of(variant).name,
        "track": each("level-template", ({"mark": _level_mark(n, level)} for n in range(1, levels + 1))),
        "lives": At(tokens(["life"] * lives), {"aria-label": LIVES(lives)}),
        "stars": At(variant.stars and tokens(["star"] * stars), {"aria-label": STARS(stars)}),
    }


def _level_mark(number: int, level: int) -> At:
    reward = core.Reward.STAR if number in STAR_LEVELS else core.Reward.LIFE if number in LIFE_LEVELS else None
    return at(
        data_at="now" if number == level else "done" if number < level else "to-come",
        data_reward=None if reward is None else reward.value,
    )


def tokens(names: Sequence[str]) -> Each:
    """Return tokens by `names`: "life", "star", or "spent" for a life that was lost.

    Further words of a name are classes of its element.
    """
    return Each("token-template", {f"{number} {name}": _token(name) for number, name in enumerate(names)})


def _token(name: str) -> Parts:
    symbol = "life" if name == "spent" else name.partition(" ")[0]
    return {"token": at(class_=f"token {name}"), "symbol": at(href=f"#i-{symbol}")}


def _seat_of(it: TableState, view: core.View, seat: core.Seat) -> Parts:
    hand = "up" if seat in view.raised else "down" if seat in view.down else "held" if view.counts[seat] else "none"
    who = it.names[seat], it.characters[seat]
    sign = it.signs.get(seat, "")
    look = SIGNS[sign] if sign else it.looks.get(seat) or _resting(view, seat)
    marks = it.absent.get(seat, ""), sign, it.leaning.get(seat, ""), look
    return _seat(seat, view.seat, view.seats, who, (view.counts[seat], hand), marks)


def _resting(view: core.View, seat: core.Seat) -> Look:
    """Return the expression of `seat` while nothing has just happened."""
    if view.phase is core.Phase.WON:
        return "joy"
    if view.phase is core.Phase.LOST or seat in view.down:
        return "hush"
    return "focus" if seat in view.raised else "calm"


@lru_cache
def _seat(
    seat: core.Seat,
    own: core.Seat | None,
    seats: int,
    who: tuple[str, str],
    held: tuple[int, str],
    marks: tuple[str, str, str, Look],
) -> Parts:
    """Return a seat: only what the View, the name and the face say, never a teammate's plan."""
    (name, character), (cards, hand), (absent, sign, leans, look) = who, held, marks
    style = {**standing(seat, own, seats), **({} if seat == own else holding(seat, own, seats))}
    kind = "own" if seat == own else "teammate"
    return {
        "seat": At(
            True,
            {
                "class": " ".join(("seat", kind, *["away"] * bool(absent))),
                "data-seat": str(seat),
                "data-hand": hand,
                "data-count": str(cards),
                "data-leans": bool(leans),
                "data-sign": bool(sign),
                "--cards": str(cards),
                **style,
            },
        ),
        "backs": each("back-template", ({"back": at(**{"--at": str(n)})} for n in range(cards))),
        "face": At(Markup(face(seat, character)), {"data-look": look}),
        "computer": bool(character),
        "name": name,
        "count": str(cards),
        "absent": absent,
        "holds": holds(cards, up=hand == "up", down=hand == "down", computer=bool(character), absent=absent) + leans,
        "sign": bool(sign),
        "symbol": at(href=f"#i-{sign}" if sign else None),
    }


def _message(message: TableMessage | None, view: core.View, names: tuple[str, ...]) -> Parts:
    """Return the parts of `message`, which tells the last events and the next step between phases of play."""
    if message is None:
        return {"moment": False, "beads": False, "strip": False}
    rule = rule_of(view.variant)
    if message.kind == "start" and rule.name:
        why: Sentence | Markup = Markup(f"<b>{escape(rule.name)}</b> <span>{escape(rule.short)}</span>")
    else:
        why = Sentence(message.why, names)
    cards = bool(message.cards) and Each("mini-template", dict(_cards(message, view.variant, names)))
    return {
        "moment": at(data_kind=message.kind, **({"--turns": f"{turns:.2f}s"} if (turns := turning(view)) else {})),
        "title": Markup(level_of(view)) if message.kind == "start" else Sentence(message.title, names),
        "beads": message.kind == "won" and _beads(view.levels),
        "text": Sentence(message.text, names),
        "why": why,
        "tokens": At(bool(message.tokens) and tokens(message.tokens), {"aria-label": message.left}),
        "cards": At(cards, {"--count": str(len(message.cards))}),
        "strip": At(message.kind == "turned" and cards, {"--last": str(len(message.cards) - 1)}),
    }


@lru_cache
def _beads(levels: int) -> Each:
    """Return a bead for each level, around the words of a won game. None is at the bottom, behind your face."""
    first = 0.0 if levels % 2 else 0.5
    return each("level-template", ({"mark": at(**{"--at": f"{(n + first) / levels:.3f}"})} for n in range(levels)))


def _cards(message: TableMessage, variant: core.Variant, names: tuple[str, ...]) -> Iterator[tuple[str, Parts]]:
    """Yield the cards of `message`. Each animation begins after a fraction of the whole, `--after`."""
    for number, one in enumerate(message.cards):
        style = {"class": "wrong" if one.wrong else None, "--after": f"{number / len(message.cards):.3f}"}
        yield (
            f"{number} {one.card}",
            {
                "item": At(True, style),
                "card": small_card(variant, one.card),
                "whose": Sentence(owner(one, names), names),
            },
        )


def kinds(events: Iterable[core.Event]) -> list[str]:
    """Return the kinds of `events`, most important first."""
    happened = set(map(type, events))
    return [kind for event, kind in KINDS.items() if event in happened]


def news(happened: Iterable[str]) -> str:
    """Return the value of `data-news` for these kinds of events.

    A card flies without it: for card after card the attribute stays empty, and the browser restyles the pile alone.
    """
    return " ".join(kind for kind in happened if kind != "card")
