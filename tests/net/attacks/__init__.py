"""Attacks on a table, each with all the keys that such an attacker can have.

Each function makes a number of attempts, and returns how many succeeded.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from tests.net.attackers import LINKED
from tests.net.attacks import defences
from tests.net.attacks.floods import SEATED, by_a_guest, by_link_holders


class Attack(NamedTuple):
    """An attack: its description, the number of attempts, and `attempt`, which returns how many succeeded.

    `defences` are names and their replacements. A test shows that the attack succeeds with these replacements.
    """

    what: str
    tries: int
    attempt: Callable[[int], int]
    defences: defences.Defences = ()


LISTED = """
claiming.made_up_keys | 40 | BELIEF | a seated guest claims the table with acceptances by made-up keys
claiming.made_up_keys people=2 | 40 | BELIEF | the same, at a table of two
claiming.made_up_keys people=3 screen | 20 | BELIEF | the same, where a screen is host
claiming.made_up_keys_by_link | 6 | BELIEF | somebody with the link alone does, against seven people
claiming.made_up_keys_when_sent_away | 20 | BELIEF | somebody who was just sent away does
claiming.junk_chains | 20 | UNCHECKED | a host sends its guests deeds that cannot be passed on
claiming.short_breaks | 20 | BREAKS | a guest claims a page that loses the host for 0.5 s
claiming.short_breaks how='hang' | 20 | BREAKS | the same, when the host hangs for 4 s
claiming.short_breaks how='reload' | 20 | BREAKS | the same, at a reload, by somebody with two seats
claiming.old_acceptances | 10 | BELIEF | a former host claims the table with all that it ever heard
claiming.old_acceptances as_host=False | 10 | BELIEF | the same, if it never said goodbye
claiming.unreadable_offers | 7 | UNCHECKED PATIENCE | claims of a guest leave host or guests unable to speak
seats.reloading_guests | 60 | CLAIMS | a seated guest says that it is host to guests who reload
seats.reloading_guests founder=False | 60 | CLAIMS | the same, when the founder is gone and somebody else is host
seats.newcomers | 200 | FOUNDER_FIRST | a seated guest says that it is host to newcomers
seats.newcomers founder=False | 200 | FOUNDER_FIRST | the same, when the founder is gone
seats.newcomers_by_a_stranger | 200 | FOUNDER_FIRST | somebody with the link says that it is host to newcomers
seats.in_the_middle | 20 | BINDINGS | somebody passes on all that host and guest say, word by word
seats.in_the_middle rewriting | 20 | BINDINGS | the same, and says to the guest that it is the host
seats.borrowed_names | 20 | PROOFS | somebody opens a channel under another page's name
seats.replayed_proofs | 20 | BINDINGS | all proofs that were ever said are said again on new channels
seats.forged_proofs | 20 | SIGNATURES | a page says proofs of another's key, signed by its own or not at all
seats.unproven | 20 | PROOFS | a page without a proof asks for a seat, presses and claims the table
floods.restless leaves seated | 3 | LIMITS | two sit down and leave, again and again
floods.restless leaves seated=False | 3 | LIMITS | two come to watch and leave, again and again
floods.restless leaves=False seated | 3 | none | two sit down again by ever new keys
floods.by_channels | 2 | LIMITS | ten new pages a second come to watch, twice
dealing.begun_anew | 20 | RESTARTS | a host begins the shuffle anew until it likes the cards
dealing.never_shown | 6 | UNCHECKED_LEVELS | a host never shows from what the cards should follow
dealing.another_hand | 12 | MATCHES | a host shows a hand that was not dealt, at the deal or later
dealing.host_changed | 8 | UNCHECKED_LEVELS | a host deals what it likes, and goes before that is checked
dealing.drops_out_at_the_reveal | 10 | EXPLAINED | a guest drops out at the reveal, to make the host look bad
lateness.rescues | 6 | LAG_QUOTA | a guest dates cards back to undo the others' mistakes
succession.says_so | 10 | CLAIMS | of two people, the guest says that it is host
succession.says_so people=4 | 10 | CLAIMS | of four people, a guest says that it is host
succession.says_so_to_guests | 20 | CLAIMS | a guest says that it is host to others who lose the true one
succession.stalled | 10 | PASSED_OVER | the next in line looks for a host for ever
succession.stalled stallers=2 | 10 | PASSED_OVER | the next two in line do
succession.vouched | 10 | DOUBT | a guest says for ever that it hears the host, which is gone
succession.vouched vouchers=2 | 10 | DOUBT | two guests do
succession.highest_term | 12 | TERMS | a host or guest says that it is the millionth host
succession.other_version | 30 | VERSION_AFTER | somebody says to newcomers that they have another version
watching.changed_star | 12 | NO_NEWS | a changed star offer tells the others something
relays.garbage | 6 | STAMPS | one relay of four says garbage under all keys that it saw
relays.garbage hostile=3 | 6 | STAMPS | three of four do
relays.garbage hostile=3 linked | 6 | SIGNED_EVENTS | three of four do, and know the room's secret
relays.replays | 6 | REPLAY_WINDOW | a relay says again all that was ever said there
relays.greetings a_second=20 reload | 5 | ROOM_FOR_UNPROVEN | twenty new keys greet each second, and a friend reloads
relays.greetings a_second=60 | 5 | QUEUE | sixty new keys greet each second, and a friend comes
relays.greetings a_second=60 work=12 proven | 5 | QUEUE | the same, with a proof of work and all that pages answer
relays.idle_keys | 5 | IDLE | 33 idle keys stay connected by relay, and a friend comes
relays.idle_keys reload | 5 | IDLE | the same, and a player reloads
keeping.endless_games | 4 | STORED_GAMES | a host ends games again and again, for its guests to store
keeping.full_storage | 4 | ROOM | a host fills its guests' storage, so that they lose their seats
keeping.endless_views | 6 | REMEMBERED | a host fills its guests' memory with Views
"""
"""One attack a line: function and options | attempts | defences switched off for comparison | description."""


def _read(line: str) -> Attack:
    """Return the attack in a line of LISTED."""
    call, tries, disabled, what = line.split(" | ")
    name, *options = call.split()
    module, function = name.split(".")
    attempt, how = getattr(import_module(f"tests.net.attacks.{module}"), function), dict(map(_option, options))
    replaced = [one for name in disabled.split() if name != "none" for one in getattr(defences, name)]
    return Attack(what, int(tries), partial(attempt, **how) if how else attempt, tuple(replaced))


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    return name, literal_eval(value or "True")


ATTACKS = [
    *map(_read, LISTED.strip().splitlines()),
    *(
        Attack(f"two with the link say at 35 a second: {what}", 3, partial(by_link_holders, what=what))
        for what in LINKED
    ),
    Attack(
        "the same, with channels that break and come again",
        3,
        partial(by_link_holders, what="come and go", leaving=True),
    ),
    *(
        Attack(
            f"a seated guest says at 35 a second: {what}",
            3,
            partial(by_a_guest, what=what),
            defences.LIMITS if what in ("come and go", "sign", "star") else (),
        )
        for what in SEATED
    ),
    *(
        Attack(
            f"the same, before the game: {what}",
            2,
            partial(by_a_guest, what=what, started=False),
            defences.LIMITS if what != "join with new keys" else (),
        )
        for what in ("join with new keys", "come and go", "rename", "ready")
    ),
]
