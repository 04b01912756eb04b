"""Invitations by link and by code."""

from __future__ import annotations

import hashlib
import re
from math import log2
from random import Random
from urllib.parse import parse_qsl, quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import variant
from game.net.invite import (
    CODE_BITS,
    CODE_LASTS,
    CODE_LETTERS,
    CODE_ROUNDS,
    CODE_SALT,
    CODE_WORDS,
    LETTERS,
    MOST_SERVERS,
    TOKEN_BITS,
    WORD,
    About,
    Invite,
    InviteError,
    InviteFault,
    Meeting,
    Turn,
    code_meeting,
    host_of,
    is_relay,
    is_turn,
    may_name_relay,
    new_code,
    new_invite,
    parse_code,
    parse_invite,
)
from game.net.names import LONGEST_NAME, clean_name

RELAYS = ("wss://relay.example/path?x=1&y=2", "ws://127.0.0.1:6969")
FOUNDER = "".join(f"{number:02x}" for number in range(224, 256))
ROOM = "a" * 26 + ".4OHi4-Tl5ufo6err7O3u7_Dx8vP09fb3-Pn6-_z9_v8"
TURN = (Turn("turn:turn.example:3478?transport=udp", "us,er", "pass&word="), Turn("turns:other.example"))


def test_an_invitation_holds_at_least_100_random_bits() -> None:
    assert len(set(LETTERS)) == 32
    token = new_invite(Random(1), FOUNDER).token
    assert log2(32) * len(token) == TOKEN_BITS >= 100


@pytest.mark.parametrize("relays", [(), RELAYS])
@pytest.mark.parametrize("turn", [(), TURN])
def test_an_invitation_is_read_back_from_its_link(relays: tuple[str, ...], turn: tuple[Turn, ...]) -> None:
    invite = new_invite(Random(1), FOUNDER, relays, turn)
    assert parse_invite(invite.fragment()) == invite


def test_the_link_authenticates_the_founder() -> None:
    assert parse_invite(f"#join={ROOM}") == Invite("a" * 26, FOUNDER)
    assert Invite("a" * 26, FOUNDER).fragment() == f"#join={ROOM}"


def test_room_and_secret_follow_from_the_token_and_tell_nothing_of_each_other() -> None:
    meeting = new_invite(Random(1), FOUNDER).meeting
    assert meeting == new_invite(Random(1), FOUNDER).meeting
    assert meeting != new_invite(Random(2), FOUNDER).meeting
    assert meeting.room not in meeting.secret and new_invite(Random(1), FOUNDER).token not in meeting.room


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", InviteFault.NO_LINK),
        ("https://example.org/", InviteFault.NO_LINK),
        ("#", InviteFault.INCOMPLETE),
        ("#join", InviteFault.DAMAGED),
        ("#join=", InviteFault.INCOMPLETE),
        ("#join=short", InviteFault.INCOMPLETE),
        ("#join=" + "A" * 26, InviteFault.INCOMPLETE),
        ("#join=" + "a" * 26, InviteFault.OLD),
        ("#join=" + "a" * 26 + "&relay=wss://x", InviteFault.OLD),
        (f"#join={ROOM[:-1]}", InviteFault.INCOMPLETE),
        (f"#join={ROOM}A", InviteFault.INCOMPLETE),
        (f"#join={ROOM[:-1]}9", InviteFault.DAMAGED),
        (f"#join={ROOM.replace('.', ',')}", InviteFault.INCOMPLETE),
        (f"#join={ROOM}" + f"&join={ROOM}", InviteFault.INCOMPLETE),
        (f"#join={ROOM}&watch={ROOM}", InviteFault.INCOMPLETE),
        (f"#join={ROOM}" + "&room=x", InviteFault.NOT_UNDERSTOOD),
        (f"#join={ROOM}" + "&relay=http://x", InviteFault.NO_RELAY),
        (f"#join={ROOM}" + "&relay=wss://x" * 5, InviteFault.NO_RELAY),
        (f"#join={ROOM}" + "&turn=stun:x", InviteFault.NO_TURN),
        (f"#join={ROOM}" + "&turn=turn:x", InviteFault.NO_TURN),
        (
            f"#join={ROOM}" + "&turn=turn:x,,&turn=turn:x,,&turn=turn:x,,&turn=turn:x,,&turn=turn:x,,",
            InviteFault.MANY_TURN,
        ),
        (f"#join={ROOM}" + "&x" * 3000, InviteFault.NO_LINK),
        (f"#join={ROOM}" + "&relay=wss://x" * (2 * MOST_SERVERS + 2), InviteFault.DAMAGED),
        (f" #join={ROOM}", InviteFault.NO_LINK),
        ("#join=" + "[" * 1500, InviteFault.INCOMPLETE),
        ("#join=" + "[" * 9000, InviteFault.NO_LINK),
    ],
)
def test_an_invalid_link_is_refused_with_its_reason(text: str, fault: InviteFault) -> None:
    with pytest.raises(InviteError) as refused:
        parse_invite(text)
    assert refused.value.fault is fault


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("wss://Relay.example/path?x=1&y=2", "relay.example"),
        ("ws://127.0.0.1:6969", "127.0.0.1"),
        ("wss://[::1]:6969/", "[::1]"),
        ("turn:turn.example:3478?transport=udp", "turn.example"),
        ("turns:other.example", "other.example"),
        ("wss://good.example@spy.example/", ""),
        ("wss://spy.example\\@good.example/", ""),
        ("wss://good.example#@spy.example/", ""),
        ("wss:///spy.example", ""),
        ("wss://gооd.example", ""),
        ("turn:good.example@spy.example", ""),
        ("turn://spy.example", ""),
        ("wss://" + "x" * 200, ""),
    ],
)
def test_the_server_name_is_the_one_the_browser_would_connect_to(address: str, host: str) -> None:
    assert (is_relay(address) or is_turn(address)) == bool(host)
    if host:
        assert host_of(address) == host


@given(st.text())
def test_a_bad_fragment_raises_only_our_own_error(text: str) -> None:
    for end in (text, f"#join={text}", f"#join={'a' * 26}.{text}", f"#join={ROOM}&turn={text}&relay={text}"):
        try:
            assert isinstance(parse_invite(end), Invite)
        except InviteError:
            pass


def derived(code: str) -> Meeting:
    """Return the room that `code` leads to, computed as WebCrypto does."""
    return code_meeting(hashlib.pbkdf2_hmac("sha256", parse_code(code).encode(), CODE_SALT.encode(), 2))


def test_a_code_is_three_words() -> None:
    assert [len(set(letters)) for letters in CODE_LETTERS.values()] == [16, 4]
    code = new_code(Random(1))
    assert re.fullmatch(r"[a-z]{5} [a-z]{5} [a-z]{5}", code)
    assert len({new_code(Random(seed)) for seed in range(200)}) == 200


def test_guessing_a_code_is_expensive() -> None:
    assert log2(len(CODE_LETTERS["c"])) * WORD.count("c") + log2(len(CODE_LETTERS["v"])) * WORD.count("v") == 16
    assert CODE_WORDS * 16 == CODE_BITS >= 44
    assert CODE_ROUNDS >= 600_000
    assert 60 <= CODE_LASTS <= 900


def test_a_code_is_read_however_it_is_typed() -> None:
    meeting = derived("lusab gutih folid")
    assert derived(" LUSAB-Gutih, folid. ") == meeting == derived("lusabgutihfolid")
    assert derived("lusab gutih foliz") != meeting


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", InviteFault.NO_CODE),
        ("lusab gutih", InviteFault.NO_CODE),
        ("lusab gutix folid", InviteFault.WRONG_WORDS),
        ("lesab gutih folid", InviteFault.WRONG_WORDS),
        ("usabl gutih folid", InviteFault.WRONG_WORDS),
        ("l" * 200, InviteFault.NO_CODE),
        ("[" * 9000, InviteFault.NO_CODE),
    ],
)
def test_an_invalid_code_is_refused(text: str, fault: InviteFault) -> None:
    with pytest.raises(InviteError) as refused:
        parse_code(text)
    assert refused.value.fault is fault


@pytest.mark.parametrize("name", ["Ana", "", "a, b & c=d+e", "נועה", "😀" * 14])
@pytest.mark.parametrize("watch", [True, False])
def test_a_link_describes_its_table_and_whether_it_is_for_watching(name: str, watch: bool) -> None:
    about = About(clean_name(name) if name else "", 3, variant("tens-descending+blind+gentle"), 4)
    read = parse_invite(Invite("a" * 26, FOUNDER, RELAYS, TURN, watch, about).fragment())
    assert (read.about, read.watch, read.relays, read.turn) == (about, watch, RELAYS, TURN)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "3",
        "3+,classic,A",
        "3+x,classic,A",
        "3,classic",
        "x,classic,Ana",
        "3,nonsense,Ana",
        "-5,classic",
        "3,classic,A&about=3,classic,B",
    ],
)
def test_an_unreadable_table_description_in_a_link_is_ignored(said: str) -> None:
    read = parse_invite(f"#join={ROOM}&about={said}")
    assert read == Invite("a" * 26, FOUNDER)
    assert read.about is None or (read.about.people == 3 and read.about.name == "A")


@given(st.text())
def test_the_table_description_in_a_link_is_short_and_printable(said: str) -> None:
    about = parse_invite(f"#join={ROOM}&about={quote(said[:100], safe='')}").about
    assert about is None or (0 <= about.people <= 8 and about.seats <= 8 and len(about.name) <= LONGEST_NAME)


@pytest.mark.parametrize(("said", "seats"), [("2,classic,Ana", 0), ("2 4,classic,Ana", 4), ("2 1,classic,Ana", 2)])
def test_a_link_may_say_how_many_seats_the_table_has(said: str, seats: int) -> None:
    about = parse_invite(f"#join={ROOM}&about={quote(said, safe='')}").about
    assert about == About("Ana", 2, variant("classic"), seats)


def test_a_page_that_knows_no_seats_still_reads_how_many_people_are_here() -> None:
    said = dict(parse_qsl(Invite("a" * 26, FOUNDER, about=About("Ana", 2, variant("classic"), 4)).fragment()))["about"]
    people, played, name = said.split(",", 2)
    assert (int(people[:2]), played, name) == (2, "classic", "Ana")


@pytest.mark.parametrize(
    ("page", "relay", "may"),
    [
        ("127.0.0.1", "ws://127.0.0.1:7777", True),
        ("localhost", "wss://relay.example", True),
        ("[::1]", "wss://relay.example", True),
        ("mind.example", "ws://[::1]:7777", True),
        ("mind.example", "wss://spy.example", False),
        ("mind.example", "wss://localhost.spy.example", False),
        ("mind.example", "wss://mind.example", False),
    ],
)
def test_an_address_may_name_a_relay_only_on_this_computer(page: str, relay: str, may: bool) -> None:
    assert may_name_relay(page, relay) is may
