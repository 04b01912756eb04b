"""What the lobby shows: a function of the room, and of what this person has done in the lobby."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from game.browser.online.club_choice import choice_of_club
from game.browser.online.people_parts import connection, door, removable
from game.browser.page.view import Each, Markup, Part, Parts, Sentence, at
from game.browser.table.player_faces import face
from game.browser.table.variant_rule import rule_of
from game.core import Seat
from game.net.room_endpoint import Room
from game.net.roster import MOST_WATCHERS, Place, Roster, Sitter
from game.words.language import Message
from game.words.online import lobby, people
from game.words.online.clubs import LISTED
from game.words.online.connecting import JOINING, NO_RELAY, OPENING
from game.words.table import COMPUTER

LONG = 8
"""Letters of a name that fit at a seat on a phone. A longer name is shown in smaller type."""


@dataclass
class Lobby:
    """The state of a lobby. `room` and `roster` are None until this page has joined.

    `says` is a message in place of the usual one. `nudged` is the message that was shown when this person pressed
    *Start* too early. `entered` is the table code that no host answers. The person with the name `caller` knows the
    `code` of this table, and waits for the `answer`. `former` is the previous host, until this person closes the
    message about it. `asked` is the page of the person in the open question about a removal. `address` is where a table
    code is entered. `clubs` are the names by id of those that could list the table.
    """

    name: str = ""
    named: bool = False
    room: Room | None = None
    roster: Roster | None = None
    waits_for: Message = JOINING
    waits_at_door: bool = False
    says: str = ""
    nudged: str = ""
    trouble: str = ""
    entered: str = ""
    link: str = ""
    code: str = ""
    code_says: str = ""
    copied: str = ""
    caller: str = ""
    answer: Callable[[bool], object] = bool
    former: Place | None = None
    asked: str = ""
    qr: Markup | None = None
    address: str = ""
    clubs: Mapping[str, str] = field(default_factory=dict)

    @property
    def me(self) -> Seat | None:
        return None if self.room is None else self.room.guest.table.seat

    @property
    def hosts(self) -> bool:
        return self.room is not None and self.room.host is not None

    @property
    def leads(self) -> bool:
        return self.room is not None and self.room.guest.table.leads

    @property
    def ready(self) -> bool:
        return self.roster is not None and self.me is not None and self.roster.places[self.me].ready

    @property
    def club(self) -> str:
        """The id of the club in which the table is listed; empty without one."""
        return "" if self.roster is None else self.roster.settings.club

    @property
    def asks_name(self) -> bool:
        """Whether the host has to enter a name first, because the invitation contains it."""
        return self.hosts and not self.named

    @property
    def at_door(self) -> Place | None:
        return self.roster.at_door if self.leads and self.roster else None


def parts_of_lobby(it: Lobby) -> Parts:
    """Return what the lobby of a page shows that sits at the table or watches it."""
    asked = it.caller if it.at_door is None else it.at_door.name
    return {
        **_parts_of_both(it),
        "screen": at(
            data_looking=it.roster is None,
            data_opens=it.waits_for is OPENING,
            data_at_door=it.waits_at_door,
            data_leads=it.leads,
            data_unnamed=it.asks_name,
            data_alone=_is_alone(it),
        ),
        "entered": it.entered,
        "door": door(asked or None, live=True),
        **choice_of_club(it.clubs, it.club, hosts=it.hosts),
        "about-listed": LISTED() if _is_listed(it) else "",
        "inviting": bool(it.link),
        "share": at(class_="primary" if it.leads and not it.trouble else None),
        "copied": it.copied,
        "make-code": it.hosts,
        "pair": it.hosts,
        "name": at(value=it.name),
        "options": at(disabled=not it.leads),
        "other-cards": it.leads and lobby.OTHER_CARDS(),
        **(_choices(it, it.room, it.roster) if it.room and it.roster else {"begin": False}),
        "status": _status(it, standing(it)),
    }


def parts_of_screen(it: Lobby) -> Parts:
    """Return what the lobby of a big screen shows: the invitation in large size, and who has joined."""
    roster = it.roster
    full = roster is not None and all(place.sitter is not Sitter.NOBODY for place in roster.places)
    opens = it.waits_for is OPENING and it.qr is None
    if roster is None:
        standing = "" if it.trouble else it.waits_for()
    else:
        standing = OPENING() if it.qr is None else lobby.on_big_screen(roster)
    return {
        **_parts_of_both(it),
        "screen": at(data_looking=roster is None, data_opens=opens),
        "open": lobby.OPEN_AND_TYPE(address=it.address),
        "title": (lobby.SCAN_TO_WATCH if full else lobby.SCAN_TO_SIT)(),
        "begin": at(roster is not None and roster.leader is None, aria_disabled=_is_blocked(roster)),
        **(_seats(it, it.room, roster, leads=False) if it.room and roster else {}),
        "status": _status(it, standing),
    }


def _parts_of_both(it: Lobby) -> Parts:
    return {
        "trouble": bool(it.trouble),
        "trouble-words": _sentence(it, it.trouble),
        "pair-now": it.hosts and it.trouble == NO_RELAY(),
        "link": at(value=it.link),
        "qr": it.qr or True,
        "has-code": bool(it.code),
        "code": it.code,
        "code-says": it.code_says,
    }


def _choices(it: Lobby, room: Room, roster: Roster) -> Parts:
    """Return what depends on the roster."""
    watches = it.me is None
    free = any(place.sitter is Sitter.NOBODY for place in roster.places)
    lonely = it.leads and roster.screen is not None and lobby.lacks_player(roster)
    challenge = lobby.challenge(roster)
    news = lobby.new_host(it.former, roster, room.me) if it.former else ""
    asked = removable(room, roster).get(it.asked, "")
    return {
        **_seats(it, room, roster, leads=it.leads),
        "news": bool(news),
        "news-words": _sentence(it, news, *((it.former.name,) if it.former else ())),
        "relayed": _sentence(it, people.no_direct_line(room.relayed)),
        "sit": watches and free,
        "watch": not watches and len(roster.watchers) < MOST_WATCHERS and not (it.hosts and _is_alone(it)),
        "ready": at(not watches and not it.leads, aria_pressed=it.ready),
        "add-one": lonely,
        "begin": at(it.leads and not lonely, aria_disabled=_is_blocked(roster)),
        "challenge": bool(challenge),
        "challenge-words": _sentence(it, challenge),
        "chosen": lobby.chosen(roster),
        "variant-rule": rule_of(roster.settings.variant).full,
        "levels": lobby.levels(roster),
        "removing-title": Sentence(lobby.REMOVE(name=asked), (asked,)) if asked else "",
        "remove": Sentence(people.SEND_AWAY(name=asked), (asked,)) if asked else "",
    }


def _seats(it: Lobby, room: Room, roster: Roster, *, leads: bool) -> Parts:
    """Return a face at each seat that is taken, an empty place at each free one, and who watches.

    A page that `leads` may remove everybody but the founder, add computer players at the first free seat, and at a
    table with a big screen hand over the lead. The places are on two sides of the table, in this order.
    """
    seats = len(roster.places)
    styles = iter(["place"] * ((seats + 1) // 2) + ["place below"] * seats)
    people_ = {
        f"{seat} {place.key}": _person(it, room, roster, seat, next(styles), leads=leads)
        for seat, place in roster.people()
    }
    teammates = {
        f"{seat} {place.name}": _teammate(seat, place, next(styles), leads=leads)
        for seat, place in enumerate(roster.places)
        if place.sitter is Sitter.TEAMMATE
    }
    free = [str(seat) for seat, place in enumerate(roster.places) if place.sitter is Sitter.NOBODY]
    adds = leads and bool(free)
    return {
        "places": at(data_seats=str(seats)),
        "people": Each("place-template", people_),
        "teammates": Each("place-template", teammates),
        "add": at(adds, class_=_classes(next(styles) if adds else "place", "empty", "add")),
        "free": Each(
            "free-place-template", {seat: {"place": at(class_=_classes(next(styles), "empty"))} for seat in free[adds:]}
        ),
        "watching": people.watching(len(roster.watchers)),
        "watchers": Each("place-template", {one.peer: _watcher(room, one, leads=leads) for one in roster.watchers}),
    }


def _person(it: Lobby, room: Room, roster: Roster, seat: Seat, style: str, *, leads: bool) -> Parts:
    place = roster.places[seat]
    is_ready = place.ready or seat == roster.leader
    goes = leads and seat in room.guest.removable
    may_lead = leads and roster.screen_leader not in (None, seat) and place.here
    return {
        "place": at(
            class_=_classes(style, "is-ready" if is_ready else ""),
            data_seat=str(seat),
            **connection(room, place),
        ),
        **_label(place.name, people.tags(roster, seat, it.me)),
        "face": Markup(face(seat, place.settled.character)),
        "hand-over": at(may_lead, value=str(seat), aria_label=people.HAND_OVER(name=place.name)),
        "remove": at(goes, data_do="ask", value=place.peer, aria_label=people.SEND_AWAY(name=place.name)),
    }


def _teammate(seat: Seat, place: Place, style: str, *, leads: bool) -> Parts:
    return {
        "place": at(class_=style, data_seat=str(seat)),
        **_label(place.name, COMPUTER()),
        "face": Markup(face(seat, place.settled.character)),
        "remove": at(leads, data_do="get-up", value=str(seat), aria_label=people.SEND_AWAY(name=place.name)),
    }


def _watcher(room: Room, one: Place, *, leads: bool) -> Parts:
    mine = one.peer == room.me
    return {
        "place": at(**connection(room, one)),
        **_label(one.name, people.OWN() if mine else ""),
        "remove": at(leads and not mine, data_do="ask", value=one.peer, aria_label=people.SEND_AWAY(name=one.name)),
    }


def _label(name: str, tags: str) -> Parts:
    return {"name": at(name, class_=_classes("name", "long" if len(name) > LONG else "")), "tags": tags}


def _classes(*names: str) -> str:
    return " ".join(filter(None, names))


def _is_listed(it: Lobby) -> bool:
    """Whether members of the club see the table. A locked table, or one with a challenge, is not listed."""
    settings = None if it.roster is None else it.roster.settings
    seen = settings is not None and not settings.locked and settings.challenge is None
    return seen and bool(it.club) and it.club in it.clubs


def _is_alone(it: Lobby) -> bool:
    return it.roster is not None and not any(place.here for seat, place in it.roster.people() if seat != it.me)


def _is_blocked(roster: Roster | None) -> bool:
    return bool(roster and lobby.blocked(roster))


def standing(it: Lobby) -> str:
    """Return the usual message of a page that sits at the table or watches it."""
    if it.roster is not None:
        return lobby.standing(it.roster, hosts=it.leads, ready=it.ready, watches=it.me is None)
    return "" if it.trouble else it.waits_for()


def _status(it: Lobby, standing: str) -> Part:
    words = it.says or standing
    return at(_sentence(it, words), class_="nudged" if words and words == it.nudged else None)


def _sentence(it: Lobby, words: str, *names: str) -> Sentence:
    places = it.roster.places if it.roster else ()
    return Sentence(words, (*names, *(place.name for place in places)))
