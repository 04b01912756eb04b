"""The bar with the players of a table: presence, pauses, votes and signs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from game.browser.online.club_choice import choice_of_club, names_of_clubs
from game.browser.online.people_parts import door, peers, removable
from game.browser.page.announcer import Announcer
from game.browser.page.tasks import Timer
from game.browser.page.view import Act, Acting, At, Each, Filled, Parts, Sentence, at
from game.browser.table.table_screen import TableScreen
from game.core import OVER, Phase, Seat, View
from game.net.protocol.messages import Command, HandOver, LetIn, MakeSign, SendAway, Sign, TeammateVote
from game.net.room_endpoint import Room
from game.net.roster import Place, Roster
from game.words.online.invite import KNOCKS
from game.words.online.people import HAND_OVER, SEND_AWAY, SIGNS, SURE, VOTE, VOTES, held_up, waiting
from game.words.online.people import watching as watching_are

SHOWN = 2.0
"""Seconds that a sign is shown."""


class VoteWaits:
    """When the others may vote about each absent player: the host says how many seconds that takes."""

    def __init__(self) -> None:
        self._said: dict[Seat, tuple[int, float]] = {}  # the seconds, and when they are over

    def note(self, roster: Roster, now: float) -> None:
        """Note what the `roster` says at the time `now`."""
        before, self._said = self._said, {}
        for seat in roster.missing:
            seconds, at = before.get(seat, (-1, 0.0))
            said = roster.places[seat].vote_in
            self._said[seat] = said, at if said == seconds else now + said

    def left(self, seat: Seat) -> int:
        """Return the seconds until the vote about `seat`. As only the host opens it, this stays at 1 until then."""
        seconds, at = self._said[seat]
        return max(1, math.ceil(round(at - time.monotonic(), 3))) if seconds else 0


@dataclass
class People:
    """The state of the people bar, with the `view` of its table.

    `searching` is the message during a host search, and `trouble` why the table is not found. `waits` tells when there
    is a vote about each absent player. `at_door` is the person in the open question, and `asked` the page of the person
    about whose removal the menu asks.
    """

    room: Room
    roster: Roster
    view: View | None = None
    searching: str = ""
    trouble: str = ""
    waits: VoteWaits = field(default_factory=VoteWaits)
    at_door: Place | None = None
    asked: str = ""

    @property
    def me(self) -> Seat | None:
        return self.room.guest.table.seat

    @property
    def votes(self) -> bool:
        """Whether the pause shows the time until a vote about an absent player."""
        is_over = self.view is not None and self.view.phase in OVER
        return not is_over and (self.me is not None or self.room.guest.table.is_screen)

    def paused_for(self, *, counts_down: bool = True) -> str:
        """Return why play pauses. If it `counts_down`, that includes the seconds until a vote."""
        left = self.waits.left if counts_down else lambda seat: min(1, self.waits.left(seat))
        search = self.trouble or self.searching
        return search or waiting(self.roster, left, votes=self.votes) or held_up(self.roster, self.view)


def parts_of_people(it: People) -> Parts:
    """Return what the table shows of its people."""
    roster, words = it.roster, it.paused_for()
    return {
        "company": True,
        "peers": peers(it.room, roster),
        "watching": watching_are(len(roster.watchers)),
        "door": door(None if it.at_door is None else it.at_door.name, live=False),
        "signs": roster.settings.signs and it.me is not None,
        "pause": bool(words),
        "pause-words": Sentence(words, tuple(place.name for place in roster.places)),
        "lost": bool(it.trouble),
        "votes": Each(
            "vote-template",
            {
                str(seat): {"vote": _vote(seat, place, roster, it.me)}
                for seat, place in enumerate(roster.places)
                if place.votable and not place.stands_in and it.me not in (None, seat) and not it.searching
            },
        ),
    }


def _vote(seat: Seat, place: Place, roster: Roster, me: Seat | None) -> At:
    here = sum(one.here for one in roster.places)
    words = (VOTES if place.votes else VOTE)(name=place.name, agreed=len(place.votes), people=here)
    return at(Sentence(words, (place.name,)), value=str(seat), aria_pressed=me in place.votes)


def parts_of_menu(it: People) -> Parts:
    """Return the leader's menu: buttons that remove people, and on a big screen buttons that hand over the lead."""
    roster, own = it.roster, it.room.guest.table
    may_lead = {
        str(seat): place.name
        for seat, place in roster.people()
        if place.here and own.leads and roster.screen_leader not in (None, seat)
    }
    return {
        "send-away": Each(
            "choice-template",
            {key: _removal(key, name, it.asked) for key, name in removable(it.room, roster).items()},
        ),
        "hand-over": Each(
            "choice-template",
            {
                key: {"choice": at(Sentence(HAND_OVER(name=name), (name,)), data_do="hand-over", value=key)}
                for key, name in may_lead.items()
            },
        ),
    }


def _removal(key: str, name: str, asked: str) -> Parts:
    """Return a button that removes a person when it is pressed twice: the first press may be a slip."""
    sure = key == asked
    label = Sentence((SURE if sure else SEND_AWAY)(name=name), (name,))
    return {"choice": at(label, class_="sure" if sure else None, data_do="send-away", value=key)}


class PeopleBar(Acting):
    """The `people` at the table on `screen`, and the `menu` of those who lead, with the club in which it is listed.

    `tell` gives the host a command. `acts` are what "list" does, and while the table does not respond "search" and
    "give-up".
    """

    def __init__(
        self,
        menu: Filled,
        screen: TableScreen,
        people: People,
        tell: Callable[[Command], None],
        announcer: Announcer,
        acts: Mapping[str, Act],
    ) -> None:
        acts = {
            "send-away": self._send_away,
            "hand-over": lambda seat: tell(HandOver(int(seat))),
            "sign": lambda sign: tell(MakeSign(Sign(sign))),
            "vote": lambda seat: self._vote(int(seat)),
            "let-in": lambda _: self._answer(True),
            "keep-out": lambda _: self._answer(False),
            **acts,
        }
        super().__init__(menu.element, acts)
        screen.add(acts)
        self._screen = screen
        self._tell = tell
        self._announcer = announcer
        self._state = people
        self._paused_for = ""
        self._countdown = self._new_timer(self._show)
        self._signs: dict[Seat, Timer] = {}
        self._menu, self._clubs = menu, names_of_clubs()
        self._listen(self._menu.element, "toggle", lambda _: self._ask(""))

    def close(self) -> None:
        """Remove the event listeners and the buttons in the menu."""
        super().close()
        for timer in self._signs.values():
            timer.stop()
        self._menu.show({**dict.fromkeys(("send-away", "hand-over"), Each("choice-template", {})), "listed": False})

    def show(self, room: Room, roster: Roster, searching: str) -> None:
        """Show the players. `searching` is the message during a host search."""
        it = self._state
        it.room, it.roster, it.searching = room, roster, searching
        it.trouble = it.trouble if searching else ""
        it.waits.note(roster, time.monotonic())
        hosts = room.host is not None and roster.screen is None
        self._menu.show(choice_of_club(self._clubs, roster.settings.club, hosts=hosts))
        self._show()

    def show_trouble(self, trouble: str) -> bool:
        """During a host search, show in place of its message why the table is not found. Return whether it shows it."""
        if not self._state.searching:
            return False
        self._state.trouble = trouble
        self._show()
        return True

    def show_view(self, view: View) -> None:
        """Follow whose hands are on the table, and ask about the person at the door as soon as play stops."""
        it = self._state
        it.view = view
        if it.paused_for() or it.at_door != _asks_about(it):
            self._show()

    def show_sign(self, seat: Seat, name: str, sign: Sign) -> None:
        """Show for SHOWN seconds that `seat` made a sign."""
        self._announcer.say(SIGNS[sign](name=name))
        self._screen.set(signs={**self._screen.state.signs, seat: sign.value})
        self._signs.setdefault(seat, Timer(partial(self._end_sign, seat))).start(SHOWN)

    def _end_sign(self, seat: Seat) -> None:
        self._screen.set(signs={other: sign for other, sign in self._screen.state.signs.items() if other != seat})

    def _show(self) -> None:
        """Show the people, and count down to the vote. Only a new reason of a pause is announced, not each second."""
        it = self._state
        asked, it.at_door = it.at_door, _asks_about(it)
        words, reason = it.paused_for(), it.paused_for(counts_down=False)
        self._screen.set(has_company=True, paused=bool(words))
        self._screen.parts.show(parts_of_people(it))
        self._menu.show(parts_of_menu(it))
        if reason != self._paused_for:
            self._announcer.read_out(words)
        self._paused_for = reason
        if it.at_door is not None and it.at_door != asked:
            self._announcer.read_out(KNOCKS(name=it.at_door.name))
        if words and not it.searching and any(map(it.waits.left, it.roster.missing)):
            self._countdown.start(1.0)
        else:
            self._countdown.stop()

    def _ask(self, asked: str) -> None:
        """Ask in the menu whether to remove the person at the page `asked`."""
        self._state.asked = asked
        self._menu.show(parts_of_menu(self._state))

    def _send_away(self, peer: str) -> None:
        """Remove the person at the page `peer` at the second press, and close the menu: the table asks what follows."""
        if self._state.asked == peer:
            self._ask("")
            self._tell(SendAway(peer))
            self._menu.element.hidePopover()
        else:
            self._ask(peer)

    def _vote(self, seat: Seat) -> None:
        it = self._state
        self._tell(TeammateVote(seat, it.me not in it.roster.places[seat].votes))

    def _answer(self, let_in: bool) -> None:
        if self._state.at_door is not None:
            self._tell(LetIn(self._state.at_door.peer, let_in))


def _asks_about(it: People) -> Place | None:
    """Return the person at the door, for the leader. The question waits while cards are in play."""
    own = it.room.guest.table
    in_play = it.view is not None and it.view.phase is Phase.PLAY
    return it.roster.at_door if own.leads and not own.is_screen and not in_play else None
