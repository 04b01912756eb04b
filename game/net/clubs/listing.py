"""Listings: what the members of a club read about one of its open tables, with the codec."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, TypeAlias, cast

from game.core import Variant
from game.core.codec import CHECKS, integer, of, refuse, spelled
from game.core.safe_json import read_json
from game.core.variants import MAX_SEATS, Seats
from game.net.invite import LONGEST, Invite, parse_invite
from game.net.names import clean_name
from game.net.protocol.wire import VERSION
from game.net.roster import MOST_WATCHERS, Roster, Sitter

KIND = 30_078
"""The kind of listings: an application's own data (NIP-78). A relay keeps the newest event of each author and name."""

LIMIT = 8192
"""The most characters of an encrypted listing."""

LASTS = 120
"""Seconds until a listing expires. The host renews it once a minute."""

GONE = "gone"
"""The content that withdraws a listing."""


UpToAll: TypeAlias = Annotated[int, integer(0, MAX_SEATS)]


class ListingError(ValueError):
    """A text that is no listing of this version."""


def _invite(fragment: str) -> Invite:
    invite = parse_invite(fragment)
    return refuse(fragment, "an invitation to a seat") if invite.watch or invite.about is not None else invite


@dataclass(frozen=True, slots=True)
class Listing:
    """An open table as its host describes it, with the `invite` that leads there.

    `people` are the names of the players who are there. `free` is the number of seats for further ones: teammates give
    theirs up. `level` is 0 before a game. `since` is when the table was listed, in seconds since 1970. `watch` says
    whether there is room for watchers.
    """

    invite: Annotated[Invite, spelled(Invite.fragment, _invite, LONGEST)]
    variant: Variant
    seats: Seats
    people: tuple[Annotated[str, spelled(str, clean_name, 20)], ...]
    free: UpToAll
    teammates: UpToAll = 0
    level: Annotated[int, integer(0, 100)] = 0
    since: Annotated[int, integer(0, 2**40)] = 0
    watch: bool = False


def listing_of(roster: Roster, invite: Invite, level: int, waiting: int, since: int) -> Listing | None:
    """Return the listing of the table of `roster`, or None if nobody can come.

    So many watchers are `waiting` for a seat.
    """
    people = tuple(clean_name(place.name) for _, place in roster.people() if place.here)
    free = max(0, sum(place.sitter is not Sitter.PERSON for place in roster.places) - waiting)
    watch = len(roster.watchers) < MOST_WATCHERS
    if (
        roster.settings.locked
        or roster.settings.challenge is not None
        or roster.screen is not None
        or not (free or watch)
    ):
        return None
    teammates = sum(place.sitter is Sitter.TEAMMATE for place in roster.places)
    return Listing(invite, roster.settings.variant, len(roster.places), people, free, teammates, level, since, watch)


def _check(listing: Listing) -> None:
    if len(listing.people) + max(listing.free, listing.teammates) > listing.seats:
        refuse(listing.people, "fewer than the seats")
    if listing.level > listing.variant.levels(listing.seats):
        refuse(listing.level, "a level")


CHECKS[Listing] = _check
LISTING = of(Listing)


def write_listing(listing: Listing | None) -> str:
    """Return the text to encrypt. None withdraws the listing."""
    return GONE if listing is None else json.dumps([VERSION, *LISTING.write(listing)], separators=(",", ":"))


def read_listing(text: str) -> Listing | None:
    """Return the listing in a decrypted text; None if it withdraws the listing. Raises ListingError."""
    if text == GONE:
        return None
    try:
        said = read_json(text)
        if type(said) is not list or type(said[0]) is not int or said[0] != VERSION:
            raise ListingError("of another version")
        return cast(Listing, LISTING.read(said[1:]))
    except (ValueError, LookupError, RecursionError) as error:
        raise ListingError(str(error)) from error
