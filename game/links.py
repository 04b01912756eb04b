"""Links to tables and games: `read_link` finds one in an address or a pasted text.

Chats, mail programs and search engines change links: they encode them once more, wrap them, put punctuation around
them, and add parameters of campaigns. The reader undoes that. It does not check the content, which is for the parser of
its kind.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a link leads to, by its name in the fragment: an invitation, a code for pairing, a game…"""

    JOIN = "join"
    WATCH = "watch"
    PAIR = "pair"
    GAME = "game"
    CHALLENGE = "challenge"
    TODAY = "today"
    CLUB = "club"


TABLES = Kind.JOIN, Kind.WATCH, Kind.PAIR
"""The kinds that lead to a table with other people."""

ROOMS = Kind.JOIN, Kind.WATCH, Kind.CLUB
"""The kinds whose content begins with a token."""

LONGEST = 40_000
"""The most characters of a text with a link."""

TIMES = 3
"""How often a link can have been encoded."""

NAMED = re.compile(
    r"#\s*(?:(join|watch|pair|game|challenge|club)\s*(?:=|%(?:25)*3d)|(today)(?![a-z=%]))", re.IGNORECASE
)
LIKE_A_LINK = re.compile(r"#\s*(?:[^\s#=]+=\S|(?:join|watch|pair|game|challenge|club|today)\b)", re.IGNORECASE)

ROOM = re.compile(
    r"\s*((?:[a-z2-7]\s*){25}[a-z2-7](?:\s*\.(?:\s*[\w-]){43}(?![\w-])|(?![\w.-])))", re.ASCII | re.IGNORECASE
)
"""The token of a table and the key of its founder, which are of a known length, with white space anywhere."""

FIELD = re.compile(r"\s*[&?]\s*(\w+)=([^\s&?]*)", re.ASCII)
DATA = re.compile(r"\s*([\w-]+(?:(?:\s+[\w-]{20,})+(?:\s+[\w-]+(?=\s*$))?)?)", re.ASCII)
"""Base64. White space inside comes from wrapping: no other word after a link is as long as a line."""

ENCODED = re.compile("(?:%[0-9a-f]{2})+", re.IGNORECASE)
SPACE = re.compile("%(?:20|0[9ad])", re.IGNORECASE)
AMPERSAND = re.compile("&(?:amp|#38|#x26);", re.IGNORECASE)

CAMPAIGN = re.compile(r"utm_\w+|\w*clid|mc_[ce]id|_hs\w+|igshi?d?|ref|ref_src|si", re.ASCII | re.IGNORECASE)
"""The names of parameters that others add to links."""

END = ".,;:!?'\"…)>}*|`’”»"
"""Punctuation after a link, where no link ends."""

NEXT_LINE = re.compile(r"&?\s*\n\s*[\w%/:.&-]")
"""A line after the address of a server: perhaps its end."""

AFTER = re.compile(rf"[\]&=~{re.escape(END)}]*(\s|$)")


class LinkError(ValueError):
    """The text resembles a link and is none."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link of this `kind`; `content` is the part after its name, as when the link was made."""

    kind: Kind
    content: str = ""

    @property
    def fragment(self) -> str:
        """The link's part from the "#" on."""
        return f"#{self.kind.value}={self.content}" if self.content else f"#{self.kind.value}"

    @property
    def leads_to_table(self) -> bool:
        """Whether other people are there."""
        return self.kind in TABLES


def read_link(text: str, *, address: bool = False) -> Link | None:
    """Return the link in `text`, or None if nothing resembles one. Raises LinkError.

    An `address` contains only the link, while a pasted text may go on after it.
    """
    text = plain_letters(text[:LONGEST])
    if address:
        text = re.sub(r"\s", "", SPACE.sub(" ", text))
    resembles = False
    for _ in range(TIMES):
        if found := NAMED.search(text):
            try:
                return _link(Kind((found[1] or found[2]).lower()), text[found.end() :])
            except LinkError:
                resembles = True
        resembles = resembles or LIKE_A_LINK.search(text) is not None
        text = plain_letters(ENCODED.sub(_decoded, text))
    if resembles:
        raise LinkError
    return None


def plain_letters(text: str) -> str:
    """Return `text` with compatible characters instead of others: "a" for a full-width one."""
    if text.isascii():
        return text
    from unicodedata import normalize  # most links need no tables of all characters

    return normalize("NFKC", text)


def _decoded(found: re.Match[str]) -> str:
    return bytes.fromhex(found[0].replace("%", "")).decode(errors="replace")


def _link(kind: Kind, rest: str) -> Link:
    """Return the link of this kind whose content begins `rest`. Raises LinkError."""
    rest = SPACE.sub(" ", AMPERSAND.sub("&", rest))
    if kind is Kind.TODAY:
        _fields(rest, 0)
        return Link(kind)
    found = (ROOM if kind in ROOMS else DATA).match(rest)
    if found is None:
        raise LinkError
    fields = _fields(rest, found.end())
    content = re.sub(r"\s", "", found[1])
    if kind not in ROOMS:
        if fields:
            raise LinkError
        return Link(kind, content)
    token, dot, founder = content.partition(".")
    return Link(kind, "&".join([f"{token.lower()}{dot}{founder}", *fields]))


def _fields(text: str, start: int) -> list[str]:
    """Return the parameters of a link from `start` on, without those of campaigns. Raises LinkError."""
    fields: list[str] = []
    end = start
    while found := FIELD.match(text, end):
        end = found.end()
        if not CAMPAIGN.fullmatch(found[1]):
            value = found[2] if found[1] == "turn" else found[2].rstrip(END)  # that of a server may end with commas
            fields.append(f"{found[1]}={value}")
    may_be_wrapped = bool(fields) and not fields[-1].startswith(("about=", "name=")) and NEXT_LINE.match(text, end)
    if may_be_wrapped or not AFTER.match(text, end):
        raise LinkError
    return fields
