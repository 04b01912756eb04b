"""A host's term: it signs the roster of its members, keeps their acceptances, and hands over with its signature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.net.succession.deeds import MOST_TERMS, Acceptance, Chain, Deed, Rules, SignedRoster, merged, shown, trimmed

RESUMED = 1000
"""Numbers that a reloaded page skips, because it may have signed some that were not saved."""

MOST_ACCEPTANCES = 64
"""Most acceptances that a host remembers. It forgets the oldest of former members first, and never one of a member."""


class Term:
    """The term of the host with our credentials, which begins with the roster `first` after the chain `before` it.

    `deed` is by what this page is host: send it to all pages, and after each change to the members.
    """

    def __init__(self, rules: Rules, before: Chain, first: SignedRoster, accepted: Sequence[Acceptance]) -> None:
        self._rules = rules
        self._before = before
        self._accepted = {one.key: one for one in merged(accepted)}
        self.roster = rules.sign(first)
        self.deed = self._shown()

    @classmethod
    def found(cls, rules: Rules, session: str, number: int = 1) -> Term:
        """Return the first term of a new session. `number` is that of our own acceptance."""
        key = rules.own.key
        first = SignedRoster(session, 1, number, 1, "", key, (key,))
        return cls(rules, (), first, [rules.sign(Acceptance(key, number, first.office))])

    @classmethod
    def after(cls, rules: Rules, deed: Deed, number: int) -> Term:
        """Return our term after the last host of `deed`, or the same term if that was this page.

        `number` is that of our own acceptance. Raises ValueError if there is no such term.
        """
        last, key = deed.roster, rules.own.key
        if key not in rules.electors(last) or last.term >= MOST_TERMS:
            raise ValueError("this page cannot host after that roster")
        members = last.members if key in last.members else (*last.members[:8], key)
        if last.host == key and not last.successor:
            before, first = deed.chain[:-1], replace(last, number=last.number + RESUMED)
        else:
            before, first = deed.chain, SignedRoster(last.session, last.term + 1, number, 1, last.host, key, members)
        return cls(rules, before, first, [*deed.accepted, rules.sign(Acceptance(key, number, first.office))])

    def renew(self, members: Sequence[str]) -> None:
        """Sign the roster of these `members`, in seat order, if it has changed and the term has not ended."""
        if tuple(members) != self.roster.members and not self.roster.successor:
            self._sign(tuple(members))

    def end(self, successor: str, *, stays: bool) -> None:
        """Sign the last roster, which hands over to the member `successor`. Send it to all before the goodbye.

        Unless this page `stays` at the table, it is no member any more.
        """
        kept = tuple(one for one in self.roster.members if stays or one != self.roster.host)
        self._sign(kept, successor)

    def accept(self, one: Acceptance) -> bool:
        """Keep the acceptance of a member, or a newer one of a former member. Return False if it is not valid."""
        known = self._accepted.get(one.key)
        if known is None and (one.office != self.roster.office or one.key not in self.roster.members):
            return False
        if not self._rules.is_signed(one):
            return False
        if known is None or one.age > known.age:
            self._accepted.pop(one.key, None)
            self._accepted[one.key] = one
            self._forget()
            self.deed = self._shown()
        return True

    def _forget(self) -> None:
        former = [key for key in self._accepted if key not in self.roster.members]
        for key in former[: max(0, len(self._accepted) - MOST_ACCEPTANCES)]:
            del self._accepted[key]

    def _sign(self, members: tuple[str, ...], successor: str = "") -> None:
        last = self.roster
        self.roster = self._rules.sign(replace(last, number=last.number + 1, members=members, successor=successor))
        self.deed = self._shown()

    def _shown(self) -> Deed:
        chain = trimmed((*self._before, self.roster))
        return Deed(chain, shown(self._accepted.values(), chain))
