"""The stranger's side of a knock at an open table."""

from __future__ import annotations

from game.net.invite import InviteError, parse_invite
from game.net.names import NOBODY
from game.net.protocol.messages import Goodbye, Invited, Knock
from game.net.protocol.wire import decoded, encode


class TableKnock:
    """A knock at the table whose listing the page `host` has signed. `invitation` is the fragment of its answer.

    The person who knocks will sit there with `key`, or only `watch`.

    Everyone who reads the list can enter the room where strangers knock. The knock therefore goes only to the host, and
    only the host's answer counts.
    """

    def __init__(self, host: str, key: str = "", *, watch: bool = False) -> None:
        self.invitation: str | None = None
        self.is_refused = False
        self._host = host
        self._key = key
        self._watch = watch

    def connected(self, peer: str) -> str | None:
        """Return what to send to `peer`, if anything."""
        return encode(Knock(NOBODY, self._key, self._watch)) if self.is_host(peer) else None

    def heard(self, peer: str, text: str) -> None:
        """Handle a message from `peer`."""
        if not self.is_host(peer) or self.invitation is not None:
            return
        message = decoded(text)
        if isinstance(message, Invited) and self._is_wanted(message.fragment):
            self.invitation = message.fragment
        elif isinstance(message, Invited | Goodbye):
            self.is_refused = True

    def lost(self, peer: str) -> None:
        """Note that `peer` has disconnected. Without the host, no answer comes."""
        if self.is_host(peer):
            self.is_refused = True

    def is_host(self, peer: str) -> bool:
        """Whether `peer` has signed the listing."""
        return peer == self._host

    def _is_wanted(self, fragment: str) -> bool:
        """Whether an invitation leads to a seat, or to a watcher's place, as this person asked."""
        try:
            return parse_invite(fragment).watch == self._watch
        except InviteError:
            return False
