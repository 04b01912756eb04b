"""The screen for a challenge or a game from a link, or for the daily game: a result, a description, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape

from game.browser.page.view import Act, Each, Markup, Parts, Screen, Sentence, at
from game.browser.table.player_faces import face
from game.core.variants import LIVES
from game.history.stored_game import StoredGame, Team
from game.history.summary import MARKS
from game.words.history import games
from game.words.table import COMPUTER


@dataclass
class Offer:
    """What the screen shows. An empty text hides its button. `names` are those in the `title`."""

    title: str
    what: str
    play: str
    names: tuple[str, ...]
    result: str = ""
    goal: str = ""
    note: str = ""
    marks: tuple[str, ...] = ()
    may_share: bool = False
    together: str = ""
    game: StoredGame | None = None


class ChallengeScreen(Screen[Offer]):
    """The screen. `do` is called with the pressed action. An empty `play` hides that button."""

    def __init__(
        self,
        title: str,
        what: str,
        play: str,
        do: Callable[[str], None],
        leave: Callable[[], None],
        names: Sequence[str] = (),
    ) -> None:
        acts: dict[str, Act] = {name: partial(_call, do, name) for name in ("watch", "play", "together", "share")}
        acts["leave"] = lambda _: leave()
        super().__init__("offer-template", Offer(title, what, play, tuple(names)), _parts, acts)
        self.focus()

    def tell(
        self, result: str, note: str, marks: Sequence[str] = (), *, goal: str = "", may_share: bool = False
    ) -> None:
        """Show the result of other players or of this person, and the `goal` to beat it."""
        self.set(result=result, note=note, marks=tuple(marks), goal=goal, may_share=may_share)

    def offer_together(self, words: str) -> None:
        """Show a button labelled `words` to play the deal with others."""
        self.set(together=words)

    def offer_replay(self, game: StoredGame) -> None:
        """Show a button to watch `game` first, with the lives and stars left in it, and its players."""
        self.set(game=game)


def _call(do: Callable[[str], None], name: str, _: str) -> None:
    do(name)


def _parts(it: Offer) -> Parts:
    return {
        "title": Sentence(it.title, it.names),
        "result": it.result,
        "goal": it.goal,
        "note": it.note,
        "what": it.what,
        "marks": Markup(mark_items(it.marks)) if it.marks else None,
        "legend": Markup(legend_items(it.marks)),
        "tokens": at(Each("token-template", _tokens(it.game)), aria_label=games.left(it.game)) if it.game else None,
        "players": Markup(player_items(it.game.team)) if it.game else None,
        "watch": it.game is not None,
        "play": at(it.play or None, class_=None if it.game else "primary"),
        "together": it.together or None,
        "share": it.may_share,
    }


def _tokens(game: StoredGame) -> dict[str, Parts]:
    """Return a token for each life and star that is left, and for each life that was lost."""
    end = game.summary
    spent = max(0, LIVES[game.seats] - end.lives)
    kinds = ("life",) * end.lives + ("spent",) * spent + ("star",) * end.stars
    symbols = {"life": "life", "spent": "life", "star": "star"}
    return {
        str(number): {"token": at(class_=" ".join(("token", kind))), "symbol": at(href=f"#i-{symbols[kind]}")}
        for number, kind in enumerate(kinds)
    }


def mark_items(marks: Sequence[str]) -> str:
    """Return the markup of a mark for each level, with its result for screen readers."""
    words = (games.MARK(level=level, what=games.MARKS[what]()) for level, what in enumerate(marks, start=1))
    return "".join(
        f'<li data-mark="{what}"><span class="words">{escape(word)}</span></li>'
        for what, word in zip(marks, words, strict=True)
    )


def legend_items(marks: Sequence[str]) -> str:
    """Return the markup of each kind of mark in `marks`, once, with its meaning."""
    kinds = sorted({*marks}, key=MARKS.index)
    return "".join(f'<li><i data-mark="{what}"></i>{escape(games.KINDS_OF_MARK[what]())}</li>' for what in kinds)


def player_items(team: Team) -> str:
    """Return the markup of each player's face and name."""
    computer = '<svg class="computer" aria-hidden="true"><use href="#i-computer"></use></svg><span class="words">'
    computer += f" ({escape(COMPUTER())})</span>"
    return "".join(
        f'<li data-seat="{seat}"><svg class="face" viewBox="-32 -32 64 64" aria-hidden="true">'
        f'{face(seat, character)}</svg><span><bdi translate="no">{escape(name)}</bdi>'
        f"{computer if character else ''}</span></li>"
        for seat, (name, character) in enumerate(zip(team.names, team.characters, strict=True))
    )
