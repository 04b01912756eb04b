"""What is said at a screen: all that is told in one moment, in one breath."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from js import document

from game.browser.dom import when_done
from game.browser.sentences import parts_of, show_sentence
from game.words.lists import in_one_breath


class Announcer:
    """Speaks in the live region of the screen that is shown; until there is one, it gathers."""

    def __init__(self) -> None:
        self._region: Any = None
        self._names: Sequence[str] = ()
        self._heard = False
        self._sentences: list[str] = []
        self._in_sight = ""
        self._news: list[str] = []
        self._unfinished = ""

    def speak_in(self, region: Any, names: Sequence[str] = ()) -> None:
        """Speak in `region` from now on, of people with these `names`.

        A screen reader hears what changes in it, so it comes into the page first.
        """
        self._region, self._names, self._heard = region, names, False
        asyncio.get_running_loop().call_soon(self._in_the_page, region)

    def say(self, sentence: str) -> None:
        """Say `sentence`; it stays in sight beside all else that is told in this moment."""
        if sentence and sentence not in self._sentences:
            self._sentences.append(sentence)
            when_done(self._take_breath)

    def read_out(self, sentence: str) -> None:
        """Say `sentence`, which stands in sight elsewhere, after all that is told in this moment."""
        self._in_sight = sentence
        when_done(self._take_breath)

    def tell(self, news: str, *, to_be_continued: bool = False) -> None:
        """Tell `news`, of which only the last of one moment stay in sight."""
        self._unfinished = in_one_breath((self._unfinished, news))
        if self._unfinished and not to_be_continued:
            self._news.append(self._unfinished)
            self._unfinished = ""
            when_done(self._take_breath)

    def _in_the_page(self, region: Any) -> None:
        if region is self._region:
            self._heard = True
            self._take_breath()

    def _take_breath(self) -> None:
        """Say what was gathered, unless an earlier call did already."""
        if not self._heard or not (self._news or self._sentences or self._in_sight):
            return
        earlier = in_one_breath(self._news[:-1])
        words = in_one_breath((*self._news[-1:], *self._sentences))
        told = parts_of(words, self._names)
        parts = [self._unseen(earlier), " ", *told] if earlier else told
        if self._in_sight:
            parts.append(self._unseen(f" {self._in_sight}"))
        self._region.replaceChildren(*parts)
        self._news, self._sentences, self._in_sight = [], [], ""

    def _unseen(self, words: str) -> Any:
        """`words` to be heard alone."""
        element = document.createElement("span")
        element.className = "earlier"
        show_sentence(element, words, self._names)
        return element
