"""Network namespaces for the laboratory's computers; each ends with the process that holds it.

All of them are inside an outer namespace that is `apart`: other runs cannot reach it, and nothing in it survives its
first process, however that ends.
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
"""Bytes in the largest packet. Large packets make the page load in few, which saves time; data channels use 1,200."""

NEEDED = {"ip": "iproute2", "ss": "iproute2", "unshare": "util-linux", "turnserver": "coturn"}
"""Required programs, and the Debian packages that provide them."""


def missing() -> str:
    """Return why this machine cannot run the laboratory, in one sentence, or an empty string."""
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
    """Return `command` in its own network and process namespace; all its processes end with the first."""
    return ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", *command]


class Namespace:
    """A network namespace with only a loopback device, for as long as its process runs."""

    def __init__(self, process: int) -> None:
        self.enter = ["nsenter", f"--net=/proc/{process}/ns/net"]
        """The prefix of a command that runs in the namespace."""
        self.process = process
        self.run("ip", "link", "set", "lo", "up")

    def plug(self, *addresses: IPv4Address) -> Plug:
        """Add a line to this computer, give it these addresses, and make it the default route."""
        plug = Plug()
        run("ip", "link", "set", plug.name, "netns", str(self.process))
        for address in addresses:
            self.run("ip", "address", "add", f"{address}/32", "dev", plug.name)
        self.run("ip", "link", "set", plug.name, "up", "mtu", MTU)
        self.run("ip", "route", "replace", "default", "dev", plug.name, "src", str(addresses[0]))
        return plug

    def reset(self, address: IPv4Address) -> None:
        """Close all connections of this address, as a phone does when it leaves a network."""
        self.run("ss", "--kill", "--no-header", "src", str(address))

    def run(self, *command: str) -> None:
        """Run `command` in the namespace and wait for its end."""
        run(*self.enter, *command)


@contextmanager
def namespace() -> Iterator[Namespace]:
    """Provide a computer for the duration of the block.

    The process that holds it has its own session. So a signal to our process group, from `timeout` or Ctrl-C, does not
    end it before the run has cleaned up.
    """
    hold = ["unshare", "--net", "sh", "-c", "echo; exec cat"]
    with subprocess.Popen(hold, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        process.stdout.readline()  # the process has started
        try:
            yield Namespace(process.pid)
        finally:
            process.kill()


class Plug:
    """A TUN device: packets that the kernel sends can be read, and the kernel receives packets that are written."""

    _numbers = count()

    def __init__(self) -> None:
        from fcntl import ioctl  # fcntl exists on Unix only, and every system imports this file

        self.name = f"mind{next(self._numbers)}"
        self.file = os.open(TUN, os.O_RDWR | os.O_NONBLOCK)
        ioctl(self.file, NEW_TUN, struct.pack("16sH22x", self.name.encode(), WITHOUT_FRAMES))

    def read(self) -> bytes | None:
        """Return the next packet, or None."""
        try:
            return os.read(self.file, 65536)
        except OSError:
            return None

    def write(self, packet: bytes) -> None:
        """Pass `packet` to the kernel, unless the device is down."""
        try:
            os.write(self.file, packet)
        except OSError:
            pass

    def close(self) -> None:
        """Remove the device."""
        os.close(self.file)


def run(*command: str) -> None:
    """Run `command` and wait for its end. Raises OSError with its output if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {done.stderr.strip()}")
