"""What the screen of a challenge, of a game from a link, or of the daily game shows: a result, a text, and buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.browser.page.view import Each, Markup, Parts, Sentence, at, each
from game.browser.table.player_faces import face
from game.browser.table.table_parts import tokens
from game.core.record import Team
from game.core.variants import LIVES
from game.history.finished_game import FinishedGame
from game.history.summary import MARKS
from game.words.history import games
from game.words.table import COMPUTER


@dataclass
class Offer:
    """What the screen shows. An empty text hides its button. `names` are those in the `title`.

    `result` is that of other players or of this person, and `goal` beats it. `game` can be watched; it is shown with
    its players, and with the lives and stars left in it. Without one, the cards are shown, and on them the `day` of the
    month.
    """

    title: str
    what: str = ""
    play: str = ""
    together: str = ""
    names: tuple[str, ...] = ()
    result: str = ""
    goal: str = ""
    note: str = ""
    marks: tuple[str, ...] = ()
    may_share: bool = False
    day: str = ""
    game: FinishedGame | None = None


def parts_of_offer(it: Offer) -> Parts:
    """Return what the screen shows."""
    return {
        "fan": it.game is None,
        "leaf": at(class_="card leaf" if it.day else "card back"),
        "day": it.day,
        "title": Sentence(it.title, it.names),
        "result": it.result,
        "goal": it.goal,
        "note": it.note,
        "what": it.what,
        "marks": mark_items(it.marks, it.game.levels if it.game else len(it.marks)) if it.marks else None,
        "legend": legend_items(it.marks),
        "tokens": at(_left(it.game), aria_label=games.left(it.game)) if it.game else None,
        "players": each("player-template", _players(it.game.team)) if it.game else None,
        "watch": it.game is not None,
        "play": at(it.play or None, class_=None if it.game or it.may_share else "primary"),
        "together": it.together or None,
        "share": it.may_share,
        "leave": at(class_=None if it.play or it.game or it.may_share else "primary"),
    }


def _left(game: FinishedGame) -> Each:
    """Return a token for each life and star that is left, and for each life that was lost."""
    end = game.summary
    spent = max(0, LIVES[game.seats] - end.lives)
    return tokens(("life",) * end.lives + ("spent",) * spent + ("star",) * end.stars)


def mark_items(marks: Sequence[str], levels: int, shown: int | None = None) -> Each:
    """Return a mark for each level, with its result for screen readers. The one at the index `shown` is emphasized.

    What follows the `levels` of the game was played blind after it was won.
    """
    numbers = [(games.MARK, level) for level in range(1, levels + 1)]
    numbers += [(games.BLIND_MARK, level) for level in range(1, levels + 1)]
    items: list[Parts] = [
        {"mark": at(data_mark=what, data_shown=place == shown), "words": mark(level=level, what=games.MARKS[what]())}
        for place, ((mark, level), what) in enumerate(zip(numbers, marks, strict=False))
    ]
    return each("mark-template", items)


def legend_items(marks: Sequence[str]) -> Each:
    """Return each kind of mark in `marks`, once, with its meaning."""
    kinds = sorted({*marks}, key=MARKS.index)
    return each(
        "meaning-template", ({"mark": at(data_mark=what), "meaning": games.KINDS_OF_MARK[what]()} for what in kinds)
    )


def _players(team: Team) -> Iterator[Parts]:
    """Yield each player's face and name."""
    for seat, (name, character) in enumerate(zip(team.names, team.characters, strict=True)):
        yield {
            "player": at(data_seat=str(seat)),
            "face": Markup(face(seat, character)),
            "name": name,
            "computer": bool(character),
            "words": f" ({COMPUTER()})" if character else "",
        }
