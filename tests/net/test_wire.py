"""The wire format: every message is read back as it was sent, and everything else is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.core import LayHand, Play
from game.core.record import LONGEST_SEED
from game.core.result import Result
from game.net.names import LONGEST_NAME
from game.net.protocol.messages import (
    Command,
    Do,
    Goodbye,
    Hosting,
    Invited,
    Message,
    Press,
    Ready,
    Shuffle,
    Step,
    Update,
    Why,
)
from game.net.protocol.wire import (
    KINDS,
    LIMIT,
    MESSAGE,
    VERSION,
    VersionError,
    WireError,
    decode,
    encode,
)
from game.net.roster import (
    MOST_SENT_AWAY,
    MOST_WATCHERS,
    Challenge,
    Place,
    Presence,
    Roster,
    Settings,
    Sitter,
    unseated,
)
from game.net.rules import RULES
from game.net.succession.deeds import (
    MOST_ACCEPTED,
    MOST_LINKS,
    MOST_MEMBERS,
    MOST_TERMS,
    Acceptance,
    Deed,
    Office,
    SignedRoster,
    trimmed,
)
from tests.net.chaos import check_view
from tests.net.messages import any_message, any_of, any_seen
from tests.net.pages import CLASSIC

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
)


def test_a_message_is_a_short_list_with_the_version_first() -> None:
    assert encode(Do(2, Ready(True))) == '[12,"Do",2,["Ready",1]]'
    assert encode(Do(3, Press(1, 7, 12.34567, Play(37)))) == '[12,"Do",3,["Press",1,7,12.3457,"play 37"]]'
    assert encode(Goodbye(Why.LEFT)) == '[12,"Goodbye","left"]'


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_message_is_read_back(kind: type[Message]) -> None:
    for seed in range(20):
        message = any_of(Random(seed), kind)
        assert decode(encode(message)) == message


@pytest.mark.parametrize("kind", RULES)
def test_every_kind_of_command_is_read_back(kind: type[Command]) -> None:
    for seed in range(20):
        message = Do(seed, any_of(Random(seed), kind))
        assert decode(encode(message)) == message


@given(st.integers())
def test_a_view_is_read_back_with_its_news(seed: int) -> None:
    seen = any_seen(Random(seed))
    assert decode(encode(Update(1, 0, seen))) == Update(1, 0, seen)
    check_view(seen.view)


def test_the_largest_deed_fits_into_a_message() -> None:
    key, signature, session = "f" * 64, "f" * 128, "f" * 32
    one = SignedRoster(session, MOST_TERMS, 10**9, 10**9, key, key, (key,) * MOST_MEMBERS, key, signature)
    office = Office(session, MOST_TERMS, key, key, 10**9)
    accepted = tuple(Acceptance(key, 10**9, office, signature) for _ in range(MOST_ACCEPTED))
    deed = Deed(trimmed((one,) * MOST_LINKS), accepted)
    assert len(deed.chain) > 4
    message = Hosting(deed, admits=True)
    assert decode(encode(message)) == message


def test_the_largest_roster_fits_into_a_message() -> None:
    name, key = "😀" * LONGEST_NAME, "f" * 64
    votes = frozenset(range(8))
    place = Place(Sitter.PERSON, name, "p" * 40, Presence.CONNECTED, True, key, "c" * 12, True, votes, True, 60, True)
    watcher = unseated("p" * 40, key, name)
    screen = unseated("p" * 40, "f" * 64)
    challenge = Challenge("😀" * LONGEST_SEED, Result(4, 5, 3, won=True))
    settings = Settings(CLASSIC, True, True, True, challenge, "c" * 32)
    people, watchers = (place,) * 8, (watcher,) * MOST_WATCHERS
    roster = Roster(10**6, 7, settings, True, people, watchers, screen, 7)
    roster = replace(roster, sent_away=("e" * 64,) * MOST_SENT_AWAY, at_door=watcher)
    update = Update(10**9, 10**9, roster)
    assert decode(encode(update)) == update


WON = Result(8, 5, 3, won=True)


@pytest.mark.parametrize(
    ("seed", "result", "is_read"),
    [
        ("x" * LONGEST_SEED, None, True),
        ("seed", WON, True),
        ("seed", Result(8, 0, 3, won=False, blind=True), True),
        ("seed", Result(1, 0, 0, won=False), True),
        ("x" * (LONGEST_SEED + 1), None, False),
        ("two\nlines", None, False),
        ("a \u202e seed", None, False),
        ("\ud800", None, False),
        ("seed", Result(9, 1, 1, won=False), False),
        ("seed", Result(0, 1, 1, won=False), False),
        ("seed", replace(WON, level=7), False),
        ("seed", replace(WON, lives=6), False),
        ("seed", replace(WON, stars=4), False),
    ],
)
def test_a_challenge_is_read_if_its_table_of_four_can_have_its_result(
    seed: str, result: Result | None, is_read: bool
) -> None:
    settings = Settings(CLASSIC, challenge=Challenge(seed, result))
    update = Update(1, 0, Roster(1, 0, settings, False, (Place(),) * 4, ()))
    said = json.dumps([VERSION, *MESSAGE.write(update)])
    if is_read:
        assert decode(said) == update
    else:
        with pytest.raises(WireError):
            decode(said)


def test_encoding_a_message_that_is_too_long_is_an_error() -> None:
    with pytest.raises(WireError, match="bytes is too long"):
        encode(Invited("x" * LIMIT))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "null",
        "{}",
        "[]",
        "[12]",
        "[12,[]]",
        '[12,"nonsense"]',
        '[12,"Ready",1]',
        '[12,"Do",-1,["Ready",1]]',
        '[12,"Do",1,"Ready",1]',
        '[12,"Do",1,["Goodbye","left"]]',
        '[12,"Do",1,["Ready"]]',
        '[12,"Do",1,["Ready",2]]',
        '[12,"Do",1,["Ready",true]]',
        '[12,"Do",1,["Ready",1,1]]',
        '[12,"Do",1,["Ready",1]',
        '[true,"Do",1,["Ready",1]]',
        '[2.0,"Do",1,["Ready",1]]',
        '["1","Do",1,["Ready",1]]',
        '[12,"Do",1,["Press",0,0,NaN,"hand"]]',
        '[12,"Do",1,["Press",0,0,1e999,"hand"]]',
        '[12,"Do",1,["Press",0,-1,0,"hand"]]',
        '[12,"Do",1,["Press",0,0.5,0,"hand"]]',
        '[12,"Do",1,["Press",0,0,0,"play 0"]]',
        '[12,"Do",1,["Press",0,0,0,"play 101"]]',
        '[12,"Do",1,["Press",0,0,0,"play 7 "]]',
        '[12,"Do",1,["Press",0,0,0,"play 07"]]',
        '[12,"Do",1,["Press",0,0,0,"deal"]]',
        '[12,"Do",1,["Press",0,0,0,["hand"]]]',
        '[12,"Do",1,["Rename","a name with too many letters"]]',
        '[12,"Do",1,["Rename","two\\nlines"]]',
        '[12,"Do",1,["Rename","\\ud800"]]',
        '[12,"Join","Ana"]',
        '[12,"Join","Ana",0,0]',
        '[12,"Join","Ana",-1]',
        f'[12,"Proof","{"a" * 64}","{"b" * 127}"]',
        f'[12,"Proof","{"A" * 64}","{"b" * 128}"]',
        '[12,"Do",1,["TeammateVote",8,1]]',
        '[12,"Shuffle",1,"reveal",[]]',
        '[12,"Update",1,0,["Shuffle",1,"reveal",[[0,"zz"]]]]',
        '[12,"Update",1,0,["Shuffle",1,"reveal",[[0]]]]',
        '[12,"Update",1,0,["Roster",1,3,["classic",0,0,0,null,""],0,[],[],null,null,[],null]]',
        '[12,"Do",1,["Choose",["classic",0,0,0,null,""],9]]',
        '[12,"Do",1,["Begin",1]]',
        "[" * 4000,
        "1" * 4000,
        "[12," + "9" * 4000 + "]",
    ],
)
def test_decoding_an_invalid_message_is_a_wire_error(text: str) -> None:
    with pytest.raises(WireError) as error:
        decode(text)
    assert not isinstance(error.value, VersionError)


def test_an_oversized_message_is_refused_unread() -> None:
    with pytest.raises(WireError, match="longer than 8192"):
        decode('[12,"Do",1,["Rename","' + "ä" * 4100 + '"]]')


def test_another_version_is_distinguished_from_nonsense() -> None:
    with pytest.raises(VersionError, match="version 1"):
        decode('[1,"whatever",{}]')


@given(st.text())
def test_no_text_raises_anything_else(text: str) -> None:
    refuse_or_read(text)


@given(ANYTHING)
def test_invalid_json_raises_only_a_wire_error(said: object) -> None:
    refuse_or_read(json.dumps(said))
    refuse_or_read(json.dumps([VERSION, said]))


@given(st.integers(), st.data())
@example(0, None)
def test_a_damaged_message_raises_only_a_wire_error(seed: int, data: st.DataObject | None) -> None:
    said = json.loads(encode(any_message(Random(seed))))
    if data is not None:
        at = data.draw(st.integers(1, len(said) - 1))
        said[at] = data.draw(ANYTHING)
    refuse_or_read(json.dumps(said))


def refuse_or_read(text: str) -> None:
    """Check that `text` is either refused with a WireError, or read and then sent unchanged."""
    try:
        message = decode(text)
    except WireError:
        return
    assert decode(encode(message)) == message


def test_times_are_rounded_and_lists_may_be_empty() -> None:
    assert decode('[12,"Do",0,["Press",0,0,0,"hand"]]') == Do(0, Press(0, 0, 0.0, LayHand()))
    assert decode('[12,"Do",0,["Press",0,0,0.03125,"hand"]]') == Do(0, Press(0, 0, 0.0312, LayHand()))
    assert decode(encode(Update(1, 0, Shuffle(1, Step.REVEAL)))) == Update(1, 0, Shuffle(1, Step.REVEAL))
