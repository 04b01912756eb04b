"""Attacks on seats. The page in a seat sees its hand and plays its cards."""

from __future__ import annotations

from dataclasses import replace

from game.core import Stop
from game.net.channel import Channel
from game.net.protocol.messages import Do, Hosting, Join, Press, Proof, Seeking, Seen, Update
from game.net.protocol.wire import decode, encode
from game.net.saved_room import save
from game.transport.identity import Credentials, new_identity_secret, proof_text
from tests.net.attackers import Pretender, Silent, Thief, proof
from tests.net.attacks.attempts import repeated
from tests.net.ed25519 import ED25519
from tests.net.pages import ROOM, Net, Page, content, table

SETTLED = 10.0
"""Seconds after which a page that joins must be at the real table."""

AT_ONE_TABLE = 6
"""Pages that join during one attack."""


def reloading_guests(tries: int, *, founder: bool = True) -> int:
    """Let a seated guest claim to be host to every page that reloads."""
    won = 0
    for number in range(0, tries, AT_ONE_TABLE):
        net, pages = table(f"reload {founder} {number}", 4, 4, rooms={1: Thief})
        thief, victim = pages[1], pages[3]
        net.run(2)
        if not founder:
            _founder_goes(net, pages[0], thief)
        _begins(net, thief, number // AT_ONE_TABLE)
        for _ in range(min(AT_ONE_TABLE, tries - number)):
            before = len(thief.room_as(Thief).stolen)
            victim = net.reload(victim)
            net.run(SETTLED)
            won += not _at_the_true_table(net, victim) or len(thief.room_as(Thief).stolen) > before
    return won


def newcomers(tries: int, *, founder: bool = True) -> int:
    """Let a seated guest claim to be host to every page that opens the link."""
    won = 0
    for number in range(0, tries, AT_ONE_TABLE):
        net = Net(f"newcomers {founder} {number}")
        pages = [net.open("Ana", 8), net.enter("Mallory", room=Thief)]
        net.run(1)
        for name in ("Ben", "Cleo"):
            pages.append(net.enter(name))
            net.run(1)
        if not founder:
            _founder_goes(net, pages[0], pages[1])
        _begins(net, pages[1], number // AT_ONE_TABLE)
        won += _mislead(net, min(AT_ONE_TABLE, tries - number))
    return won


def newcomers_by_a_stranger(tries: int) -> int:
    """Let a page with only the link claim to be host to every newcomer."""
    won = 0
    for number in range(0, tries, AT_ONE_TABLE):
        net = Net(f"by a stranger {number}")
        net.open("Ana", 8)
        net.enter("Mallory", room=Pretender)
        net.run(1)
        won += _mislead(net, min(AT_ONE_TABLE, tries - number))
    return won


def _mislead(net: Net, count: int) -> int:
    """Let `count` people open the link in turn. Return how many do not find the true table."""
    won = 0
    for _ in range(count):
        newcomer = net.enter("Dan")
        net.run(SETTLED)
        won += not _at_the_true_table(net, newcomer)
        net.kill(newcomer, noticed=True)
        net.run(1)
    return won


@repeated
def in_the_middle(number: int, *, rewriting: bool = False) -> bool:
    """Let an attacker read and forward all messages between a guest and the host.

    If it is `rewriting`, it also proves on each channel a key of its own.
    """
    net, pages = table(f"middle {rewriting} {number}", 2, 2)
    net.run(2)
    heard, saved = list[str](), save(pages[1].guest)
    own = Credentials.of(ROOM, net.founder, new_identity_secret(net.dice), ED25519)

    def overhear(sender: str, to: str, text: str) -> list[str]:
        heard.append(text)
        if not rewriting or not isinstance(decode(text), Proof):
            return [text]
        said = proof_text(ROOM, sender, to, net.pages[to].room.channels[sender].binding)
        return [text, encode(Proof(own.key, own.sign(said)))]

    net.intercept(pages[0].name, f"back-{net._made + 1}", overhear)
    net.kill(pages[1])
    victim = net.restore(saved)
    net.run(8)
    place = pages[0].host.lobby.places[1]
    played = place.here and place.key == victim.guest.credentials.key
    return played or any(isinstance(one := content(text), Seen) and one.view.hand for text in heard)


@repeated
def borrowed_names(number: int) -> bool:
    """Open another channel under the peer name of a guest, or of the host."""
    net, pages = table(f"borrowed name {number}", 3, 3)
    victim, to = (pages[1], pages[0]) if number % 2 else (pages[0], pages[1])
    net.run(2)
    before = to.view
    del net._channels[frozenset((victim.name, to.name))]  # a page uses the newest channel of a name
    to.room.connected(Channel(victim.name, "another channel"), net.clock(to))
    net.wire.clear()
    net.recording = True
    net.pump(to)
    net.inject(victim, to, Do(10**6, Press(1, 0, 0.0, Stop())))
    net.inject(victim, to, Update(10**6, 0, Seen(10**6, replace(before, lives=1, news=()))))
    net.run(1)
    return to.view.lives == 1 or bool(net.sent(Seen, to=victim))


@repeated
def replayed_proofs(number: int) -> bool:
    """Say again, on new channels to host and guest, all proofs that pages ever sent each other."""
    net = Net(f"replay {number}")
    net.recording = True
    host, victim = net.open("Ana", 3), net.enter("Ben")
    net.run(2)
    victim = net.reload(victim)
    net.run(3)
    proofs = net.sent(Proof)
    assert len(proofs) >= 4
    return _is_taken_for(net, host, victim, proofs, leaves=number % 2 == 0)


@repeated
def forged_proofs(number: int) -> bool:
    """Prove the keys of host and guest without their secrets."""
    net = Net(f"forged {number}")
    host, victim = net.open("Ana", 3), net.enter("Ben")
    net.run(2)
    keys = [page.guest.credentials.key for page in (host, victim)]
    return _is_taken_for(net, host, victim, [Proof(key, "0" * 128) for key in keys], leaves=number % 2 == 0)


def _is_taken_for(net: Net, host: Page, victim: Page, proofs: list[Proof], *, leaves: bool) -> bool:
    """Return whether a page that says these `proofs`, and its own with another's key, counts as another page."""
    keys = {page.guest.credentials.key for page in (host, victim)}
    if leaves:
        net.kill(victim, noticed=True)
    stranger = net.enter("Mallory", room=Silent)
    for page in (host, victim)[: 2 - leaves]:
        own = proof(stranger.room, page.name)
        for said in (*proofs, *(replace(own, key=key) for key in sorted(keys))):
            net.inject(stranger, page, said)
        net.inject(stranger, page, Join("Ben", False))
    net.run(2)
    channels = [page.room.channels.get(stranger.name) for page in (host, victim)]
    place = host.host.lobby.place_of(stranger.name)
    return (place is not None and place.key in keys) or any(one and one.key in keys for one in channels)


@repeated
def unproven(number: int) -> bool:
    """Ask for a seat, press and claim the table on a channel on which nothing is proven, also as another page."""
    net, pages = table(f"unproven {number}", 3, 3)
    net.run(2)
    host, deed = pages[0], pages[0].host.term.deed
    sender = net.enter("Mallory", room=Silent)
    if number % 2:
        net.kill(sender)
        sender = pages[2]
        del net._channels[frozenset((sender.name, host.name))]
        host.room.connected(Channel(sender.name, "another channel"), net.clock(host))
    net.recording = True
    for said in (
        Seeking(False),
        Join("Mallory", False),
        Hosting(deed, admits=False),
        Hosting(deed, admits=True),
        Do(10**6, Press(1, 0, 0.0, Stop())),
    ):
        net.inject(sender, host, said)
    net.run(1)
    told = {type(one) for one in net.sent(object, by=host, to=sender)}
    return bool(told - {Proof, Hosting}) or host.host.lobby.has(sender.name) or net.hosts() != [host]


def _begins(net: Net, page: Page, number: int) -> None:
    """Make the thief at `page` claim to be host from now on, with one of the chains that it knows."""
    thief = page.room_as(Thief)
    thief.begins(net.clock(page), thief.words[number % len(thief.words)])


def _founder_goes(net: Net, founder: Page, thief: Page) -> None:
    """Remove the founder permanently, and wait until an honest page is host."""
    thief.guest.takes_over = lambda now: False  # type: ignore[method-assign]
    net.kill(founder, noticed=True)
    assert net.run(30, lambda: any(not page.hostile for page in net.hosts()))
    net.run(5)


def _at_the_true_table(net: Net, page: Page) -> bool:
    """Return whether an honest host has `page` in the seat of its key, and the page knows it."""
    places = [one.host.lobby.place_of(page.name) for one in net.hosts() if not one.hostile]
    return any(place is not None and place.key == page.guest.credentials.key for place in places)
