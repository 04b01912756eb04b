"""The dialog for sharing a game: a link, a chart to save, and a challenge. It needs no screen of the history."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from js import document

from game.browser.device.sharing import can_share, copy_text, share
from game.browser.history.dates import day_of_date
from game.browser.history.picture_file import save_game
from game.browser.page.links import link_with
from game.browser.page.view import Act, At, Each, Parts, Said, Screen, at
from game.core.record import BadGame, Game
from game.history.finished_game import FinishedGame
from game.history.game_link import packed, without_names
from game.links import Kind, Link
from game.words.history import sharing
from game.words.table import UNNAMED


@dataclass(frozen=True, slots=True)
class Way:
    """One way to share: its `icon`, heading and explanation.

    `texts` are what to send: links, unless they are a text itself (`is_text`). `tick` is the label of a checkbox, ""
    for none, which chooses the second one when it is `ticked`. `save` saves a file instead. `says` is the result of the
    last press. `by_hand` is whether the browser refused to copy, so that the person has to.
    """

    icon: str
    title: str
    told: str
    texts: tuple[str, ...] = ()
    tick: str = ""
    ticked: bool = False
    is_text: bool = False
    save: Callable[[], None] | None = None
    says: Said | None = None
    by_hand: bool = False

    @property
    def buttons(self) -> list[str]:
        """The buttons that this browser offers, in order."""
        sends = [*(["send"] if can_share() else []), "copy"] if self.texts else []
        return [*sends, "save"] if self.save else sends

    @property
    def text(self) -> str:
        """What to send."""
        return self.texts[self.ticked] if self.texts else ""


def share_game(game: FinishedGame) -> SharingSheet:
    """Open the dialog with all ways to share `game`. Raises BadGame, except for a daily game that counts."""
    ways = [_daily_result(game)] if game.day else []
    if game.text or not game.day:
        ways += _link(game), Way("chart", sharing.CHART(), sharing.CHART_TOLD(), save=lambda: save_game(game))
    if game.seed:
        ways.append(_challenge(game))
    return SharingSheet((sharing.TODAY if game.day else sharing.SHARE_GAME)(), ways)


def _daily_result(game: FinishedGame) -> Way:
    lines = sharing.result_lines(game, day_of_date(game.day), link_with(Link(Kind.TODAY).fragment))
    return Way("share", sharing.RESULT(), sharing.TODAY_TOLD(), (lines,), is_text=True)


def _link(game: FinishedGame) -> Way:
    """Return the link to `game`, without names unless the checkbox is checked. Raises BadGame."""
    names = tuple("" if name == UNNAMED else name for name in game.team.names)
    named = replace(game.game, ended=0, team=replace(game.team, names=names))
    try:
        links = _links(Kind.GAME, without_names(named), named)
    except BadGame:
        return Way("link", sharing.LINK(), sharing.TOO_LONG())
    return Way("link", sharing.LINK(), sharing.GAME_TOLD(), links, sharing.WITH_NAMES())


def _challenge(game: FinishedGame) -> Way:
    """Return the link to the cards of `game`, and to its result unless the checkbox is unchecked."""
    links = _links(Kind.CHALLENGE, game.challenge(told=False), game.challenge(told=True))
    return Way("mind", sharing.CHALLENGE(), sharing.CHALLENGE_TOLD(), links, sharing.WITH_RESULT(), ticked=True)


def _links(kind: Kind, *games: Game) -> tuple[str, ...]:
    """Return a link to each of `games`. Raises BadGame."""
    return tuple(link_with(Link(kind, packed(game)).fragment) for game in games)


@dataclass
class Sharing:
    """The state of the dialog. `ways` are by icon."""

    title: str
    ways: Mapping[str, Way]

    @property
    def first(self) -> Way:
        """The first way with a button."""
        return next(way for way in self.ways.values() if way.buttons)


class SharingSheet(Screen[Sharing]):
    """The dialog. It opens when created, over the current screen, and is removed when closed."""

    def __init__(self, title: str, ways: Sequence[Way]) -> None:
        self._opener = document.activeElement
        acts: dict[str, Act] = {
            "tick": self._tick,
            "send": self._send,
            "copy": lambda icon: copy_text(self.state.ways[icon].text, *self._results(icon)),
            "save": self._save,
        }
        super().__init__("sharing-template", Sharing(title, {way.icon: way for way in ways}), _parts, acts)
        self._listen(self.element, "toggle", self._toggled)
        self.element.showPopover()
        first = self.state.first
        self.parts.item("ways", first.icon)[first.buttons[0]].focus()

    def close(self) -> None:
        """Remove the dialog and return the focus."""
        super().close()
        self._opener.focus()

    def _toggled(self, event: Any) -> None:
        if event.newState == "closed":
            self.close()

    def _change(self, icon: str, **changes: Any) -> None:
        self.set(ways={**self.state.ways, icon: replace(self.state.ways[icon], **changes)})

    def _tick(self, icon: str) -> None:
        self._change(icon, ticked=not self.state.ways[icon].ticked, says=None, by_hand=False)

    def _send(self, icon: str) -> None:
        way = self.state.ways[icon]
        share("text" if way.is_text else "url", way.text, *self._results(icon))

    def _save(self, icon: str) -> None:
        if save := self.state.ways[icon].save:
            save()

    def _results(self, icon: str) -> tuple[Callable[[], None], Callable[[], None]]:
        """Return what follows after the content was copied, and after the browser refused that."""

        def select() -> None:
            self._change(icon, says=Said(sharing.COPY_BY_HAND()), by_hand=True)
            self.parts.item("ways", icon)["text"].select()

        return lambda: self._change(icon, says=Said(sharing.COPIED())), select


def _parts(it: Sharing) -> Parts:
    return {
        "title": it.title,
        "ways": Each("way-template", {icon: _way(way, is_first=way is it.first) for icon, way in it.ways.items()}),
    }


def _way(it: Way, *, is_first: bool) -> Parts:
    primary = it.buttons[0] if is_first else ""
    return {
        "icon": at(href=f"#i-{it.icon}"),
        "heading": it.title,
        "explanation": it.told,
        "options": bool(it.tick),
        "tick": at(value=it.icon, checked=it.ticked),
        "label": it.tick,
        "text": at(it.is_text or it.by_hand, value=it.text),
        "says": it.says or "",
        **{name: _button(it, name, is_primary=name == primary) for name in ("send", "copy", "save")},
    }


def _button(it: Way, name: str, *, is_primary: bool) -> At:
    style = "primary" if is_primary else None
    return at(name in it.buttons, value=it.icon, aria_description=it.title, class_=style)
