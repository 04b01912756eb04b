"""The status line with level, lives and stars, readable at a glance."""

from __future__ import annotations

from typing import Any

from game.browser.page.dom import Keyed, find, new_element
from game.browser.table.variant_rule import rule_of
from game.core import Reward, View
from game.core.variants import LIFE_LEVELS, STAR_LEVELS
from game.words.lists import LIVES, STARS
from game.words.table import level_of


class Status:
    """The line at the top of the table."""

    def __init__(self) -> None:
        self._level = find("level")
        self._variant = self._level.querySelector(".variant")
        self._track = Keyed(self._level.querySelector(".track"))
        self._lives, self._stars = find("lives"), find("stars")
        self._life_tokens, self._star_tokens = Keyed(self._lives), Keyed(self._stars)
        self._shown: tuple[Any, ...] = ()

    def show(self, view: View) -> None:
        """Show the current level among all levels, the name of the variant, and the team's lives and stars."""
        shown = (view.variant, view.blind, view.level, view.levels, view.lives, view.stars)
        if shown == self._shown:
            return  # redrawing takes half the time of showing a played card
        self._shown = shown
        self._level.querySelector("[data-words]").innerHTML = level_of(view)
        self._variant.textContent = rule_of(view.variant)[0]
        levels = self._track.show(map(str, range(1, view.levels + 1)), _level_mark)
        for key, mark in levels.items():
            level = int(key)
            mark.dataset.at = "now" if level == view.level else "done" if level < view.level else "to-come"
        self._life_tokens.show(map(str, range(view.lives)), lambda _: token("life"))
        self._lives.setAttribute("aria-label", LIVES(view.lives))
        self._star_tokens.show(map(str, range(view.stars)), lambda _: token("star"))
        self._stars.setAttribute("aria-label", STARS(view.stars))
        self._stars.hidden = not view.variant.stars


def _level_mark(key: str) -> Any:
    mark = new_element("i")
    level = int(key)
    if level in STAR_LEVELS:
        mark.dataset.reward = Reward.STAR.value
    elif level in LIFE_LEVELS:
        mark.dataset.reward = Reward.LIFE.value
    return mark


def token(name: str) -> Any:
    """Return a token: "life", "star", or "spent" for a life that was lost. Further words are classes of its element."""
    holder = new_element("span", f"token {name}")
    symbol = "life" if name == "spent" else name.partition(" ")[0]
    holder.innerHTML = f'<svg aria-hidden="true"><use href="#i-{symbol}"></use></svg>'
    return holder
