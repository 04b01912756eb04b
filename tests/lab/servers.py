"""The servers of the laboratory: the page, three relays, STUN and TURN, each at a public address of its own."""

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
"""What the page's settings say where there is TURN: over TCP and at a port that every network lets out."""

STUN_PORTS = (3478, 19302)
"""Those of the STUN servers of the world, whose names all lead here."""


class PublicSite(Site):
    """dist/ as a static host would serve it, to everybody."""

    def __init__(self) -> None:
        self.path, self.folder = "/", DIST
        http.server.ThreadingHTTPServer.__init__(self, (str(PAGE), 80), SiteHandler)

    @property
    def address(self) -> str:
        return f"http://{PAGE}/"


@contextmanager
def servers() -> Iterator[tuple[str, list[str]]]:
    """The addresses of the page and of the relays, for as long as the block lasts."""
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
