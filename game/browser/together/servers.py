"""Which servers are used: those of the address, the invitation, the settings, or the usual ones."""

from __future__ import annotations

import json
import re
from dataclasses import astuple, dataclass, replace
from typing import Any
from urllib.parse import urlsplit

import js
from js import location

from game.browser import storage
from game.browser.settings import SETTINGS
from game.net.invite import MOST_SERVERS, Invite, Turn, host_of, is_relay, is_turn

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Servers:
    """Relays to meet at, none for the usual ones; TURN servers that pass on what gets through nowhere else.

    `stun` says whether the library's STUN servers may be asked for this page's own address.
    """

    relays: tuple[str, ...] = ()
    turn: tuple[Turn, ...] = ()
    stun: bool = True

    def uses(self, url: str) -> bool:
        """Whether the relay at `url` is one of these."""
        return not self.relays or url in self.relays

    def beyond(self, others: Servers) -> tuple[str, ...]:
        """The hosts of these servers that are not among `others`."""
        relays = [relay for relay in self.relays if relay not in others.relays]
        turn = [one.url for one in self.turn if one not in others.turn]
        return tuple(dict.fromkeys(map(host_of, relays + turn)))

    def spelled(self) -> str:
        """Where the way leads, as a text for keeping and comparing."""
        return json.dumps([self.relays, [astuple(one) for one in self.turn]])

    @property
    def ice(self) -> list[dict[str, str]]:
        """The TURN servers as the browser wants them: it connects to nobody where one has no user or no password."""
        whole = [one for one in self.turn if one.user and one.credential]
        return [{"urls": one.url, "username": one.user, "credential": one.credential} for one in whole]

    def for_trystero(self) -> dict[str, Any]:
        """The part of trystero's configuration that says all this."""
        config: dict[str, Any] = {"turnConfig": self.ice}
        if self.relays:
            config["relayConfig"] = {"urls": list(self.relays)}
        if not self.stun or self._are_here:
            config["rtcConfig"] = {"iceServers": self.ice}  # instead of the library's STUN servers
        return config

    @property
    def _are_here(self) -> bool:
        """Whether all relays are on this computer, so that nobody outside need know this page's address."""
        return bool(self.relays) and all(urlsplit(relay).hostname in LOOPBACK for relay in self.relays)


def settled() -> Servers:
    """What this browser's settings say."""
    kept = storage.read_texts(SETTINGS)
    url = kept.get("turn", "").strip()
    turn = (Turn(url, kept.get("turn-user", ""), kept.get("turn-credential", "")),) if is_turn(url) else ()
    return Servers(_relays(kept.get("relays", "")), turn, "no-stun" not in kept)


def chosen() -> Servers:
    """What the address of this page says, else its settings."""
    own = settled()
    return replace(own, relays=_from_address() or own.relays)


def invited(invite: Invite) -> Servers:
    """What the invitation says, where this browser's address says nothing else."""
    own = chosen()
    return replace(own, relays=_from_address() or invite.relays or own.relays, turn=invite.turn or own.turn)


def _from_address() -> tuple[str, ...]:
    return _relays(" ".join(js.URLSearchParams.new(location.search).getAll("relay")))


def _relays(text: str) -> tuple[str, ...]:
    return tuple(one for one in re.split(r"[\s,]+", text) if is_relay(one))[:MOST_SERVERS]
