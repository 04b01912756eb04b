"""By whose word a page is host: what it shows to whoever asks, and how it judges others who say that they are."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from game.core import Seat
from game.net.identity import Channel, Credentials, hosting_text, joining_text
from game.net.mandate import (
    Chain,
    Claim,
    Trust,
    assent_text,
    came_before,
    extended,
    followers,
    new_mandate,
    trust,
)
from game.net.messages import Hosting, Join
from game.net.peer import Peer
from game.net.succession import is_authentic


class Authority:
    """Speaks for the page `me`, the `term`-th host, with the word of the hosts in `chain` before it."""

    def __init__(self, me: str, credentials: Credentials, term: int, chain: Chain) -> None:
        self.term = term
        self._me = me
        self._own = credentials
        self._assents: dict[str, str] = {}
        self.chain = self._renewed(chain, set())

    def renew(self, here: Set[str]) -> Chain:
        """The chain up to this host, now that the keys in `here` sit at its table."""
        self.chain = self._renewed(self.chain, here)
        return self.chain

    def offer(self, peer: str, known: Peer, people: int, seat: Seat | None) -> Hosting:
        """What tells `peer` that this page is host, at `seat` if it has one, and so many `people` sit at its table."""
        signature = self._own.sign(hosting_text(self._channel(self._me, peer, known), self.term))
        return Hosting(self.term, people, seat, self._own.key, known.nonce, signature, self.chain)

    def is_joining(self, peer: str, known: Peer, join: Join) -> bool:
        """Whether the holder of the key in `join` is at the other end of this channel, and says so now."""
        text = joining_text(self._channel(self._me, peer, known), known.nonce)
        return self._own.verify(join.key, join.signature, text)

    def keep_assent(self, join: Join) -> None:
        """Keep what shows others that whoever joins follows this host."""
        if self._own.verify(join.key, join.assent, assent_text(self._own.room, self.term, self._own.key)):
            self._assents[join.key] = join.assent

    def is_rival(self, peer: str, known: Peer, said: Hosting, seated: Set[str]) -> bool:
        """Whether `peer` may speak for this room as well: it has sat here, or the founder's word leads to it."""
        own = self._own
        if not is_authentic(said, self._channel(peer, self._me, known), own.verify):
            return False
        return said.key in seated or trust(said.chain, own.room, own.founder, own.verify) is not Trust.NONE

    def gives_way(self, peer: str, rival: Hosting, here: Set[str], people: int, seat: Seat | None) -> bool:
        """Whether the table of `peer` should be ours as well.

        `people` sit here, those with the keys in `here`, and this host at `seat`.
        """
        own = self._own
        hosts = {own.key, rival.key}  # who is host in one page counts for no table as guest in another
        following = followers(rival.chain, self.chain, own.room, own.verify) - here - hosts
        staying = (followers(self.chain, rival.chain, own.room, own.verify) & here) - hosts
        theirs = Claim(
            min(rival.people, 1 + len(following)),
            rival.key == own.founder,
            came_before(rival.chain, self.chain),
            rival.term,
            -(rival.seat or 0),
            peer,
        )
        ours = Claim(
            min(people, 1 + len(staying)),
            own.key == own.founder,
            came_before(self.chain, rival.chain),
            self.term,
            -(seat or 0),
            self._me,
        )
        return theirs > ours

    def _channel(self, host: str, guest: str, known: Peer) -> Channel:
        return Channel(self._own.room, host, guest, known.binding)

    def _renewed(self, chain: Chain, here: Set[str]) -> Chain:
        own = self._own
        members = here | {own.key}
        assents = tuple((key, said) for key, said in self._assents.items() if key in members)
        newest = chain[-1] if chain else None
        if newest is None or (newest.term, newest.host, {*newest.members}) != (self.term, own.key, members):
            newest = new_mandate(own.room, self.term, own.key, members, own.sign)
        elif newest.assents == assents:
            return chain
        return extended(chain, replace(newest, assents=assents), own.founder)
