"""Keys, signatures and deeds for tests. A page is named by a letter; A is the founder."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache

from game.net.channel import Channel
from game.net.succession.deeds import Acceptance, Deed, Office, Rules, SignedRoster
from game.net.succession.host_search import HostSearch
from game.transport.identity import Credentials

ROOM, SESSION = "a room", "e" * 32


class Signatures:
    """Signatures that need the secret key, made with a hash that is faster than Ed25519."""

    def public_key(self, secret: str) -> str:
        return hashlib.sha256(secret.encode()).hexdigest()

    def sign(self, secret: str, text: str) -> str:
        return hashlib.sha256(f"{secret} {text}".encode()).hexdigest()

    def verify(self, key: str, signature: str, text: str) -> bool:
        return key in SECRETS and self.sign(SECRETS[key], text) == signature


SIGNATURES = Signatures()
SECRETS = {SIGNATURES.public_key(name): name for name in "ABCDEFGHLMNXY"}
KEYS = {name: key for key, name in SECRETS.items()}


@cache
def credentials(name: str) -> Credentials:
    return Credentials.of(ROOM, KEYS["A"], name, SIGNATURES)


@cache
def rules(name: str) -> Rules:
    return Rules(credentials(name))


def keys(names: str) -> tuple[str, ...]:
    return tuple(KEYS[name] for name in names)


@cache
def roster(
    host: str,
    members: str,
    term: int = 1,
    number: int = 1,
    after: str = "",
    *,
    successor: str = "",
    session: str = SESSION,
    began: int = 1,
) -> SignedRoster:
    """Return a roster of the page `host`, whose term comes `after` that of another one."""
    previous, named = KEYS.get(after, ""), KEYS.get(successor, "")
    return rules(host).sign(SignedRoster(session, term, began, number, previous, KEYS[host], keys(members), named))


@cache
def accept(name: str, office: SignedRoster | Office, number: int = 1) -> Acceptance:
    where = office.office if isinstance(office, SignedRoster) else office
    return rules(name).sign(Acceptance(KEYS[name], number, where))


def deed(*chain: SignedRoster, accepted: str = "", number: int = 1, more: Sequence[Acceptance] = ()) -> Deed:
    """Return a deed with this chain, which the pages `accepted` accept."""
    return Deed(chain, (*(accept(name, chain[-1], number) for name in accepted), *more))


def hear(search: HostSearch, peer: str, claim: Deed, now: float = 0.0, key: str = "") -> bool:
    """Return whether `search` takes this claim of `peer`, whose channel has proven the key of the claim, or `key`."""
    channel = search.peers.channels.setdefault(peer, Channel(peer))
    channel.key = key or claim.roster.host
    return search.heard(channel, claim, now)
