"""The relay outbox sends the frames of all streams in few events."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.transport.relay_outbox import (
    ANSWERED_WITHIN,
    EVENTS,
    EVENTS_A_SECOND,
    GREET_EVERY,
    GREET_TOGETHER,
    GREETINGS,
    MOST_LENGTH,
    Batch,
    RelayOutbox,
)
from game.transport.reliable_stream import ACKNOWLEDGE_AFTER, ReliableStream


def posted(*peers: str) -> tuple[RelayOutbox, dict[str, ReliableStream]]:
    lines = {peer: ReliableStream(1) for peer in peers}
    return RelayOutbox(lambda: [(peer, "talk", line) for peer, line in lines.items()]), lines


def batch(post: RelayOutbox, now: float) -> Batch:
    out = post.batch(now)
    assert out is not None
    return out


def test_one_event_carries_frames_for_several_peers() -> None:
    streams = [(peer, name, ReliableStream(1)) for peer, name in (("ben", "talk"), ("cem", "talk"), ("cem", "signal"))]
    for *_, stream in streams:
        stream.say("a")
    frames = batch(RelayOutbox(lambda: [*streams, ("dan", "talk", ReliableStream(1))]), 0.0).frames
    assert {peer: sorted(names) for peer, names in frames.items()} == {"ben": ["talk"], "cem": ["signal", "talk"]}


def spend_burst(post: RelayOutbox, line: ReliableStream, now: float) -> None:
    for _ in range(EVENTS):
        line.say("a")
        batch(post, now)


def test_after_a_burst_three_events_are_sent_in_a_second() -> None:
    post, lines = posted("ben")
    spend_burst(post, lines["ben"], 5.0)
    for number in range(1, 30):
        lines["ben"].say("a")
        due = 5.0 + number / EVENTS_A_SECOND
        assert post.batch(due - 0.01) is None and post.due() == pytest.approx(due)
        batch(post, post.due())


def test_the_last_text_is_sent_despite_the_rate_limit_when_a_page_leaves() -> None:
    post, lines = posted("ben")
    spend_burst(post, lines["ben"], 5.0)
    assert post.last_batch(5.1) is None
    lines["ben"].say("goodbye")
    assert post.batch(5.1) is None
    last = post.last_batch(5.1)
    assert last is not None and last.frames["ben"]["talk"][-1] == "goodbye"


def test_a_greeting_shares_an_event_with_other_texts() -> None:
    post, lines = posted("ben")
    post.greet(1.0, 3.0)
    assert post.batch(0.5) is None and post.due() == 1.0
    lines["ben"].say("a")
    assert batch(post, 0.5) == Batch(False, {"ben": {"talk": [1, 0, 0, 0, "a"]}})
    assert batch(post, 1.0) == Batch(True, {})
    post.greet(1.1)
    lines["ben"].say("b")
    assert batch(post, 1.2) == Batch(True, {"ben": {"talk": [1, 0, 0, 1, "b"]}})
    assert post.due() == 3.0


def test_a_page_announces_itself_and_greets_regularly_after_that() -> None:
    post, _ = posted()
    post.announce(100.0)
    greeted = []
    while (at := max(100.0, post.due())) < 100.0 + 3 * GREET_EVERY:
        assert batch(post, at) == Batch(True, {})
        greeted.append(at - 100.0)
    assert greeted == [*GREETINGS, GREET_EVERY, 2 * GREET_EVERY]


def test_a_greeting_received_just_after_ours_is_answered_later() -> None:
    post, _ = posted()
    assert post.answer_by(10.0) == 10.0
    post.greet(10.0)
    batch(post, 10.0)
    assert post.answer_by(10.1) == 10.0 + ANSWERED_WITHIN
    assert post.answer_by(11.0) == 11.0


def test_the_stream_that_has_waited_longest_goes_first() -> None:
    post, lines = posted("ben", "cem", "dan")
    for at, sends in ((0.0, "cem"), (0.1, "ben")):
        lines[sends].say("x" * MOST_LENGTH)
        assert [*batch(post, at).frames] == [sends]
    for line in lines.values():
        line.say("x" * MOST_LENGTH)
    assert [[*batch(post, at).frames] for at in (1.0, 2.0, 3.0)] == [["dan"], ["cem"], ["ben"]]


def test_everything_unacknowledged_is_sent_again_when_the_relays_are_back() -> None:
    post, lines = posted("ben", "cem")
    for line in lines.values():
        line.say("a")
    before = batch(post, 0.0)
    post.relay_opened(0.1)
    assert batch(post, 0.1).frames == before.frames
    assert batch(post, 0.1 + GREET_TOGETHER) == Batch(True, {})


@given(st.integers(0, 2**32))
def test_three_pages_exchange_all_texts_within_the_rate_limit(seed: int) -> None:
    dice = Random(seed)
    names = ("ana", "ben", "cem")
    posts = {name: posted(*(peer for peer in names if peer != name)) for name in names}
    said: dict[tuple[str, str], list[str]] = {(one, to): [] for one in names for to in names if one != to}
    heard: dict[tuple[str, str], list[str]] = {pair: [] for pair in said}
    route_changed: dict[str, list[float]] = {name: [] for name in names}
    flying: list[tuple[float, str, Batch]] = []
    now = 0.0
    while now < 20.0 or any(line._kept for _, lines in posts.values() for line in lines.values()):
        now += dice.uniform(0.0, 0.3)
        assert now < 500.0
        for name, (post, lines) in posts.items():
            for peer, line in lines.items():
                if now < 10.0 and dice.random() < 0.3:
                    said[name, peer].append(f"{len(said[name, peer])}" + "x" * dice.choice([0, 3000]))
                    line.say(said[name, peer][-1])
            while (out := post.batch(now)) is not None:
                route_changed[name].append(now)
                for _ in range(dice.choice([0, 1, 1, 1, 1, 4])):  # the number of relays that deliver it
                    flying.append((now + dice.uniform(0.0, 2.0), name, out))
        for at, sender, out in [one for one in flying if one[0] <= now]:
            flying.remove((at, sender, out))
            for peer, frames in out.frames.items():
                heard[sender, peer] += posts[peer][1][sender].take(frames["talk"], now) or []
    assert heard == said
    for times in route_changed.values():
        for start, at in enumerate(times):
            assert sum(at <= one < at + 1.0 for one in times[start:]) <= EVENTS + EVENTS_A_SECOND
    assert now < 10.0 + 300 * ACKNOWLEDGE_AFTER
