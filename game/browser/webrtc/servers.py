"""Server selection: from the invitation, the settings, or the defaults; in tests, from the page's address."""

from __future__ import annotations

import json
import re
from dataclasses import astuple, dataclass, replace
from urllib.parse import urlsplit

import js
from js import location

from game.browser.page import storage
from game.browser.page.dom import find
from game.browser.webrtc.default_relays import RELAYS, usual_relays
from game.net.invite import LOOPBACK, MOST_SERVERS, Invite, Turn, host_of, is_relay, is_turn, may_name_relay

STUN = ("stun:stun.l.google.com:19302", "stun:stun.cloudflare.com:3478")
"""STUN servers, which tell a page its public address, of two operators."""


@dataclass(frozen=True, slots=True)
class Servers:
    """Relays and TURN servers. Without relays, the default ones apply.

    TURN servers forward connections that are otherwise blocked. `stun` says whether STUN servers may be asked for this
    page's public address.
    """

    relays: tuple[str, ...] = ()
    turn: tuple[Turn, ...] = ()
    stun: bool = True

    def relays_for(self, topic: str) -> list[str]:
        """Return the relays for this topic in order of preference."""
        return list(self.relays) or usual_relays(topic)

    def beyond(self, others: Servers) -> tuple[str, ...]:
        """Return the hosts of these servers that are not among `others`, whose relays may be the default ones."""
        relays = [relay for relay in self.relays if relay not in (others.relays or RELAYS)]
        turn = [one.url for one in self.turn if one not in others.turn]
        return tuple(dict.fromkeys(map(host_of, relays + turn)))

    def spelled(self) -> str:
        """Return the servers as a text to save and compare."""
        return json.dumps([self.relays, [astuple(one) for one in self.turn]])

    @property
    def ice(self) -> list[dict[str, str]]:
        """The TURN servers for RTCPeerConnection.

        Servers without a user or password are left out: with one of them the browser makes no connection at all.
        """
        whole = [one for one in self.turn if one.user and one.credential]
        return [{"urls": one.url, "username": one.user, "credential": one.credential} for one in whole]

    @property
    def ice_and_stun(self) -> list[dict[str, str]]:
        """The TURN and STUN servers. STUN is left out if it is disabled or all relays are on this computer."""
        stun = () if not self.stun or self._are_here else STUN
        return [{"urls": url} for url in stun] + self.ice

    @property
    def _are_here(self) -> bool:
        """Whether all relays are on this computer, so that only local pages need this page's address."""
        return bool(self.relays) and all(urlsplit(relay).hostname in LOOPBACK for relay in self.relays)


def settled() -> Servers:
    """Return the servers from this browser's settings."""
    settings = storage.read_texts(storage.SETTINGS)
    url = settings.get("turn", "").strip()
    turn = (Turn(url, settings.get("turn-user", ""), settings.get("turn-credential", "")),) if is_turn(url) else ()
    return Servers(_relays(settings.get("relays", "")), turn, "no-stun" not in settings)


def hides_address() -> bool:
    """Whether this page makes no direct connections, so that nobody at a table learns its address.

    The form has the choice even if the browser stores no settings.
    """
    return bool(find("hide-address").checked)


def chosen() -> Servers:
    """Return the servers from the page's address, if it may name any, or else from the settings."""
    own = settled()
    return replace(own, relays=from_address() or own.relays)


def invited(invite: Invite) -> Servers:
    """Return the servers from the page's address, the invitation or the settings, in this order."""
    own = chosen()
    return replace(own, relays=from_address() or invite.relays or own.relays, turn=invite.turn or own.turn)


def from_address() -> tuple[str, ...]:
    """Return the relays in `?relay=`, for tests.

    Only some relays are allowed: a crafted link must not redirect other people's tables.
    """
    asked = _relays(" ".join(js.URLSearchParams.new(location.search).getAll("relay")))
    return tuple(one for one in asked if may_name_relay(str(location.hostname), one))


def _relays(text: str) -> tuple[str, ...]:
    return tuple(one for one in re.split(r"[\s,]+", text) if is_relay(one))[:MOST_SERVERS]
