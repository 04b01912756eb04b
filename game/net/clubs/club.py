"""A club: the key that its members share, and the link that contains the key."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from urllib.parse import quote_plus, unquote_plus

from game.net.invite import LETTERS, TOKEN, TOKEN_BITS
from game.net.names import LONGEST_CLUB_NAME, clean_name
from game.transport.hashes import club_id, club_secret, club_topic

LINK = re.compile(f"#club=({TOKEN.pattern})&name=([!-~]{{1,300}})", re.ASCII)

DAY = 24 * 3600
CLOCKS_DIFFER_BY = 600
"""Seconds by which the clocks of two members may differ around midnight (UTC), when the topic changes."""


class ClubLinkError(ValueError):
    """A damaged link to a club."""


@dataclass(frozen=True, slots=True)
class Club:
    """A club by its `key`, 130 random bits. The `name` comes from the link, and may be foreign text."""

    key: str
    name: str

    @property
    def id(self) -> str:
        """The club's id, by which members recognize it. Others learn nothing from it."""
        return club_id(self.key)

    @property
    def secret(self) -> str:
        """The key that encrypts the listings, in hexadecimal digits."""
        return club_secret(self.key)

    def topic(self, clock: float) -> str:
        """Return the topic to read at the time `clock`, in seconds since 1970."""
        return club_topic(self.key, int(clock // DAY))

    def topics(self, clock: float) -> list[str]:
        """Return the topics under which to publish: those of all members' clocks."""
        days = {int((clock + seconds) // DAY) for seconds in (-CLOCKS_DIFFER_BY, CLOCKS_DIFFER_BY)}
        return [club_topic(self.key, day) for day in sorted(days)]

    def fragment(self) -> str:
        """Return the fragment of the club's link, "#club=..."."""
        return f"#club={self.key}&name={quote_plus(self.name)}"


def new_club(dice: Random, name: str) -> Club:
    """Return a new club. Its key is as hard to guess as `dice` is to predict."""
    return Club("".join(dice.choices(LETTERS, k=TOKEN_BITS // 5)), clean_name(name, LONGEST_CLUB_NAME))


def parse_club(fragment: str) -> Club:
    """Return the club of a link's fragment. Raises ClubLinkError."""
    found = LINK.fullmatch(fragment)
    if found is None:
        raise ClubLinkError("no link to a club, or a damaged one")
    return Club(found[1], clean_name(unquote_plus(found[2]), LONGEST_CLUB_NAME))


def stored_club(key: str, name: str) -> Club | None:
    """Return the club that a browser has stored, or None if the values are damaged."""
    return Club(key, clean_name(name[:300], LONGEST_CLUB_NAME)) if TOKEN.fullmatch(key) else None
