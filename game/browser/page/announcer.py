"""Announcements on a screen. Those of one moment are combined into one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import Any

from game.browser.page.bidi_text import parts_of, show_sentence
from game.browser.page.dom import new_element, when_done
from game.browser.page.tasks import Timer
from game.words.lists import in_one_breath

STAYS = 6.0
"""Seconds for which an important message stays in sight, whatever is announced later: long enough to be read."""

UNSEEN = "earlier"
"""The CSS class of words that only screen readers announce."""


class Announcer:
    """Announcements in the live region of the current screen. Without a region they are collected."""

    def __init__(self) -> None:
        self._region: Any = None
        self._names: Sequence[str] = ()
        self._is_live = False
        self._first: list[str] = []
        self._staying: list[str] = []
        self._stays_until = 0.0
        self._kept = ""
        self._kept_until = 0.0
        self._sentences: list[str] = []
        self._waiting: list[str] = []
        self._waits = Timer(self._show_waiting)
        self._in_sight = self._aside = self._visible = ""
        self._news: list[str] = []
        self._glance = ""

    def speak_in(self, region: Any, names: Sequence[str] = ()) -> None:
        """Use `region` from now on. `names` are the people named in messages.

        A screen reader announces changes only, so the region must be in the page before its text.
        """
        self._region, self._names, self._is_live = region, names, False
        self._kept, self._kept_until = "", 0.0
        self._visible = ""
        asyncio.get_running_loop().call_soon(self._region_is_live, region)

    def say(self, sentence: str, *, first: bool = False, waits: bool = False) -> None:
        """Announce `sentence` together with the other messages of this moment.

        All are read out, but only the last one is visible. A sentence that is `first` comes before the others. It stays
        visible, before later messages, for STAYS seconds. A sentence that `waits` is announced after important news has
        been visible for STAYS seconds.
        """
        sentences = self._first if first else self._waiting if waits else self._sentences
        if sentence and sentence not in sentences:
            sentences.append(sentence)
            when_done(self._announce)

    def answer(self, sentence: str) -> None:
        """Say `sentence`, the answer to a press, in place of an important message."""
        self._kept, self._kept_until = "", 0.0
        self.say(sentence)

    def withdraw_first(self) -> None:
        """Forget the messages said `first`, which are not true any more."""
        self._first, self._staying = [], []

    def read_out(self, sentence: str) -> None:
        """Announce `sentence`, already visible elsewhere, after the other messages of this moment."""
        self._in_sight = sentence
        when_done(self._announce)

    def say_aside(self, sentence: str) -> None:
        """Announce `sentence`. It is visible only if nothing else is, because it asks for nothing."""
        self._aside = sentence
        when_done(self._announce)

    def withdraw(self, sentence: str) -> None:
        """Hide `sentence`, which is not true any more, unless something else is visible."""
        if sentence and self._aside == sentence:
            self._aside = ""
        elif sentence and self._visible == sentence:
            self._visible = ""
            self._region.replaceChildren()

    def tell(self, news: str, glance: str, *, important: bool = False) -> None:
        """Announce `news`. Only its part `glance` is visible; if `important`, it stays until other news or STAYS."""
        if news:
            self._kept_until = monotonic() + STAYS if important else 0.0
            self._news.append(news)
            self._glance = glance
            when_done(self._announce)

    def _region_is_live(self, region: Any) -> None:
        if region is self._region:
            self._is_live = True
            self._announce()

    def _show_waiting(self) -> None:
        if self._region.isConnected:
            self._announce()

    def _announce(self) -> None:
        """Show and announce the collected messages, unless an earlier call has."""
        now = monotonic()
        self._take_waiting(now)
        spoken = bool(self._first or self._news or self._sentences or self._in_sight)
        if not self._is_live or not (spoken or self._aside):
            return
        if not (spoken or self._visible):
            self._sentences, self._aside = [self._aside], ""
        self._keep(now)
        self._visible = self._show()
        if self._news and now < self._kept_until:
            self._kept = self._visible
        self._first, self._news, self._sentences = [], [], []
        self._in_sight = self._aside = self._glance = ""

    def _take_waiting(self, now: float) -> None:
        if now >= self._kept_until:
            self._sentences, self._waiting = [*self._sentences, *self._waiting], []
        elif self._waiting:
            self._waits.start(self._kept_until - now)

    def _keep(self, now: float) -> None:
        """Decide which of the earlier messages stay visible."""
        if self._first:
            self._staying, self._stays_until = self._first, now + STAYS
        elif now > self._stays_until:
            self._staying = []
        if self._news or now >= self._kept_until:
            self._kept = ""

    def _show(self) -> str:
        """Put the messages that stay, the new ones and those that are only announced into the region.

        Return the visible message, without those said first.
        """
        words = in_one_breath((*self._news, *self._sentences))
        glance = self._sentences[-1] if self._sentences else self._glance
        before, seen, after = words.rpartition(glance) if glance else (words, "", "")
        stays = self._kept or (self._visible if self._aside and not words else "")
        parts = parts_of(in_one_breath(self._staying), self._names)
        if stays:
            parts += [" "] if parts else []
            parts.append(self._span(stays))
            parts[-1].setAttribute("aria-hidden", "true")  # it was announced before
        parts += [" "] if parts and words else []
        parts += [self._span(before, UNSEEN)] if before else []
        parts += parts_of(seen, self._names)
        parts += [self._span(after, UNSEEN)] if after else []
        parts += [self._span(f" {unseen}", UNSEEN) for unseen in (self._in_sight, self._aside) if unseen]
        self._region.replaceChildren(*parts)
        return stays or seen

    def _span(self, words: str, style: str = "") -> Any:
        span = new_element("span", style)
        show_sentence(span, words, self._names)
        return span
