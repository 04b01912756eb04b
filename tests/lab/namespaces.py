"""Computers of the laboratory: namespaces without a name, each of which is gone with the process that holds it.

All of them live in a world that is `apart`: another run meets none of it, and nothing of it outlives its first
process, however that ends.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path

TUN = Path("/dev/net/tun")
NEW_TUN, WITHOUT_FRAMES = 0x400454CA, 0x1001

MTU = "16000"
"""Bytes in the largest packet: the page in few packets, as each takes us time. Lines between pages use 1,200."""

NEEDED = {"ip": "iproute2", "ss": "iproute2", "unshare": "util-linux", "turnserver": "coturn"}
"""Programs, and Debian's packages that bring them."""


def missing() -> str:
    """What keeps this machine from having a laboratory, in one sentence; empty if nothing does."""
    if sys.platform != "linux":
        return "The laboratory of networks needs Linux."
    if os.geteuid() != 0:
        return "The laboratory of networks needs root: sudo python3 build.py bench networks."
    packages = sorted({package for program, package in NEEDED.items() if not shutil.which(program)})
    if packages:
        return f"The laboratory of networks needs more of Debian: apt install {' '.join(packages)}."
    if find_spec("nostr_relay") is None:
        return "The laboratory of networks needs nostr-relay, which is not there for this Python."
    if not TUN.exists() or subprocess.run(apart("true"), capture_output=True).returncode:
        return "This machine lets nobody make networks: neither namespaces nor TUN devices."
    return ""


def apart(*command: str) -> list[str]:
    """`command` in a world of its own: no network but its own, and all its processes end with the first."""
    return ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", *command]


class Namespace:
    """A computer with nothing but its loopback, which is there as long as this process is."""

    def __init__(self, process: int) -> None:
        self.enter = ["nsenter", f"--net=/proc/{process}/ns/net"]
        """What stands before a command that is run there."""
        self.process = process
        self.run("ip", "link", "set", "lo", "up")

    def plug(self, *addresses: IPv4Address) -> Plug:
        """A new line into this computer, which has these addresses on it and from now on reaches the world by it."""
        plug = Plug()
        run("ip", "link", "set", plug.name, "netns", str(self.process))
        for address in addresses:
            self.run("ip", "address", "add", f"{address}/32", "dev", plug.name)
        self.run("ip", "link", "set", plug.name, "up", "mtu", MTU)
        self.run("ip", "route", "replace", "default", "dev", plug.name, "src", str(addresses[0]))
        return plug

    def reset(self, address: IPv4Address) -> None:
        """End all connections of this address, as a telephone does with a network that it leaves."""
        self.run("ss", "--kill", "--no-header", "src", str(address))

    def run(self, *command: str) -> None:
        """Run `command` there, to its end."""
        run(*self.enter, *command)


@contextmanager
def namespace() -> Iterator[Namespace]:
    """A computer, for as long as the block lasts.

    The process that holds it has a session of its own, so that a signal to our process group, as `timeout` and
    Ctrl-C send it, does not take the computer from under a run that has yet to end.
    """
    hold = ["unshare", "--net", "sh", "-c", "echo; exec cat"]
    with subprocess.Popen(hold, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        process.stdout.readline()  # it is there
        try:
            yield Namespace(process.pid)
        finally:
            process.kill()


class Plug:
    """The end of a line: what the kernel sends on it can be read here, and what is written here it receives."""

    _numbers = count()

    def __init__(self) -> None:
        from fcntl import ioctl  # not every system has it, and this file is read on all

        self.name = f"mind{next(self._numbers)}"
        self.file = os.open(TUN, os.O_RDWR | os.O_NONBLOCK)
        ioctl(self.file, NEW_TUN, struct.pack("16sH22x", self.name.encode(), WITHOUT_FRAMES))

    def read(self) -> bytes | None:
        """The next packet, or None if there is none."""
        try:
            return os.read(self.file, 65536)
        except OSError:
            return None

    def write(self, packet: bytes) -> None:
        """Have the kernel receive `packet`, unless it has taken the line down."""
        try:
            os.write(self.file, packet)
        except OSError:
            pass

    def close(self) -> None:
        """Take the line away."""
        os.close(self.file)


def run(*command: str) -> None:
    """Run `command` to its end; what it says is said only if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {done.stderr.strip()}")
