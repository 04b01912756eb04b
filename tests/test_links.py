"""Links that chats, mail programs and people have changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from html import escape
from random import Random
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import variant
from game.core.record import BadGame, Game, Team
from game.history.game_link import packed
from game.history.old_forms import read_challenge
from game.history.old_forms import read_link as read_game
from game.links import LONGEST, Kind, Link, LinkError, read_link
from game.net.clubs.club import Club, ClubLinkError, parse_club
from game.net.invite import About, Invite, InviteError, Turn, parse_invite
from game.transport.pairing import Code, PairingError, pack, unpack
from tests.history.games import with_team, won_game

PAGE = "https://example.org/mind/"
FOUNDER = "".join(f"{number:02x}" for number in range(224, 256))
RELAYS = ("wss://relay.example/path?x=1&y=2", "ws://[::1]:6969")
TURN = (Turn("turn:turn.example:3478?transport=udp", "us,er", "pass&word="), Turn("turns:other.example"))
ABOUT = About("Zoë & Łu", 2, variant("extreme+blind"), 5)
PAIRING = Code("offer", "page1", "v=0\r\n" * 200, "a" * 32, FOUNDER)

WHOLE = {
    "join": Invite("a2" * 13, FOUNDER).fragment(),
    "join, described": Invite("a2" * 13, FOUNDER, about=ABOUT).fragment(),
    "join, with servers": Invite("a2" * 13, FOUNDER, RELAYS, TURN, about=ABOUT).fragment(),
    "watch": Invite("b3" * 13, FOUNDER, watch=True).fragment(),
    "game": f"#game={packed(with_team(won_game(), ('Ada', 'Ben', 'Zoë', '')))}",
    "challenge": f"#challenge={packed(Game(variant('classic'), Team.unnamed(3), seed='seed'))}",
    "today": "#today",
    "club": Club("c4" * 13, "Zoë & Łu").fragment(),
    "pair": f"#pair={pack(PAIRING)}",
}

Change = Callable[[str], str]


def encoded(link: str) -> str:
    return quote(link, safe="/:#") if "#" in link else quote(link)


def wrapped(at: int, end: str) -> Change:
    return lambda text: end.join(text[start : start + at] for start in range(0, len(text), at))


def spaced(at: int) -> Change:
    return lambda text: f"{text[:at]}%20{text[at:]}"


def full_width(text: str) -> str:
    return "".join(chr(ord(one) + 0xFEE0) if one.isascii() and one.isalnum() else one for one in text)


IN_ADDRESSES: dict[str, Change] = {
    "as sent": str,
    "encoded once more": encoded,
    "its equals sign encoded": lambda link: link.replace("=", "%3D", 1),
    "with a name in capitals": lambda link: re.sub("#[a-z]+", lambda name: name[0].upper(), link),
    "with a capital": lambda link: re.sub("#[a-z]+", lambda name: name[0].title(), link),
    "escaped for HTML": escape,
    "with a parameter": lambda link: f"{link}&utm_source=mail&fbclid=Iw1",
    "with a query": lambda link: f"{link}?utm_source=x",
    "cut after an ampersand": lambda link: f"{link}&",
    "with a dot": lambda link: f"{link}.",
    "with a bracket": lambda link: f"{link})",
    "with a bracket and a dot": lambda link: f"{link}).",
    "with a space": lambda link: f"{link}%20",
    "with a space inside": spaced(20),
    "with a space after its name": spaced(6),
}

PASTED: dict[str, Change] = IN_ADDRESSES | {
    "in brackets": lambda link: f"({link})",
    "in angle brackets": lambda link: f"<\n{link}\n>",
    "in quotes": lambda link: f"“{link}”",
    "in a sentence": lambda link: f"Game #1: come to {link}, we wait!",
    "with lines after it": lambda link: f"{link}\n\nSee you & the others at 8",
    "wrapped by mail": wrapped(76, "\r\n"),
    "wrapped and quoted": lambda link: wrapped(60, "\n")(link).replace("https", "\nhttps", 1),
    "in full-width letters": full_width,
}


def opens_alike(text: str, whole: str, *, address: bool) -> bool:
    """Whether `text` opens what `whole` opens. Return False if it does not open, and a person is told so.

    Fail if it opens anything else.
    """
    try:
        link = read_link(text, address=address)
    except LinkError:
        return False
    if link is None and not address:
        return False  # the form says what to enter
    meant = read_link(whole, address=True)
    assert link is not None and meant is not None and link.kind is meant.kind
    try:
        opened = parsed(link)
    except (InviteError, BadGame, ClubLinkError, PairingError):
        return False
    assert opened == parsed(meant)
    return True


def parsed(link: Link) -> object:
    """Return what `link` opens. Raises InviteError, BadGame or PairingError."""
    match link.kind:
        case Kind.JOIN | Kind.WATCH:
            return parse_invite(link.fragment)
        case Kind.GAME:
            return read_game(link.content)
        case Kind.CHALLENGE:
            return read_challenge(link.content)
        case Kind.PAIR:
            return unpack(link.content, "offer")
        case Kind.CLUB:
            return parse_club(link.fragment).key  # the name is a label
        case Kind.TODAY:
            return link


@pytest.mark.parametrize("kind", WHOLE)
def test_a_changed_link_opens_as_the_link_that_was_sent(kind: str) -> None:
    whole = WHOLE[kind]
    assert [name for name, change in IN_ADDRESSES.items() if not opens_alike(change(whole), whole, address=True)] == []
    closed = [name for name, change in PASTED.items() if not opens_alike(change(PAGE + whole), whole, address=False)]
    ambiguous = [name for name in PASTED if name.startswith("wrapped")]
    assert {*closed} <= ({*ambiguous} if "servers" in kind or kind in ("challenge", "club") else set())


@given(st.sampled_from([*WHOLE.values()]), st.lists(st.sampled_from([*IN_ADDRESSES.values()]), max_size=3))
def test_an_address_changed_in_many_ways_never_opens_something_else(whole: str, changes: list[Change]) -> None:
    opens_alike(reduce(lambda text, change: change(text), changes, whole), whole, address=True)


@given(st.sampled_from([*WHOLE.values()]), st.lists(st.sampled_from([*PASTED.values()]), max_size=3))
def test_a_paste_changed_in_many_ways_never_opens_something_else(whole: str, changes: list[Change]) -> None:
    opens_alike(reduce(lambda text, change: change(text), changes, PAGE + whole), whole, address=False)


@given(st.sampled_from([*WHOLE.values()]), st.randoms(use_true_random=False))
def test_a_damaged_link_opens_nothing_else(whole: str, dice: Random) -> None:
    """Only links that carry a checksum notice every change; of an invitation, the shape is checked."""
    at = dice.randrange(len(whole))
    text = whole[:at] + whole[at + 1 :]
    try:
        link = read_link(text, address=True)
    except LinkError:
        return
    if link is not None and link.kind in (Kind.GAME, Kind.CHALLENGE):
        with pytest.raises(BadGame):
            (read_game if link.kind is Kind.GAME else read_challenge)(link.content)


@pytest.mark.parametrize("text", ["", "hello", "#", "#main", "#joining", "https://example.org/", "lusab gutih folid"])
def test_other_texts_resemble_no_link(text: str) -> None:
    assert read_link(text) is None and read_link(text, address=True) is None


@pytest.mark.parametrize(
    "text",
    [
        "#join",
        "#join=",
        "#join=abc",
        f"{WHOLE['join']}A",
        WHOLE["join"][:-1],
        "#game=",
        "#today=x",
        "#room=abc",
        "#today%3D",
    ],
)
def test_what_resembles_a_link_is_named_as_damaged(text: str) -> None:
    with pytest.raises(LinkError):
        read_link(text, address=True)


@given(st.text(max_size=300) | st.text("#=%&?join today2a.\n", max_size=300))
def test_any_text_is_read(text: str) -> None:
    try:
        link = read_link(text)
    except LinkError:
        return
    assert link is None or read_link(link.fragment, address=True) == link


@pytest.mark.parametrize(
    "part", ["#join=", "a", " ", "%25", "#", "&x=", "#game=a ", "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}"]
)
def test_a_huge_text_is_read(part: str) -> None:
    try:
        read_link(part * (2 * LONGEST))
    except LinkError:
        return


def test_a_link_is_spelled_as_it_was_sent() -> None:
    assert Link(Kind.TODAY).fragment == "#today"
    assert all(link.fragment == text for text in WHOLE.values() if (link := read_link(text, address=True)))
