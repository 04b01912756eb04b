"""Attacks on a table, each with all the keys that such an attacker can have.

Each function makes a number of attempts, and returns how many succeeded.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from tests.net.attacks import (
    dealing,
    elections,
    floods,
    holding_up,
    invites,
    lateness,
    pretending,
    relays,
    seats,
    succession,
    watching,
)
from tests.net.attacks import defences as off
from tests.net.attacks.defences import Defences


class Attack(NamedTuple):
    """An attack: its description, the number of attempts, and `attempt`, which returns how many succeeded.

    `defences` are names and their replacements. A test shows that the attack succeeds with these replacements.
    """

    what: str
    tries: int
    attempt: Callable[[int], int]
    defences: Defences = ()


ELECTIONS = [
    Attack("a seated guest claims the table with votes of made-up keys", 40, elections.made_up_keys, off.BELIEF),
    Attack("the same, at a table of two", 40, partial(elections.made_up_keys, people=2), off.BELIEF),
    Attack("the same, where a screen is host", 20, partial(elections.made_up_keys, people=3, screen=True), off.BELIEF),
    Attack("somebody with the link alone does, against seven people", 6, elections.made_up_keys_by_link, off.BELIEF),
    Attack("somebody who was just sent away does", 20, elections.made_up_keys_when_sent_away, off.BELIEF),
    Attack("a host tells its guests chains that cannot be passed on", 20, elections.junk_chains, off.UNCHECKED),
    Attack(
        "a guest claims a page that loses the host for 0.5 s", 20, elections.short_breaks, (*off.BELIEF, *off.PATIENCE)
    ),
    Attack(
        "the same, when the host hangs for 4 s",
        20,
        partial(elections.short_breaks, how="hang"),
        (*off.BELIEF, *off.PATIENCE),
    ),
    Attack(
        "the same, at a reload, by somebody with two seats",
        20,
        partial(elections.short_breaks, how="reload"),
        (*off.BELIEF, *off.PATIENCE),
    ),
    Attack("a former host claims the table with votes of before", 10, elections.old_votes, off.BELIEF),
    Attack(
        "the same, with votes asked for without a pretext", 10, partial(elections.old_votes, as_host=False), off.BELIEF
    ),
    Attack(
        "claims of a guest leave host or guests unable to speak",
        7,
        elections.unreadable_offers,
        (*off.UNCHECKED, *off.PATIENCE, *off.AUTHENTIC),
    ),
]
"""Attacks on elections. Each sends messages, and succeeds if its defences are off."""

ATTACKS = [
    *ELECTIONS,
    Attack("a seated guest says that it is host to guests who reload", 60, seats.reloading_guests, off.CLAIMS),
    Attack(
        "the same, when the founder is gone and somebody else is host",
        60,
        partial(seats.reloading_guests, founder=False),
        off.CLAIMS,
    ),
    Attack("a seated guest says that it is host to newcomers", 200, seats.newcomers, off.FOUNDER_FIRST),
    Attack("the same, when the founder is gone", 200, partial(seats.newcomers, founder=False), off.CLAIMS),
    Attack(
        "somebody with the link says that it is host to newcomers",
        200,
        seats.newcomers_by_a_stranger,
        off.FOUNDER_FIRST,
    ),
    Attack("somebody passes on all that host and guest say, word by word", 20, seats.in_the_middle, off.BINDINGS),
    Attack(
        "the same, and says to the guest that it is the host",
        20,
        partial(seats.in_the_middle, rewriting=True),
        off.BINDINGS,
    ),
    Attack("somebody opens a channel under another page's name", 20, seats.borrowed_names, off.NEW_CHANNELS),
    Attack("a kept place of the old kind is taken for a true one", 10, seats.old_places, off.VERSIONS),
    Attack(
        "a Join is said again: on another channel, later, by another's key", 20, seats.replayed_joins, off.SIGNATURES
    ),
    *(
        Attack(
            f"two with the link say at 35 a second: {what}",
            3,
            partial(floods.by_link_holders, what=what),
            off.LIMITS_OF_LINKED if what == "come and go" else (),
        )
        for what in floods.LINKED
    ),
    Attack(
        "the same, with channels that break and come again",
        3,
        partial(floods.by_link_holders, what="come and go", leaving=True),
    ),
    *(
        Attack(
            f"a seated guest says at 35 a second: {what}",
            3,
            partial(floods.by_a_guest, what=what),
            off.LIMITS if what in ("come and go", "sign", "star") else (),
        )
        for what in floods.SEATED
    ),
    *(
        Attack(
            f"the same, before the game: {what}",
            2,
            partial(floods.by_a_guest, what=what, started=False),
            () if what == "join with new keys" else off.LIMITS,
        )
        for what in ("join with new keys", "come and go", "rename", "ready")
    ),
    Attack(
        "two sit down and leave, again and again", 3, partial(floods.restless, leaves=True, seated=True), off.LIMITS
    ),
    Attack(
        "two come to watch and leave, again and again",
        3,
        partial(floods.restless, leaves=True, seated=False),
        off.LIMITS,
    ),
    Attack("two sit down again by ever new keys", 3, partial(floods.restless, leaves=False, seated=True)),
    Attack("ten new pages a second come to watch, twice", 2, floods.by_channels, off.LIMITS),
    Attack("a host begins the shuffle anew until it likes the cards", 20, dealing.begun_anew, off.RESTARTS),
    Attack("a host never shows from what the cards should follow", 6, dealing.never_shown, off.UNCHECKED_LEVELS),
    Attack("a host shows a hand that was not dealt, at the deal or later", 12, dealing.another_hand, off.MATCHES),
    Attack(
        "a host deals what it likes, and goes before that is checked", 8, dealing.host_changed, off.UNCHECKED_LEVELS
    ),
    Attack("a host deals itself cards of its choice", 6, partial(dealing.easy_cards, seats=(0,)), off.ALL_HANDS),
    Attack(
        "a host deals the teammates cards of its choice", 6, partial(dealing.easy_cards, seats=(2, 3)), off.ALL_HANDS
    ),
    Attack("a guest never lays the hand, and the table waits for ever", 8, holding_up.held_up, off.VOTES),
    Attack("a guest stops play again and again", 8, holding_up.stopped, off.INTERRUPTIONS),
    Attack("a guest reloads its page every second", 8, holding_up.reloaded, off.INTERRUPTIONS),
    Attack("a guest takes the relay route to make the others' cards late", 6, lateness.by_relay, off.LAG_QUOTA),
    Attack("a guest dates cards back to undo the others' mistakes", 6, lateness.rescues, off.LAG_QUOTA),
    Attack("of two people, the guest says that it is host", 10, succession.says_so, off.CLAIMS),
    Attack("of four people, a guest says that it is host", 10, partial(succession.says_so, people=4), off.CLAIMS),
    Attack(
        "a guest says that it is host to others who lose the true one", 20, succession.says_so_to_guests, off.CLAIMS
    ),
    Attack("the next in line looks for a host for ever", 10, succession.stalled, off.PASSED_OVER),
    Attack("the next two in line do", 10, partial(succession.stalled, stallers=2), off.PASSED_OVER),
    Attack("a guest says for ever that it hears the host, which is gone", 10, succession.vouched, off.DOUBT),
    Attack("two guests do", 10, partial(succession.vouched, vouchers=2), off.DOUBT),
    Attack("a host or guest says that it is the millionth host", 12, succession.highest_term, off.TERMS),
    Attack(
        "somebody says to newcomers that they have another version", 30, succession.other_version, off.VERSION_AFTER
    ),
    Attack("a page that slept for an hour does not notice who is gone", 16, succession.after_sleep, off.WAKING),
    Attack(
        "nested brackets in a link, a long code, a message, a kept place", 120, invites.nested_brackets, off.NESTING
    ),
    Attack("a name that is taken for somebody else's", 1000, invites.look_alikes, off.LOOKS),
    Attack("a name that ends with what the page says of the host", 1000, invites.tags_in_names, off.RESERVED),
    Attack("somebody with the code is told the invitation without a yes", 300, invites.silence_at_the_door, off.ASKED),
    Attack("all codes are computed before one of them is said", 24, invites.codes_computed_before, off.CODE),
    Attack("a server in a link is named by another computer", 300, invites.servers_in_disguise, off.ADDRESSES),
    Attack("a changed star offer tells the others something", 12, watching.changed_star, off.NO_NEWS),
    Attack("one relay of four says garbage under all keys that it saw", 6, relays.garbage, off.STAMPS),
    Attack("three of four do", 6, partial(relays.garbage, hostile=3), off.STAMPS),
    Attack(
        "three of four do, and know the room's secret",
        6,
        partial(relays.garbage, hostile=3, linked=True),
        off.SIGNED_EVENTS,
    ),
    Attack("a relay says again all that was ever said there", 6, relays.replays, off.REPLAY_WINDOW),
    Attack(
        "twenty new keys greet each second, and a friend reloads",
        5,
        partial(relays.greetings, a_second=20, reload=True),
        off.ROOM_FOR_UNPROVEN,
    ),
    Attack(
        "sixty new keys greet each second, and a friend comes", 5, partial(relays.greetings, a_second=60), off.QUEUE
    ),
    Attack(
        "the same, with a proof of work and all that pages answer",
        5,
        partial(relays.greetings, a_second=60, work=relays.EASY, proven=True),
        off.QUEUE,
    ),
    Attack(
        "who is paired by hand takes the name of the host's page",
        20,
        partial(pretending.paired_by_hand, as_host=True),
        off.OWN_NAME,
    ),
    Attack("the same, of another guest's page", 20, partial(pretending.paired_by_hand, as_host=False), off.PAGE_NAMES),
    Attack(
        "a host tells news about seats and piles that are not there", 60, pretending.absent_in_news, off.NEWS_CHECKED
    ),
    Attack(
        "a guest drops out at the reveal, to make the host look bad",
        10,
        pretending.drops_out_at_the_reveal,
        off.EXPLAINED,
    ),
    Attack(
        "who also heard a code refuses in the host's place",
        300,
        pretending.refuses_in_the_hosts_place,
        off.HOST_AT_DOOR,
    ),
    Attack("strangers name tables, so that yours is not kept", 10, pretending.tables_of_strangers, off.OWN_TABLES),
    Attack(
        "a link to a game turns lines round by a name, or says You", 21, pretending.names_in_replays, off.READABLE_NAMES
    ),
    Attack("a name in small capitals is taken for somebody else's", 30, pretending.small_capitals, off.SMALL_CAPITALS),
    Attack(
        "a key of small order, under which one signature is for all",
        100,
        pretending.keys_of_small_order,
        off.SMALL_ORDERS,
    ),
    Attack(
        "an address routes its visitor's own tables by its relay",
        90,
        pretending.relays_in_addresses,
        off.RELAYS_IN_ADDRESSES,
    ),
]
