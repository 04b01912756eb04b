"""Attacks on a table, each with all the keys that such an attacker can have.

Each function makes a number of attempts, and returns how many succeeded.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from tests.net.attackers import LINKED
from tests.net.attacks import (
    claiming,
    clubs,
    dealing,
    doors,
    floods,
    holding_up,
    invites,
    keeping,
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


def _attack(what: str, tries: int, attempt: Callable[..., int], defences: Defences = (), /, **how: object) -> Attack:
    """Return an attack by `attempt(tries, **how)`."""
    return Attack(what, tries, partial(attempt, **how) if how else attempt, defences)


ATTACKS = [
    _attack("a seated guest claims the table with acceptances by made-up keys", 40, claiming.made_up_keys, off.BELIEF),
    _attack("the same, at a table of two", 40, claiming.made_up_keys, off.BELIEF, people=2),
    _attack("the same, where a screen is host", 20, claiming.made_up_keys, off.BELIEF, people=3, screen=True),
    _attack("somebody with the link alone does, against seven people", 6, claiming.made_up_keys_by_link, off.BELIEF),
    _attack("somebody who was just sent away does", 20, claiming.made_up_keys_when_sent_away, off.BELIEF),
    _attack("a host sends its guests deeds that cannot be passed on", 20, claiming.junk_chains, off.UNCHECKED),
    _attack("a guest claims a page that loses the host for 0.5 s", 20, claiming.short_breaks, off.BREAKS),
    _attack("the same, when the host hangs for 4 s", 20, claiming.short_breaks, off.BREAKS, how="hang"),
    _attack("the same, at a reload, by somebody with two seats", 20, claiming.short_breaks, off.BREAKS, how="reload"),
    _attack("a former host claims the table with all that it ever heard", 10, claiming.old_acceptances, off.BELIEF),
    _attack("the same, if it never said goodbye", 10, claiming.old_acceptances, off.BELIEF, as_host=False),
    _attack(
        "claims of a guest leave host or guests unable to speak",
        7,
        claiming.unreadable_offers,
        (*off.UNCHECKED, *off.PATIENCE),
    ),
    _attack("a seated guest says that it is host to guests who reload", 60, seats.reloading_guests, off.CLAIMS),
    _attack(
        "the same, when the founder is gone and somebody else is host",
        60,
        seats.reloading_guests,
        off.CLAIMS,
        founder=False,
    ),
    _attack("a seated guest says that it is host to newcomers", 200, seats.newcomers, off.FOUNDER_FIRST),
    _attack("the same, when the founder is gone", 200, seats.newcomers, off.FOUNDER_FIRST, founder=False),
    _attack(
        "somebody with the link says that it is host to newcomers",
        200,
        seats.newcomers_by_a_stranger,
        off.FOUNDER_FIRST,
    ),
    _attack("somebody passes on all that host and guest say, word by word", 20, seats.in_the_middle, off.BINDINGS),
    _attack(
        "the same, and says to the guest that it is the host", 20, seats.in_the_middle, off.BINDINGS, rewriting=True
    ),
    _attack("somebody opens a channel under another page's name", 20, seats.borrowed_names, off.PROOFS),
    _attack("a kept place of the old kind is taken for a true one", 10, seats.old_places, off.VERSIONS),
    _attack("all proofs that were ever said are said again on new channels", 20, seats.replayed_proofs, off.BINDINGS),
    _attack(
        "a page says proofs of another's key, signed by its own or not at all", 20, seats.forged_proofs, off.SIGNATURES
    ),
    _attack("a page without a proof asks for a seat, presses and claims the table", 20, seats.unproven, off.PROOFS),
    *(
        _attack(
            f"two with the link say at 35 a second: {what}",
            3,
            floods.by_link_holders,
            what=what,
        )
        for what in LINKED
    ),
    _attack(
        "the same, with channels that break and come again", 3, floods.by_link_holders, what="come and go", leaving=True
    ),
    *(
        _attack(
            f"a seated guest says at 35 a second: {what}",
            3,
            floods.by_a_guest,
            off.LIMITS if what in ("come and go", "sign", "star") else (),
            what=what,
        )
        for what in floods.SEATED
    ),
    *(
        _attack(
            f"the same, before the game: {what}",
            2,
            floods.by_a_guest,
            () if what == "join with new keys" else off.LIMITS,
            what=what,
            started=False,
        )
        for what in ("join with new keys", "come and go", "rename", "ready")
    ),
    _attack("two sit down and leave, again and again", 3, floods.restless, off.LIMITS, leaves=True, seated=True),
    _attack("two come to watch and leave, again and again", 3, floods.restless, off.LIMITS, leaves=True, seated=False),
    _attack("two sit down again by ever new keys", 3, floods.restless, leaves=False, seated=True),
    _attack("ten new pages a second come to watch, twice", 2, floods.by_channels, off.LIMITS),
    _attack("a host begins the shuffle anew until it likes the cards", 20, dealing.begun_anew, off.RESTARTS),
    _attack("a host never shows from what the cards should follow", 6, dealing.never_shown, off.UNCHECKED_LEVELS),
    _attack("a host shows a hand that was not dealt, at the deal or later", 12, dealing.another_hand, off.MATCHES),
    _attack(
        "a host deals what it likes, and goes before that is checked", 8, dealing.host_changed, off.UNCHECKED_LEVELS
    ),
    _attack("a host deals itself cards of its choice", 6, dealing.easy_cards, off.ALL_HANDS, seats=(0,)),
    _attack("a host deals the teammates cards of its choice", 6, dealing.easy_cards, off.ALL_HANDS, seats=(2, 3)),
    _attack("a guest never lays the hand, and the table waits for ever", 8, holding_up.held_up, off.VOTES),
    _attack("a guest takes the relay route to make the others' cards late", 6, lateness.by_relay, off.BRIEF_WAIT),
    _attack("a guest dates cards back to undo the others' mistakes", 6, lateness.rescues, off.LAG_QUOTA),
    _attack("of two people, the guest says that it is host", 10, succession.says_so, off.CLAIMS),
    _attack("of four people, a guest says that it is host", 10, succession.says_so, off.CLAIMS, people=4),
    _attack(
        "a guest says that it is host to others who lose the true one", 20, succession.says_so_to_guests, off.CLAIMS
    ),
    _attack("the next in line looks for a host for ever", 10, succession.stalled, off.PASSED_OVER),
    _attack("the next two in line do", 10, succession.stalled, off.PASSED_OVER, stallers=2),
    _attack("a guest says for ever that it hears the host, which is gone", 10, succession.vouched, off.DOUBT),
    _attack("two guests do", 10, succession.vouched, off.DOUBT, vouchers=2),
    _attack("a host or guest says that it is the millionth host", 12, succession.highest_term, off.TERMS),
    _attack(
        "somebody says to newcomers that they have another version", 30, succession.other_version, off.VERSION_AFTER
    ),
    _attack("a page that slept for an hour does not notice who is gone", 16, succession.after_sleep, off.LOSSES),
    _attack(
        "nested brackets in a link, a long code, a message, a kept place", 120, invites.nested_brackets, off.NESTING
    ),
    _attack("a name that is taken for somebody else's", 1000, invites.look_alikes, off.LOOKS),
    _attack("a name that ends with what the page says of the host", 1000, invites.tags_in_names, off.RESERVED),
    _attack("somebody with the code is told the invitation without a yes", 300, invites.silence_at_the_door, off.ASKED),
    _attack("all codes are computed before one of them is said", 24, invites.codes_computed_before, off.CODE),
    _attack("a server in a link is named by another computer", 300, invites.servers_in_disguise, off.ADDRESSES),
    _attack("a member of a club lists ten thousand false tables in a minute", 4, clubs.false_ones, off.LISTINGS),
    _attack("false tables that claim to be old and nearly full come first", 10, clubs.first_places, off.BY_AGE),
    _attack("old listings of a table come again, also after its goodbye", 40, clubs.replays, off.NEWEST_LISTING),
    _attack("an outsider sends 150 one-byte events a second to a club", 4, clubs.one_byte_events, off.MEMBERS_ONLY),
    _attack("the link of a listing tells its reader something", 40, clubs.telling_links, off.BARE_LINKS),
    _attack("bytes of every kind in a listing", 400, clubs.unreadable, off.NESTING),
    _attack("somebody who was removed comes back with new keys", 10, doors.comes_back, off.DOOR),
    _attack("the same, when the host changes in between", 10, doors.comes_back, off.DOOR, host_changes=True),
    _attack("watchers' keys fill the room of a running game", 10, doors.crowds, off.YIELDING),
    _attack("the same, and all wait for a seat", 10, doors.crowds, off.YIELDING, waits=True),
    _attack("the same, after 16 removals", 5, doors.crowds, off.DOOR, removals=doors.REMOVALS),
    _attack("a changed star offer tells the others something", 12, watching.changed_star, off.NO_NEWS),
    _attack("one relay of four says garbage under all keys that it saw", 6, relays.garbage, off.STAMPS),
    _attack("three of four do", 6, relays.garbage, off.STAMPS, hostile=3),
    _attack(
        "three of four do, and know the room's secret", 6, relays.garbage, off.SIGNED_EVENTS, hostile=3, linked=True
    ),
    _attack("a relay says again all that was ever said there", 6, relays.replays, off.REPLAY_WINDOW),
    _attack(
        "twenty new keys greet each second, and a friend reloads",
        5,
        relays.greetings,
        off.ROOM_FOR_UNPROVEN,
        a_second=20,
        reload=True,
    ),
    _attack("sixty new keys greet each second, and a friend comes", 5, relays.greetings, off.QUEUE, a_second=60),
    _attack(
        "the same, with a proof of work and all that pages answer",
        5,
        relays.greetings,
        off.QUEUE,
        a_second=60,
        work=relays.EASY,
        proven=True,
    ),
    _attack("33 idle keys stay connected by relay, and a friend comes", 5, relays.idle_keys, off.IDLE),
    _attack("the same, and a player reloads", 5, relays.idle_keys, off.IDLE, reload=True),
    _attack(
        "who is paired by hand takes the name of the host's page",
        20,
        pretending.paired_by_hand,
        off.OWN_NAME,
        as_host=True,
    ),
    _attack("the same, of another guest's page", 20, pretending.paired_by_hand, off.PAGE_NAMES, as_host=False),
    _attack("a host sends Views that no game leads to", 60, keeping.impossible_views, off.POSSIBLE),
    _attack("a host ends games again and again, for its guests to store", 4, keeping.endless_games, off.STORED_GAMES),
    _attack("a host fills its guests' storage, so that they lose their seats", 4, keeping.full_storage, off.ROOM),
    _attack("a host fills its guests' memory with Views", 6, keeping.endless_views, off.REMEMBERED),
    _attack(
        "a guest drops out at the reveal, to make the host look bad",
        10,
        pretending.drops_out_at_the_reveal,
        off.EXPLAINED,
    ),
    _attack(
        "who also heard a code refuses in the host's place",
        300,
        pretending.refuses_in_the_hosts_place,
        off.HOST_AT_DOOR,
    ),
    _attack(
        "a link to a game turns lines round by a name, or says You", 21, pretending.names_in_replays, off.READABLE_NAMES
    ),
    _attack("a name in small capitals is taken for somebody else's", 30, pretending.small_capitals, off.SMALL_CAPITALS),
    _attack(
        "a key of small order, under which one signature is for all",
        100,
        pretending.keys_of_small_order,
        off.SMALL_ORDERS,
    ),
    _attack(
        "an address routes its visitor's own tables by its relay",
        90,
        pretending.relays_in_addresses,
        off.RELAYS_IN_ADDRESSES,
    ),
]
