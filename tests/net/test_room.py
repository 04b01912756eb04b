"""Rooms in virtual time: pages that join, play, vanish, return and misbehave."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from game.core import OVER, Action, GoBlind, LayHand, LiftHand, Phase, Play, Stop, View, variant
from game.net.channel import Channel
from game.net.guest import Membership
from game.net.guest_updates import NotPlayed, Out, Searching
from game.net.host.person import VOTE_AFTER
from game.net.protocol.messages import (
    Command,
    Did,
    Give,
    Goodbye,
    Hosting,
    Invited,
    Join,
    Lean,
    MakeSign,
    Note,
    Notice,
    Press,
    Proof,
    Ready,
    Rename,
    Seeking,
    Seen,
    SendAway,
    Shuffle,
    Sign,
    Step,
    TeammateVote,
    Update,
    Why,
)
from game.net.protocol.wire import VERSION, decode, encode
from game.net.room_endpoint import Send
from game.net.roster import Presence, Roster
from game.net.saved_room import read_seat, restore, save
from game.net.shuffle import Level, Verdict
from game.teammates import Plan
from game.transport.rate_limit import LEANS, LEANS_A_SECOND, PATIENCE
from game.transport.route import Care, Route
from game.transport.timeouts import PROBE, SILENT
from game.words.online.people import note
from tests.net.attackers import Silent, proof
from tests.net.chaos import agree, check_wire, ends
from tests.net.ed25519 import ED25519
from tests.net.messages import any_of
from tests.net.pages import CLASSIC, NAMES, Net, Page, Person, content, lobby, quiet, table
from tests.teammates.metronome import Metronome
from tests.thorough import thorough_after

# --- Joining ------------------------------------------------------------------------


def test_eight_people_are_seated_within_a_second() -> None:
    net = Net("eight")
    net.open(NAMES[0], 8)
    for name in NAMES[1:]:
        net.enter(name)
    assert net.run(0.9, lambda: net.seated(8))


@pytest.mark.parametrize("begun", [0, 2])
def test_a_kicked_player_is_banned_and_may_be_replaced_at_once(begun: int) -> None:
    """Also while the cards are shuffled, before the first level has begun."""
    net, pages = table("away", 3, 3)
    net.run(begun)
    net.kick(pages[0], pages[2])
    assert net.run(2, lambda: pages[1].roster.places[2].stands_in)
    assert (2,) in [one.missing for one in pages[1].all_shown(Roster)]
    assert all(page.roster.places[2].key in page.roster.sent_away for page in pages[:2])
    assert pages[2].all_shown(Out) == [Out(Why.SENT_AWAY)]
    again = net.reload(pages[2])
    net.run(2)
    assert again.all_shown(Out) == [Out(Why.SENT_AWAY)]
    assert net.run(900, net.over)


@pytest.mark.parametrize(("people", "seconds"), [(2, 5), (2, 20), (3, 20), (3, 45)])
def test_a_guest_that_returns_to_the_same_host_verifies_its_deals(people: int, seconds: float) -> None:
    """It may have hosted the table alone in between, because it found no other page."""
    net, pages = table(f"returns {seconds}", people, people)
    assert net.run(30, lambda: pages[1].phase is Phase.PLAY)
    for other in (pages[0], *pages[2:]):
        net.cut(other, pages[1], net.now + seconds)
    net.run(seconds)
    assert net.run(60, lambda: net.at_one_table(pages))
    missed_end = pages[0].phase in OVER
    assert net.run(2000, net.over)
    net.run(5)
    (verdict,) = pages[1].all_shown(Verdict)
    assert bool(verdict.fair) != missed_end and not verdict.foul
    assert len({*verdict.unchecked, *verdict.fair}) == len(verdict.unchecked + verdict.fair)


def test_a_reloaded_page_verifies_no_level() -> None:
    net, pages = table("reloaded", 2, 2)
    assert net.run(30, lambda: pages[1].phase is Phase.PLAY)
    again = net.reload(pages[1])
    assert net.run(2000, net.over)
    net.run(5)
    (verdict,) = again.all_shown(Verdict)
    assert verdict.unchecked and not verdict.fair


def test_a_won_game_is_verified_when_won_and_continues_blind_with_other_cards() -> None:
    net, pages = table("won", 2, 2, variant("tens"), tempo=2.0)
    assert net.run(9000, lambda: any(one.phase is Phase.WON for one in pages[1].all_shown(View)))
    net.run(0.5)
    everything = Verdict(fair=tuple(Level(number, False) for number in range(1, 11)))
    assert [page.all_shown(Verdict) for page in pages] == [[everything]] * 2
    if net.over():
        net.act(pages[0], GoBlind())
    assert net.run(9000, lambda: pages[1].view.blind and pages[1].view.phase is Phase.LOST)
    net.run(1)
    for page in pages:
        _, blind = page.all_shown(Verdict)
        assert blind.fair and all(level.blind for level in blind.fair) and not blind.foul and not blind.unchecked


def test_a_page_that_sends_no_share_is_named_and_excluded() -> None:
    net, pages = lobby("share", 2, 2)
    receive = pages[1].room.receive

    def refuses(peer: str, text: str, now: float) -> None:
        match content(text):
            case Shuffle(_, Step.COMMIT):
                return
        receive(peer, text, now)

    pages[1].room.receive = refuses  # type: ignore[method-assign]
    net.start()
    net.run(5)
    assert Notice(Note.LEFT_OUT, 1) in pages[0].all_shown(Notice)
    assert pages[0].view.phase in (Phase.FOCUS, Phase.PLAY)


def test_signs_and_leaning_are_shown_to_all_if_the_table_allows_them() -> None:
    net, pages = table("signs", 3, 3)
    quiet(net, pages)
    pages[0].host.lobby.settings = replace(pages[0].host.lobby.settings, signs=True, tell=True)
    said = MakeSign(Sign.WOW), Lean(True), Lean(False)
    for one in said:
        net.request(pages[1], one)
    assert all(page.all_shown(Did) == [Did(1, one) for one in said] for page in pages)


def test_leaning_is_shown_only_while_a_level_is_played() -> None:
    net, pages = table("lean", 2, 2)
    pages[0].host.lobby.settings = replace(pages[0].host.lobby.settings, tell=True)
    net.request(pages[1], Lean(True))
    quiet(net, pages)
    net.act(pages[1], Stop())
    net.run(1)
    net.request(pages[1], Lean(True))
    assert pages[0].all_shown(Did) == []


def test_leaning_is_limited_and_does_not_use_up_the_limit_of_presses() -> None:
    net, pages = table("lean", 2, 2)
    pages[0].host.lobby.settings = replace(pages[0].host.lobby.settings, tell=True)
    quiet(net, pages)
    for number in range(40):
        net.inject(pages[1], pages[0], Lean(number % 2 == 0))
    net.run(1)
    assert LEANS <= len(pages[0].all_shown(Did)) <= LEANS + LEANS_A_SECOND
    net.act(pages[1], Stop())
    net.run(1)
    assert pages[0].view.phase is Phase.FOCUS


def test_leaning_never_reaches_a_teammate(monkeypatch: pytest.MonkeyPatch) -> None:
    net, pages = table("teammate", 2, 3)
    pages[0].host.lobby.settings = replace(pages[0].host.lobby.settings, tell=True)
    asked: list[View] = []
    plan = Metronome.plan

    def never_plays(teammate: Metronome, view: View, now: float) -> Plan | None:
        asked.append(view)
        return None if view.phase is Phase.PLAY else plan(teammate, view, now)

    monkeypatch.setattr(Metronome, "plan", never_plays)
    quiet(net, pages)
    assert asked
    asked.clear()
    seen = [len(page.all_shown(View)) for page in pages]
    for leaning in (True, False, True):
        net.request(pages[1], Lean(leaning))
    assert len(pages[0].all_shown(Did)) == 3
    assert not asked
    assert [len(page.all_shown(View)) for page in pages] == seen


# --- Pressing -----------------------------------------------------------------------


def test_a_press_without_effect_changes_nothing() -> None:
    net, pages = table("void", 2, 2)
    quiet(net, pages)
    pages[1].guest.act(Stop(), net.clock(pages[1]))
    pages[1].guest.act(Play(pages[1].view.hand[0]), net.clock(pages[1]) + 0.001)
    net.pump(pages[1])
    net.run(1)
    assert pages[1].view.phase is Phase.FOCUS and pages[1].view.lives == 2 and pages[1].view.hand


def test_a_card_that_the_host_does_not_take_comes_back() -> None:
    net, pages = table("void", 2, 2)
    quiet(net, pages)
    (card,) = pages[0].view.hand
    pages[1].guest.act(Play(card), net.clock(pages[1]))
    net.pump(pages[1])
    net.run(1)
    assert pages[1].all_shown(NotPlayed) == [NotPlayed((card,))]


@pytest.mark.parametrize("route", [Route.DIRECT, Route.RELAY])
def test_a_press_timestamp_cannot_be_older_than_what_the_player_saw_or_than_the_limit(route: Route) -> None:
    net, pages = table("credit", 2, 2)
    net.goes(pages[0], pages[1], route)
    quiet(net, pages)
    net.run(10)
    host = pages[0].host
    assert host.game.fair is not None
    fair, pressed = host.game.fair, list[float]()

    def press(seat: int, action: Action, at: float, peer: str, number: int, deal: int) -> None:
        pressed.append(at)

    fair.press = press  # type: ignore[method-assign]
    now = net.clock(pages[0])
    guest = pages[1].guest
    latest = host.peers[pages[1].name].timing.sent.at(guest.table.seen)
    for claimed in (-1000.0, -2.0, 1000.0):
        claim = Press(guest.table.deal, 0, net.clock(pages[1]) + claimed, LayHand())
        net.inject(pages[1], pages[0], claim)
    assert pressed[:2] == [max(now - route.pace.wait, latest)] * 2
    assert pressed[2] == now


def test_messages_of_an_earlier_deal_are_ignored() -> None:
    net, pages = table("old", 2, 2)
    quiet(net, pages)
    before = pages[1].view
    stale = Press(0, 0, net.clock(pages[1]), Stop())
    net.inject(pages[1], pages[0], stale)
    net.run(1)
    assert pages[1].view == before or pages[1].view.news == ()
    assert pages[1].view.phase is Phase.PLAY


# --- Disconnecting and returning ------------------------------------------------------


def test_the_table_pauses_while_a_guest_is_lost() -> None:
    net, pages = table("vanish", 3, 3)
    quiet(net, pages)
    net.kill(pages[1])
    assert net.run(SILENT + PROBE + 0.2, lambda: pages[2].roster.missing == (1,))
    net.run(0.5)
    assert pages[2].view.phase is Phase.FOCUS
    assert pages[2].roster.places[1].presence is Presence.AWAY
    assert pages[2].roster.places[1].vote_in == VOTE_AFTER
    assert Notice(Note.AWAY, 1) in pages[2].all_shown(Notice)
    pages[0].person.plays = pages[2].person.plays = True
    net.run(20)
    assert pages[0].view.phase is Phase.FOCUS and 1 not in pages[0].view.down


def test_a_goodbye_takes_effect_at_once() -> None:
    net, pages = table("bye", 3, 3)
    quiet(net, pages)
    net.leave(pages[1], Why.CLOSED)
    assert net.run(0.5, lambda: pages[2].roster.places[1].presence is Presence.CLOSED)


def test_after_half_a_minute_a_teammate_plays_until_the_person_returns() -> None:
    net, pages = table("vote", 3, 3)
    net.recording = True
    net.run(1)
    saved, gone = save(pages[1].guest), net.now
    net.kill(pages[1], noticed=True)
    assert net.run(60, lambda: pages[2].roster.places[1].stands_in)
    assert VOTE_AFTER <= net.now - gone < VOTE_AFTER + 1.0
    assert net.run(20, lambda: pages[2].view.phase is Phase.PLAY)
    back = net.restore(saved)
    assert net.run(5, lambda: back.guest.table.view is not None and not pages[2].roster.places[1].stands_in)
    assert back.seat == 1
    assert ends(net)
    check_wire(net)


def test_a_person_who_returns_lays_the_hand_that_a_teammate_had_laid(monkeypatch: pytest.MonkeyPatch) -> None:
    net, pages = table("hand of a teammate", 3, 3)
    net.run(1)
    saved = save(pages[1].guest)
    monkeypatch.setattr(Person, "sees", lambda *seen: None)
    net.kill(pages[1], noticed=True)
    while not pages[2].roster.places[1].votable:
        net.run(1)
    for page in (pages[0], pages[2]):
        net.tell(page, TeammateVote(1, True))
    assert net.run(20, lambda: 1 in pages[2].view.down)
    back = net.restore(saved)
    back.shown.clear()
    assert net.run(5, lambda: bool(back.all_shown(View)))
    assert 1 not in back.all_shown(View)[0].down


@pytest.mark.parametrize("ready", [True, False])
def test_ready_pressed_while_a_page_joins_takes_effect_once_it_has_joined(
    monkeypatch: pytest.MonkeyPatch, ready: bool
) -> None:
    net = Net("early")
    ana = net.open("Ana", 2, CLASSIC)
    monkeypatch.setattr(Person, "sees", lambda *seen: None)  # the people press no button by themselves
    ben = net.enter("Ben")
    ben.guest.tell_host(Ready(True))
    ben.guest.tell_host(Ready(ready))
    assert net.run(5, lambda: ana.roster.places[1].here)
    net.run(1)
    assert ana.roster.places[1].ready is ready


@pytest.mark.parametrize("closes_after", [0.0, 0.3, 3.0])
@pytest.mark.parametrize(("people", "seat"), [(1, 0), (2, 0), (2, 1), (3, 1)])
def test_a_newer_tab_takes_the_seat_of_an_older_one_which_closes(people: int, seat: int, closes_after: float) -> None:
    net, pages = table(f"tabs {closes_after}", people, 3)
    net.run(1)
    newer = net.second_tab(pages[seat], closes_after)
    assert net.run(20, lambda: newer.is_in and newer.seat == seat and len(net.hosts()) == 1)
    assert not newer.all_shown(Out)
    assert ends(net)


def test_a_newer_tab_does_not_take_the_seat_of_an_older_one_that_hosts() -> None:
    net, pages = table("a host with two tabs", 2, 2)
    newer = net.second_tab(pages[0], closes_after=1000)
    net.run(10)
    assert net.hosts() == [pages[0]] and pages[0].host.lobby.seat_of(pages[0].name) == 0
    assert not newer.is_in and pages[1].is_in


def test_the_others_may_continue_without_a_player_who_delays_play() -> None:
    net, pages = table("staller", 3, 3)
    staller = pages[2]
    net.run(1)
    staller.person.plays = False
    assert net.run(120, lambda: pages[0].view.down == {0, 1})
    assert net.run(90, lambda: pages[0].roster.places[2].stands_in)
    assert pages[0].roster.places[2].here
    assert net.run(60, lambda: pages[0].view.level == 2)
    net.act(staller, LayHand())
    assert net.run(1, lambda: not pages[0].roster.places[2].stands_in)
    staller.person.plays = True
    assert ends(net)


def test_a_hand_raised_and_lowered_repeatedly_does_not_fill_memory() -> None:
    net, pages = table("up and down", 2, 2)
    quiet(net, pages)
    net.act(pages[0], Stop())
    net.run(1)
    host = pages[0].host
    assert host.game.fair is not None
    net.recording = True
    for number in range(45 * 20):
        net.act(pages[1], LiftHand() if number % 2 else LayHand())
        net.run(1 / 45)
    assert len(host.game.fair.table._level) < 10
    assert len(net.sent(Seen, to=pages[1])) < 40 + 20 * 4 + 20
    assert net.hosts() == [pages[0]]


# --- Failover ---------------------------------------------------------------------------


@pytest.mark.parametrize("goodbye", [False, True])
def test_the_successor_takes_over_within_five_seconds_of_detection(goodbye: bool) -> None:
    net, pages = table("succession", 4, 5)
    net.run(8)
    before = pages[2].view
    if goodbye:
        net.leave(pages[0], Why.CLOSED)
    net.kill(pages[0])
    rest = pages[1:]
    assert net.run(SILENT + PROBE + 0.5, lambda: all(Searching() in page.shown for page in rest))
    noticed = net.now
    assert net.run(5, lambda: all(page.view.news and page.view.phase is Phase.FOCUS for page in rest))
    assert net.run(5, lambda: agree(net))
    assert net.now - noticed < 5
    assert net.hosts() == [pages[1]]
    after = pages[2].view
    assert (after.level, after.lives, after.stars) == (before.level, before.lives, before.stars)
    assert [place.name for place in pages[2].roster.places] == ["Ana", "Ben", "Cleo", "Dan", "Mate 4"]
    assert Notice(Note.TOOK_OVER, 0) in pages[3].all_shown(Notice)
    sentence = note(Note.TOOK_OVER, 0, pages[3].roster)
    assert (
        sentence
        == "Ana, the host, is gone. Ben is the new host. An unfinished level starts again. Lives and stars stay."
    )
    assert ends(net)


def test_a_page_notices_the_silence_of_its_host_or_guests_soon_and_that_of_another_guest_after_the_host() -> None:
    net, (host, ben, cleo) = lobby("care", people=3, seats=3)
    cares = [[one.room.care(other.name) for other in (host, ben, cleo) if other is not one] for one in (host, ben)]
    assert cares == [[Care.FOLLOWS, Care.FOLLOWS], [Care.LEADS, Care.SELDOM]]
    net.kill(host, noticed=True)
    assert net.run(1, lambda: ben.room.care(cleo.name) is cleo.room.care(ben.name) is Care.LEADS)


@pytest.mark.parametrize(("why", "presence"), [(Why.LEFT, Presence.GONE), (Why.CLOSED, Presence.CLOSED)])
def test_the_next_host_knows_why_the_last_one_is_not_there(why: Why, presence: Presence) -> None:
    net, pages = table("left for good", 3, 3)
    quiet(net, pages)
    net.leave(pages[0], why)
    net.run(0.2)
    net.kill(pages[0], noticed=True)
    assert net.run(10, lambda: len(net.hosts()) == 1 and pages[2].follows(net.hosts()[0]) and pages[2].is_in)
    net.run(0.5)
    place = pages[2].roster.places[0]
    assert (place.presence, place.votable) == (presence, why is Why.LEFT)


def test_a_watcher_knows_that_the_table_is_closed_when_the_last_player_left() -> None:
    net, (ana, ben) = table("nobody left", 2, 2)
    watcher = net.enter("Eve", watch=True)
    assert net.run(5, lambda: watcher.is_in)
    quiet(net, [ana, ben])
    net.leave(ana, Why.LEFT)
    net.run(0.2)
    net.kill(ana, noticed=True)
    assert net.run(10, lambda: watcher.follows(ben) and watcher.is_in)
    net.run(0.5)
    assert watcher.all_shown(Out) == []
    net.leave(ben, Why.LEFT)
    assert net.run(0.5, lambda: watcher.all_shown(Out) == [Out(Why.CLOSED)])


def test_a_watcher_waits_for_a_last_player_who_only_closed_the_page() -> None:
    net, (ana, ben) = table("closed page", 2, 2)
    watcher = net.enter("Eve", watch=True)
    assert net.run(5, lambda: watcher.is_in)
    quiet(net, [ana, ben])
    net.leave(ben, Why.LEFT)
    net.leave(ana, Why.CLOSED)
    net.run(60)
    assert Searching() in watcher.shown and watcher.all_shown(Out) == []


def test_when_host_and_successor_fail_together_the_third_page_takes_over() -> None:
    net, pages = table("two deaths", 4, 4)
    net.run(5)
    net.kill(pages[0])
    net.kill(pages[1])
    assert net.run(SILENT + PROBE + 5, lambda: pages[2].room.host is not None)
    assert ends(net)


def test_a_host_that_returns_is_a_guest_in_its_old_seat() -> None:
    net, pages = table("old host", 3, 3)
    net.run(5)
    back = net.reload(pages[0])
    assert net.run(30, lambda: net.hosts() == [pages[1]] and back.is_in)
    assert back.seat == 0
    net.run(0.5)
    assert Notice(Note.TOOK_OVER, 0) in back.all_shown(Notice)
    assert note(Note.TOOK_OVER, 0, back.roster, 0) == "Ben is the host now."
    assert ends(net)


def test_a_host_that_reloads_follows_its_successor_at_once() -> None:
    net, pages = table("reloaded host", 3, 3)
    quiet(net, pages)
    net.leave(pages[0], Why.CLOSED)
    assert net.run(1.0, lambda: net.hosts() == [pages[1]])
    back = net.reload(pages[0])
    assert net.run(1.0, lambda: back.is_in)
    assert net.hosts() == [pages[1]] and back.seat == 0


def test_only_those_who_were_at_the_table_are_told_once_that_the_host_changed() -> None:
    net, pages = table("old news", 3, 3)
    quiet(net, pages)
    net.kill(pages[0], noticed=True)
    assert net.run(10, lambda: net.hosts() == [pages[1]] and pages[2].is_in)
    net.run(0.5)
    assert pages[2].all_shown(Notice).count(Notice(Note.TOOK_OVER, 0)) == 1
    again, newcomer = net.reload(pages[2]), net.enter("Eve", watch=True)
    assert net.run(20, lambda: again.is_in and newcomer.is_in)
    net.run(0.5)
    for page in (again, newcomer):
        assert Notice(Note.TOOK_OVER, 0) not in page.all_shown(Notice)


def test_a_guest_that_alone_lost_the_host_does_not_take_over() -> None:
    net, pages = table("one link", 3, 3)
    net.run(3)
    net.tear(pages[0], pages[1], seconds=12)
    net.run(10)
    assert pages[1].room.host is None and net.hosts() == [pages[0]]
    net.run(8)
    assert pages[1].is_in
    assert ends(net)


@pytest.mark.parametrize("newcomers", [(0, 0), (1, 1), (0, 2), (2, 1)])
def test_two_halves_of_a_lobby_merge_within_ten_seconds_with_the_newcomers_of_both(newcomers: tuple[int, int]) -> None:
    net, pages = lobby(f"halves with newcomers {newcomers}", 4, 8)
    halves = pages[:2], pages[2:]
    heals = net.now + 40
    for one, other in product(*halves):
        net.tear(one, other, heals - net.now)
    net.run(10)
    for half, others, number in ((0, 1, newcomers[0]), (1, 0, newcomers[1])):
        for _ in range(number):
            page = net.enter("Eve")
            for other in halves[others]:
                net.tear(page, other, heals - net.now)
            halves[half].append(page)
    net.run(25)
    assert [page.room.host is not None for page in pages] == [True, False, True, False]
    assert all(page.is_in for half in halves for page in half)
    net.run(heals - net.now)
    assert net.run(10, lambda: net.at_one_table([*halves[0], *halves[1]]))


def test_a_host_that_leaves_names_its_successor_and_is_no_member_any_more() -> None:
    net, pages = lobby("successor", 3, 3)
    net.leave(pages[0], Why.LEFT)
    assert net.run(0.5, lambda: net.hosts() == [pages[1]])
    assert net.run(1, lambda: pages[2].follows(pages[1]))
    deed = pages[2].guest.search.deed
    assert deed is not None
    last, first = deed.chain[-2:]
    assert last.successor == first.host == pages[1].guest.credentials.key
    assert pages[0].guest.credentials.key not in first.members


def test_the_founder_is_never_removed() -> None:
    net, pages = lobby("founder", 3, 3)
    net.kill(pages[0], noticed=True)
    assert net.run(20, lambda: net.hosts() == [pages[1]])
    back = net.enter("Ana", secret=pages[0].guest.credentials.secret)
    assert net.run(20, lambda: back.is_in)
    net.request(pages[1], SendAway(back.name))
    assert back.is_in and not back.all_shown(Out)
    net.request(pages[1], SendAway(pages[2].name))
    assert pages[2].all_shown(Out) == [Out(Why.SENT_AWAY)]


def test_a_person_with_a_page_in_each_half_does_not_prevent_the_merge() -> None:
    net, (ana, ben, cleo, dan) = table("a tab in each half", 4, 4)
    net.run(3)
    for one, other in ((ben, cleo), (cleo, dan)):
        net.tear(one, other, seconds=20)
    net.kill(ana, noticed=True)
    assert net.run(10, lambda: ben in net.hosts())
    newer = net.second_tab(dan, closes_after=20)
    net.tear(ben, newer, seconds=15)
    assert net.run(30, lambda: len(net.hosts()) == 1 and newer.is_in)
    assert ends(net)


def test_the_only_person_left_returns_to_the_table_after_a_reload() -> None:
    net, pages = table("alone", 1, 3)
    net.run(5)
    level = pages[0].view.level
    back = net.reload(pages[0])
    assert net.run(5, lambda: back.room.host is not None and back.view.phase is Phase.FOCUS)
    assert back.view.level == level
    assert net.run(900, net.over)


def test_a_saved_seat_is_restored_and_a_damaged_one_is_refused() -> None:
    _, pages = table("saved", 2, 2)
    text = save(pages[1].guest)
    seat = read_seat(text)
    assert seat is not None
    guest = restore(seat, "new", ED25519, Random(1), pages[1].room._teammates, 0.0).guest
    assert guest.credentials.key == pages[1].guest.credentials.key
    assert (guest.name, guest.table.roster) == ("Ben", pages[1].roster)
    older, bearer = f"[{VERSION - 1}," + text.split(",", 1)[1], f'[1,["a room","{"0" * 32}","Ben",0,null,null]]'
    nonsense = "", "{}", f"[{VERSION},[]]", "[" * 4000, text[:-5], text.replace('"person"', '"dragon"')
    for damaged in (*nonsense, older, bearer):
        assert read_seat(damaged) is None


# --- Strangers ----------------------------------------------------------------------------


NONSENSE = [
    "",
    "[",
    "\x00",
    f"[{VERSION}]",
    f'[{VERSION},"Seen"]',
    "x" * 5000,
    "[" * 4000,
    f'[{VERSION},"Join","Ana",1,1]',
]


def test_nonsense_has_no_effect_on_others_and_ends_in_a_goodbye_with_a_reason() -> None:
    net, pages = table("nonsense", 3, 3)
    quiet(net, pages)
    before = [page.view for page in (pages[0], pages[2])]
    stranger = net.enter("Mallory", watch=True)
    net.run(1)
    for _ in range(5):
        for text in NONSENSE:
            net.inject(stranger, pages[0], text)
    net.run(1)
    assert [page.view for page in (pages[0], pages[2])] == before
    assert stranger.all_shown(Out) == [Out(Why.MALFORMED)]


def test_exceeding_the_rate_limit_ends_in_a_goodbye() -> None:
    net, pages = table("flood", 3, 3)
    quiet(net, pages)
    for _ in range(80):
        net.inject(pages[2], pages[0], TeammateVote(1, True))
    net.run(1)
    assert pages[2].all_shown(Out) in ([Out(Why.FLOODED)], [Out(Why.MALFORMED)])
    assert (2,) in [one.missing for one in pages[1].all_shown(Roster)]


def test_messages_that_a_guest_may_not_send_are_ignored() -> None:
    net, pages = table("out of turn", 3, 3)
    quiet(net, pages)
    before = pages[0].view
    sayings: list[Command] = [
        Rename("Ana"),
        Give(1, Step.REVEAL, "0" * 32),
        MakeSign(Sign.WOW),
        TeammateVote(0, True),
        Press(1, 10**6, 0.0, Stop()),
        Press(1, 0, 0.0, Play(pages[0].view.hand[0])),
    ]
    for message in sayings:
        net.inject(pages[2], pages[0], message)
    net.run(1)
    assert pages[0].view == before


@pytest.mark.parametrize("seed", thorough_after(3, range(40)))
def test_the_successor_can_deal_whatever_the_last_host_sent(seed: int) -> None:
    net, pages = table(f"last words {seed}", 2, 3)
    dice, heir = Random(seed), pages[1]
    for _ in range(20):
        net.inject(pages[0], heir, _any_table(dice, heir))
    net.kill(pages[0], noticed=True)
    assert net.run(20, lambda: heir.room.host is not None and heir.room.host.game.fair is not None)


def _any_table(dice: Random, page: Page) -> Update:
    """Return an update with a random view, or a random roster in which `page` has a seat."""
    number = page.guest.table.seen + 1
    while True:
        match any_of(dice, dice.choice((Roster, Seen))):
            case Roster() as other:
                places = list(other.places)
                places[:2] = page.roster.places[:2]  # the host that it follows, and itself
                table = replace(other, host=0, screen=None, screen_leader=None, started=True, places=tuple(places))
                return Update(number, 0, replace(table, term=page.roster.term))
            case Seen() as seen:
                return Update(number, 0, seen)


def test_a_guest_that_has_left_follows_no_host() -> None:
    net, pages = table("left", 2, 2)
    net.run(1)
    guest = pages[1].guest
    guest.leave()
    guest.leave()
    guest.follow(pages[0].name, net.now)
    assert guest.membership is Membership.OUT and guest.host is None


def test_a_channel_under_the_name_of_this_page_is_closed() -> None:
    net, (ana, ben) = table("own name", 2, 2)
    channel = Channel(ana.name, "by hand")
    ana.room.connected(channel, net.clock(ana))
    assert ana.room.outbox(net.clock(ana)) == [Send(channel, None)] and net.at_one_table([ana, ben])


def test_a_message_that_cannot_be_sent_closes_one_channel_and_no_other() -> None:
    net, pages = table("too long", 3, 3)
    net.run(1)
    room, channel = pages[0].room, pages[0].room.channels.get(pages[1].name)
    pages[0].host.peers.out.say(pages[1].name, Invited("x" * 9_000))
    assert channel is not None and Send(channel, None) in room.outbox(net.clock(pages[0]))
    assert pages[1].name not in room.channels and pages[2].name in room.channels


@pytest.mark.parametrize(("opens", "enters", "hosts"), [("Ben", "Ana", True), ("Ana", "Ben", False)])
def test_of_two_hosts_that_resign_for_each_other_the_first_by_name_hosts(opens: str, enters: str, hosts: bool) -> None:
    net = Net(f"both resign {opens}")
    other, page = net.open(opens, 2), net.enter(enters)
    assert net.run(5, lambda: net.seated(2))
    page.guest.ask(other.name, net.clock(page))
    page.room.receive(other.name, encode(Join("Ana", False)), net.clock(page))
    assert (page.room.host is not None) is hosts


def test_a_page_repeats_to_the_next_host_what_the_last_one_has_not_handled() -> None:
    net, pages = lobby("repeated", 3, 3)
    net.kill(pages[0])
    pages[2].guest.tell_host(Rename("Zoe"))
    pages[2].guest.tell_host(Ready(False))
    net.pump(pages[2])
    assert net.run(30, lambda: net.hosts() == [pages[1]])
    assert net.run(
        10, lambda: [(one.name, one.ready) for one in pages[1].roster.places if one.here][1:] == [("Zoe", False)]
    )
    net.request(pages[1], Rename("Bo"))  # the next update says what the host has handled
    assert Rename not in pages[2].guest._unheard


# --- Proofs -----------------------------------------------------------------------------


def test_each_page_proves_its_key_first_and_hears_nothing_before_the_other_has() -> None:
    net, pages = table("proofs", 2, 2)
    net.recording = True
    stranger = net.enter("Mallory", room=Silent)
    net.run(3)
    assert all(isinstance(decode(text), Proof) for text in _first(net, pages, stranger))
    assert {type(one) for one in net.sent(object, to=stranger)} == {Proof, Hosting}
    net.inject(stranger, pages[0], Join("Mallory", False))
    net.run(1)
    assert {type(one) for one in net.sent(object, to=stranger)} == {Proof, Hosting}
    net.inject(stranger, pages[0], proof(stranger.room, pages[0].name))
    net.inject(stranger, pages[0], Join("Mallory", False))
    net.run(1)
    assert net.sent(Roster, by=pages[0], to=stranger)


def _first(net: Net, senders: list[Page], to: Page) -> list[str]:
    """Return the first text of each sender to that page."""
    return [next(text for name, peer, text in net.wire if (name, peer) == (one.name, to.name)) for one in senders]


def test_a_page_that_sends_messages_without_a_proof_is_shut_out_and_told_why() -> None:
    net, pages = table("no proof", 2, 2)
    stranger = net.enter("Mallory", room=Silent)
    net.recording = True
    for _ in range(round(PATIENCE) + 1):
        net.inject(stranger, pages[0], Seeking(False))
    assert net.sent(Goodbye, by=pages[0], to=stranger) == [Goodbye(Why.MALFORMED)]
    assert stranger.name not in pages[0].room.channels and net.at_one_table(pages)


def test_a_second_proof_is_an_offence_and_changes_nothing() -> None:
    net, pages = table("second proof", 2, 2)
    channel = pages[0].room.channels[pages[1].name]
    for _ in range(round(PATIENCE) - 1):
        net.inject(pages[1], pages[0], proof(pages[1].room, pages[0].name, "7" * 64))
    assert channel.key == pages[1].guest.credentials.key and net.at_one_table(pages)
    for _ in range(2):
        net.inject(pages[1], pages[0], proof(pages[1].room, pages[0].name))
    assert pages[1].name not in pages[0].room.channels
    assert Notice(Note.GONE, 1) in pages[0].all_shown(Notice)


@pytest.mark.parametrize("reloads", [False, True])
def test_a_page_that_returns_asks_its_host_once_for_its_place(reloads: bool) -> None:
    net, pages = lobby(f"returns {reloads}", 3, 3)
    net.recording, seat = True, pages[2].seat
    net.tear(pages[0], pages[2], 1.0)
    back = net.reload(pages[2]) if reloads else pages[2]
    net.run(3)
    said = [type(one) for one in net.sent(object, by=back, to=pages[0])]
    assert said[:2] == [Proof, Join] and said.count(Join) == 1 and Seeking not in said
    assert back.is_in and back.seat == seat and net.hosts() == [pages[0]]
