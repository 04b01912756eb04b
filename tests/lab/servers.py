"""Servers of the laboratory: the page, three relays, STUN and TURN, each at its own public address."""

from __future__ import annotations

import http.server
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from ipaddress import IPv4Address
from pathlib import Path

from assets.build.project import DIST
from assets.build.server import Site, SiteHandler
from tests.relay import relay
from tests.web import serving

PAGE, STUN = IPv4Address("198.51.100.1"), IPv4Address("198.51.100.2")
RELAYS = tuple(IPv4Address(f"198.51.100.{last}") for last in (11, 12, 13))
ADDRESSES = (PAGE, STUN, *RELAYS)

TURN = {"turn": f"turn:{STUN}:443?transport=tcp", "turn-user": "mind", "turn-credential": "one"}
"""Settings of the page for TURN, over TCP to a port that every network allows."""

STUN_PORTS = (3478, 19302)
"""The ports of public STUN servers, whose names all resolve to this one."""


class PublicSite(Site):
    """A static host for dist/, reachable by every computer."""

    def __init__(self) -> None:
        self.path, self.folder = "/", DIST
        http.server.ThreadingHTTPServer.__init__(self, (str(PAGE), 80), SiteHandler)

    @property
    def address(self) -> str:
        return f"http://{PAGE}/"


@contextmanager
def servers() -> Iterator[tuple[str, list[str]]]:
    """Run the servers for the duration of the block; yield the addresses of the page and the relays."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        site = stack.enter_context(serving(stack.enter_context(PublicSite())))
        stack.enter_context(_coturn(folder))
        with ThreadPoolExecutor() as pool:
            relays = list(pool.map(stack.enter_context, [_relay(folder / str(address), address) for address in RELAYS]))
        yield site, relays


def _relay(folder: Path, address: IPv4Address) -> AbstractContextManager[str]:
    folder.mkdir()
    return relay(folder, 80, str(address))


@contextmanager
def _coturn(folder: Path) -> Iterator[None]:
    first, second = STUN_PORTS
    options = [
        *("-n", "--no-cli", "--no-tls", "--no-dtls", "--no-multicast-peers", "--log-file=stdout", "--lt-cred-mech"),
        *(f"--listening-ip={STUN}", f"--relay-ip={STUN}", f"--listening-port={first}"),
        *(f"--aux-server={STUN}:{port}" for port in (second, 443)),
        *(f"--user={TURN['turn-user']}:{TURN['turn-credential']}", "--realm=lab", f"--userdb={folder}/turn.sqlite"),
        f"--pidfile={folder}/turn.pid",
    ]
    with (folder / "turn.log").open("w") as said:
        process = subprocess.Popen(["turnserver", *options], stdout=said, stderr=said, cwd=folder)
        try:
            yield
        finally:
            process.terminate()
            process.wait(10)
